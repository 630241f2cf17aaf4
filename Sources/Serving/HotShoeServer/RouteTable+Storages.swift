import CameraMessages
import HotShoe
import JSONText
import WebServer

/// Folders, and what is done to whole cards.
extension RouteTable {
    static let storageParameter = WebRoute.Parameter(
        name: "storage",
        values: .integer(0...Int64(UInt32.max)),
        summary: "The card by its identifier, in place of its number."
    )
    static let folderParameter = WebRoute.Parameter(
        name: "folder",
        values: .text,
        summary: "Identifier of a folder. Default: the root of the card."
    )

    private static let target = [
        WebRoute.Parameter(
            name: "storage",
            values: .integer(0...Int64(UInt32.max)),
            summary: "The card by its identifier.",
            isRequired: true
        ), folderParameter,
    ]

    static let storages: [WebRoute] = [
        WebRoute(
            .get,
            "cameras/{camera}/storages/{storage}/items",
            "listFolder",
            "The files and folders of a folder, or of the root of a card.",
            query: [folderParameter],
            content: .exact,
            timeLimit: { _ in .seconds(3600) }
        ) { call in
            try await listFolder(call)
        },
        WebRoute(
            .delete,
            "cameras/{camera}/storages/{storage}/items",
            "formatStorage",
            "Formats a card: erases everything on it.",
            content: .object(.deletion),
            access: .deletion
        ) { call in
            let storage = try storage(call, await call.camera(for: .fileAccess))
            try await storage.format()
            return try call.json(["deleted": storage.info.name])
        },
        WebRoute(
            .post,
            "cameras/{camera}/storages/{storage}/folders",
            "createFolder",
            "Creates a folder.",
            body: [.init(name: "name", values: .text, summary: "The name of the folder.", isRequired: true), folderParameter],
            content: .exact,
            status: 201
        ) { call in
            try await createFolder(call)
        },
        WebRoute(
            .post,
            "cameras/{camera}/files/{file}/move",
            "moveFile",
            "Moves a file or folder to another folder or card.",
            body: target,
            content: .exact,
            timeLimit: { _ in .seconds(3600) }
        ) { call in
            try await move(call)
        },
        WebRoute(
            .post,
            "cameras/{camera}/files/{file}/copy",
            "copyFile",
            "Copies a file or folder to another folder or card.",
            body: target,
            content: .exact,
            timeLimit: { _ in .seconds(3600) }
        ) { call in
            try await copy(call)
        },
    ]

    // Functions instead of closures of the table: the compiler (6.3.1) crashes on such closures in optimized builds.

    private static func listFolder(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera(for: .fileAccess)
        let folder = try handle(call)
        let items = try await camera.items(in: folder, on: storage(call, camera).info.identifier)
        return call.exact(.array(items.map(\.info.json)))
    }

    private static func createFolder(_ call: RouteCall) async throws -> WebResponse {
        let camera = try await call.camera(for: .fileAccess)
        let folder = try await folder(call, camera)
        return call.exact(try await storage(call, camera).createFolder(call.text("name") ?? "", in: folder).info.json, 201)
    }

    private static func move(_ call: RouteCall) async throws -> WebResponse {
        let item = try await item(call, orFolder: true)
        let folder = try await folder(call, item.camera)
        return call.exact(try await item.move(to: storage(call, item.camera), in: folder).info.json)
    }

    private static func copy(_ call: RouteCall) async throws -> WebResponse {
        let item = try await item(call, orFolder: true)
        let folder = try await folder(call, item.camera)
        return call.exact(try await item.copy(to: storage(call, item.camera), in: folder).info.json)
    }

    /// The card of a request: by its identifier, or by its number from 1 on.
    static func storage(_ call: RouteCall, _ camera: Camera) throws(WebProblem) -> Storage {
        let storages = camera.storages
        // In a path it is text.
        if let identifier = call.integer("storage") ?? call.text("storage").flatMap({ Int($0) }) {
            if let storage = storages.first(where: { Int($0.info.identifier.number) == identifier }) { return storage }
            throw WebProblem(404, "notFound", "The camera has no card with the identifier \(identifier).")
        }
        let number = call.integer("card") ?? 1
        guard call.text("storage") == nil, storages.indices.contains(number - 1) else {
            throw WebProblem(404, "notFound", "The camera has no such card.")
        }
        return storages[number - 1]
    }

    private static func handle(_ call: RouteCall) throws(WebProblem) -> ItemInfo.Handle? {
        guard let text = call.text("folder") else { return nil }
        guard let number = UInt64(text) else { throw WebProblem(404, "notFound", "There is no folder with this identifier.") }
        return ItemInfo.Handle(number)
    }

    /// The folder of a request; nil for the root.
    static func folder(_ call: RouteCall, _ camera: Camera) async throws -> StoredItem? {
        guard let handle = try handle(call) else { return nil }
        let storage = try storage(call, camera).info.identifier
        let unknown = ItemInfo(handle: handle, storage: storage, parent: nil, name: "", kind: .folder)
        let folder = try await camera.item(unknown).loadMetadata()
        guard folder.isFolder else { throw WebProblem(404, "notFound", "This is no folder.") }
        return folder
    }
}
