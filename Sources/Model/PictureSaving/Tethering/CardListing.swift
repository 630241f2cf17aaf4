package import CameraModel
import HotShoeSupport

/// Lists the files on a camera's cards, with paths that identify them in a later connection. **Thread-safe.**
package final class CardListing: Sendable {
    /// Limits for a camera that reports folders inside themselves, or an endless number of files.
    private static let depthLimit = 64
    private static let itemLimit = 1_000_000

    /// Pause between two attempts to list the cards.
    private static let pause = Duration.seconds(1)

    private struct Folder {
        let name: String
        let parent: ItemInfo.Handle?
    }

    private let camera: Camera
    /// Guards the folders that are known in this connection.
    private let folders = Guarded<[ItemInfo.Handle: Folder]>([:])

    /// Creates a listing that has requested nothing yet.
    package init(_ camera: Camera) { self.camera = camera }

    /// Discards the handles of a connection that has ended.
    func reset() { folders.withLock { $0 = [:] } }

    /// Stores the name and parent of a folder.
    func store(_ folder: ItemInfo) {
        folders.withLock { $0[folder.handle] = Folder(name: folder.name, parent: folder.parent) }
    }

    /// Returns all files on all cards by their paths, which begin with the name of the card.
    ///
    /// Repeats a listing that the camera refuses, and for a minute one that lacks a description or an expected card.
    ///
    /// - Parameter expected: Cards that were in the camera before.
    /// - Returns: The files; nil when the connection or the task has ended.
    package func filesByPath(expecting expected: [StorageInfo] = []) async -> [String: ItemInfo]? {
        guard let items = await complete(expecting: expected) else { return nil }
        return Dictionary(items.map { ("\($0.key.storage)\($0.key.path)", $0.item) }) { first, _ in first }
    }

    /// Returns the files on all cards, or on some, as ``filesByPath(expecting:)`` does.
    func complete(
        on cards: Set<StorageInfo.Identifier>? = nil,
        expecting expected: [StorageInfo] = []
    ) async -> [(key: Tethering.Key, item: ItemInfo)]? {
        let end = camera.time.now + Tethering.patience
        while !Task.isCancelled {
            do throws(CameraError) {
                let items = try await all(on: cards)
                let present = camera.storages.map(\.info)
                let lacksCard = expected.contains { card in !present.contains { $0.isSameCard(as: card) } }
                if camera.time.now >= end || !lacksCard && !items.contains(where: { $0.item.isUndescribed }) { return items }
            } catch {
                if [.connectionLost, .notConnected, .cancelled].contains(error.code) { return nil }
            }
            await camera.time.sleep(for: Self.pause)
        }
        return nil
    }

    /// Returns all files on all cards, or on some, in the camera's order.
    func all(on cards: Set<StorageInfo.Identifier>? = nil) async throws(CameraError) -> [(key: Tethering.Key, item: ItemInfo)] {
        var found: [(key: Tethering.Key, item: ItemInfo)] = []
        for storage in camera.storages where cards?.contains(storage.info.identifier) != false {
            var seen: Set<ItemInfo.Handle> = []
            var pending = [(path: "", items: try await storage.items(), depth: 0)]
            while let (path, items, depth) = pending.popLast() {
                for item in items where seen.insert(item.info.handle).inserted && found.count < Self.itemLimit {
                    guard let name = folderName(of: item) else {
                        found.append((Tethering.Key(storage: storage.info.name, path: "\(path)/\(item.name)"), item.info))
                        continue
                    }
                    guard depth < Self.depthLimit else { continue }
                    pending.append(
                        ("\(path)/\(name)", try await camera.items(in: item.info.handle, on: storage.info.identifier), depth + 1)
                    )
                }
            }
        }
        return found
    }

    /// Returns the name of a folder, also of one that was described earlier in this connection only; nil for a file.
    private func folderName(of item: StoredItem) -> String? {
        if item.isFolder {
            store(item.info)
            return item.name
        }
        return item.info.isUndescribed ? folders.withLock { $0[item.info.handle]?.name } : nil
    }

    /// Returns the key of a file that the camera reported; nil if its folders cannot be determined.
    func key(of item: ItemInfo) async -> Tethering.Key? {
        guard let storage = camera.storages.first(where: { $0.info.identifier == item.storage }) else { return nil }
        var (path, parent) = ("/\(item.name)", item.parent)
        for _ in 0...Self.depthLimit {
            guard let handle = parent else { return Tethering.Key(storage: storage.info.name, path: path) }
            guard let folder = await folder(handle, item.storage) else { return nil }
            path = "/\(folder.name)\(path)"
            parent = folder.parent
        }
        return nil
    }

    private func folder(_ handle: ItemInfo.Handle, _ storage: StorageInfo.Identifier) async -> Folder? {
        if let known = folders.withLock({ $0[handle] }) { return known }
        let unknown = ItemInfo(handle: handle, storage: storage, parent: nil, name: "", kind: .folder)
        guard let item = try? await camera.metadata(of: unknown) else { return nil }
        store(item.info)
        return Folder(name: item.name, parent: item.info.parent)
    }
}
