import CameraRecords
import HotShoe

/// Collects the files of cards, within limits: a faulty camera may list folders that contain themselves.
struct FileListing {
    static let depthLimit = 32
    /// The largest number of files that are read in order to find the newest.
    static let largest = 100_000

    private let limit: Int
    private var files: [(item: ItemInfo, path: String)] = []
    private var seen: Set<ItemInfo.Handle> = []

    init(limit: Int) { self.limit = limit }

    /// The files in the order of the cards.
    var records: [FileRecord] { files.map { FileRecord($0.item, path: $0.path, id: $0.item.handle) } }

    /// Sorts the files by their dates, the newest first, and keeps the first `count`. Files without a date are the last.
    mutating func keepNewest(_ count: Int) {
        let numbered = files.enumerated().sorted { left, right in
            switch (left.element.item.created, right.element.item.created) {
            case (let first?, let second?) where second.isEarlier(than: first): true
            case (let first?, let second?) where first.isEarlier(than: second): false
            case (_?, nil): true
            case (nil, _?): false
            // Cards list files of the same second in the order in which they were written.
            default: left.offset > right.offset
            }
        }
        files = numbered.prefix(count).map(\.element)
    }

    mutating func add(_ listing: FolderListing, _ place: String, depth: Int = 0) async throws {
        var folders: [StoredItem] = []
        while files.count < limit, let item = try await listing.next() {
            guard seen.insert(item.info.handle).inserted else { continue }
            if item.isFolder { folders.append(item) } else { files.append((item.info, "\(place)/\(item.name)")) }
        }
        guard depth < Self.depthLimit else { return }
        for folder in folders where files.count < limit {
            try await add(folder.listing(), "\(place)/\(folder.name)", depth: depth + 1)
        }
    }
}
