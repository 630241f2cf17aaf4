import CameraModel
import Wording

/// Folders on cards, and files by pattern.
extension CardTree {
    /// A folder of a card, or its root.
    struct Place {
        let storage: Storage
        let folder: StoredItem?
        /// "Card 1/DCIM"
        let path: String
    }

    /// Returns the folder with a path such as "Card 1/DCIM" or "DCIM"; for an empty path the root of the first writable card.
    ///
    /// - Throws: ``CommandFailure`` with the code `storage` for a path that does not exist.
    func place(_ path: String) async throws -> Place {
        let parts = path.split(separator: "/").map(String.init)
        let storages = camera.storages
        guard !storages.isEmpty else { throw CommandFailure(.storage, nil, "There is no card in the camera. Insert one.") }
        let named = parts.first.flatMap { name in storages.first { $0.info.name.lowercased() == name.lowercased() } }
        if let named {
            let place = try await follow(parts.dropFirst(), on: named)
            return try required(place, path)
        }
        if parts.isEmpty {
            let storage = storages.first(where: \.info.isWritable) ?? storages[0]
            return Place(storage: storage, folder: nil, path: storage.info.name)
        }
        for storage in storages {
            if let place = try await follow(parts[...], on: storage) { return place }
        }
        return try required(nil, path)
    }

    /// Returns the files that match a name, a path or a pattern such as `*.CR3`.
    ///
    /// - Throws: ``CommandFailure`` with the code `storage` if there is none.
    func files(_ name: String, among entries: [Entry]) throws(CommandFailure) -> [Entry] {
        guard let pattern = GlobPattern(name), !entries.contains(where: { $0.item.name == name || $0.path == name }) else {
            return [try file(name, among: entries)]
        }
        let matches = entries.filter { !$0.item.isFolder && pattern.matches($0.path) }
        guard matches.isEmpty else { return matches }
        throw CommandFailure(.storage, Excerpt.plain(name), "No file on the camera matches. `hotshoe files` lists them.")
    }

    /// Returns a file or folder by its name or path.
    func item(_ name: String, among entries: [Entry]) throws(CommandFailure) -> Entry {
        let wanted = name.split(separator: "/").joined(separator: "/")
        if let folder = entries.first(where: { $0.item.isFolder && $0.path == wanted }) { return folder }
        let folders = entries.filter { $0.item.isFolder && $0.path.hasSuffix("/" + wanted) }
        return folders.count == 1 ? folders[0] : try file(name, among: entries)
    }

    private func required(_ place: Place?, _ path: String) throws(CommandFailure) -> Place {
        if let place { return place }
        throw CommandFailure(.storage, Excerpt.plain(path), "There is no such folder on the camera. `hotshoe files` lists them.")
    }

    private func follow(_ folders: ArraySlice<String>, on storage: Storage) async throws -> Place? {
        let progress = ListingProgress(context)
        defer { progress.finish() }
        guard let (folder, path) = try await folder(folders, on: storage, progress) else { return nil }
        return Place(storage: storage, folder: folder, path: path)
    }
}
