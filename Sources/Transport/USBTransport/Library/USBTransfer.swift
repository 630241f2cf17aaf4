/// A reusable transfer on an endpoint. **Single-owner**: owned by the submitter until the submission, by the system until the
/// completion, then by the completion handler.
@safe
final class USBTransfer: Sendable {
    /// Result of the transfer.
    enum Status: Sendable {
        case completed
        case cancelled
        case failed(USBError)
    }

    /// Endpoint address; bit 7 is the direction.
    let endpoint: UInt8
    let isInterrupt: Bool
    /// Completion handler, called on the event thread; must not block.
    private let whenCompleted: @Sendable (USBTransfer) -> Void

    // SAFETY: passed on with the transfer to its single owner, as described above; a lock orders each change of ownership.
    private nonisolated(unsafe) var memoryOwner: AnyObject?
    // SAFETY: as for the owner of the memory; so are those below.
    nonisolated(unsafe) private(set) var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// Whether an empty packet follows data that ends with a full packet.
    nonisolated(unsafe) private(set) var endsWithShortPacket = false
    nonisolated(unsafe) private(set) var status = Status.completed
    /// Number of bytes transferred.
    nonisolated(unsafe) private(set) var byteCount = 0
    /// The system's part of the transfer.
    nonisolated(unsafe) var system: AnyObject?

    init(_ endpoint: UInt8, isInterrupt: Bool = false, whenCompleted: @escaping @Sendable (USBTransfer) -> Void) {
        self.endpoint = endpoint
        self.isInterrupt = isInterrupt
        self.whenCompleted = whenCompleted
    }

    /// Sets the memory to read from or write to, and retains its owner until ``release()``.
    func prepare(_ memory: UnsafeMutableRawBufferPointer, of owner: AnyObject, endsWithShortPacket: Bool = false) {
        unsafe self.memory = memory
        unsafe memoryOwner = owner
        unsafe self.endsWithShortPacket = endsWithShortPacket
        unsafe byteCount = 0
    }

    /// Releases the memory.
    func release() {
        unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        unsafe memoryOwner = nil
    }

    /// Whether fewer bytes arrived than there was space for, which ends the device's transfer.
    var isShort: Bool { unsafe byteCount < memory.count }

    /// The received bytes.
    var bytes: RawSpan {
        @_lifetime(borrow self)
        get { unsafe _overrideLifetime(RawSpan(_unsafeStart: memory.baseAddress!, byteCount: byteCount), borrowing: self) }
    }

    /// Completes the transfer; called once for each submission.
    func complete(_ status: Status, byteCount: Int) {
        unsafe self.status = status
        unsafe self.byteCount = min(max(0, byteCount), memory.count)
        whenCompleted(self)
    }
}
