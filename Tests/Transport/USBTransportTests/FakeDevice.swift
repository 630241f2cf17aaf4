import HotShoeSupport
import PTP
import PTPSession
@testable import USBTransport

/// A scripted device: a function receives its requests and returns its output. Transfers complete on a separate thread, like
/// those of a host controller. **Thread-safe.**
final class FakeDevice: USBHandle {
    /// A transfer of the device. A short packet ends it, or an empty one after a full last packet, unless that is disabled.
    struct Transfer {
        var bytes: [UInt8]
        var endsWithShortPacket = true
    }

    /// Result of a read.
    enum Output {
        case transfer(Transfer)
        case stall

        static func bytes(_ bytes: [UInt8], ends: Bool = true) -> Output {
            .transfer(Transfer(bytes: bytes, endsWithShortPacket: ends))
        }
    }

    struct State {
        var reads: [(transfer: USBTransfer, count: Int)] = []
        var interrupts: [USBTransfer] = []
        var output: [Output] = []
        var events: [Output] = []
        /// Bytes of the current container, and whether a short packet ended it.
        var input: [UInt8] = []
        /// Length of each write, and whether an empty packet follows a full last one.
        var sent: [(count: Int, endsWithShortPacket: Bool)] = []
        var halted: Set<UInt8> = []
        /// Whether writes remain pending.
        var holdsWrites = false
        var heldWrites: [USBTransfer] = []
        var isDisconnected = false
        var isClosed = false
        var inFlight = 0
        var log: [String] = []
        var status: [USBDeviceStatus] = []
        var requestFailures: [USBClassRequest: USBError] = [:]
        var extendedEvent: [UInt8] = []
        var largestRead = 0
        var mostReads = 0
    }

    let packetSize: Int
    let state = Guarded(State())
    /// Held while output is moved to reads; acquired before `state`.
    private let flushing = Guarded(())
    /// Called for each command with its data; returns the device's output.
    private let answer: @Sendable (OperationRequest, [UInt8]) -> [Output]
    private let queue = LibraryCallbackQueue(threadName: "fake.usb", threadLimit: 1)

    init(packetSize: Int = 512, answer: @escaping @Sendable (OperationRequest, [UInt8]) -> [Output]) {
        self.packetSize = packetSize
        self.answer = answer
    }

    var interface: StillImageInterface {
        get throws {
            var device = USBDevice(location: .init(bus: 1, address: 2), vendor: 1, product: 1)
            device.interfaces = [
                .init(
                    number: 0,
                    alternateSetting: 0,
                    kind: .stillImage,
                    endpoints: [
                        .init(address: 0x81, transferType: 2, packetSize: UInt16(packetSize)),
                        .init(address: 0x02, transferType: 2, packetSize: UInt16(packetSize)),
                        .init(address: 0x83, transferType: 3, packetSize: 8),
                    ]
                )
            ]
            return try StillImageInterface(of: device, vendors: [])
        }
    }

    func connection(_ options: USBOptions = USBOptions()) throws -> USBConnection {
        USBConnection(self, USBDevice(location: .init(bus: 1, address: 2), vendor: 1, product: 1), try interface, options)
    }

    /// Requests outside the bulk endpoints, in order.
    var log: [String] { state.withLock { $0.log } }

    // MARK: Control by the test

    /// Sends an event.
    func send(_ output: Output) {
        state.withLock { $0.events.append(output) }
        flush()
    }

    /// Appends output as if it answered a request.
    func answer(_ output: Output) {
        state.withLock { $0.output.append(output) }
        flush()
    }

    /// Disconnects the device.
    func unplug() {
        let transfers = state.withLock { state in
            state.isDisconnected = true
            defer { (state.reads, state.interrupts, state.heldWrites) = ([], [], []) }
            return state.reads.map(\.transfer) + state.interrupts + state.heldWrites
        }
        for transfer in transfers { complete(transfer, .failed(.noDevice), 0) }
    }

