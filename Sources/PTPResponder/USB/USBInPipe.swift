import HotShoeSupport

/// An endpoint towards the host: the device puts in, the host takes. **Thread-safe**; one at a time puts in.
final class USBInPipe: Sendable {
    private struct State {
        var queue: USBInQueue
        /// Somebody ends transfers now, and nobody else may.
        var isPumping = false
        /// Transfers that are to be given up and may be in that one's hands: their numbers, and who wants it.
        var unlinking: [(number: UInt32, request: UInt32)] = []
        /// What is put in belongs to one of these; what is of an older one is dropped.
        var generation = 0
        var isOver = false
        var waiting: [CheckedContinuation<Bool, Never>] = []

        /// Whether something of this time may be put in.
        func takes(_ generation: Int?) -> Bool {
            !isOver && !queue.isHalted && (generation == nil || generation == self.generation)
        }
    }

    /// Guards what waits on either side; the condition wakes who puts in from a thread that waits.
    private let monitor: Monitor<State>
    private let port: any USBPort
    private let packetSize: Int

    init(packetSize: Int, _ port: any USBPort) {
        monitor = Monitor(State(queue: USBInQueue(packetSize: packetSize)))
        self.port = port
        self.packetSize = packetSize
    }

    var isHalted: Bool { monitor.withLock { state, _ in state.queue.isHalted } }
    /// How many transfers wait.
    var requestCount: Int { monitor.withLock { state, _ in state.queue.requestCount } }
    /// To be given with what is put in.
    var generation: Int { monitor.withLock { state, _ in state.generation } }

    // MARK: The host

    func submit(_ number: UInt32, length: Int) {
        monitor.withLock { state, condition in
            state.queue.submit(number, length: length)
            condition.broadcast()
        }
        pump()
    }

    /// Gives a transfer up, and answers that.
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

    /// Puts something in; nobody waits for it to be taken. What belongs to another time is dropped.
    func put(_ runs: [USBInQueue.Run], generation: Int? = nil) {
        let isWanted = monitor.withLock { state, _ in
            guard state.takes(generation) else { return false }
            for run in runs { state.queue.append(run) }
            return true
        }
        if isWanted { pump() } else { for run in runs { run.whenTaken?() } }
    }

    /// As ``put(_:generation:)``, and returns when the host has taken all of it; false if it never will.
    func send(_ runs: [USBInQueue.Run], generation: Int? = nil) async -> Bool {
        await withCheckedContinuation { continuation in
            let isWanted = monitor.withLock { state, _ in
                guard state.takes(generation) else { return false }
                for run in runs { state.queue.append(run) }
                state.waiting.append(continuation)
                return true
            }
            if isWanted { pump() } else { continuation.resume(returning: false) }
        }
    }

    /// Puts bytes in from this thread, which waits until the host has taken them; they go out without a copy as far as they fill a transfer.
    ///
    /// - Returns: false if the host does not take them any more.
    func stream(_ bytes: RawSpan, endsTransfer: Bool, generation: Int) -> Bool {
        var offset = 0
        while true {
            guard let taken = takeRequest(generation) else { return false }
            let isDone = fill(taken, with: bytes, &offset, endsTransfer: endsTransfer, generation)
            if isDone { return true }
        }
    }

    private func takeRequest(_ generation: Int) -> USBInQueue.Request? {
        monitor.wait { state -> USBInQueue.Request?? in
            if state.isOver || state.generation != generation || state.queue.isHalted { return .some(nil) }
            guard !state.isPumping, let request = state.queue.takeRequest() else { return nil }
            state.isPumping = true
            return .some(request)
        } ?? nil
    }

    /// Fills one transfer. Returns whether all bytes have gone.
    private func fill(
        _ taken: USBInQueue.Request,
        with bytes: RawSpan,
        _ offset: inout Int,
        endsTransfer: Bool,
        _ generation: Int
    ) -> Bool {
        var request = taken
        let room = request.length - request.count
        let count = min(room, bytes.byteCount - offset)
        let piece = bytes.extracting(offset..<offset + count)
        offset += count
        request.count += count
        let isFull = request.count == request.length
        // A packet is as large as it is: one that does not fit is too much.
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
            letGo(nil, needsEmptyPacket ? .bytes([]) : nil)
            pump()
        } else {
            request.pieces.append(.bytes(unsafe piece.withUnsafeBytes { unsafe Array($0)[...] }))
            letGo(request, nil, generation: generation)
            pump()
        }
        return isDone
    }

    /// From here on the endpoint stands still.
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

    /// Drops what waits to be taken, and whatever is put in of the same time.
    func flush() {
        let (dropped, ended) = monitor.withLock { state, condition -> ([@Sendable () -> Void], USBCompletion?) in
            state.generation += 1
            condition.broadcast()
            // What is in somebody's hands is not here.
            return state.queue.flush()
        }
        for call in dropped { call() }
        if let ended { port.complete([ended]) }
        pump()
    }

    /// The host has gone.
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

    // MARK: Between the two

    /// Ends the transfers that can be, unless somebody does already.
    private func pump() {
        while true {
            let completions = monitor.withLock { state, condition -> [USBCompletion] in
                var completions: [USBCompletion] = []
                guard !state.isPumping, !state.isOver else { return completions }
                while let completion = state.queue.takeCompletion() { completions.append(completion) }
                // A transfer may have become ready to be streamed into.
                condition.broadcast()
                state.isPumping = !completions.isEmpty
                return completions
            }
            if completions.isEmpty { return resumeWaiting() }
            for completion in completions { for call in completion.before { call() } }
            port.complete(completions)
            letGo(nil, nil)
        }
    }

    /// Lets others have their turn; `request` is not full yet, `run` comes next. Of a time that is over, it ends as it is.
    private func letGo(_ request: USBInQueue.Request?, _ run: USBInQueue.Run?, generation: Int? = nil) {
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
