import CameraModel
import CameraRecords
import HotShoeSupport
import Wording

/// The files of a camera's cards, with their paths.
struct CardTree {
    /// A file or folder and its path, such as "Card 1/DCIM/100HOTSH/IMG_0001.JPG".
    struct Entry {
        let item: StoredItem
        let path: String
    }

    /// Maximum depth of folders: cameras do not nest them so deeply, and a faulty camera must not cause an endless loop.
    private static let depthLimit = 64
    private static let entryLimit = 1_000_000

    let camera: Camera
    let context: CommandContext

    /// Returns everything below a folder; below all cards if the path is empty or "/". If `recursively` is false, returns only
    /// the folder's own items.
    ///
    /// Calls `visit` with each entry as soon as the camera has described it, before the next one is requested.
    ///
    /// - Throws: ``CommandFailure`` with the code `storage` for a path that does not exist or if there is no card, the camera's
    ///   errors, and the errors of `visit`; with the code `incomplete` for folders that are nested too deeply, and for too many files.
    func entries(
        below path: String = "",
        recursively: Bool = true,
        visit: (Entry) async throws -> Void = { _ in }
    ) async throws -> [Entry] {
        let parts = path.split(separator: "/").map(String.init)
        let storages = camera.storages
        guard !storages.isEmpty else {
            throw CommandFailure(.storage, nil, "There is no card in the camera. Insert one.")
        }
        let named = parts.first.map { name in storages.filter { $0.info.name.lowercased() == name.lowercased() } } ?? []
        var entries: [Entry] = []
        var isFound = false
        let progress = ListingProgress(context)
        defer { progress.finish() }
        for storage in named.isEmpty ? storages : named {
            let folders = named.isEmpty ? parts : Array(parts.dropFirst())
            guard let (listing, place) = try await follow(folders, on: storage, progress) else { continue }
            isFound = true
            var seen: Set<ItemInfo.Handle> = []
            let depth = recursively ? Self.depthLimit : nil
            try await collect(listing, place, depth, into: &entries, &seen, progress, visit)
        }
        guard isFound else {
            throw CommandFailure(.storage, path, "There is no such folder on the camera. `hotshoe files` lists them.")
        }
        return entries
    }

    /// Returns the entries that the camera lists and does not describe, if one of the names is a pattern, which may mean them.
    static func unreadable(_ entries: [Entry], for names: [String]) -> [Entry] {
        guard names.contains(where: { GlobPattern($0) != nil }) else { return [] }
        return entries.filter { !$0.item.isFolder && $0.item.info.isUndescribed }
    }

    /// Throws a failure that names the entries that the camera does not describe, after work for names is done; see
    /// ``unreadable(_:for:)``.
    static func checkReadable(_ entries: [Entry], for names: [String], _ fate: String) throws(CommandFailure) {
        var missing = MissingParts()
        for entry in unreadable(entries, for: names) { missing.add(file: entry.path) }
        if let failure = missing.failure(fate) { throw failure }
    }

    /// Returns the files that the user named, each by its name, its path or a pattern. For a path that begins with a card, only
    /// its own folders are listed; for a name alone everything is listed, once.
    ///
    /// - Returns: the files, and those that the camera lists and does not describe, which a pattern may mean.
    func files(_ names: [String]) async throws -> (found: [Entry], unreadable: [Entry]) {
        var everything: [Entry]?
        var found: [Entry] = []
        for name in names {
            let parts = name.split(separator: "/").map(String.init)
            let isPath = parts.count > 1 && camera.storages.contains { $0.info.name.lowercased() == parts[0].lowercased() }
            if isPath, everything == nil, GlobPattern(name) == nil {
                // A path that does not exist is reported below, with the existing files.
                if let file = try await file(at: parts) {
                    found.append(file)
                    continue
                }
            }
            let entries: [Entry]
            if let everything { entries = everything } else { entries = try await self.entries() }
            everything = entries
            found += try files(name, among: entries)
        }
        return (found, Self.unreadable(everything ?? [], for: names))
    }

