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

    private struct State {
        var machine = LinkMachine()
        /// Reason why the event connection has ended. The link ends as soon as earlier answers have been read.
        var eventFailure: LinkFailure?
        var observer: Observer?
    }

    private struct Observer {
        weak var observer: (any LinkObserver)?
    }

    /// Guards the machine of the command connection; the condition wakes a thread that waits for another's beginning.
    private let state = Monitor(State())
    /// Claim to the camera, released when the link has ended.
    private let lock: CameraLock?
    /// Used by the one thread that the machine allows.
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
        state.withLock { state, _ in state.observer = Observer(observer: observer) }
        commandWatch.withLock { $0 }?.arm(.toReceive)
        receiveEvents()
    }

    /// Performs a transaction; see `Link.perform(_:)`.
    public func perform(_ transaction: LinkTransaction) {
        let beginning = state.withLock { state, _ in
            // Data is sent by a thread that may wait for its provider.
            state.machine.perform(transaction, canBeginHere: transaction.dataPhase != .dataOut)
        }
        switch beginning {
        case .failed(let failure): transaction.finished(.failure(.link(failure)))
        case .queued(let wake): carryOut(wake)
        case .here:
            command.use { $0.begin(transaction, sending: true) }
            startDriving()
        case .hereForLingering:
            // The thread for the answer is already waiting, or wakes while the request is on its way.
            command.use { $0.begin(transaction, sending: true) }
            if state.withLock({ state, _ in state.machine.begun() }) { state.signal() }
        }
    }

    /// Cancels a transaction; see `Link.cancel(_:)`.
    public func cancel(_ transaction: LinkTransaction) {
        carryOut(state.withLock { state, _ in state.machine.cancel(transaction) })
    }

    /// Sends a probe request on the event connection.
    public func probe() {
        event.withLock { $0 }.send(.probeRequest)
    }

    /// Closes the link; see `Link.close()`.
    public func close() { end(.closedHere) }

    // MARK: The command connection

    /// Ensures that a thread works on the command connection.
    private func wake() { carryOut(state.withLock { state, _ in state.machine.wake() }) }

    private func carryOut(_ wake: LinkMachine.Wake) {
        switch wake {
        case .startsThread: startDriving()
        // A lingering thread looks for work within a millisecond, or when the device sends.
        case .nothing, .wakesThread: break
        }
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
                state.withLock { state, _ in state.machine.finished(transaction) }
                transaction.finished(result)
                continue
            }
            if case .ended(let failure) = pause {
                end(failure)
                return finishEnding()
            }
            if let failure = state.withLock({ state, _ in state.eventFailure }) {
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
        let (isOver, transaction, cancels) = state.withLock { state, _ -> (Bool, LinkTransaction?, Bool) in
            guard state.machine.beginTurn() else { return (true, nil, false) }
            return (false, state.machine.popNext(), state.machine.popCancellation())
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
        if state.withLock({ state, _ in state.machine.hasWork }) { return true }
        return commandSocket.wait(toSend: toSend, for: Self.parkingDelay)
    }

    /// Time that a thread waits for the next transaction before it parks the connection.
    private static let lingering: Duration = .milliseconds(1)

    /// Waits a short time for the next transaction or the device. Returns whether there is something to do. For transactions
    /// in quick succession, as in live view, the thread for the answer is already running.
    private func linger() -> Bool {
        guard state.withLock({ state, _ in state.machine.linger() }) else { return true }
        let hasMore = commandSocket.wait(for: Self.lingering)
        let lingered = state.wait { state -> LinkMachine.Lingered? in
            let lingered = state.machine.endLingering()
            return lingered == .wait ? nil : lingered
        }
        return hasMore || lingered == .work
    }

    /// Parks the connection; returns `false` if there is something to do.
    private func park(_ interest: EventLoop.Interest) -> Bool {
        let isParked = state.withLock { state, _ in state.machine.park() }
        // After the state change, because the event loop may wake another thread immediately.
        if isParked { commandWatch.withLock { $0 }?.arm(interest) }
        return isParked
    }

    // MARK: The event connection

    private func receiveEvents() {
        let listening = state.withLock { state, _ in state.machine.failure == nil ? state.observer?.observer : nil }
        guard let observer = listening else { return }
        let messages: [EventChannel.Message]
        do throws(LinkFailure) {
            messages = try event.withLock { channel throws(LinkFailure) in try channel.receive() }
        } catch {
            state.withLock { state, _ in state.eventFailure = error }
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
        guard let wake = state.withLock({ state, _ in state.machine.fail(failure) }) else { return }
        commandSocket.shutDown()
        event.withLock { $0 }.socket.shutDown()
        eventWatch.withLock { $0 }?.cancel()
        // A working thread detects the end; if there is none, one must start.
        carryOut(wake)
    }

    /// Notifies the transactions and the observer of the end, once. Runs on the driving thread.
    private func finishEnding() {
        guard let (failure, waiting) = state.withLock({ state, _ in state.machine.beginEnding() }) else { return }
        let current = command.use { $0.end() }
        commandWatch.withLock { $0 }?.cancel()
        lock?.release()
        current?.finished(.failure(.link(failure)))
        waiting?.finished(.failure(.link(failure)))
        let observer = state.withLock { state, _ in
            state.machine.end()
            return state.observer?.observer
        }
        observer?.linkEnded(failure)
    }
}
