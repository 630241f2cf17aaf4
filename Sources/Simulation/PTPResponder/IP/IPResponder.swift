public import CameraModel
public import HotShoeSupport
public import PTP
public import Sockets

/// Serves a camera over PTP/IP (CIPA DC-X005) to one client at a time. **Thread-safe.**
///
/// The camera is connected for a client and disconnected when the client has left. A client retains its responder: end it
/// with ``stop()``.
public final class IPResponder: Sendable {
    /// Settings of a responder.
    public struct Configuration: Sendable {
        /// Addresses to listen on. With port 0 the system chooses a port, the same for all addresses.
        public var addresses: [SocketAddress]
        /// Name that clients display, up to 39 UTF-16 units; nil for the personality's model name, or else the camera's name.
        public var name: String?
        /// Unique identifier of the responder; nil to derive it from the camera's identifier.
        public var identifier: IPIdentifier?
        /// Whether clients wait while another client is served; otherwise they are refused.
        public var queuesClients = false
        /// Answers the camera's authentication requests while a client connects. Without a handler, the responder waits for a
        /// confirmation on the camera and cancels all other requests.
        public var authenticate: AuthenticationHandler?
        /// The device that the camera is presented as.
        public var personality = Personality.generic
        /// Time that the response to InitiateCapture waits for the camera to refuse.
        public var captureRefusal: Duration = .seconds(1)
        /// Faults that are pending at the start.
        public var faults: [ResponderFault] = []
        /// Time limit for the client's introduction, and then for its event connection.
        public var introductionLimit: Duration = .seconds(10)
        /// Longest time without progress within a packet or the data of a transaction.
        public var stallLimit: Duration = .seconds(30)

        /// Creates a configuration; by default for this machine's loopback address at the standard port, because the protocol
        /// has neither authentication nor encryption.
        public init(addresses: [SocketAddress] = [.loopback(port: IPResponder.standardPort)]) { self.addresses = addresses }
    }

    /// Port of PTP/IP (CIPA DC-X005 § 2.2.1).
    public static let standardPort: UInt16 = 15740

    /// Change in the clients of a responder.
    public enum ClientChange: Sendable, Hashable {
        /// The client is now served.
        case served(name: String)
        /// The client has left.
        case left(name: String)
        /// The client was refused.
        case refused(name: String)
        /// The camera displays a text for its user, such as the number for pairing.
        case displayed(text: String)
    }

    /// The camera that is served.
    public let camera: Camera
    /// Settings of the responder.
    public let configuration: Configuration
    let time: any TimeSource
    let faults: FaultBook
    /// Settings of the simulated body that persist between clients.
    let memory = BodyMemory()
    let changes = Broadcast<ClientChange>()
    let seat: ClientSeat<IPClient>
    private let listener = Listener()
    private static let liveCount = ObjectCount()

    /// Number of responders alive in this process, for leak tests.
    public static var liveResponders: Int { liveCount.current }

    /// Creates a responder that does not listen yet.
    ///
    /// - Parameters:
    ///   - camera: The camera to serve.
    ///   - configuration: Settings of the responder.
    ///   - time: Clock for all time limits.
    public init(
        camera: Camera,
        configuration: Configuration = Configuration(),
        time: any TimeSource = SystemClock.shared
    ) {
        self.camera = camera
        self.configuration = configuration
        self.time = time
        faults = FaultBook(configuration.faults)
        if configuration.faults.contains(where: { $0.kind == .unpaired }) { memory.isUnpaired = true }
        seat = ClientSeat(queues: configuration.queuesClients)
        Self.liveCount.add()
    }

    deinit {
        listener.stop()
        Self.liveCount.subtract()
    }

    /// Addresses that the responder listens on; empty before ``start()``.
    public var addresses: [SocketAddress] { listener.addresses }

    /// Whether a client is being served or is connecting.
    public var isServing: Bool { seat.client != nil }

    /// Changes in the clients from now on.
    public var clientChanges: EventStream<ClientChange> { changes.stream { $0 } }

    /// Adds a fault.
    public func inject(_ fault: ResponderFault) { add(fault) }

    /// Identifier and name of the responder in the protocol.
    public var identity: (identifier: IPIdentifier, name: String) {
        let own = configuration.personality.identity?.model ?? camera.displayName
        let name = (configuration.name ?? own).asDatasetText(limit: 39)
        return (configuration.identifier ?? .derived(from: camera.identifier.text), name)
    }

    // MARK: Listening

    /// Starts listening.
    ///
    /// - Throws: `SocketError` if the first address cannot be listened on. Failures of further addresses are ignored: IPv6
    ///   is missing on some machines.
    public func start() throws(SocketError) {
        try listener.start(on: configuration.addresses) { [weak self] socket in
            guard let self else { return }
            welcome(socket, self)
        }
    }

    /// Stops listening, disconnects the client, and returns when the camera has been left.
    public func stop() async {
        listener.stop()
        await seat.stop()
    }
}

extension IPResponder: SeatServer {
    func makeClient(_ link: IPLink, _ introduction: ClientIntroduction) -> IPClient { IPClient(self, link, introduction) }
}

// Handling of connections that have not introduced themselves or wait for their turn.
extension IPResponder: IPLinkHandler {
    func received(_ packet: IPPacket, on link: IPLink) {
        switch packet {
        case .initCommandRequest(let request):
            guard seat.isNew(link) else { return link.close() }
            if let reason = faults.withLock({ $0.initFailure() }) { return link.postLast(.initFail(reason)) }
            link.setLimit(nil)
            let introduction = ClientIntroduction(initiator: request.initiator, name: request.name)
            guard !seat.introduced(link, introduction, makeClient) else { return }
            changes.send(.refused(name: request.name))
            link.postLast(.initFail(.busy))
        case .initEventRequest(let connection):
            let client = seat.belongsToClient(link)
            guard let client, client.connection == connection, client.attach(link) else {
                return link.postLast(.initFail(.rejectedInitiator))
            }
        case .probeRequest: link.post(.probeResponse)
        case .probeResponse: break
        default: link.close()
        }
    }

    func received(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool, on link: IPLink) -> Bool {
        link.close()
        return false
    }

    func ended(_ link: IPLink) { seat.ended(link) }
}

extension IPIdentifier {
    /// Derives an identifier from a text: two FNV-1a hashes, always the same for the same text.
    static func derived(from text: String) -> IPIdentifier {
        func hash(_ start: UInt64) -> UInt64 { text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
        let halves = [hash(0xCBF2_9CE4_8422_2325), hash(0x6C62_272E_07BB_0142)]
        return IPIdentifier(halves.flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - UInt64($0) * 8)) } })!
    }
}
