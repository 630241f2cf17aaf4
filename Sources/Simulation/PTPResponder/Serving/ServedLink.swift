import HotShoeSupport
import Sockets

/// Format of a link's bytes: a parser, and the handler of the packets that it finds. The parser is pure.
protocol LinkFormat: Sendable {
    /// Receiver of the packets, replaceable with ``ServedLink/handOver(to:)``. Called on a worker, never concurrently for one link.
    /// Must not block.
    associatedtype Handler: Sendable

    /// Maximum unread output, in bytes. Above it the link closes.
    static var outputLimit: Int { get }

    /// Amount of unread output, in bytes, above which receiving pauses until the other side has read half of it.
    static var holdLimit: Int { get }

    /// Notifies a handler that its link has ended: once, on any thread.
    static func ended(_ link: ServedLink<Self>, _ handler: Handler)

    /// Creates a format at the start of a packet.
    init()

    /// Whether the parser is between two packets.
    var isBetweenPackets: Bool { get }

    /// Parses the beginning of the unused bytes and passes what it finds to the handler.
    mutating func digest(_ bytes: RawSpan, for handler: Handler, on link: ServedLink<Self>) -> LinkDigestion
}

/// Result of parsing bytes of a link.
enum LinkDigestion {
    /// More bytes are needed.
    case incomplete
    /// This number of bytes was used.
    case used(Int)
    /// This number of bytes was used, and the handler continues later with ``ServedLink/resume()``.
    case usedAndPause(Int)
    /// The bytes violate the format.
    case failed
}

/// A connection of a server: receives packets by a format and sends bytes, without occupying a thread while idle.
/// **Thread-safe.**
final class ServedLink<Format: LinkFormat>: Sendable {
    let number: Int
    let socket: Socket
    let workers: any CallbackQueue
    let time: any TimeSource
    /// Longest time without progress within a packet, a transaction's data or the output.
    let timeout: Duration

    /// Received bytes that have not been used.
    struct Input {
        var format = Format()
        var buffer = [UInt8](repeating: 0, count: 4096)
        var start = 0
        var end = 0
        /// Numbers of bytes and whole packets used since the last update of the deadlines.
        var used = (bytes: 0, packets: 0)
    }

    enum Receiving {
        case armed
        case busy(mayContinue: Bool)
        /// Until the handler resumes.
        case paused
        /// Until the other side has read enough of the output.
        case held
    }

    struct State {
        var handler: Format.Handler?
        var watch: EventLoop.Watch?
        var timer: (any TimeSourceTimer)?
        var receiving = Receiving.armed
        var input: Input? = Input()
        /// A slice, so that removing sent bytes from the front moves no memory.
        var output: ArraySlice<UInt8> = []
        /// Number of bytes of earlier output that a sender holds.
        var inFlight = 0
        /// A sender is active and has exclusive use of the socket.
        var isSending = false
        /// The output waits for space in the socket.
        var isBlocked = false
        var closesWhenSent = false
        var isEnded = false
        var waiting: [CheckedContinuation<Bool, Never>] = []
        var deadlines: LinkDeadlines
        /// Time for which the timer is armed.
        var armed: Duration?

        init(timeout: Duration) { deadlines = LinkDeadlines(timeout: timeout) }

        /// Number of bytes that the system has not accepted.
        var unsent: Int { output.count + inFlight }

        /// Ends a pause of receiving if the other side has read enough. Returns whether it did.
        mutating func isReleased(at now: Duration) -> Bool {
            guard case .held = receiving, unsent <= Format.holdLimit / 2 else { return false }
            receiving = .armed
            deadlines.releaseInput(at: now)
            return true
        }
    }

    /// Guards the output and the state of receiving; the condition wakes threads that wait to send.
    let monitor: Monitor<State>

    init(_ number: Int, _ socket: Socket, workers: any CallbackQueue, time: any TimeSource, timeout: Duration) {
        self.number = number
        self.socket = socket
        self.workers = workers
        self.time = time
        self.timeout = timeout
        monitor = Monitor(State(timeout: timeout))
    }

    deinit {
        // The link was released without being closed.
        monitor.withLock { state, _ in state.watch }?.cancel()
    }

    /// Starts receiving. `limit` is the time for the introduction until ``setLimit(_:)`` changes it.
    func start(_ handler: Format.Handler, limit: Duration) {
        let work = CallbackWork { [weak self] in self?.ready() }
        let workers = workers
        guard let watch = try? EventLoop.shared.watch(socket, { workers.enqueue(work) }) else {
            close()
            return Format.ended(self, handler)
        }
        let timer = time.makeTimer { [weak self] in self?.timeIsUp() }
        let isEnded = monitor.withLock { state, _ in
            if state.isEnded { return true }
            state.handler = handler
            state.watch = watch
            state.timer = timer
            return false
        }
        // The link was closed before it started.
        if isEnded {
            watch.cancel()
            return Format.ended(self, handler)
        }
        setLimit(limit)
        watch.arm(.toReceive)
    }

    /// Replaces the handler. Called from within the current handler.
    func handOver(to handler: Format.Handler) {
        let isEnded = monitor.withLock { state, _ in
            if !state.isEnded { state.handler = handler }
            return state.isEnded
        }
        if isEnded { Format.ended(self, handler) }
    }

    /// Sets the time from now for the other side's introduction; nil after it. Received bytes do not move the deadline.
    func setLimit(_ limit: Duration?) {
        let deadline = limit.map { time.now + $0 }
        update { $0.deadlines.introduction = deadline }
    }

    // MARK: Ending

    /// Closes the link immediately.
    func close() {
        let (handler, watch, waiting, timer) = monitor.withLock {
            state,
            condition -> (Format.Handler?, EventLoop.Watch?, [CheckedContinuation<Bool, Never>], (any TimeSourceTimer)?) in
            guard !state.isEnded else { return (nil, nil, [], nil) }
            state.isEnded = true
            condition.broadcast()
            defer { (state.handler, state.watch, state.waiting, state.output, state.inFlight) = (nil, nil, [], [], 0) }
            return (state.handler, state.watch, state.waiting, state.timer)
        }
        timer?.disarm()
        socket.shutDown()
        watch?.cancel()
        for continuation in waiting { continuation.resume(returning: false) }
        if let handler { Format.ended(self, handler) }
    }

    // MARK: Time

    /// Changes the state and arms the timer for the resulting deadline.
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

    /// Arms the timer, without the lock because the clock is supplied by the caller. Compares the deadline again after each
    /// call, since it may have changed.
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
        let (isOver, continues) = update { state -> (Bool, Bool) in
            state.armed = nil
            guard !state.isEnded else { return (false, false) }
            let continues = state.deadlines.pauseEnd.map { $0 <= now } ?? false
            if continues { state.deadlines.pauseEnd = nil }
            return (state.deadlines.next.map { $0 <= now } ?? false, continues)
        }
        if isOver { return workers.enqueue(CallbackWork { [weak self] in self?.close() }) }
        if continues { resume() }
    }
}
