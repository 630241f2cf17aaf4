import HotShoeSupport

/// Endpoint from the host: the host sends transfers, and the device processes them when it is ready. **Thread-safe.**
final class USBOutPipe: Sendable {
    private struct State {
        var requests: [HostTransfer] = []
        /// Whether a thread is processing a transfer and has exclusive use of the pipe.
        var isTaking = false
        /// Requests to cancel the transfer that is being processed.
        var unlinking: [UInt32] = []
        var current: UInt32?
        var isHalted = false
        var isOver = false
    }

    /// Guards the queue.
    private let state = Guarded(State())
    private let port: any USBPort

    init(_ port: any USBPort) { self.port = port }

    var isHalted: Bool { state.withLock { $0.isHalted } }
    /// Number of queued transfers.
    var requestCount: Int { state.withLock { $0.requests.count } }

    func submit(_ transfer: HostTransfer) { state.withLock { $0.requests.append(transfer) } }

    /// Cancels a transfer and reports the result to the port.
    func unlink(_ number: UInt32, by request: UInt32) {
        let wasPending = state.withLock { state -> Bool? in
            if let index = state.requests.firstIndex(where: { $0.number == number }) {
                state.requests.remove(at: index)
                return true
            }
            guard state.current == number else { return false }
            state.unlinking.append(request)
            return nil
        }
        if let wasPending { port.unlinked(number, by: request, wasPending: wasPending) }
    }

    func halt() { state.withLock { $0.isHalted = true } }

    func clearHalt() { state.withLock { $0.isHalted = false } }

    func end() {
        state.withLock { state in
            state.isOver = true
            state.requests = []
        }
    }

    /// Processes queued transfers while the device is ready, and passes them to the handler one after the other.
    func pump(while isReady: () -> Bool, _ process: (HostTransfer) -> Void) {
        while true {
            // Called outside the lock, because it acquires another one.
            let ready = isReady()
            let next = state.withLock { state -> (transfer: HostTransfer, isStalled: Bool)? in
                guard !state.isTaking, !state.isOver, let first = state.requests.first else { return nil }
                // An empty packet ends data that is already being processed.
                guard ready || state.isHalted || first.data.isEmpty else { return nil }
                state.requests.removeFirst()
                state.isTaking = true
                state.current = first.number
                return (first, state.isHalted)
            }
            guard let next else { return }
            let count = next.isStalled ? 0 : next.transfer.data.count
            let status: USBTransferStatus = next.isStalled ? .stalled : .done
            port.complete([USBCompletion(number: next.transfer.number, status: status, byteCount: count)])
            let unlinking = state.withLock { state in
                state.current = nil
                defer { state.unlinking = [] }
                return state.unlinking
            }
            for request in unlinking { port.unlinked(next.transfer.number, by: request, wasPending: false) }
            // The host receives the completion before the device processes the data.
            if !next.isStalled { process(next.transfer) }
            state.withLock { $0.isTaking = false }
        }
    }
}