    // MARK: Transfers

    private func complete(_ transfer: USBTransfer, _ status: USBTransfer.Status, _ count: Int) {
        queue.enqueue(
            CallbackWork { [self] in
                state.withLock { $0.inFlight -= 1 }
                transfer.complete(status, byteCount: count)
            }
        )
    }

    func submit(_ transfer: USBTransfer) throws(USBError) {
        let isDisconnected = state.withLock { state in
            if !state.isDisconnected { state.inFlight += 1 }
            return state.isDisconnected
        }
        if isDisconnected { throw .noDevice }
        precondition(!state.withLock { $0.isClosed }, "a transfer after the device was given back")
        if transfer.isInterrupt {
            state.withLock { $0.interrupts.append(transfer) }
        } else if transfer.endpoint & 0x80 != 0 {
            precondition(unsafe transfer.memory.count % packetSize == 0, "a read that a packet may not fit into")
            state.withLock { state in
                state.reads.append((transfer, 0))
                state.largestRead = unsafe max(state.largestRead, transfer.memory.count)
                state.mostReads = max(state.mostReads, state.reads.count)
            }
        } else {
            process(transfer)
        }
        flush()
    }

    private func process(_ transfer: USBTransfer) {
        let bytes = unsafe Array(transfer.memory)
        let (isHalted, isHeld) = state.withLock { state -> (Bool, Bool) in
            if state.halted.contains(transfer.endpoint) { return (true, false) }
            if state.holdsWrites {
                state.heldWrites.append(transfer)
                return (false, true)
            }
            state.input += bytes
            unsafe state.sent.append((bytes.count, transfer.endsWithShortPacket))
            return (false, false)
        }
        if isHeld { return }
        if isHalted { return complete(transfer, .failed(.stalled), 0) }
        complete(transfer, .completed, bytes.count)
        while let (request, data) = nextRequest() {
            let output = answer(request, data)
            state.withLock { $0.output += output }
        }
    }

    /// Removes and returns a command with its complete data, if any follows.
    private func nextRequest() -> (OperationRequest, [UInt8])? {
        state.withLock { state in
            guard state.input.count >= 12 else { return nil }
            let length = Int(state.input[0]) | Int(state.input[1]) << 8
            guard state.input.count >= length else { return nil }
            let command = Array(state.input[..<length])
            let span = command.span
            guard let container = try? unsafe USBContainer(span.bytes), container.kind == .command else { return nil }
            let request = unsafe OperationRequest(
                OperationCode(rawValue: container.code),
                container.transaction,
                container.parameters(after: span.bytes)
            )
            guard request.code == .sendObject else {
                state.input.removeFirst(length)
                return (request, [])
            }
            let data = Array(state.input[length...])
            guard data.count >= 12 else { return nil }
            let total = (0..<4).reduce(0) { $0 | Int(data[$1]) << ($1 * 8) }
            guard data.count >= total else { return nil }
            state.input = []
            return (request, Array(data[12...]))
        }
    }

    func cancel(_ transfer: USBTransfer) {
        let found = state.withLock { state -> (Bool, Int) in
            if let index = state.reads.firstIndex(where: { $0.transfer === transfer }) {
                return (true, state.reads.remove(at: index).count)
            }
            if let index = state.interrupts.firstIndex(where: { $0 === transfer }) {
                state.interrupts.remove(at: index)
                return (true, 0)
            }
            if let index = state.heldWrites.firstIndex(where: { $0 === transfer }) {
                state.heldWrites.remove(at: index)
                return (true, 0)
            }
            return (false, 0)
        }
        if found.0 { complete(transfer, .cancelled, found.1) }
    }

    /// Moves output to the pending reads, in order for all callers.
    private func flush() { flushing.withLock { _ in flushAlone() } }

