import HotShoeSupport
import PTP

/// Always listens to what a device says by itself, over the interrupt endpoint. **Thread-safe.**
final class USBEvents: Sendable {
    /// What came, told on the thread of events.
    enum Found {
        case event(Event)
        /// Something that is no event.
        case unintelligible
        /// The endpoint is halted and must begin again; then ``begin()``.
        case halted
        case gone
        /// After ``stop()``: nothing is in flight any more.
        case quiet
    }

    private struct State {
        var reader = USBEventReader()
        var free: [USBTransfer] = []
        var inFlight: [USBTransfer] = []
        var isStopped = false
        var isHalted = false
        /// In a row, without an event in between.
        var halts = 0
    }

    /// Guards what is in flight.
    private let state = Guarded(State())
    private let handle: any USBHandle
    private let memory: Memory
    private let tell: @Sendable (Found) -> Void

    /// So many reads are in flight.
    private static let depth = 4
    /// In bytes, at least; an event takes 24.
    private static let leastSize = 256
    /// An endpoint that is halted so often is left alone.
    private static let haltLimit = 3

    init(_ handle: any USBHandle, endpoint: UInt8, packetSize: Int, tell: @escaping @Sendable (Found) -> Void) {
        self.handle = handle
        self.tell = tell
        let size = (Self.leastSize + packetSize - 1) / packetSize * packetSize
        memory = Memory(Self.depth * size)
        for index in 0..<Self.depth {
            let transfer = USBTransfer(endpoint, isInterrupt: true) { [weak self] in self?.completed($0) }
            let range = index * size..<(index + 1) * size
            unsafe transfer.prepare(UnsafeMutableRawBufferPointer(rebasing: memory.bytes[range]), of: memory)
            state.withLock { $0.free.append(transfer) }
        }
    }

    /// Whether nothing is in flight.
    var isQuiet: Bool { state.withLock { $0.inFlight.isEmpty } }

    /// Listens, unless the endpoint has been halted too often.
    func begin() {
        state.withLock { $0.isHalted = false }
        submitFree()
    }

    /// Does not listen any more.
    func stop() {
        let inFlight = state.withLock { state in
            state.isStopped = true
            return state.inFlight
        }
        for transfer in inFlight { handle.cancel(transfer) }
    }

    private func submitFree() {
        while true {
            let transfer = state.withLock { state -> USBTransfer? in
                guard !state.isStopped, !state.isHalted, let transfer = state.free.popLast() else { return nil }
                state.inFlight.append(transfer)
                return transfer
            }
            guard let transfer else { return }
            do throws(USBError) {
                try handle.submit(transfer)
            } catch {
                state.withLock { state in
                    state.inFlight.removeAll { $0 === transfer }
                    state.free.append(transfer)
                }
                if error == .gone { tell(.gone) }
                return
            }
            // Somebody may have stopped it meanwhile, and not seen this one.
            if state.withLock({ $0.isStopped || $0.isHalted }) { handle.cancel(transfer) }
        }
    }

    /// On the thread of events.
    private func completed(_ transfer: USBTransfer) {
        var found: [Found] = []
        var cancels: [USBTransfer] = []
        switch unsafe transfer.status {
        case .completed:
            let events = state.withLock { $0.reader.take(transfer.bytes, isShort: transfer.isShort) }
            if !events.isEmpty { state.withLock { $0.halts = 0 } }
            found = events.map {
                switch $0 {
                case .event(let event): .event(event)
                case .unintelligible: .unintelligible
                }
            }
        case .cancelled: break
        case .failed(.gone): found = [.gone]
        case .failed:
            cancels = state.withLock { state in
                defer { state.isHalted = true }
                if !state.isHalted { state.halts += 1 }
                return state.isHalted ? [] : state.inFlight.filter { $0 !== transfer }
            }
        }
        let (isHalted, isOver) = state.withLock { state -> (Bool, Bool) in
            state.inFlight.removeAll { $0 === transfer }
            state.free.append(transfer)
            let isLast = state.inFlight.isEmpty
            return (isLast && state.isHalted && !state.isStopped && state.halts < Self.haltLimit, isLast && state.isStopped)
        }
        for other in cancels { handle.cancel(other) }
        for found in found { tell(found) }
        if isHalted { tell(.halted) } else if isOver { tell(.quiet) } else { submitFree() }
    }

    /// What events come to stand in.
    @safe
    private final class Memory: Sendable {
        // SAFETY: made and freed with this; each part is touched by the one transfer that has it.
        nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

        init(_ count: Int) { unsafe bytes = .allocate(byteCount: count, alignment: 64) }

        deinit { unsafe bytes.deallocate() }
    }
}
