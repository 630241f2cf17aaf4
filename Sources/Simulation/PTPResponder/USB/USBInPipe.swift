import HotShoeSupport

/// Endpoint towards the host: the device appends data, and the host reads it. **Thread-safe**; one sender at a time.
final class USBInPipe: Sendable {
    private struct State {
        var queue: USBInQueue
        /// Whether a thread is completing transfers and has exclusive use of the queue.
        var isPumping = false
        /// Cancelled transfers that the completing thread may hold: their numbers and the cancelling requests.
        var unlinking: [(number: UInt32, request: UInt32)] = []
        /// Current generation; data of an older one is discarded.
        var generation = 0
        var isOver = false
        var waiting: [CheckedContinuation<Bool, Never>] = []

        /// Returns whether data of a generation is accepted.
        func accepts(_ generation: Int?) -> Bool {
            !isOver && !queue.isHalted && (generation == nil || generation == self.generation)
        }
    }

    /// Guards the queue; the condition wakes senders that wait.
    private let monitor: Monitor<State>
    private let port: any USBPort
    private let packetSize: Int

    init(packetSize: Int, _ port: any USBPort) {
        monitor = Monitor(State(queue: USBInQueue(packetSize: packetSize)))
        self.port = port
        self.packetSize = packetSize
    }

    var isHalted: Bool { monitor.withLock { state, _ in state.queue.isHalted } }
    /// Number of pending transfers of the host.
    var requestCount: Int { monitor.withLock { state, _ in state.queue.requestCount } }
    /// Generation for data that is appended now.
    var generation: Int { monitor.withLock { state, _ in state.generation } }

    // MARK: The host

    func submit(_ number: UInt32, length: Int) {
        monitor.withLock { state, condition in
            state.queue.submit(number, length: length)
            condition.broadcast()
        }
        pump()
    }

    /// Cancels a transfer and reports the result to the port.
    func unlink(_ number: UInt32, by request: UInt32) {
        let wasPending = monitor.withLock { state, _ -> Bool? in
            if state.queue.unlink(number) { return true }
            guard state.isPumping else { return false }
            state.unlinking.append((number, request))
            return nil
        }
        if let wasPending { port.unlinked(number, by: request, wasPending: wasPending) }
    }

    // MARK: The device

    /// Appends data without waiting. Data of an older generation is discarded.
    func put(_ runs: [USBInQueue.Run], generation: Int? = nil) {
        let isWanted = monitor.withLock { state, _ in
            guard state.accepts(generation) else { return false }
            for run in runs { state.queue.append(run) }
            return true
        }
        if isWanted { pump() } else { for run in runs { run.onPlaced?() } }
    }

    /// Appends data like ``put(_:generation:)`` and returns when the host has read all of it; `false` if it never will.
    func send(_ runs: [USBInQueue.Run], generation: Int? = nil) async -> Bool {
        await withCheckedContinuation { continuation in
            let isWanted = monitor.withLock { state, _ in
                guard state.accepts(generation) else { return false }
                for run in runs { state.queue.append(run) }
                state.waiting.append(continuation)
                return true
            }
            if isWanted { pump() } else { continuation.resume(returning: false) }
        }
    }

    /// Sends bytes from the calling thread and waits until the host has read them. Bytes that fill a transfer are not copied.
    ///
    /// - Returns: `false` if the host no longer accepts the bytes.
    func stream(_ bytes: RawSpan, endsTransfer: Bool, generation: Int) -> Bool {
        var offset = 0
        while true {
            guard let claimed = claimRequest(generation) else { return false }
            let isDone = fill(claimed, with: bytes, &offset, endsTransfer: endsTransfer, generation)
            if isDone { return true }
        }
    }

    private func claimRequest(_ generation: Int) -> USBInQueue.Request? {
        monitor.wait { state -> USBInQueue.Request?? in
            if state.isOver || state.generation != generation || state.queue.isHalted { return .some(nil) }
            guard !state.isPumping, let request = state.queue.popRequest() else { return nil }
            state.isPumping = true
            return .some(request)
        } ?? nil
    }

