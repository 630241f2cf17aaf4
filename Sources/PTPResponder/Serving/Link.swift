import HotShoeSupport
import IPTransport

/// What the bytes of a link are made of, and who takes what is found in them. Its parser is pure; what it finds goes to the handler.
protocol LinkFormat: Sendable {
    /// Who deals with what comes, which may change with ``Link/handOver(to:)``. Called on a worker, for one link never twice at a time; must not
    /// wait.
    associatedtype Handler: Sendable

    /// Output in bytes that the other side may leave unread. Above it the link is closed.
    static var outputLimit: Int { get }

    /// Output in bytes above which nothing more is received, until the other side has read half of it.
    static var holdLimit: Int { get }

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
        /// Bytes and whole packets that were used since the deadlines were last looked at.
        var used = (bytes: 0, packets: 0)
    }

    enum Receiving {
        case armed
        case busy(mayGoOn: Bool)
        /// The handler says when to go on.
        case paused
        /// Until the other side has read what waits to be sent.
        case held
    }

    struct State {
        var handler: Format.Handler?
        var watch: EventLoop.Watch?
        var timer: (any TimeSourceTimer)?
        var receiving = Receiving.armed
        var input: Input? = Input()
        /// A slice, so that what has gone out is left behind and nothing is moved.
        var output: ArraySlice<UInt8> = []
        /// Bytes of earlier output that a sender holds.
        var inFlight = 0
        /// Somebody sends now, and nobody else may.
        var isSending = false
        /// The output waits for room.
        var isBlocked = false
        var closesWhenSent = false
        var isEnded = false
        var waiting: [CheckedContinuation<Bool, Never>] = []
        var deadlines: LinkDeadlines
        /// Moment at which the timer fires, as far as it was arranged.
        var armed: Duration?

        init(patience: Duration) { deadlines = LinkDeadlines(patience: patience) }

        /// Bytes that the system has not taken yet.
        var unsent: Int { output.count + inFlight }

        /// Whether receiving goes on, as the other side has read enough.
        mutating func isReleased(at now: Duration) -> Bool {
            guard case .held = receiving, unsent <= Format.holdLimit / 2 else { return false }
            receiving = .armed
            deadlines.releaseInput(at: now)
            return true
        }
    }

    /// Guards what is to be sent, and who receives; the condition wakes those who want to send from a thread that waits.
    let monitor: Monitor<State>

    init(_ number: Int, _ socket: Socket, workers: any CallbackQueue, time: any TimeSource, patience: Duration) {
        self.number = number
        self.socket = socket
        self.workers = workers
        self.time = time
        self.patience = patience
        monitor = Monitor(State(patience: patience))
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

    /// Time from now within which the other side must have introduced itself; nil when it has. Nothing that it sends moves the deadline.
    func setLimit(_ limit: Duration?) {
        let deadline = limit.map { time.now + $0 }
        update { $0.deadlines.introduction = deadline }
    }

    // MARK: Ending

    /// Ends the link at once.
    func close() {
        let (handler, watch, waiting, timer) = monitor.withLock {
            state,
            condition -> (Format.Handler?, EventLoop.Watch?, [CheckedContinuation<Bool, Never>], (any TimeSourceTimer)?) in
            guard !state.isEnded else { return (nil, nil, [], nil) }
            state.isEnded = true
            condition.broadcast()
            defer { (state.handler, state.watch, state.waiting, state.output) = (nil, nil, [], []) }
            return (state.handler, state.watch, state.waiting, state.timer)
        }
        timer?.disarm()
        socket.shutDown()
        watch?.cancel()
        for continuation in waiting { continuation.resume(returning: false) }
        if let handler { Format.ended(self, handler) }
    }

    // MARK: Time

    /// Changes the state, and arms the timer for the deadline that follows from it.
    @discardableResult
    func update<Result>(_ change: (inout State) -> Result) -> Result {
        let (result, timer, isChanged) = monitor.withLock { state, _ in
            let result = change(&state)
            let next = state.isEnded ? nil : state.deadlines.next
            defer { state.armed = next }
            return (result, state.timer, next != state.armed)
        }
        if let timer, isChanged { arrange(timer) }
        return result
    }

    /// Arms the timer. Outside the lock, as clocks are handed in: so what is wanted is compared again after each time.
    private func arrange(_ timer: any TimeSourceTimer) {
        var wanted = monitor.withLock { state, _ in state.armed }
        while true {
            if let wanted { timer.arm(at: wanted) } else { timer.disarm() }
            let latest = monitor.withLock { state, _ in state.isEnded ? nil : state.armed }
            if latest == wanted { return }
            wanted = latest
        }
    }

    private func timeIsUp() {
        let now = time.now
        let (isOver, goesOn) = update { state -> (Bool, Bool) in
            state.armed = nil
            guard !state.isEnded else { return (false, false) }
            let goesOn = state.deadlines.pauseEnd.map { $0 <= now } ?? false
            if goesOn { state.deadlines.pauseEnd = nil }
            return (state.deadlines.next.map { $0 <= now } ?? false, goesOn)
        }
        if isOver { return workers.enqueue(CallbackWork { [weak self] in self?.close() }) }
        if goesOn { resume() }
    }
}
