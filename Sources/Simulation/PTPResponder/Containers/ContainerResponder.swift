public import CameraModel
public import HotShoeSupport
public import PTP
public import Sockets

/// Serves a camera over containers on TCP, the protocol of Fujifilm's bodies on networks (observed behaviour), to one client at a time.
/// **Thread-safe.**
///
/// Three ports in a row: commands, events, live view frames. The camera is connected for a client and disconnected when the client has
/// left. End it with ``stop()``.
public final class ContainerResponder: Sendable {
    /// Settings, with those of PTP/IP. The personality must have such a form: ``Personality/onOwnNetwork``.
    public typealias Configuration = IPResponder.Configuration

    /// Port of the commands.
    public static let standardPort: UInt16 = 55740

    /// The camera that is served.
    public let camera: Camera
    /// Settings of the responder.
    public let configuration: Configuration
    /// Name of the only initiator that is accepted; nil for any.
    public let pairedName: String?
    let time: any TimeSource
    let faults: FaultBook
    /// Settings of the simulated body that persist between clients.
    let memory = BodyMemory()
    private let changes = Broadcast<IPResponder.ClientChange>()

    private struct State {
        var isStopped = false
        var nextLink = 1
        /// Connections that have not introduced themselves, oldest first.
        var unidentified: [ContainerLink] = []
        /// Clients that wait until an earlier connection of theirs has been left.
        var waiting: [Int: (link: ContainerLink, name: String)] = [:]
        var admission: Admission
        var client: ContainerClient?
        var stopping: [CheckedContinuation<Void, Never>] = []
    }

    /// Guards the connections and the client.
    private let state: Guarded<State>
    private let listeners = (commands: Listener(), events: Listener(), frames: Listener())
    private static let unidentifiedLimit = 32

    /// Creates a responder that does not listen yet.
    ///
    /// - Parameters:
    ///   - camera: The camera to serve.
    ///   - configuration: Settings of the responder; the port of an address is that of the commands.
    ///   - pairedName: Name of the only initiator that is accepted; nil for any.
    ///   - time: Clock for all time limits.
    public init(
        camera: Camera,
        configuration: Configuration,
        pairedName: String? = nil,
        time: any TimeSource = SystemClock.shared
    ) {
        (self.camera, self.configuration, self.pairedName, self.time) = (camera, configuration, pairedName, time)
        faults = FaultBook(configuration.faults)
        if configuration.faults.contains(where: { $0.kind == .unpaired }) { memory.isUnpaired = true }
        state = Guarded(State(admission: Admission(queues: configuration.queuesClients)))
    }

    deinit { stopListening() }

    /// Addresses of the commands that the responder listens on; empty before ``start()``.
    public var addresses: [SocketAddress] { listeners.commands.addresses }

    /// Changes in the clients from now on.
    public var clientChanges: EventStream<IPResponder.ClientChange> { changes.stream { $0 } }

    /// The client that is being served or is connecting.
    var currentClient: ContainerClient? { state.withLock { $0.client } }

    /// Adds a fault.
    public func inject(_ fault: ResponderFault) {
        if fault.kind == .unpaired { memory.isUnpaired = true }
        faults.withLock { $0.add(fault) }
    }

    /// Identifier and name of the responder in the protocol.
    public var identity: (identifier: IPIdentifier, name: String) {
        let own = configuration.personality.identity?.model ?? camera.displayName
        return (configuration.identifier ?? .derived(from: camera.identifier.text), configuration.name ?? own)
    }

    // MARK: Listening

    /// Number of attempts to find three free ports in a row.
    private static let portAttempts = 64

    /// Starts listening. With port 0 the system chooses the port of the commands.
    ///
    /// - Throws: `SocketError` if the first address, or one of the two ports after its port, cannot be listened on.
    public func start() throws(SocketError) {
        var attempt = 1
        while true {
            do throws(SocketError) { return try listen() } catch {
                stopListening()
                guard configuration.addresses.first?.port == 0, attempt < Self.portAttempts else { throw error }
            }
            attempt += 1
        }
    }

    private func listen() throws(SocketError) {
        try listeners.commands.start(on: configuration.addresses) { [weak self] in self?.welcome($0) }
        let port = UInt32(addresses.first?.port ?? 0)
        func sides(_ offset: UInt32) throws(SocketError) -> [SocketAddress] {
            // There is no port beyond the highest: listening on port 0 would choose another one.
            guard let port = UInt16(exactly: port + offset) else { throw SocketError("listening", code: 98) }
            return configuration.addresses.map { $0.withPort(port) }
        }
        try listeners.events.start(on: try sides(1)) { [weak self] in self?.attach($0, isForFrames: false) }
        try listeners.frames.start(on: try sides(2)) { [weak self] in self?.attach($0, isForFrames: true) }
    }

    private func stopListening() {
        for listener in [listeners.commands, listeners.events, listeners.frames] { listener.stop() }
    }

    private func link(_ socket: Socket) -> ContainerLink? {
        state.withLock { state in
            if state.isStopped { return nil }
            defer { state.nextLink += 1 }
            return ContainerLink(state.nextLink, socket, workers: Listener.workers, time: time, timeout: configuration.stallLimit)
        }
    }

