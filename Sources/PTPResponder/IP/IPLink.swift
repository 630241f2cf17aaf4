import HotShoeSupport
import IPTransport
import PTP

/// Who deals with what comes over a link. Called on a worker, for one link never twice at a time; must not wait.
protocol IPLinkHandler: AnyObject, Sendable {
    /// A packet came; of those with data the head.
    func received(_ packet: IPPacket, on link: IPLink)
    /// Bytes of data came. Returns whether to go on; otherwise the handler says when, with ``IPLink/resume()``.
    func received(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool, on link: IPLink) -> Bool
    /// The link is over. Called once, on any thread.
    func ended(_ link: IPLink)
}

/// One connection of PTP/IP: finds packets in what comes, sends packets, takes no thread while nothing happens. **Thread-safe.**
final class IPLink: Sendable {
    let number: Int
    let socket: Socket
    let workers: any CallbackQueue
    let time: any TimeSource
    /// How long nothing may move in the middle of something.
    let patience: Duration

    /// What came and was not used yet.
    struct Input {
        var parser = IPPacketParser()
        var buffer = [UInt8](repeating: 0, count: 4096)
        var start = 0
        var end = 0
    }

    enum Receiving {
        case armed
        case busy(mayGoOn: Bool)
        case paused
    }

    struct State {
        var handler: (any IPLinkHandler)?
        var watch: EventLoop.Watch?
        var timer: (any TimeSourceTimer)?
        var receiving = Receiving.armed
        var input: Input? = Input()
        /// A slice, so that what has gone out is left behind and nothing is moved.
        var output: ArraySlice<UInt8> = []
        /// Somebody sends now, and nobody else may.
        var isSending = false
        /// The output waits for room.
        var isBlocked = false
        var closesWhenSent = false
        var isEnded = false
        var waiting: [CheckedContinuation<Bool, Never>] = []
        var receiveDeadline: Duration?
        var sendDeadline: Duration?
    }

    /// Guards what is to be sent, and who receives; the condition wakes those who want to send from a thread that waits.
    let monitor = Monitor(State())

    init(_ number: Int, _ socket: Socket, workers: any CallbackQueue, time: any TimeSource, patience: Duration) {
        self.number = number
        self.socket = socket
        self.workers = workers
        self.time = time
        self.patience = patience
    }

    deinit {
        // A link that nobody closed, and nobody holds.
        monitor.withLock { state, _ in state.watch }?.cancel()
    }

    /// Begins to receive. `limit` is how long the other side may take until ``setLimit(_:)`` says otherwise.
    func start(_ handler: any IPLinkHandler, limit: Duration) {
        let work = CallbackWork { [weak self] in self?.ready() }
        let workers = workers
        let watch = EventLoop.shared.watch(socket) { workers.enqueue(work) }
        let timer = time.makeTimer { [weak self] in self?.timeIsUp() }
        let isEnded = monitor.withLock { state, _ in
            if state.isEnded { return true }
            state.handler = handler
            state.watch = watch
            state.timer = timer
            return false
        }
        // It was closed before it had begun.
        if isEnded {
            watch.cancel()
            return handler.ended(self)
        }
        setLimit(limit)
        watch.arm(.toReceive)
    }

    /// From now on others deal with what comes. Called from within the handler.
    func handOver(to handler: any IPLinkHandler) {
        let isEnded = monitor.withLock { state, _ in
            if !state.isEnded { state.handler = handler }
            return state.isEnded
        }
        if isEnded { handler.ended(self) }
    }

    /// How long from now the other side may stay silent; nil for as long as it likes.
    func setLimit(_ limit: Duration?) {
        setDeadline(\.receiveDeadline, limit.map { time.now + $0 })
    }

    // MARK: Ending

    /// Ends the link at once.
    func close() {
        let (handler, watch, waiting) = monitor.withLock {
            state,
            condition -> ((any IPLinkHandler)?, EventLoop.Watch?, [CheckedContinuation<Bool, Never>]) in
            guard !state.isEnded else { return (nil, nil, []) }
            state.isEnded = true
            state.timer?.disarm()
            condition.broadcast()
            defer { (state.handler, state.watch, state.waiting, state.output) = (nil, nil, [], []) }
            return (state.handler, state.watch, state.waiting)
        }
        socket.shutDown()
        watch?.cancel()
        for continuation in waiting { continuation.resume(returning: false) }
        handler?.ended(self)
    }

    func setDeadline(_ path: WritableKeyPath<State, Duration?>, _ deadline: Duration?) {
        monitor.withLock { state, _ in
            state[keyPath: path] = deadline
            let next = [state.receiveDeadline, state.sendDeadline].compactMap { $0 }.min()
            if state.isEnded { return }
            if let next { state.timer?.arm(at: next) } else { state.timer?.disarm() }
        }
    }

    private func timeIsUp() {
        let isOver = monitor.withLock { state, _ in
            let next = [state.receiveDeadline, state.sendDeadline].compactMap { $0 }.min()
            guard let next, !state.isEnded else { return false }
            if next > time.now {
                state.timer?.arm(at: next)
                return false
            }
            return true
        }
        if isOver { workers.enqueue(CallbackWork { [weak self] in self?.close() }) }
    }
}
