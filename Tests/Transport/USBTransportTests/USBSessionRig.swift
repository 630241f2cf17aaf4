import HotShoeSupport
import PTP
@testable import PTPSession
@testable import USBTransport

/// A session over a connection with a scripted device.
struct USBSessionRig {
    let device: FakeDevice
    let session: PTPSession
    let events: EventStream<Event>
    let end: Promise<LinkFailure, Never>

    init(
        _ device: FakeDevice,
        options: USBOptions = USBOptions(),
        time: any TimeSource = SystemClock.shared
    ) throws {
        self.device = device
        let broadcast = Broadcast<Event>()
        events = broadcast.stream { $0 }
        let end = Promise<LinkFailure, Never>()
        self.end = end
        session = PTPSession(
            try device.connection(options),
            time: time,
            options: PTPSession.Options(),
            numbering: TransactionNumbering(isInSession: true),
            onEvent: {
                broadcast.enqueue([$0])
                broadcast.flush()
            },
            onEnd: { end.fulfil(.success($0)) }
        )
    }

    /// Ends the session and returns the requests that the device has received outside the bulk endpoints.
    func close() async -> [String] {
        session.abort()
        _ = await end.result()
        return device.log
    }
}

/// Containers of a device.
enum DeviceContainer {
    static func data(_ request: OperationRequest, _ bytes: [UInt8], announced: UInt64? = nil) -> [UInt8] {
        USBContainer(
            .data,
            code: request.code.rawValue,
            request.transaction,
            payloadBytes: announced ?? UInt64(bytes.count)
        ).header + bytes
    }

    static func ok(_ request: OperationRequest, _ code: ResponseCode = .ok, _ parameters: Parameters = []) -> [UInt8] {
        USBContainer.response(OperationResponse(code, request.transaction, parameters))
    }
}

/// Returns bytes in which neighbouring bytes differ.
func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8 ^ $0 >> 16) } }

/// Provides memory, and counts the data that is received in other ways.
final class Lender: DataReceiver {
    struct State {
        var placed = 0
        var copiedCount = 0
    }
    let state = Guarded(State())
    private let memory: Memory
    private let wants: Int

    /// Memory for the link.
    @safe
    private final class Memory: Sendable {
        // SAFETY: allocated and freed with this object; the link writes to it while it is lent, and the test reads only the
        // part that the link has reported as filled.
        nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

        init(_ room: Int) { unsafe bytes = .allocate(byteCount: room, alignment: 1) }

        deinit { unsafe bytes.deallocate() }
    }

    init(room: Int, wants: Int = .max) {
        memory = Memory(room)
        self.wants = wants
    }

    /// All received bytes, in order.
    var bytes: [UInt8] { state.withLock { state in unsafe Array(memory.bytes.prefix(state.placed)) } }

    func dataBegan(announcedBytes: UInt64?) {}

    /// Appends copied data after the data that was received in place, like a live view frame.
    func dataReceived(_ bytes: RawSpan) -> Bool {
        state.withLock { state in
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: memory.bytes[state.placed...])
            let count = min(bytes.byteCount, room.count)
            unsafe bytes.withUnsafeBytes { unsafe room.copyBytes(from: $0.prefix(count)) }
            state.placed += count
            state.copiedCount += count
            return state.placed < wants
        }
    }

    var lendsMemory: Bool { true }

    func lend(upTo limit: Int) -> LentMemory? {
        let placed = state.withLock { $0.placed }
        guard unsafe placed < memory.bytes.count else { return nil }
        return unsafe LentMemory(UnsafeMutableRawBufferPointer(rebasing: memory.bytes[placed...].prefix(limit)), of: memory)
    }

    func filled(_ byteCount: Int) { state.withLock { $0.placed += byteCount } }
}