    private func flushAlone() {
        while let (transfer, status, count) = state.withLock({ Self.next(&$0, packetSize) }) { complete(transfer, status, count) }
        while true {
            let next = state.withLock { state -> (USBTransfer, Output)? in
                guard !state.events.isEmpty, !state.interrupts.isEmpty, !state.halted.contains(0x83) else { return nil }
                let output = state.events.removeFirst()
                if case .stall = output { state.halted.insert(0x83) }
                return (state.interrupts.removeFirst(), output)
            }
            guard let (transfer, output) = next else { return }
            switch output {
            case .stall: complete(transfer, .failed(.stalled), 0)
            case .transfer(let event):
                unsafe transfer.memory.copyBytes(from: event.bytes)
                complete(transfer, .completed, event.bytes.count)
            }
        }
    }

    private static func next(_ state: inout State, _ packetSize: Int) -> (USBTransfer, USBTransfer.Status, Int)? {
        while !state.reads.isEmpty, !state.output.isEmpty {
            let (transfer, count) = state.reads[0]
            switch state.output[0] {
            case .stall:
                state.output.removeFirst()
                state.halted.insert(0x81)
                state.reads.removeFirst()
                return (transfer, .failed(.stalled), count)
            case .transfer(var output):
                if state.halted.contains(0x81) { return nil }
                let size = unsafe transfer.memory.count
                let moved = min(size - count, output.bytes.count)
                unsafe UnsafeMutableRawBufferPointer(rebasing: transfer.memory[count..<count + moved]).copyBytes(
                    from: output.bytes[..<moved]
                )
                let wasLong = output.bytes.count > moved
                output.bytes.removeFirst(moved)
                let total = count + moved
                let isShort = total % packetSize != 0
                if wasLong {
                    state.output[0] = .transfer(output)
                } else if isShort || !output.endsWithShortPacket {
                    state.output.removeFirst()
                } else if total == size {
                    // The empty packet is for the next read.
                    state.output[0] = .transfer(Transfer(bytes: []))
                    state.reads.removeFirst()
                    return (transfer, .completed, total)
                } else {
                    state.output.removeFirst()
                    state.reads.removeFirst()
                    return (transfer, .completed, total)
                }
                if total == size || isShort {
                    state.reads.removeFirst()
                    return (transfer, .completed, total)
                }
                state.reads[0].count = total
            }
        }
        return nil
    }

    // MARK: Beside the pipes

    func request(_ request: USBClassRequest, sending bytes: [UInt8], timeout: Duration) throws(USBError) {
        try note(request, bytes)
    }

    func request(_ request: USBClassRequest, receiving limit: Int, timeout: Duration) throws(USBError) -> [UInt8] {
        try note(request, [])
        return state.withLock { state in
            switch request {
            case .deviceStatus:
                return (state.status.count > 1 ? state.status.removeFirst() : state.status.first ?? USBDeviceStatus(.ok)).bytes
            default: return state.extendedEvent
            }
        }
    }

    private func note(_ request: USBClassRequest, _ bytes: [UInt8]) throws(USBError) {
        let failure = state.withLock { state -> USBError? in
            state.log.append("\(request)" + (bytes.isEmpty ? "" : " \(bytes)"))
            if state.isDisconnected { return .noDevice }
            if request == .cancel { state.output = [] }
            return state.requestFailures[request]
        }
        if let failure { throw failure }
    }

    func clearHalt(_ endpoint: UInt8) throws(USBError) {
        let isDisconnected = state.withLock { state in
            state.log.append("clear \(endpoint)")
            state.halted.remove(endpoint)
            return state.isDisconnected
        }
        if isDisconnected { throw .noDevice }
        flush()
    }

    func reset() throws(USBError) { state.withLock { $0.log.append("reset") } }

    func close() {
        state.withLock { state in
            precondition(state.inFlight == 0, "given back while \(state.inFlight) transfers are under way")
            state.isClosed = true
            state.log.append("close")
        }
    }
}
