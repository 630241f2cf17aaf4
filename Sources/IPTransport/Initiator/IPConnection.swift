import Glibc
import HotShoeSupport
public import PTP
public import PTPSession

/// A PTP/IP link as its initiator has it (CIPA DC-X005). **Thread-safe.**
public final class IPConnection: Link {
    /// Where the device is.
    public let address: SocketAddress
    /// What the device said when it welcomed us.
    public let welcome: IPPacket.InitCommandAck

    private enum Driver {
        /// Nobody works on the command connection; it is watched.
        case parked
        case working
        /// Somebody works on it, and must look again.
        case workingAgain
        /// Somebody waits a moment for the next transaction or for the device, and touches nothing meanwhile.
        case lingering
        /// A transaction is begun by who wants it, while somebody lingers.
        case beginning
        /// The link is over.
        case ended
    }

    private struct State {
        var driver = Driver.parked
        var next: LinkTransaction?
        var current: LinkTransaction?
        /// The one to give up.
        var cancelling: LinkTransaction?
        var failure: LinkFailure?
        /// Why there are no events any more: the link is over as soon as what was answered before has been read.
        var eventFailure: LinkFailure?
        var observer: Observer?
        var isTold = false
    }

    private struct Observer {
        weak var observer: (any LinkObserver)?
    }

    /// Guards who works on the command connection, and what is to be done.
    private let state = Guarded(State())
    /// Released when the link is over.
    private let lock: CameraLock?
    /// Of the thread that drives the connection, of which `state` lets there be one.
    private let command: Exclusive<CommandChannel>
    private let commandSocket: Socket
    private let event: Guarded<EventChannel>
    private let commandWatch = Guarded<EventLoop.Watch?>(nil)
    private let eventWatch = Guarded<EventLoop.Watch?>(nil)
    private let work = Guarded<CallbackWork?>(nil)

    /// The threads that all connections share.
    private static let threads = LibraryCallbackQueue(threadName: "hotshoe.io")

    /// For so long a thread waits for the next bytes before it lets go of the connection.
    private static let patience: Duration = .milliseconds(2)

    /// For so long the answer to what is under way is waited for when the events are over.
    private static let lastWordPatience: Duration = .milliseconds(250)

    init(
        command: (socket: Socket, received: [UInt8]),
        event: (socket: Socket, received: [UInt8]),
        address: SocketAddress,
        welcome: IPPacket.InitCommandAck,
        lock: CameraLock? = nil
    ) {
        self.lock = lock
        self.address = address
        self.welcome = welcome
        commandSocket = command.socket
        self.command = Exclusive(CommandChannel(command.socket, received: command.received))
        self.event = Guarded(EventChannel(event.socket, received: event.received))
        let commandWatcher = EventLoop.shared.watch(command.socket) { [weak self] in self?.wake() }
        commandWatch.withLock { $0 = commandWatcher }
        let eventWatcher = EventLoop.shared.watch(event.socket) { [weak self] in self?.receiveEvents() }
        eventWatch.withLock { $0 = eventWatcher }
        let drive = CallbackWork { [weak self] in self?.drive() }
        work.withLock { $0 = drive }
    }

    deinit {
        commandWatch.withLock { $0 }?.cancel()
        eventWatch.withLock { $0 }?.cancel()
    }

    public func start(_ observer: any LinkObserver) {
        state.withLock { $0.observer = Observer(observer: observer) }
        commandWatch.withLock { $0 }?.arm(.toReceive)
        receiveEvents()
    }

    public func perform(_ transaction: LinkTransaction) {
        let beginning = state.withLock { state -> Beginning in
            if state.driver == .ended { return .failed(state.failure ?? .closedHere) }
            precondition(state.next == nil, "a link performs one transaction at a time")
            let isFree = state.driver == .parked || state.driver == .lingering
            guard isFree, state.failure == nil, transaction.dataPhase != .dataOut else {
                state.next = transaction
                return .later
            }
            defer { state.driver = state.driver == .parked ? .working : .beginning }
            state.current = transaction
            return .now(somebodyLingers: state.driver == .lingering)
        }
        switch beginning {
        case .failed(let failure): transaction.finished(.failure(.link(failure)))
        case .later: wake()
        case .now(let somebodyLingers):
            // The request goes out from here. Who takes the answer waits for it already, or is woken while it is on its way.
            command.use { $0.begin(transaction, sending: true) }
            if somebodyLingers { state.withLock { if $0.driver == .beginning { $0.driver = .working } } } else { startDriving() }
        }
    }

    private enum Beginning {
        case failed(LinkFailure)
        case later
        case now(somebodyLingers: Bool)
    }

    public func cancel(_ transaction: LinkTransaction) {
        let isMeant = state.withLock { state -> Bool in
            guard state.current === transaction || state.next === transaction else { return false }
            state.cancelling = transaction
            return true
        }
        if isMeant { wake() }
    }

    public func probe() {
        event.withLock { $0 }.send(.probeRequest)
    }

    public func close() { end(.closedHere) }

    // MARK: The command connection

    /// Lets somebody look at the command connection.
    private func wake() {
        let starts = state.withLock { state -> Bool in
            switch state.driver {
            case .parked:
                state.driver = .working
                return true
            case .working, .lingering:
                state.driver = .workingAgain
                return false
            // Who begins says when that is done, and then it is looked at.
            case .workingAgain, .beginning, .ended: return false
            }
        }
        if starts { startDriving() }
    }

