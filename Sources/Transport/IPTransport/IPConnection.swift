import Glibc
import HotShoeSupport
public import PTP
public import PTPSession
public import Sockets

/// The initiator's side of a PTP/IP link (CIPA DC-X005). **Thread-safe.**
public final class IPConnection: Link {
    /// Address of the device.
    public let address: SocketAddress
    /// The device's acknowledgement of the connection, with its name and identifier.
    public let welcome: IPPacket.InitCommandAck

    private enum Driver {
        /// No thread works on the command connection; the event loop watches it.
        case parked
        case working
        /// A thread works on the connection and must check the state again.
        case workingAgain
        /// A thread waits a short time for the next transaction or for the device, without using the channel.
        case lingering
        /// A caller starts a transaction while another thread lingers.
        case beginning
        /// The link has ended.
        case ended
    }

    private struct State {
        var driver = Driver.parked
        var next: LinkTransaction?
        var current: LinkTransaction?
        /// The transaction to cancel.
        var cancelling: LinkTransaction?
        var failure: LinkFailure?
        /// Reason why the event connection has ended. The link ends as soon as earlier answers have been read.
        var eventFailure: LinkFailure?
        var observer: Observer?
        var isNotified = false
    }

    private struct Observer {
        weak var observer: (any LinkObserver)?
    }

    /// Guards the driver of the command connection and its work.
    private let state = Guarded(State())
    /// Claim to the camera, released when the link has ended.
    private let lock: CameraLock?
    /// Used by the thread that drives the connection; `state` ensures that there is only one.
    private let command: Exclusive<CommandChannel>
    private let commandSocket: Socket
    private let event: Guarded<EventChannel>
    private let commandWatch = Guarded<EventLoop.Watch?>(nil)
    private let eventWatch = Guarded<EventLoop.Watch?>(nil)
    private let work = Guarded<CallbackWork?>(nil)

    /// Threads that all connections share.
    private static let threads = LibraryCallbackQueue(threadName: "hotshoe.io")

    /// Time that a thread waits for the next bytes before it parks the connection.
    private static let parkingDelay: Duration = .milliseconds(2)

    /// Time to wait for the current answer after the event connection has ended.
    private static let lateAnswerTimeout: Duration = .milliseconds(250)

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

    /// Starts delivering events to `observer`; see `Link.start(_:)`.
    public func start(_ observer: any LinkObserver) {
        state.withLock { $0.observer = Observer(observer: observer) }
        commandWatch.withLock { $0 }?.arm(.toReceive)
        receiveEvents()
    }

    /// Performs a transaction; see `Link.perform(_:)`.
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
            return .now(isLingering: state.driver == .lingering)
        }
        switch beginning {
        case .failed(let failure): transaction.finished(.failure(.link(failure)))
        case .later: wake()
        case .now(let isLingering):
            // The request is sent on this thread. The thread for the answer is already waiting, or wakes while the request is
            // on its way.
            command.use { $0.begin(transaction, sending: true) }
            if isLingering { state.withLock { if $0.driver == .beginning { $0.driver = .working } } } else { startDriving() }
        }
    }

    private enum Beginning {
        case failed(LinkFailure)
        case later
        case now(isLingering: Bool)
    }

    /// Cancels a transaction; see `Link.cancel(_:)`.
    public func cancel(_ transaction: LinkTransaction) {
        let isCurrent = state.withLock { state -> Bool in
            guard state.current === transaction || state.next === transaction else { return false }
            state.cancelling = transaction
            return true
        }
        if isCurrent { wake() }
    }

    /// Sends a probe request on the event connection.
    public func probe() {
        event.withLock { $0 }.send(.probeRequest)
    }

    /// Closes the link; see `Link.close()`.
    public func close() { end(.closedHere) }

    // MARK: The command connection

    /// Ensures that a thread works on the command connection.
    private func wake() {
        let starts = state.withLock { state -> Bool in
            switch state.driver {
            case .parked:
                state.driver = .working
                return true
            case .working, .lingering:
                state.driver = .workingAgain
                return false
            // The caller that starts a transaction resumes the driving thread afterwards.
            case .workingAgain, .beginning, .ended: return false
            }
        }
        if starts { startDriving() }
    }

    private func startDriving() {
        if let work = work.withLock({ $0 }) { Self.threads.enqueue(work) }
    }

    /// Works on the command connection until nothing is left to do.
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
                if !isIdle(pause), commandSocket.wait(for: Self.lateAnswerTimeout) { continue }
                end(failure)
                return finishEnding()
            }
            switch pause {
            case .idle where linger(): continue
            case .toReceive where hasMore(toSend: false), .toSend where hasMore(toSend: true): continue
            case .toReceive, .idle, .ended, nil:
                if park(.toReceive) { return }
            case .toSend:
                // Also watches for input: the device may refuse before it has received all data.
                if park(.toReceiveOrSend) { return }
            }
        }
    }

    private func isIdle(_ pause: CommandChannel.Pause?) -> Bool { if case .idle = pause { true } else { false } }

    /// Passes the next transaction and the cancellation to the channel; returns `false` if the link has ended.
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

    /// Waits a short time for the socket. Returns whether there is something to do.
    private func hasMore(toSend: Bool) -> Bool {
        if state.withLock({ $0.driver != .working || $0.failure != nil }) { return true }
        return commandSocket.wait(toSend: toSend, for: Self.parkingDelay)
    }

    /// Time that a thread waits for the next transaction before it parks the connection.
    private static let lingering: Duration = .milliseconds(1)

    /// Waits a short time for the next transaction or the device. Returns whether there is something to do. For transactions
    /// in quick succession, as in live view, the thread for the answer is already running.
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
            // The caller needs only one more system call.
            sched_yield()
        }
    }

    /// Parks the connection; returns `false` if there is something to do.
    private func park(_ interest: EventLoop.Interest) -> Bool {
        let isParked = state.withLock { state -> Bool in
            guard state.driver == .working, state.failure == nil else { return false }
            state.driver = .parked
            return true
        }
        // After the state change, because the event loop may wake another thread immediately.
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
            case .event(let event): observer.eventReceived(event)
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
        // A working thread detects the end; if there is none, one must start.
        wake()
    }

    /// Notifies the transactions and the observer of the end, once. Runs on the driving thread.
    private func finishEnding() {
        let (waiting, failure, observer) = state.withLock { state -> (LinkTransaction?, LinkFailure, (any LinkObserver)?) in
            let failure = state.failure ?? .closedHere
            if state.isNotified { return (nil, failure, nil) }
            state.isNotified = true
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
