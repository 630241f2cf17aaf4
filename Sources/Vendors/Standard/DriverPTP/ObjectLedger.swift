package import CameraModel
import HotShoeSupport
package import PTP

/// The objects that a camera has announced, each until it is described, removed, or counted as unreadable. Pure.
///
/// The first description of a new object is not final: while a camera writes a burst it refuses to describe its files, or reports
/// a size of 0. Each object is therefore requested again with growing pauses, for a minute.
package struct ObjectLedger {
    /// Meaning of an answer about an announced object.
    package enum Outcome: Equatable {
        /// The object is new: the host is notified.
        case added
        /// The camera has given the handle of an earlier object to a new one: the host is notified of the removal too.
        case replaced
        /// The object was announced before.
        case repeated
        /// The object is requested again later.
        case postponed
        /// The object was requested for a minute.
        case unreadable(UnreadableItem)
    }

    /// Time for which an object is requested.
    package static let patience: Duration = .seconds(60)
    /// Maximum number of announced objects; beyond it the oldest knowledge is discarded.
    private static let limit = 200_000

    private struct Pending {
        var name: String?
        var failure = CameraError(.noData, "The camera does not describe the file yet.")
    }

    /// An object that the host was notified of.
    private struct Announced {
        let storage: StorageInfo.Identifier
        let identity: FileIdentity

        init(_ item: ItemInfo) { (storage, identity) = (item.storage, FileIdentity(item)) }
    }

    /// The pending objects.
    private var queue = RetryQueue<ObjectHandle>(limit: patience)
    private var pending: [ObjectHandle: Pending] = [:]
    private var announced: [ObjectHandle: Announced] = [:]
    private var givenUp: Set<ObjectHandle> = []
    /// Objects that were on the cards when they were first listed, and those found since, by storage; nil before.
    private var listed: [StorageID: Set<ObjectHandle>]?
    /// Listed objects that a later list lacked.
    private var vanished: Set<ObjectHandle> = []

    package init() {}

    // MARK: Announced objects

    /// Records that the camera has announced an object, again or for the first time. It is due immediately.
    package mutating func announced(_ handle: ObjectHandle, at now: Duration) {
        givenUp.remove(handle)
        guard queue.count < Self.limit else { return }
        if queue.add(handle, at: now) { pending[handle] = Pending() } else { queue.hurry() }
    }

    /// Returns a pending object that is due; nil if none is.
    package mutating func due(at now: Duration) -> ObjectHandle? { queue.due(at: now) }

    /// Time at which the next pending object is due; nil if none is pending.
    package mutating func nextDue() -> Duration? { queue.nextDue() }

    /// Makes pending objects due: the camera has reported something.
    package mutating func hurry() { queue.hurry() }

    /// The pending objects, with the last failure of each, in the order of their announcement.
    package var undescribed: [UnreadableItem] {
        queue.keys.compactMap { handle in pending[handle].map { Self.unreadable(handle, $0) } }
    }

    /// Records the description of an object, which may not have been announced.
    package mutating func described(_ handle: ObjectHandle, as item: ItemInfo, at now: Duration) -> Outcome {
        guard Self.isComplete(item) else {
            announcedIfUnknown(handle, at: now)
            pending[handle]?.name = item.name
            let outcome = failed(handle, CameraError(.noData, "The camera reports a size of 0 bytes."), at: now)
            // An empty file that is no picture may be complete.
            guard case .unreadable = outcome, item.kind == .other else { return outcome }
            givenUp.remove(handle)
            return record(item, handle)
        }
        return record(item, handle)
    }

    private mutating func announcedIfUnknown(_ handle: ObjectHandle, at now: Duration) {
        if pending[handle] == nil { announced(handle, at: now) }
    }

    /// Records an item as announced to the host.
    package mutating func record(_ item: ItemInfo, _ handle: ObjectHandle) -> Outcome {
        settle(handle)
        givenUp.remove(handle)
        if announced.count >= Self.limit { announced = [:] }
        let known = announced.updateValue(Announced(item), forKey: handle)
        vanished.remove(handle)
        listed?[StorageID(rawValue: item.storage.number), default: []].insert(handle)
        guard let known else { return .added }
        return known.storage == item.storage && known.identity.matches(FileIdentity(item)) ? .repeated : .replaced
    }

    /// A size of 0 of a new file means that the camera does not know it yet.
    private static func isComplete(_ item: ItemInfo) -> Bool { item.kind == .folder || item.size != 0 }

    /// Records that the camera did not describe an object.
    package mutating func failed(_ handle: ObjectHandle, _ error: CameraError, at now: Duration) -> Outcome {
        guard var object = pending[handle] else { return .repeated }
        object.failure = error
        if queue.failed(handle, at: now) {
            pending[handle] = object
            return .postponed
        }
        settle(handle)
        if givenUp.count < Self.limit { givenUp.insert(handle) }
        return .unreadable(Self.unreadable(handle, object))
    }

    private static func unreadable(_ handle: ObjectHandle, _ object: Pending) -> UnreadableItem {
        UnreadableItem(
            handle: ItemInfo.Handle(UInt64(handle.rawValue)),
            name: object.name,
            code: object.failure.code,
            message: object.failure.message
        )
    }

    private mutating func settle(_ handle: ObjectHandle) {
        queue.remove(handle)
        pending[handle] = nil
    }

    // MARK: Removals

    /// Forgets an object that no longer exists: its handle may denote another one later.
    ///
    /// - Returns: the object, if it was announced and not described.
    package mutating func removed(_ handle: ObjectHandle) -> UnreadableItem? {
        let reason = "It was deleted, or its card was removed, before the camera described it."
        let lost = pending[handle].map {
            Self.unreadable(handle, Pending(name: $0.name, failure: CameraError(.notFound, reason)))
        }
        settle(handle)
        givenUp.remove(handle)
        announced[handle] = nil
        vanished.remove(handle)
        for storage in (listed ?? [:]).keys { listed?[storage]?.remove(handle) }
        return lost
    }

    /// Forgets the objects of a storage that was removed or erased. Returns those that were announced, in the order of their
    /// numbers.
    package mutating func removed(_ storage: StorageID) -> [ObjectHandle] {
        let lost = announced.filter { $0.value.storage.number == storage.rawValue }.keys.sorted { $0.rawValue < $1.rawValue }
        let stored = listed?[storage] ?? []
        for handle in lost { announced[handle] = nil }
        vanished.subtract(stored)
        // The storage of an object that was never described is not known.
        givenUp = []
        listed?[storage] = nil
        return lost
    }

    // MARK: Comparisons with the camera's list

    /// Whether the camera's objects were listed.
    package var hasList: Bool { listed != nil }

    /// Whether the objects of a storage were listed.
    package func hasList(of storage: StorageID) -> Bool { listed?[storage] != nil }

    /// Records the camera's list of the objects of a storage. The first one of a storage contains what was there before.
    ///
    /// - Returns: new objects, in the order of the list. They are due immediately.
    package mutating func listed(_ handles: [ObjectHandle], of storage: StorageID, at now: Duration) -> [ObjectHandle] {
        let present = Set(handles)
        guard let known = listed?[storage] else {
            listed = listed ?? [:]
            listed?[storage] = present
            return []
        }
        let new = handles.filter {
            (!known.contains($0) || vanished.contains($0)) && announced[$0] == nil && pending[$0] == nil && !givenUp.contains($0)
        }
        // A list may be incomplete while the camera writes: what it lacks is not removed, but requested when it is back.
        let back = handles.filter { vanished.contains($0) && announced[$0] != nil && pending[$0] == nil }
        vanished.formUnion(known.subtracting(present))
        vanished.subtract(present)
        listed?[storage] = known.union(present)
        for handle in new + back { announced(handle, at: now) }
        return new + back
    }
}
