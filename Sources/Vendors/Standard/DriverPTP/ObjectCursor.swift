package import CameraModel
import HotShoeSupport
import PTP
import PTPSession

/// The objects of a folder. Uses one GetObjectPropList for all objects where the camera supports it, otherwise
/// GetObjectInfo for each. **Thread-safe.**
package final class ObjectCursor: FolderCursor {
    private struct State {
        var hasRequestedAll = false
        /// Result of GetObjectPropList (0x9805) for the whole folder.
        var listed: ListedObjects?
        /// Number of objects that could not be read.
        var unreadable = 0
        /// Numbers of the folder's objects in a second list; nil without one.
        var present: Set<UInt32>?
    }

    private let connection: StandardConnection
    private let folder: ItemInfo.Handle?
    private let storage: StorageInfo.Identifier
    private let handles: [ObjectHandle]

    /// Guards the property list.
    private let state = Guarded(State())

    /// Maximum folder size, in objects, for requesting all objects with one operation. With more, some devices send nothing
    /// for many seconds.
    private static let listLimit = 256

    /// Creates a cursor over the objects with these handles from the camera; invalid and duplicate ones are ignored. At most
    /// `StandardConnection.objectLimit` handles are used.
    package init(
        _ connection: StandardConnection,
        _ folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        handles: [UInt32]
    ) {
        self.connection = connection
        self.folder = folder
        self.storage = storage
        var seen: Set<UInt32> = []
        self.handles = handles.prefix(StandardConnection.objectLimit).compactMap { number in
            let handle = ObjectHandle(rawValue: number)
            return handle.isObject && seen.insert(number).inserted ? handle : nil
        }
    }

    package var objectCount: Int { handles.count }

    package func items(from position: Int) async throws(CameraError) -> (items: [ItemInfo], end: Int) {
        try await requestAll()
        return try await answered(from: position)
    }

    private func requestAll() async throws(CameraError) {
        guard (2...Self.listLimit).contains(handles.count), !state.withLock({ $0.hasRequestedAll }) else { return }
        let parent = folder.map { UInt32(truncatingIfNeeded: $0.number) } ?? 0
        let listed = await connection.listed([parent, 0, .max, 0, 1])
        if Task.isCancelled { throw .cancelled(.listFolder) }
        state.withLock { ($0.hasRequestedAll, $0.listed) = (true, listed) }
    }

    /// Returns the items that one response describes, beginning at `position`, and the position after them.
    private func answered(from position: Int) async throws(CameraError) -> (items: [ItemInfo], end: Int) {
        let listed = state.withLock { $0.listed }
        var (items, end) = ([ItemInfo](), position)
        while end < handles.count, let known = listed?[handles[end]] {
            if let item = placed(connection.noted(known)) { items.append(item) }
            end += 1
        }
        if end > position { return (items, end) }
        return (try await described(handles[position]).flatMap(placed).map { [$0] } ?? [], position + 1)
    }

    /// Number of objects that cannot be read, after which each further one is requested once.
    private static let patienceLimit = 3
    /// Time for which an object is requested.
    private static let patience: Duration = .seconds(1)

    /// Returns the description of an object; without metadata if it cannot be read. Nil if it was deleted after the list was made.
    private func described(_ handle: ObjectHandle) async throws(CameraError) -> ItemInfo? {
        var attempts = RetryQueue<ObjectHandle>(
            limit: state.withLock { $0.unreadable < Self.patienceLimit } ? Self.patience : .zero
        )
        attempts.add(handle, at: connection.time.now)
        while true {
            do throws(SessionError) { return try await connection.item(handle) } catch {
                guard error.concernsObject, !Task.isCancelled else { throw CameraError(error, .listFolder) }
                if try await isDeleted(handle, error) { return nil }
                guard attempts.failed(handle, at: connection.time.now), let due = attempts.nextDue() else { break }
                await connection.time.sleep(until: due)
            }
        }
        state.withLock { $0.unreadable += 1 }
        let number = ItemInfo.Handle(UInt64(handle.rawValue))
        return ItemInfo(
            handle: number,
            storage: storage,
            parent: folder,
            name: UnreadableItem.displayName(number),
            kind: .other
        )
    }

    /// Returns whether an object that the camera does not know is missing in a new list too. The folder is listed once.
    private func isDeleted(_ handle: ObjectHandle, _ error: SessionError) async throws(CameraError) -> Bool {
        guard error.response?.code == .invalidObjectHandle else { return false }
        if let present = state.withLock({ $0.present }) { return !present.contains(handle.rawValue) }
        guard let numbers = try? await connection.handles(in: folder, on: storage) else { return false }
        let present = Set(numbers)
        state.withLock { $0.present = present }
        return !present.contains(handle.rawValue)
    }

    /// Returns the item as part of this folder; nil for a folder that contains itself, which would be traversed endlessly.
    private func placed(_ item: ItemInfo) -> ItemInfo? {
        if item.handle == folder { return nil }
        var item = item
        // GetObjectHandles returned the object for this storage; some cameras report another one in the dataset.
        item.storage = storage
        return item
    }
}

extension SessionError {
    /// Whether the error concerns one object, so that the others may be readable.
    fileprivate var concernsObject: Bool {
        switch self {
        case .refused, .malformed, .tooLarge: true
        default: false
        }
    }
}
