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
            query: [.init(name: "limit", values: .integer(1...10_000), summary: "Maximum number of files. Default: 1000.")],
            content: .list,
            timeLimit: { WebRoute.usualTimeLimit + .milliseconds(100 * ($0.integer("limit") ?? 1000)) }
        ) { call in
            let camera = try await call.camera(for: .fileAccess)
            var listing = CardListing(limit: call.integer("limit") ?? 1000)
            for storage in camera.storages { try await listing.add(storage.listing(), storage.info.name, depth: 0) }
            return WebResponse(200, text: JSONLine.text(.array(listing.records)) + "\n", type: "application/json")
        },
        WebRoute(
            .get,
            "cameras/{camera}/files/{file}",
            "getFile",
            "The bytes of a file. The field Range selects a part.",
            content: .bytes("application/octet-stream")
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
        WebRoute(.delete, "cameras/{camera}/files/{file}", "deleteFile", "Deletes a file from its card.") { call in
            let item = try await item(call)
            try await item.delete()
            return try call.json(["deleted": item.name])
        },
    ]

    /// The file whose identifier is in the path, as the camera describes it now.
    private static func item(_ call: RouteCall) async throws -> StoredItem {
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
        if item.isFolder { throw WebProblem(404, "notFound", "This is a folder.") }
        return item
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last?.lowercased() {
        case "jpg", "jpeg": "image/jpeg"
        case "mp4": "video/mp4"
        case "mov": "video/quicktime"
        default: "application/octet-stream"
        }
    }
}

/// Collects the files of cards, within limits: a faulty camera may list folders that contain themselves.
private struct CardListing {
    static let depthLimit = 32
    let limit: Int
    private(set) var records: [JSONValue] = []
    private var seen: Set<ItemInfo.Handle> = []

    init(limit: Int) { self.limit = limit }

    mutating func add(_ listing: FolderListing, _ place: String, depth: Int) async throws {
        var folders: [StoredItem] = []
        while records.count < limit, let item = try await listing.next() {
            guard seen.insert(item.info.handle).inserted else { continue }
            if item.isFolder {
                folders.append(item)
                continue
            }
            guard case .object(let members) = try JSONValue(encoding: FileRecord(item.info, path: "\(place)/\(item.name)")) else {
                continue
            }
            records.append(.object([.init("id", .string(item.info.handle.description))] + members))
        }
        guard depth < Self.depthLimit else { return }
        for folder in folders where records.count < limit {
            try await add(folder.listing(), "\(place)/\(folder.name)", depth: depth + 1)
        }
    }
}

/// The part of a file that a request selects (RFC 9110, section 14). Pure.
enum ByteRange: Hashable {
    /// The whole file: no range, several, or one that is not valid, which a server ignores.
    case all
    case part(Range<UInt64>)
    /// The range begins after the end of the file.
    case outside

    static func parse(_ text: String, size: UInt64) -> ByteRange {
        guard text.hasPrefix("bytes="), !text.contains(",") else { return .all }
        let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return .all }
        switch (UInt64(parts[0]), UInt64(parts[1])) {
        case (nil, let count?) where parts[0].isEmpty:
            return count == 0 || size == 0 ? .outside : .part(size - min(count, size)..<size)
        case (let first?, nil) where parts[1].isEmpty: return first < size ? .part(first..<size) : .outside
        case (let first?, let last?):
            if last < first { return .all }
            return first < size ? .part(first..<min(last, size - 1) + 1) : .outside
        default: return .all
        }
    }
}

/// The bytes of a file for one client. **Thread-safe**; one task at a time requests a piece.
///
/// Each piece is a separate download, which ends when the piece is full: between two pieces, while the client reads, the link to the camera
/// is free for other requests.
final class FilePieces: WebStream {
    private static let pieceSize = 1 << 20
    private let file: RemoteFile
    /// Guards the rest of the range.
    private let rest: Guarded<Range<UInt64>>

    init(_ file: RemoteFile, _ range: Range<UInt64>) {
        self.file = file
        rest = Guarded(range)
    }

    func next() async throws -> [UInt8]? {
        let range = rest.withLock { $0 }
        guard !range.isEmpty else { return nil }
        let limit = Int(min(UInt64(Self.pieceSize), range.upperBound - range.lowerBound))
        let piece = Guarded<[UInt8]>([])
        try await file.download(from: range.lowerBound) { chunk throws(CameraError) in
            piece.withLock { piece in
                let count = min(chunk.byteCount, limit - piece.count)
                unsafe chunk.withUnsafeBytes { unsafe piece.append(contentsOf: $0.prefix(count)) }
                return piece.count < limit ? .proceed : .stop
            }
        }
        let bytes = piece.withLock { $0 }
        rest.withLock { $0 = min(range.lowerBound + UInt64(bytes.count), range.upperBound)..<range.upperBound }
        return bytes.isEmpty ? nil : bytes
    }
}

// MARK: - Live view

extension RouteTable {
    private static let rate = WebRoute.Parameter(
        name: "rate",
        values: .number(0.1...240),
        summary: "Maximum number of frames a second for this client."
    )

    static let liveView: [WebRoute] = [
        WebRoute(
            .get,
            "cameras/{camera}/live-view.mjpeg",
            "liveViewParts",
            "Live view as multipart/x-mixed-replace, for pictures in pages and for programs such as OBS.",
            query: [rate],
            content: .bytes("multipart/x-mixed-replace")
        ) { call in
            let pieces = LiveViewPieces(try await liveCamera(call), options(call), .part)
            let type = "multipart/x-mixed-replace; boundary=\(LiveViewPieces.boundary)"
            return WebResponse(200, fields: [("Content-Type", type)], body: .stream(pieces, length: nil))
        },
        WebRoute(
            .get,
            "cameras/{camera}/live-view.jpg",
            "liveViewFrame",
            "One frame of live view.",
            content: .bytes("image/jpeg")
        ) {
            call in
            let frames = try await liveCamera(call).liveView().makeAsyncIterator()
            while let frame = try await frames.next() {
                guard frame.info.format == .jpeg else { continue }
                var bytes: [UInt8] = []
                unsafe frame.bytes.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
                return WebResponse(200, fields: [("Content-Type", "image/jpeg")], body: .bytes(bytes))
            }
            throw WebProblem(409, "notAvailable", "The camera ended live view.")
        },
        WebRoute(
            .get,
            "cameras/{camera}/live-view",
            "liveViewMessages",
            "Live view as binary messages of a WebSocket: a head, and a JPEG.",
            query: [rate],
            content: .messages
        ) { call in
            WebResponse(101, body: .webSocket(LiveViewPieces(try await liveCamera(call), options(call), .message)))
        },
    ]

    private static func options(_ call: RouteCall) -> LiveViewOptions { LiveViewOptions(maximumRate: call.number("rate")) }

    private static func liveCamera(_ call: RouteCall) async throws -> Camera {
        let camera = try await call.camera()
        guard camera.capabilities.contains(.liveView) else {
            throw WebProblem(CameraError(.notSupported, "This camera has no live view.", operation: .liveView))
        }
        return camera
    }
}
