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
    /// The packets that opened the connections.
    public let handshake: [HandshakePacket]

    struct State {
        var machine = LinkMachine()
        /// Reason why the event connection has ended. The link ends as soon as earlier answers have been read.
        var eventFailure: LinkFailure?
        var observer: Observer?
        /// The thread that reports a result. It has the channel, and does not use it meanwhile.
        var reporter: pthread_t?
    }

    struct Observer {
        weak var observer: (any LinkObserver)?
    }

    /// Guards the machine of the command connection; the condition wakes a thread that waits for another's beginning.
    let state = Monitor(State())
    /// Claim to the camera, released when the link has ended.
    private let lock: CameraLock?
    /// Used by the one thread that the machine allows.
    let command: Exclusive<CommandChannel>
    let commandSocket: Socket
    /// Nil until the event connection is open.
    private let event: Guarded<EventChannel?>
    private let goodbye: [UInt8]
    let commandWatch = Guarded<EventLoop.Watch?>(nil)
    private let eventWatch = Guarded<EventLoop.Watch?>(nil)
    private let work = Guarded<CallbackWork?>(nil)

    /// Threads that all connections share.
    static let threads = LibraryCallbackQueue(threadName: "hotshoe.io")

    init(
        _ format: CommandFormat = .packets,
        command: (socket: Socket, received: [UInt8]),
        event: (socket: Socket, received: [UInt8])?,
        address: SocketAddress,
        welcome: IPPacket.InitCommandAck,
        handshake: [HandshakePacket] = [],
        lock: CameraLock? = nil
    ) throws(SocketError) {
        self.handshake = handshake
        goodbye = format.goodbye
        self.lock = lock
        self.address = address
        self.welcome = welcome
        commandSocket = command.socket
        self.command = Exclusive(CommandChannel(command.socket, format, received: command.received))
        self.event = Guarded(event.map { EventChannel($0.socket, received: $0.received) })
        let commandWatcher = try EventLoop.shared.watch(command.socket) { [weak self] in self?.wake() }
        commandWatch.withLock { $0 = commandWatcher }
        if let event {
            let eventWatcher = try EventLoop.shared.watch(event.socket) { [weak self] in self?.receiveEvents() }
            eventWatch.withLock { $0 = eventWatcher }
        }
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
            let isWorker = state.reporter.map { pthread_equal($0, pthread_self()) != 0 } ?? false
            // Data is sent by a thread that may wait for its provider.
            return state.machine.perform(transaction, canBeginHere: transaction.dataPhase != .dataOut, isWorker: isWorker)
        }
        switch beginning {
        case .failed(let failure): transaction.finished(.failure(.link(failure)))
        case .queued(let wake): carryOut(wake)
        case .hereByWorker: command.use { $0.begin(transaction, sending: true) }
        case .here:
            command.use { $0.begin(transaction, sending: true) }
            startDriving()
        case .hereForAnother:
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
        event.withLock { $0 }?.send(.probeRequest)
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

    // MARK: The event connection

    /// Receives events on a connection that was opened later, in a protocol of containers.
    ///
    /// - Throws: `LinkFailure` if the link has ended, or the socket cannot be watched.
    func attachEvents(_ socket: Socket) throws(LinkFailure) {
        let watcher: EventLoop.Watch
        do throws(SocketError) {
            watcher = try EventLoop.shared.watch(socket) { [weak self] in self?.receiveEvents() }
        } catch { throw .lost(error.description) }
        event.withLock { $0 = EventChannel(socket, .containers, received: []) }
        eventWatch.withLock { $0 = watcher }
        // The link may have ended before the event connection was stored.
        if let failure = state.withLock({ state, _ in state.machine.failure }) {
            endEvents()
            throw failure
        }
        receiveEvents()
    }

    private func endEvents() {
        event.withLock { $0 }?.socket.shutDown()
        eventWatch.withLock { $0 }?.cancel()
    }

    private func receiveEvents() {
        let listening = state.withLock { state, _ in state.machine.failure == nil ? state.observer?.observer : nil }
        guard let observer = listening else { return }
        let messages: [EventChannel.Message]
        do throws(LinkFailure) {
            messages = try event.withLock { channel throws(LinkFailure) in try channel?.receive() ?? [] }
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
                event.withLock { $0 }?.send(.probeResponse)
            }
        }
        eventWatch.withLock { $0 }?.arm(.toReceive)
    }

    // MARK: The end

    /// Ends the link on the working thread, which has the command connection no longer. Returns `false`.
    func endNow(_ failure: LinkFailure) -> Bool {
        end(failure)
        finishEnding()
        return false
    }

    func end(_ failure: LinkFailure) {
        let (ended, isIdle) = state.withLock { state, _ in
            let isIdle = state.machine.isIdle
            return (state.machine.fail(failure), isIdle)
        }
        guard let wake = ended else { return }
        // Within a transaction the device would take it for data.
        if failure == .closedHere, isIdle, !goodbye.isEmpty { _ = try? commandSocket.send(goodbye[...]) }
        commandSocket.shutDown()
        endEvents()
        // A working thread detects the end; if there is none, one must start.
        carryOut(wake)
    }

    /// Notifies the transactions and the observer of the end, once. Runs on the driving thread.
    func finishEnding() {
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