    private func startDriving() {
        if let work = work.withLock({ $0 }) { Self.threads.enqueue(work) }
    }

    /// Works on the command connection until there is nothing more to do.
    private func drive() {
        while true {
            guard beginNext() else { return finishEnding() }
            let (pause, done) = command.use { $0.work() }
            if let (transaction, result) = done {
                state.withLock { state in
                    state.current = nil
                    if state.cancelling === transaction { state.cancelling = nil }
                }
                transaction.finished(result)
                continue
            }
            if case .ended(let failure) = pause {
                end(failure)
                return finishEnding()
            }
            if let failure = state.withLock({ $0.eventFailure }) {
                if !isIdle(pause), commandSocket.wait(for: Self.lastWordPatience) { continue }
                end(failure)
                return finishEnding()
            }
            switch pause {
            case .idle where linger(): continue
            case .toReceive where hasMore(toSend: false), .toSend where hasMore(toSend: true): continue
            case .toReceive, .idle, .ended, nil:
                if park(.toReceive) { return }
            case .toSend:
                // Also to receive: the device may say no before it has everything.
                if park(.toReceiveOrSend) { return }
            }
        }
    }

    private func isIdle(_ pause: CommandChannel.Pause?) -> Bool { if case .idle = pause { true } else { false } }

    /// Takes what is to be done; false when the link is over.
    private func beginNext() -> Bool {
        let (transaction, cancels, isOver) = state.withLock { state -> (LinkTransaction?, Bool, Bool) in
            if state.driver == .ended || state.failure != nil { return (nil, false, true) }
            let next = state.next
            if let next {
                state.current = next
                state.next = nil
            }
            state.driver = .working
            defer { state.cancelling = nil }
            return (next, state.cancelling != nil && state.cancelling === state.current, false)
        }
        if isOver { return false }
        if transaction == nil, !cancels { return true }
        command.use { channel in
            if let transaction { channel.begin(transaction, sending: true) }
            if cancels { channel.cancel() }
        }
        return true
    }

    /// Waits for a moment; whether there is something to do.
    private func hasMore(toSend: Bool) -> Bool {
        if state.withLock({ $0.driver != .working || $0.failure != nil }) { return true }
        return commandSocket.wait(toSend: toSend, for: Self.patience)
    }

    /// For so long a thread waits for the next transaction before it lets go of the connection.
    private static let lingering: Duration = .milliseconds(1)

    /// Waits for the next transaction, or for the device; whether there is something to do. Who performs transactions one after the
    /// other, as live view does, finds the thread in place that takes the answer.
    private func linger() -> Bool {
        let mayLinger = state.withLock { state -> Bool in
            guard state.driver == .working, state.next == nil, state.failure == nil else { return false }
            state.driver = .lingering
            return true
        }
        guard mayLinger else { return true }
        let hasMore = commandSocket.wait(for: Self.lingering)
        while true {
            let isOver = state.withLock { state -> Bool? in
                switch state.driver {
                case .beginning: return nil
                case .lingering:
                    state.driver = .working
                    return !hasMore
                default: return false
                }
            }
            if let isOver { return !isOver }
            // It is a matter of one system call.
            sched_yield()
        }
    }

    /// Lets go of the connection; false when there is something to do after all.
    private func park(_ interest: EventLoop.Interest) -> Bool {
        let isParked = state.withLock { state -> Bool in
            guard state.driver == .working, state.failure == nil else { return false }
            state.driver = .parked
            return true
        }
        // Only now: who is woken by it may begin at once.
        if isParked { commandWatch.withLock { $0 }?.arm(interest) }
        return isParked
    }

    // MARK: The event connection

    private func receiveEvents() {
        guard let observer = state.withLock({ $0.failure == nil ? $0.observer?.observer : nil }) else { return }
        let messages: [EventChannel.Message]
        do throws(LinkFailure) {
            messages = try event.withLock { channel throws(LinkFailure) in try channel.receive() }
        } catch {
            state.withLock { $0.eventFailure = error }
            return wake()
        }
        for message in messages {
            switch message {
            case .event(let event): observer.eventCame(event)
            case .probeAnswered: observer.linkIsAlive()
            case .probed:
                observer.linkIsAlive()
                event.withLock { $0 }.send(.probeResponse)
            }
        }
        eventWatch.withLock { $0 }?.arm(.toReceive)
    }

    // MARK: The end

    private func end(_ failure: LinkFailure) {
        let isFirst = state.withLock { state -> Bool in
            guard state.failure == nil else { return false }
            state.failure = failure
            return true
        }
        guard isFirst else { return }
        commandSocket.shutDown()
        event.withLock { $0 }.socket.shutDown()
        eventWatch.withLock { $0 }?.cancel()
        // Whoever works on the connection sees it; if nobody does, somebody must.
        wake()
    }

    /// Lets everybody know, once; runs on the driving thread.
    private func finishEnding() {
        let (waiting, failure, observer) = state.withLock { state -> (LinkTransaction?, LinkFailure, (any LinkObserver)?) in
            let failure = state.failure ?? .closedHere
            if state.isTold { return (nil, failure, nil) }
            state.isTold = true
            state.driver = .ended
            defer { (state.next, state.current) = (nil, nil) }
            return (state.next, failure, state.observer?.observer)
        }
        let current = command.use { $0.end() }
        commandWatch.withLock { $0 }?.cancel()
        lock?.release()
        current?.finished(.failure(.link(failure)))
        waiting?.finished(.failure(.link(failure)))
        observer?.linkEnded(failure)
    }
}
