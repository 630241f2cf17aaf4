import HotShoeSupport
import CameraModel

/// The files of a camera's cards, with where they are.
struct CardTree {
    /// A file or folder and its path, such as "Card 1/DCIM/100HOTSH/IMG_0001.JPG".
    struct Entry {
        let item: StoredItem
        let path: String
    }

    /// How deep folders are followed: no camera nests them, and one that lies about it must not keep us for ever.
    private static let depthLimit = 16
    private static let entryLimit = 1_000_000

    let camera: Camera
    let context: CommandContext

    /// Everything below a folder; below all cards if the path is empty or "/".
    ///
    /// - Throws: ``CommandFailure`` with the code `storage` for a path that is not there.
    func entries(below path: String = "", recursively: Bool = true) async throws -> [Entry] {
        let parts = path.split(separator: "/").map(String.init)
        let storages = camera.storages
        guard !storages.isEmpty else {
            throw CommandFailure(.storage, nil, "There is no card in the camera. Insert one.")
        }
        let named = parts.first.map { name in storages.filter { $0.info.name.lowercased() == name.lowercased() } } ?? []
        var entries: [Entry] = []
        var isFound = false
        for storage in named.isEmpty ? storages : named {
            let folders = named.isEmpty ? parts : Array(parts.dropFirst())
            guard let (items, place) = try await follow(folders, on: storage) else { continue }
            isFound = true
            var seen: Set<ItemInfo.Handle> = []
            try await collect(items, place, recursively ? Self.depthLimit : 0, into: &entries, &seen)
        }
        guard isFound else {
            throw CommandFailure(.storage, path, "There is no such folder on the camera. `hotshoe files` lists them.")
        }
        return entries
    }

    /// The file that a person means: by its name, or its path where there are several of that name.
    func file(_ name: String, among entries: [Entry]) throws(CommandFailure) -> Entry {
        let files = entries.filter { !$0.item.isFolder }
        let wanted = name.split(separator: "/").joined(separator: "/")
        let matches = files.filter { $0.path == wanted || $0.path.hasSuffix("/" + wanted) }
        if matches.count == 1 { return matches[0] }
        if matches.isEmpty {
            let near = NearestName.of(wanted, among: files.map(\.item.name)).map { " Did you mean \($0)?" }
            throw CommandFailure(
                .storage,
                Excerpt.plain(name),
                "There is no such file on the camera.\(near ?? " `hotshoe files` lists what there is.")"
            )
        }
        let paths = matches.prefix(4).map(\.path).listed(by: "and")
        throw CommandFailure(
            .storage,
            Excerpt.plain(name),
            "Several files have this name: \(paths). Give the path of one."
        )
    }

    // MARK: Walking

    /// What is in a folder, and the folder's path; nil where it is not on this card.
    private func follow(_ folders: [String], on storage: Storage) async throws -> ([StoredItem], String)? {
        var place = storage.info.name
        var items = try await context.within(Patience.answer, place) { try await storage.items() }
        for name in folders {
            guard let folder = items.first(where: { $0.isFolder && $0.name == name }) else { return nil }
            place += "/" + name
            items = try await context.within(Patience.answer, place) { try await folder.items() }
        }
        return (items, place)
    }

    /// - Parameter seen: what was there before; a folder that is in itself, by whatever way, is shown once.
    private func collect(
        _ items: [StoredItem],
        _ place: String,
        _ depth: Int,
        into entries: inout [Entry],
        _ seen: inout Set<ItemInfo.Handle>
    ) async throws {
        for item in items {
            guard entries.count < Self.entryLimit else { return }
            guard seen.insert(item.info.handle).inserted else { continue }
            let path = "\(place)/\(item.name)"
            entries.append(Entry(item: item, path: path))
            guard item.isFolder, depth > 0 else { continue }
            let inside = try await context.within(Patience.answer, path) { try await item.items() }
            try await collect(inside, path, depth - 1, into: &entries, &seen)
        }
    }
}
