/// One transfer over a pipe, used again and again. **Single-owner**: of who submits it until then, of the system until it has been
/// completed, then of who is told.
@safe
final class USBTransfer: Sendable {
    /// How it ended.
    enum Status: Sendable {
        case completed
        case cancelled
        case failed(USBError)
    }

    /// The endpoint's address, the direction in bit 7.
    let endpoint: UInt8
    let isInterrupt: Bool
    /// Is told on the thread of events, which must not wait.
    private let whenCompleted: @Sendable (USBTransfer) -> Void

    // SAFETY: these are handed over with the transfer; who has it is said above, and each hand-over is ordered by a lock.
    private nonisolated(unsafe) var memoryOwner: AnyObject?
    nonisolated(unsafe) private(set) var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// Whether an empty packet follows where the last one is full.
    nonisolated(unsafe) private(set) var endsWithShortPacket = false
    nonisolated(unsafe) private(set) var status = Status.completed
    /// How many bytes went or came.
    nonisolated(unsafe) private(set) var byteCount = 0
    /// What the system keeps for it.
    nonisolated(unsafe) var system: AnyObject?

    init(_ endpoint: UInt8, isInterrupt: Bool = false, whenCompleted: @escaping @Sendable (USBTransfer) -> Void) {
        self.endpoint = endpoint
        self.isInterrupt = isInterrupt
        self.whenCompleted = whenCompleted
    }

    /// Gives it memory to read from or write to, whose owner it keeps until ``letGo()``.
    func prepare(_ memory: UnsafeMutableRawBufferPointer, of owner: AnyObject, endsWithShortPacket: Bool = false) {
        unsafe self.memory = memory
        unsafe memoryOwner = owner
        unsafe self.endsWithShortPacket = endsWithShortPacket
        unsafe byteCount = 0
    }

    /// Lets go of the memory.
    func letGo() {
        unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        unsafe memoryOwner = nil
    }

    /// Whether less came than there was room for: the transfer of the device ended with it.
    var isShort: Bool { unsafe byteCount < memory.count }

    /// What came.
    var bytes: RawSpan {
        @_lifetime(borrow self)
        get { unsafe _overrideLifetime(RawSpan(_unsafeStart: memory.baseAddress!, byteCount: byteCount), borrowing: self) }
    }

    /// It has ended; called once for each time it was submitted.
    func complete(_ status: Status, byteCount: Int) {
        unsafe self.status = status
        unsafe self.byteCount = min(max(0, byteCount), memory.count)
        whenCompleted(self)
    }
}
