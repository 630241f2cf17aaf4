import HotShoeSupport
import IPTransport

/// What the bytes of a link are made of, and who takes what is found in them. Its parser is pure; what it finds goes to the handler.
protocol LinkFormat: Sendable {
    /// Who deals with what comes, which may change with ``Link/handOver(to:)``. Called on a worker, for one link never twice at a time; must not
    /// wait.
    associatedtype Handler: Sendable

    /// How much may wait to be sent without anybody waiting for it, in bytes.
    static var outputLimit: Int { get }

    /// Tells a handler that its link is over: once, on any thread.
    static func ended(_ link: Link<Self>, _ handler: Handler)

    /// Begins with a packet.
    init()

    /// Whether nothing has begun that has not ended.
    var isBetweenPackets: Bool { get }

    /// Uses what stands at the beginning of bytes that have not been used yet.
    mutating func digest(_ bytes: RawSpan, for handler: Handler, on link: Link<Self>) -> LinkDigestion
}

/// What has become of the bytes of a link.
enum LinkDigestion {
    /// More are needed.
    case incomplete
    /// So many are used up.
    case used(Int)
    /// So many are used up, and the handler says when to go on, with ``Link/resume()``.
    case usedAndPause(Int)
    /// They are not understood.
    case failed
}

/// One connection of a server: lets a format find packets in what comes, sends bytes, takes no thread while nothing happens.
/// **Thread-safe.**
final class Link<Format: LinkFormat>: Sendable {
    let number: Int
    let socket: Socket
    let workers: any CallbackQueue
    let time: any TimeSource
    /// How long nothing may move in the middle of something.
    let patience: Duration

    /// What came and was not used yet.
    struct Input {
        var format = Format()
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
        var handler: Format.Handler?
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

        /// The next of them.
        var deadline: Duration? {
            guard let receiveDeadline, let sendDeadline else { return receiveDeadline ?? sendDeadline }
            return min(receiveDeadline, sendDeadline)
        }
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
    func start(_ handler: Format.Handler, limit: Duration) {
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
            return Format.ended(self, handler)
        }
        setLimit(limit)
        watch.arm(.toReceive)
    }

    /// From now on others deal with what comes. Called from within the handler.
    func handOver(to handler: Format.Handler) {
        let isEnded = monitor.withLock { state, _ in
            if !state.isEnded { state.handler = handler }
            return state.isEnded
        }
        if isEnded { Format.ended(self, handler) }
    }

    /// How long from now the other side may stay silent; nil for as long as it likes.
    func setLimit(_ limit: Duration?) {
        let deadline = limit.map { time.now + $0 }
        setDeadline { $0.receiveDeadline = deadline }
    }

    // MARK: Ending

    /// Ends the link at once.
    func close() {
        let (handler, watch, waiting) = monitor.withLock {
            state,
            condition -> (Format.Handler?, EventLoop.Watch?, [CheckedContinuation<Bool, Never>]) in
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
        if let handler { Format.ended(self, handler) }
    }

    func setDeadline(_ change: (inout State) -> Void) {
        monitor.withLock { state, _ in
            let before = state.deadline
            change(&state)
            let next = state.deadline
            if state.isEnded || next == before { return }
            if let next { state.timer?.arm(at: next) } else { state.timer?.disarm() }
        }
    }

    private func timeIsUp() {
        let isOver = monitor.withLock { state, _ in
            guard let next = state.deadline, !state.isEnded else { return false }
            if next > time.now {
                state.timer?.arm(at: next)
                return false
            }
            return true
        }
        if isOver { workers.enqueue(CallbackWork { [weak self] in self?.close() }) }
    }
}
