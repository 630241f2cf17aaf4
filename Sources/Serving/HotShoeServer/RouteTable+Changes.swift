import CameraRecords
import HotShoe
import WebServer

extension RouteTable {
    /// Maximum size of an uploaded file, which is kept in memory until the camera has it.
    static let uploadLimit = 128 << 20

    /// Changes of files.
    static let changes: [WebRoute] = [
        WebRoute(
            .patch,
            "cameras/{camera}/files/{file}",
            "changeFile",
            "Rates a file, and protects it against deletion.",
            body: [
                .init(name: "rating", values: .integer(0...5), summary: "The rating; 0 for none."),
                .init(name: "protected", values: .flag, summary: "Whether the file is protected."),
            ],
            content: .object(.file)
        ) { call in
            let item = try await item(call)
            if let rating = call.integer("rating") { try await item.setRating(rating) }
            if let isProtected = call.flag("protected") { try await item.setProtected(isProtected) }
            return try call.json(await record(of: item))
        },
        WebRoute(
            .put,
            "cameras/{camera}/uploads/{name}",
            "uploadFile",
            "Writes a new file to a card: the bytes of the body. The camera refuses a name that it has.",
            query: [
                .init(
                    name: "card",
                    values: .integer(1...16),
                    summary: "Number of the card in the list of the camera. Default: 1."
                ),
                storageParameter, folderParameter,
            ],
            content: .object(.file),
            status: 201,
            rawBody: uploadLimit
        ) { call in
            try await upload(call)
        },
    ]

    /// Copies a file to a card. A function, because the compiler (6.3.1) crashes on such closures in optimized builds.
    private static func upload(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera(for: .fileAccess)
        let storage = try storage(call, camera)
        let folder = try await folder(call, camera)
        let body = call.request.body
        let position = Guarded(0)
        let item = try await storage.upload(call.text("name") ?? "", to: folder, size: UInt64(body.count)) { limit in
            position.withLock { position in
                let end = min(position + limit, body.count)
                defer { position = end }
                return Array(body[position..<end])
            }
        }
        return try call.json(await record(of: item), 201)
    }

    /// A file as the camera describes it now.
    private static func record(of item: StoredItem) async throws -> FileRecord {
        let item = try await item.loadMetadata()
        return FileRecord(item.info, path: try await path(of: item), id: item.info.handle)
    }

    /// The card, the folders and the name of a file.
    private static func path(of item: StoredItem) async throws -> String {
        var (path, parent) = (item.name, item.info.parent)
        for _ in 0..<FileListing.depthLimit {
            guard let handle = parent else { break }
            let unknown = ItemInfo(handle: handle, storage: item.info.storage, parent: nil, name: "", kind: .folder)
            let folder = try await item.camera.item(unknown).loadMetadata()
            (path, parent) = ("\(folder.name)/\(path)", folder.info.parent)
        }
        let storage = item.camera.storages.first { $0.info.identifier == item.info.storage }
        return storage.map { "\($0.info.name)/\(path)" } ?? path
    }
}
