import CameraModel
import HotShoeSupport

/// The bytes of the files on a simulated camera's cards, in memory or in folders of this computer. **Thread-safe.**
final class FileStore: Sendable {
    /// Location of a file's bytes.
    enum Source: Sendable {
        case memory([UInt8])
        case path(CardPath)
        /// A sample picture, developed on first use.
        case sample(SceneView, CameraDate)
    }

    struct Entry: Sendable {
        var source: Source
        var thumbnail: [UInt8]?
        var preview: [UInt8]?
    }

    /// The new entry of an item; nil for a folder of a card in memory.
    struct Placed: Sendable {
        var handle: ItemInfo.Handle
        var entry: Entry?
    }

    /// Guards the table.
    private let entries = Guarded<[ItemInfo.Handle: Entry]>([:])

    subscript(handle: ItemInfo.Handle) -> Entry? {
        get { entries.withLock { $0[handle] } }
        set { entries.withLock { $0[handle] = newValue } }
    }

    /// Removes files from the table, and deletes those that are in a folder.
    func discard(_ handles: [ItemInfo.Handle]) {
        let removed = entries.withLock { entries in handles.compactMap { entries.removeValue(forKey: $0) } }
        for entry in removed { if case .path(let path) = entry.source { path.remove() } }
    }

    /// Deletes files from their folder, but keeps their bytes in memory.
    func detach(_ handles: [ItemInfo.Handle]) {
        for handle in handles {
            guard var entry = self[handle], case .path(let path) = entry.source else { continue }
            if var reader = try? FileReader(path: path), let bytes = try? reader.readAll(limit: 1 << 30) {
                entry.source = .memory(bytes)
            }
            self[handle] = entry
            path.remove()
        }
    }

    /// Updates the paths of a file or folder that was renamed, and of its contents.
    func relocate(_ handles: [ItemInfo.Handle], from old: CardPath, to new: CardPath) {
        entries.withLock { entries in
            for handle in handles {
                guard case .path(let path)? = entries[handle]?.source, path.isWithin(old) else { continue }
                let names = new.names + path.names.dropFirst(old.names.count)
                entries[handle]?.source = .path(CardPath(root: new.root, names: names))
            }
        }
    }

    /// Replaces the entries of items and deletes their previous files; each folder precedes its contents.
    func replace(_ placed: [Placed]) {
        for item in placed.reversed() {
            discard([item.handle])
            self[item.handle] = item.entry
        }
    }

    /// Deletes files that belong to no item.
    static func erase(_ placed: [Placed]) {
        for item in placed.reversed() { if case .path(let path)? = item.entry?.source { path.remove() } }
    }

    /// Makes a file in a folder read-only or writable. On the next start, this determines whether it is protected.
    func setProtected(_ handle: ItemInfo.Handle, to isProtected: Bool) {
        if case .path(let path) = self[handle]?.source { path.setProtected(isProtected) }
    }

    /// Opens a file for reading.
    func open(_ handle: ItemInfo.Handle) throws(CameraError) -> FileReader {
        switch self[handle]?.source {
        case .memory(let bytes): return FileReader(bytes)
        case .path(let path): return try FileReader(path: path)
        case .sample, nil: throw CameraError(.notFound, "There is no such file on the camera any more.")
        }
    }
}