    /// Fills one transfer. Returns whether all bytes have been sent.
    private func fill(
        _ claimed: USBInQueue.Request,
        with bytes: RawSpan,
        _ offset: inout Int,
        endsTransfer: Bool,
        _ generation: Int
    ) -> Bool {
        var request = claimed
        let room = request.length - request.count
        let count = min(room, bytes.byteCount - offset)
        let piece = bytes.extracting(offset..<offset + count)
        offset += count
        request.count += count
        let isFull = request.count == request.length
        // A packet cannot be split: one that exceeds the transfer's space overflows it.
        let surplus = request.length % packetSize
        let isTooMuch = isFull && surplus != 0 && offset < bytes.byteCount
        if isTooMuch { offset = min(bytes.byteCount, offset + packetSize - surplus) }
        let isDone = offset == bytes.byteCount
        let ends = isDone && endsTransfer
        if isFull || ends {
            var completion = request.completion
            if isTooMuch { completion.status = .overflow }
            port.complete(completion, followedBy: piece)
            let needsEmptyPacket = ends && isFull && request.count % packetSize == 0
            releaseQueue(nil, needsEmptyPacket ? .bytes([]) : nil)
            pump()
        } else {
            request.pieces.append(.bytes(unsafe piece.withUnsafeBytes { unsafe Array($0)[...] }))
            releaseQueue(request, nil, generation: generation)
            pump()
        }
        return isDone
    }

    /// Halts the endpoint.
    func halt() {
        let dropped = monitor.withLock { state, condition in
            state.generation += 1
            condition.broadcast()
            return state.queue.halt()
        }
        for call in dropped { call() }
        pump()
    }

    func clearHalt() {
        monitor.withLock { state, _ in state.queue.clearHalt() }
        pump()
    }

    /// Discards all queued data, and all that is appended for the same generation.
    func flush() {
        let (dropped, ended) = monitor.withLock { state, condition -> ([@Sendable () -> Void], USBCompletion?) in
            state.generation += 1
            condition.broadcast()
            // The transfer that the completing thread holds is not in the queue.
            return state.queue.flush()
        }
        for call in dropped { call() }
        if let ended { port.complete([ended]) }
        pump()
    }

    /// Ends the pipe after the host has disconnected.
    func end() {
        let (waiting, dropped) = monitor.withLock { state, condition in
            state.isOver = true
            condition.broadcast()
            defer { state.waiting = [] }
            return (state.waiting, state.queue.halt())
        }
        for continuation in waiting { continuation.resume(returning: false) }
        for call in dropped { call() }
    }

    // MARK: Completing transfers

    /// Completes the transfers that are ready, unless another thread does.
    private func pump() {
        while true {
            let completions = monitor.withLock { state, condition -> [USBCompletion] in
                var completions: [USBCompletion] = []
                guard !state.isPumping, !state.isOver else { return completions }
                while let completion = state.queue.popCompletion() { completions.append(completion) }
                // A transfer may now be available for streaming.
                condition.broadcast()
                state.isPumping = !completions.isEmpty
                return completions
            }
            if completions.isEmpty { return resumeWaiting() }
            for completion in completions { for call in completion.before { call() } }
            port.complete(completions)
            releaseQueue(nil, nil)
        }
    }

    /// Ends exclusive use of the queue. `request` is an incomplete transfer, `run` is sent next. With an outdated generation
    /// the transfer is completed as it is.
    private func releaseQueue(_ request: USBInQueue.Request?, _ run: USBInQueue.Run?, generation: Int? = nil) {
        let answers = monitor.withLock { state, condition -> [(number: UInt32, request: UInt32, wasPending: Bool)] in
            if let request { state.queue.putBack(request) }
            if let run, !state.queue.isHalted { state.queue.append(run) }
            defer { state.unlinking = [] }
            return state.unlinking.map { ($0.number, $0.request, state.queue.unlink($0.number)) }
        }
        let ended = monitor.withLock { state, condition -> USBCompletion? in
            state.isPumping = false
            condition.broadcast()
            guard let generation, generation != state.generation else { return nil }
            return state.queue.endFirst()
        }
        for answer in answers { port.unlinked(answer.number, by: answer.request, wasPending: answer.wasPending) }
        if let ended { port.complete([ended]) }
    }

    private func resumeWaiting() {
        let waiting = monitor.withLock { state, _ -> [CheckedContinuation<Bool, Never>] in
            guard state.queue.isEmpty, !state.waiting.isEmpty else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: true) }
    }
}
