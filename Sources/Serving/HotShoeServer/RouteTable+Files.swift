import CameraRecords
import HotShoe
import JSONText
import WebServer

extension RouteTable {
    static let files: [WebRoute] = [
        WebRoute(
            .get,
            "cameras/{camera}/files",
            "listFiles",
            "The files on the cards of a camera.",
            query: [
                .init(name: "limit", values: .integer(1...10_000), summary: "Maximum number of files. Default: 1000."),
                .init(name: "newest", values: .flag, summary: "The newest files first. Reads the whole card. Default: false."),
            ],
            content: .list(.file),
            timeLimit: { WebRoute.usualTimeLimit + .milliseconds(100 * ($0.integer("limit") ?? 1000)) }
        ) { call in
            let camera = try await call.camera(for: .fileAccess)
            let (limit, isNewest) = (call.integer("limit") ?? 1000, call.flag("newest") ?? false)
            var listing = FileListing(limit: isNewest ? FileListing.largest : limit)
            for storage in camera.storages { try await listing.add(storage.listing(), storage.info.name) }
            if isNewest { listing.keepNewest(limit) }
            return try call.json(listing.records)
        },
        WebRoute(
            .get,
            "cameras/{camera}/files/{file}",
            "getFile",
            "The bytes of a file. The field Range selects a part.",
            content: .bytes("*/*")
        ) { call in
            let item = try await item(call)
            var fields = [
                ("Content-Type", type(of: item.name)), ("Accept-Ranges", "bytes"),
                ("Content-Disposition", "attachment; filename*=UTF-8''\(WebTarget.encoded(item.name))"),
            ]
            guard let size = item.info.size else {
                return WebResponse(200, fields: fields, body: .stream(FilePieces(item.file, 0..<UInt64.max), length: nil))
            }
            guard let text = call.request.fields["range"], call.request.fields["if-range"] == nil else {
                return WebResponse(200, fields: fields, body: .stream(FilePieces(item.file, 0..<size), length: size))
            }
            switch ByteRange.parse(text, size: size) {
            case .all: return WebResponse(200, fields: fields, body: .stream(FilePieces(item.file, 0..<size), length: size))
            case .part(let range):
                fields.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
                let length = range.upperBound - range.lowerBound
                return WebResponse(206, fields: fields, body: .stream(FilePieces(item.file, range), length: length))
            case .outside:
                var answer = WebProblem(416, "rangeOutside", "The file has \(size) bytes.").answer
                answer.fields.append(("Content-Range", "bytes */\(size)"))
                return answer
            }
        },
        WebRoute(
            .get,
            "cameras/{camera}/files/{file}/thumbnail",
            "getThumbnail",
            "A small JPEG of a file.",
            content: .bytes("image/jpeg")
        ) { call in
            let bytes = try await item(call).thumbnail()
            return WebResponse(200, fields: [("Content-Type", "image/jpeg")], body: .bytes(bytes))
        },
        WebRoute(
            .get,
            "cameras/{camera}/files/{file}/preview",
            "getPreview",
            "A JPEG of a file that is large enough for a screen, where the camera has one: 404 without.",
            content: .bytes("image/jpeg")
        ) { call in
            let bytes = try await item(call).preview()
            return WebResponse(200, fields: [("Content-Type", "image/jpeg")], body: .bytes(bytes))
        },
        WebRoute(
            .get,
            "cameras/{camera}/files/{file}/metadata",
            "getMetadata",
            "The EXIF data of a picture.",
            content: .object(.metadata)
        ) { call in
            try call.json(MetadataRecord(try await item(call).pictureMetadata()))
        },
        WebRoute(
            .delete,
            "cameras/{camera}/files/{file}",
            "deleteFile",
            "Deletes a file from its card.",
            query: [
                .init(name: "folders", values: .flag, summary: "Deletes a folder with its contents as well. Default: false.")
            ],
            content: .object(.deletion),
            access: .deletion
        ) { call in
            let item = try await item(call, orFolder: call.flag("folders") ?? false)
            try await item.delete()
            return try call.json(["deleted": item.name])
        },
    ]

    /// The file whose identifier is in the path, as the camera describes it now; a folder only where `orFolder` is true.
    static func item(_ call: RouteCall, orFolder: Bool = false) async throws -> StoredItem {
        let camera = try await call.camera(for: .fileAccess)
        guard let number = call.text("file").flatMap({ UInt64($0) }), let storage = camera.storages.first else {
            throw WebProblem(404, "notFound", "There is no file with this identifier. GET …/files lists them.")
        }
        let unknown = ItemInfo(
            handle: .init(number),
            storage: storage.info.identifier,
            parent: nil,
            name: "\(number)",
            kind: .other
        )
        let item = try await camera.item(unknown).loadMetadata()
        if item.isFolder, !orFolder { throw WebProblem(404, "notFound", "This is a folder.") }
        return item
    }

    static func type(of name: String) -> String {
        switch name.split(separator: ".").last?.lowercased() {
        case "jpg", "jpeg": "image/jpeg"
        case "mp4": "video/mp4"
        case "mov": "video/quicktime"
        default: "application/octet-stream"
        }
    }
}