    private func welcome(_ socket: Socket) {
        guard let link = link(socket) else { return }
        let surplus = state.withLock { state -> ContainerLink? in
            state.unidentified.append(link)
            return state.unidentified.count > Self.unidentifiedLimit ? state.unidentified.removeFirst() : nil
        }
        link.start(self, limit: configuration.introductionLimit)
        surplus?.close()
    }

    /// A connection for events or frames: accepted if the client's body has opened these ports.
    private func attach(_ socket: Socket, isForFrames: Bool) {
        guard let client = currentClient, client.acceptsSides, let link = link(socket) else { return socket.shutDown() }
        client.attach(link, isForFrames: isForFrames)
    }

    // MARK: Ending

    /// Stops listening, disconnects the client, and returns when the camera has been left.
    public func stop() async {
        let (links, client) = state.withLock { state -> ([ContainerLink], ContainerClient?) in
            state.isStopped = true
            defer { (state.unidentified, state.waiting) = ([], [:]) }
            return (state.unidentified + state.waiting.values.map(\.link), state.client)
        }
        stopListening()
        for link in links { link.close() }
        client?.leave()
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.client != nil { state.stopping.append(continuation) }
                return state.client == nil
            }
            if isFree { continuation.resume() }
        }
    }

    // MARK: Clients

    private func introduced(_ link: ContainerLink, _ request: ContainerGreeting.Request) {
        enum Step {
            case serve(ContainerClient)
            case refuse
            case wait(replacing: ContainerClient?)
        }
        let step = state.withLock { state -> Step in
            state.unidentified.removeAll { $0 === link }
            if state.isStopped { return .refuse }
            let introduction = IPPacket.InitCommandRequest(initiator: request.initiator, name: request.name)
            switch state.admission.arrived(link.number, introduction) {
            case .admit: return .serve(admit(link, request.name, &state))
            case .refuse: return .refuse
            case .wait:
                state.waiting[link.number] = (link, request.name)
                return .wait(replacing: nil)
            case .replace:
                state.waiting[link.number] = (link, request.name)
                return .wait(replacing: state.client)
            }
        }
        switch step {
        case .serve(let client): begin(client)
        case .refuse: refuse(link, request.name, .busy)
        case .wait(let replaced): replaced?.leave()
        }
    }

    private func refuse(_ link: ContainerLink, _ name: String, _ reason: ContainerGreeting.Refusal) {
        changes.send(.refused(name: name))
        link.postLast(ContainerGreeting.refusal(reason).encoded)
    }

    private func admit(_ link: ContainerLink, _ name: String, _ state: inout State) -> ContainerClient {
        let client = ContainerClient(self, link, name)
        state.client = client
        return client
    }

    /// Serves an admitted client. Called without the lock: if its link has already ended, the client leaves within this call.
    private func begin(_ client: ContainerClient) {
        client.link.handOver(to: client)
        client.start()
    }

    /// Called when the camera of a client is connected.
    func served(_ client: ContainerClient) { changes.send(.served(name: client.name)) }

    /// Called when the camera of a client could not be connected.
    func refused(_ client: ContainerClient) { changes.send(.refused(name: client.name)) }

    /// Called when the camera of the current client displays a text.
    func displays(_ text: String) { changes.send(.displayed(text: text)) }

    /// Whether another client waits for the current one to leave; the camera then stays connected.
    var hasSuccessor: Bool { state.withLock { $0.admission.hasWaiting && !$0.isStopped } }

    /// Called when a client's link has ended, before the camera is left.
    func linkEnded(of client: ContainerClient) { state.withLock { _ = $0.admission.linkEnded(client.link.number) } }

    /// Called when a client has left the camera.
    func left(_ client: ContainerClient, wasServed: Bool) {
        let (next, stopping) = state.withLock { state -> (ContainerClient?, [CheckedContinuation<Void, Never>]) in
            state.client = nil
            defer { state.stopping = [] }
            if !state.isStopped, let (number, _) = state.admission.seatFreed(),
                let waiting = state.waiting.removeValue(forKey: number)
            {
                return (admit(waiting.link, waiting.name, &state), state.stopping)
            }
            return (nil, state.stopping)
        }
        if wasServed { changes.send(.left(name: client.name)) }
        if let next { begin(next) }
        for continuation in stopping { continuation.resume() }
    }
}

// Handling of connections that have not introduced themselves or wait for their turn.
extension ContainerResponder: ContainerLinkHandler {
    func greeted(_ request: ContainerGreeting.Request, on link: ContainerLink) {
        guard state.withLock({ state in state.unidentified.contains { $0 === link } }) else { return link.close() }
        if let reason = faults.withLock({ $0.initFailure() }) {
            return refuse(link, request.name, ContainerGreeting.Refusal(rawValue: reason.rawValue))
        }
        guard request.version == ContainerGreeting.version else { return refuse(link, request.name, .wrongVersion) }
        if let pairedName, request.name != pairedName { return refuse(link, request.name, .busy) }
        link.setLimit(nil)
        introduced(link, request)
    }

    func requested(_ request: OperationRequest, on link: ContainerLink) { link.close() }

    func dataBegan(_ transaction: TransactionID, _ byteCount: Int, on link: ContainerLink) { link.close() }

    func received(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool, on link: ContainerLink) -> Bool {
        link.close()
        return false
    }

    func ended(_ link: ContainerLink) {
        state.withLock { state in
            state.unidentified.removeAll { $0 === link }
            state.waiting[link.number] = nil
            _ = state.admission.linkEnded(link.number)
        }
    }
}
