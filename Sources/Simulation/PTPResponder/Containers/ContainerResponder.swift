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
    let changes = Broadcast<IPResponder.ClientChange>()
    let seat: ClientSeat<ContainerClient>
    private let listeners = (commands: Listener(), events: Listener(), frames: Listener())

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
        seat = ClientSeat(queues: configuration.queuesClients)
    }

    deinit { stopListening() }

    /// Addresses of the commands that the responder listens on; empty before ``start()``.
    public var addresses: [SocketAddress] { listeners.commands.addresses }

    /// Changes in the clients from now on.
    public var clientChanges: EventStream<IPResponder.ClientChange> { changes.stream { $0 } }

    /// Adds a fault.
    public func inject(_ fault: ResponderFault) { add(fault) }

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
        try listeners.commands.start(on: configuration.addresses) { [weak self] socket in
            guard let self else { return }
            welcome(socket, self)
        }
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

    /// A connection for events or frames: accepted if the client's body has opened these ports.
    private func attach(_ socket: Socket, isForFrames: Bool) {
        guard let client = seat.client, client.acceptsSides, let link = link(socket) else { return socket.shutDown() }
        client.attach(link, isForFrames: isForFrames)
    }

    /// Stops listening, disconnects the client, and returns when the camera has been left.
    public func stop() async {
        stopListening()
        await seat.stop()
    }

    private func refuse(_ link: ContainerLink, _ name: String, _ reason: ContainerGreeting.Refusal) {
        changes.send(.refused(name: name))
        link.postLast(ContainerGreeting.refusal(reason).encoded)
    }
}

extension ContainerResponder: SeatServer {
    func makeClient(_ link: ContainerLink, _ introduction: ClientIntroduction) -> ContainerClient {
        ContainerClient(self, link, introduction)
    }
}

// Handling of connections that have not introduced themselves or wait for their turn.
extension ContainerResponder: ContainerLinkHandler {
    func greeted(_ request: ContainerGreeting.Request, on link: ContainerLink) {
        guard seat.isNew(link) else { return link.close() }
        if let reason = faults.withLock({ $0.initFailure() }) {
            return refuse(link, request.name, ContainerGreeting.Refusal(rawValue: reason.rawValue))
        }
        guard request.version == ContainerGreeting.version else { return refuse(link, request.name, .wrongVersion) }
        if let pairedName, request.name != pairedName { return refuse(link, request.name, .busy) }
        link.setLimit(nil)
        let introduction = ClientIntroduction(initiator: request.initiator, name: request.name)
        if !seat.introduced(link, introduction, makeClient) { refuse(link, request.name, .busy) }
    }

    func requested(_ request: OperationRequest, on link: ContainerLink) { link.close() }

    func dataBegan(_ transaction: TransactionID, _ byteCount: Int, on link: ContainerLink) { link.close() }

    func received(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool, on link: ContainerLink) -> Bool {
        link.close()
        return false
    }

    func ended(_ link: ContainerLink) { seat.ended(link) }
}
