import CameraModel
import HotShoeSupport
import PTP

/// The pictures in a body's memory that the initiator fetches, including those that are still being fetched from the camera.
/// **Thread-safe.**
final class HostPictures: Sendable {
    /// Number of pictures in a memory. Pure.
    struct Slots {
        /// A place in the memory.
        struct Ticket: Hashable { fileprivate let generation: Int }

        let capacity: Int
        private var fetching = 0
        /// Number of stored pictures.
        private(set) var stored = 0
        private var generation = 0

        init(capacity: Int) { self.capacity = capacity }

        /// Whether there is no room for another picture. Pictures that the camera offers nevertheless are kept too.
        var isFull: Bool { fetching + stored >= capacity }

        /// Whether no picture is stored.
        var isEmpty: Bool { stored == 0 }

        /// Processes an offered picture.
        mutating func offered() -> Ticket {
            fetching += 1
            return Ticket(generation: generation)
        }

        /// Processes the end of a fetch. Returns whether the picture may be stored; never after the end of the session.
        mutating func fetched(_ ticket: Ticket, isComplete: Bool) -> Bool {
            guard ticket.generation == generation else { return false }
            fetching -= 1
            if isComplete { stored += 1 }
            return isComplete
        }

        /// Processes the transfer of a stored picture to the initiator.
        mutating func freed() { stored = max(0, stored - 1) }

        /// Processes the removal of all stored pictures.
        mutating func cleared() { stored = 0 }

        /// Processes the end of the session.
        mutating func ended() { (fetching, stored, generation) = (0, 0, generation + 1) }
    }

    private struct State {
        var slots: Slots
        /// Whether there is an object with the fixed handle.
        var isOccupied = false
        /// Pictures that become the object with the fixed handle, one after the other.
        var waiting: [(HeldFile, @Sendable (HeldFile, ObjectHandle) -> Void)] = []
        /// The newest fetch, which waits for the previous one.
        var last: Task<Void, Never>?
    }

    /// Guards the number of pictures, and the order in which they are fetched.
    private let state: Guarded<State>
    private let camera: Camera
    /// Maximum size of a picture that is kept in memory, in bytes.
    private static let fileLimit = 1 << 28

    /// Handle of every picture; nil if each has its own.
    private let fixed: ObjectHandle?

    /// Creates an empty memory. With a fixed handle, a picture becomes an object when the one before it has been removed.
    init(_ camera: Camera, capacity: Int, as fixed: ObjectHandle? = nil) {
        (self.camera, self.fixed) = (camera, fixed)
        state = Guarded(State(slots: Slots(capacity: capacity)))
    }

    /// Whether there is no room for another picture.
    var isFull: Bool { state.withLock { $0.slots.isFull } }

    /// Fetches an offered picture from the camera, after those that were offered before it, and keeps it as an object without
    /// a storage. Calls `arrived` then.
    func fetch(
        _ offer: TransferOffer,
        _ device: PTPDevice,
        arrived: @escaping @Sendable (HeldFile, ObjectHandle) -> Void
    ) {
        state.withLock { state in
            let (ticket, before) = (state.slots.offered(), state.last)
            state.last = Task { [self] in
                await before?.value
                await fetch(offer, device, ticket, arrived)
            }
        }
    }

    private func fetch(
        _ offer: TransferOffer,
        _ device: PTPDevice,
        _ ticket: Slots.Ticket,
        _ arrived: @escaping @Sendable (HeldFile, ObjectHandle) -> Void
    ) async {
        let transfer = camera.pendingTransfers.first { $0.offer.identifier == offer.identifier }
        let bytes = try? await transfer?.file(.original)?.contents(limit: Self.fileLimit)
        let isComplete = bytes != nil && !Task.isCancelled
        guard state.withLock({ $0.slots.fetched(ticket, isComplete: isComplete) }), let bytes else {
            let reason = "the camera did not give it, or it is too large"
            return Log.write(.warning, "ptp responder", "\(offer.fileName) is lost: \(reason)")
        }
        let file = HeldFile(name: offer.fileName, created: offer.created, bytes: bytes)
        let waits = state.withLock { state in
            defer { state.isOccupied = fixed != nil }
            if state.isOccupied { state.waiting.append((file, arrived)) }
            return state.isOccupied
        }
        if !waits { insert(file, device, arrived) }
    }

    private func insert(_ file: HeldFile, _ device: PTPDevice, _ arrived: (HeldFile, ObjectHandle) -> Void) {
        arrived(file, device.shared.withLock { $0.objects.insert(file, as: fixed) })
    }

    /// Number of pictures that can be fetched.
    var count: Int { state.withLock { $0.slots.stored } }

    /// Whether the body's memory contains a picture.
    var isEmpty: Bool { state.withLock { $0.slots.isEmpty } }

    /// Removes a picture that the initiator has fetched. Returns whether there was one.
    func remove(_ handle: ObjectHandle, _ device: PTPDevice) -> Bool {
        guard device.shared.withLock({ $0.objects.removeHeld(handle) }) != nil else { return false }
        let next = state.withLock { state in
            state.slots.freed()
            state.isOccupied = !state.waiting.isEmpty
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        if let (file, arrived) = next { insert(file, device, arrived) }
        return true
    }

    /// Removes all stored pictures.
    func removeAll(_ device: PTPDevice) {
        device.shared.withLock { $0.objects.removeAllHeld() }
        state.withLock { state in
            state.slots.cleared()
            (state.isOccupied, state.waiting) = (false, [])
        }
    }

    /// Removes all pictures, and cancels the newest fetch: the session has ended.
    func end(_ device: PTPDevice) {
        let last = state.withLock { state in
            defer { (state.last, state.isOccupied, state.waiting) = (nil, false, []) }
            state.slots.ended()
            return state.last
        }
        last?.cancel()
        device.shared.withLock { $0.objects.removeAllHeld() }
    }
}
