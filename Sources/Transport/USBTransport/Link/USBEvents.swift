import HotShoeSupport
import PTP

/// Reads events from the interrupt endpoint continuously. **Thread-safe.**
final class USBEvents: Sendable {
    /// A result, reported on the event thread.
    enum Found {
        case event(Event)
        /// Data that is not an event.
        case unintelligible
        /// The endpoint is halted; ``begin()`` continues after the halt was cleared.
        case halted
        case disconnected
        /// No transfer is pending after ``stop()``.
        case idle
    }

    private struct State {
        var reader = USBEventReader()
        var free: [USBTransfer] = []
        var inFlight: [USBTransfer] = []
        var isStopped = false
        var isHalted = false
        /// Number of consecutive halts without an event in between.
        var halts = 0
    }

    /// Guards the transfers.
    private let state = Guarded(State())
    private let handle: any USBHandle
    private let memory: Memory
    private let report: @Sendable (Found) -> Void

    /// Number of pending reads.
    private static let depth = 4
    /// Minimum size of a read, in bytes; an event needs 24.
    private static let leastSize = 256
    /// Number of halts after which the endpoint is no longer used.
    private static let haltLimit = 3

    init(_ handle: any USBHandle, endpoint: UInt8, packetSize: Int, report: @escaping @Sendable (Found) -> Void) {
        self.handle = handle
        self.report = report
        let size = (Self.leastSize + packetSize - 1) / packetSize * packetSize
        memory = Memory(Self.depth * size)
        for index in 0..<Self.depth {
            let transfer = USBTransfer(endpoint, isInterrupt: true) { [weak self] in self?.completed($0) }
            let range = index * size..<(index + 1) * size
            unsafe transfer.prepare(UnsafeMutableRawBufferPointer(rebasing: memory.bytes[range]), of: memory)
            state.withLock { $0.free.append(transfer) }
        }
    }

    /// Whether no transfer is pending.
    var isIdle: Bool { state.withLock { $0.inFlight.isEmpty } }

    /// Starts reading, unless the endpoint has halted too often.
    func begin() {
        state.withLock { $0.isHalted = false }
        submitFree()
    }

    /// Stops reading.
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
                if error == .noDevice { report(.disconnected) }
                return
            }
            // Another thread may have stopped the reads before it could see this one.
            if state.withLock({ $0.isStopped || $0.isHalted }) { handle.cancel(transfer) }
        }
    }

    /// Called on the event thread.
    private func completed(_ transfer: USBTransfer) {
        var found: [Found] = []
        var cancels: [USBTransfer] = []
        switch unsafe transfer.status {
        case .completed:
            let events = state.withLock { $0.reader.parse(transfer.bytes, isShort: transfer.isShort) }
            if !events.isEmpty { state.withLock { $0.halts = 0 } }
            found = events.map {
                switch $0 {
                case .event(let event): .event(event)
                case .unintelligible: .unintelligible
                }
            }
        case .cancelled: break
        case .failed(.noDevice): found = [.disconnected]
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
        for found in found { report(found) }
        if isHalted { report(.halted) } else if isOver { report(.idle) } else { submitFree() }
    }

    /// Memory of the reads.
    @safe
    private final class Memory: Sendable {
        // SAFETY: allocated and freed with this object; each part is used by a single transfer.
        nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

        init(_ count: Int) { unsafe bytes = .allocate(byteCount: count, alignment: 64) }

        deinit { unsafe bytes.deallocate() }
    }
}