    /// Returns the file at a path that begins with a card; nil if there is none. Lists only the folders on the path.
    private func file(at path: [String]) async throws -> Entry? {
        let progress = ListingProgress(context)
        defer { progress.finish() }
        let (card, folders, name) = (path[0].lowercased(), Array(path.dropFirst().dropLast()), path[path.count - 1])
        for storage in camera.storages where storage.info.name.lowercased() == card {
            guard let (listing, place) = try await follow(folders, on: storage, progress) else { continue }
            while let item = try await next(of: listing, place, progress) {
                if !item.isFolder, item.name == name { return Entry(item: item, path: "\(place)/\(name)") }
            }
        }
        return nil
    }

    /// Returns the file that the user named: by its name, or by its path if several files have that name.
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

    /// Returns an item with its metadata; queries the camera only if the listing did not include it.
    static func described(_ item: StoredItem, _ context: CommandContext) async throws -> StoredItem {
        if item.info.hasMetadata, item.info.size != nil { return item }
        return try await context.within(DefaultTimeout.answer, item.name) { try await item.loadMetadata() }
    }

    // MARK: Traversal

    /// Returns a folder by its path from the root of a card, nil for the root itself, and its full path; returns nil if it is
    /// not on this card.
    func folder(
        _ names: some Sequence<String>,
        on storage: Storage,
        _ progress: ListingProgress
    ) async throws -> (folder: StoredItem?, path: String)? {
        var place = storage.info.name
        var last: StoredItem?
        for name in names {
            let listing = try last?.listing() ?? storage.listing()
            var folder: StoredItem?
            while folder == nil, let item = try await next(of: listing, place, progress) {
                if item.isFolder, item.name == name { folder = item }
            }
            guard let folder else { return nil }
            (last, place) = (folder, "\(place)/\(name)")
        }
        return (last, place)
    }

    /// Returns a folder that will be listed, and its path; nil if it is not on this card.
    private func follow(
        _ folders: [String],
        on storage: Storage,
        _ progress: ListingProgress
    ) async throws -> (FolderListing, String)? {
        guard let (folder, place) = try await folder(folders, on: storage, progress) else { return nil }
        return (try folder?.listing() ?? storage.listing(), place)
    }

    /// Adds the items of a folder to `entries`, with at most `depth` levels of subfolders; nil for none. `seen` contains the handles
    /// that were visited; a folder that directly or indirectly contains itself is shown once.
    private func collect(
        _ listing: FolderListing,
        _ place: String,
        _ depth: Int?,
        into entries: inout [Entry],
        _ seen: inout Set<ItemInfo.Handle>,
        _ progress: ListingProgress,
        _ visit: (Entry) async throws -> Void
    ) async throws {
        // The whole folder before its subfolders, to keep the camera's order.
        var own: [StoredItem] = []
        while let item = try await next(of: listing, place, progress) {
            guard entries.count + own.count < Self.entryLimit else {
                let reason = "The cards have more than \(Self.entryLimit) files: not all were listed."
                throw CommandFailure(.incomplete, SafeText.of(place), reason)
            }
            guard seen.insert(item.info.handle).inserted else { continue }
            own.append(item)
            try await visit(Entry(item: item, path: "\(place)/\(item.name)"))
        }
        for item in own {
            let path = "\(place)/\(item.name)"
            entries.append(Entry(item: item, path: path))
            guard item.isFolder, let depth else { continue }
            guard depth > 0 else {
                let reason = "More than \(Self.depthLimit) folders are in one another: what is in this one was not listed."
                throw CommandFailure(.incomplete, SafeText.of(path), reason)
            }
            try await collect(try item.listing(), path, depth - 1, into: &entries, &seen, progress, visit)
        }
    }

    /// Returns the next item of a folder. The time limit applies to each answer.
    private func next(of listing: FolderListing, _ place: String, _ progress: ListingProgress) async throws -> StoredItem? {
        let item = try await context.within(DefaultTimeout.answer, place) { try await listing.next() }
        if item != nil { progress.advance() }
        return item
    }
}

/// Shows at the terminal the number of listed files. **Single-owner.**
final class ListingProgress {
    private let bar: ProgressBar
    private var count: Int64 = 0

    init(_ context: CommandContext) {
        bar = ProgressBar("Listing", unit: .items("files"), total: nil, on: context.output, clock: ContinuousClock())
    }

    func advance() {
        count += 1
        bar.advance(to: count)
    }

    func finish() { bar.finish() }
}
