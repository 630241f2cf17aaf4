public import CameraModel
public import HotShoeSupport
public import IPTransport
public import PTP

/// Serves a camera over PTP/IP (CIPA DC-X005), to one client at a time. **Thread-safe.**
///
/// The camera is connected when a client comes, and disconnected when it leaves. A client keeps its responder: end with ``stop()``.
public final class IPResponder: Sendable {
    /// How to serve.
    public struct Configuration: Sendable {
        /// Where to listen; with port 0 the system chooses one, the same for all.
        public var addresses: [SocketAddress]
        /// What clients show, up to 39 UTF-16 units; nil for the personality's name, or else the camera's own.
        public var name: String?
        /// Tells this responder from all others; nil for one that follows from the camera's identifier.
        public var identifier: IPIdentifier?
        /// Whether clients wait while another is served, instead of being refused.
        public var queuesClients = false
        /// Answers the camera's questions when a client connects. Without it a confirmation on the camera is waited for, and a camera that asks
        /// for more cannot be served.
        public var authenticate: AuthenticationHandler?
        public var personality = Personality.generic
        /// How long the response to InitiateCapture waits for the camera to refuse.
        public var captureRefusal: Duration = .seconds(1)
        /// What goes wrong from the start.
        public var faults: [ResponderFault] = []
        /// How long a client may take to say who it is, and then to bring its event connection.
        public var introductionLimit: Duration = .seconds(10)
        /// How long nothing may move in the middle of a packet or of data.
        public var stallLimit: Duration = .seconds(30)

        /// Listens on these addresses; on all of this machine, at the standard's port, unless told otherwise.
        public init(addresses: [SocketAddress] = [.any(port: IPResponder.standardPort)]) { self.addresses = addresses }
    }

    /// The port of CIPA DC-X005 § 2.2.1.
    public static let standardPort: UInt16 = 15740

    /// Somebody came, or left.
    public enum ClientChange: Sendable, Hashable {
        /// A client is being served.
        case served(name: String)
        case left(name: String)
        case refused(name: String)
    }

    public let camera: Camera
    public let configuration: Configuration
    let time: any TimeSource
    let faults: FaultBook
    /// What the pretended body remembers from one client to the next.
    let memory = BodyMemory()
    private let changes = Broadcast<ClientChange>()

    private struct State {
        var isStopped = false
        var nextLink = 1
        var nextConnection: UInt32 = 1
        /// Who has not said yet who they are, the oldest first.
        var strangers: [IPLink] = []
        /// Who waits to be served.
        var waiting: [Int: IPLink] = [:]
        var reception: Reception
        var client: IPClient?
        var stopping: [CheckedContinuation<Void, Never>] = []
    }

    /// Guards who is there.
    private let state: Guarded<State>

    private let listener = Listener()
    private static let strangerLimit = 32
    private static let liveCount = ObjectCount()

    /// How many responders are alive in this process, for those who look for leaks.
    public static var liveResponders: Int { liveCount.current }

    /// Makes a responder that does not listen yet.
    ///
    /// - Parameter time: what limits are measured by.
    public init(
        camera: Camera,
        configuration: Configuration = Configuration(),
        time: any TimeSource = SystemClock.shared
    ) {
        self.camera = camera
        self.configuration = configuration
        self.time = time
        faults = FaultBook(configuration.faults)
        state = Guarded(State(reception: Reception(queues: configuration.queuesClients)))
        Self.liveCount.add()
    }

    deinit {
        listener.stop()
        Self.liveCount.subtract()
    }

    /// Where it listens; empty before ``start()``.
    public var addresses: [SocketAddress] { listener.addresses }

    /// Whether a client is served now.
    public var isServing: Bool { state.withLock { $0.client != nil } }

    /// The client that is served, or about to be.
    var currentClient: IPClient? { state.withLock { $0.client } }

    /// Who comes and goes, from now on.
    public var clientChanges: EventStream<ClientChange> { changes.stream { $0 } }

    /// Lets something go wrong, from now on.
    public func inject(_ fault: ResponderFault) { faults.withLock { $0.add(fault) } }

    /// What this responder is called on the wire.
    public var identity: (identifier: IPIdentifier, name: String) {
        let own = configuration.personality.identity?.model ?? camera.displayName
        let name = (configuration.name ?? own).asDatasetText(limit: 39)
        return (configuration.identifier ?? .derived(from: camera.identifier.text), name)
    }

    // MARK: Listening

    /// Begins to listen.
    ///
    /// - Throws: when the first address cannot be listened on; those after it may be missing, as IPv6 is on some machines.
    public func start() throws(SocketError) {
        try listener.start(on: configuration.addresses) { [weak self] in self?.welcome($0) }
    }

    private func welcome(_ socket: Socket) {
        let (link, surplus) = state.withLock { state -> (IPLink?, IPLink?) in
            if state.isStopped { return (nil, nil) }
            let link = IPLink(state.nextLink, socket, workers: Listener.workers, time: time, patience: configuration.stallLimit)
            state.nextLink += 1
            state.strangers.append(link)
            return (link, state.strangers.count > Self.strangerLimit ? state.strangers.removeFirst() : nil)
        }
        link?.start(self, limit: configuration.introductionLimit)
        surplus?.close()
    }

    // MARK: Ending

    /// Stops listening, disconnects whoever is served, and returns when the camera has been left.
    public func stop() async {
        let (links, client) = state.withLock { state -> ([IPLink], IPClient?) in
            state.isStopped = true
            defer { (state.strangers, state.waiting) = ([], [:]) }
            return (state.strangers + Array(state.waiting.values), state.client)
        }
        listener.stop()
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

    private func introduced(_ link: IPLink, _ request: IPPacket.InitCommandRequest) {
        enum Step {
            case serve(IPClient)
            case refuse
            case wait(replacing: IPClient?)
        }
        let step = state.withLock { state -> Step in
            state.strangers.removeAll { $0 === link }
            if state.isStopped { return .refuse }
            switch state.reception.arrived(link.number, request) {
            case .admit: return .serve(admit(link, request, &state))
            case .refuse: return .refuse
            case .wait:
                state.waiting[link.number] = link
                return .wait(replacing: nil)
            case .replace:
                state.waiting[link.number] = link
                return .wait(replacing: state.client)
            }
        }
        switch step {
        case .serve(let client): begin(client)
        case .refuse:
            changes.send(.refused(name: request.name))
            link.postLast(.initFail(.busy))
        case .wait(let replaced): replaced?.leave()
        }
    }

    private func admit(_ link: IPLink, _ request: IPPacket.InitCommandRequest, _ state: inout State) -> IPClient {
        let client = IPClient(self, link, request, connection: state.nextConnection)
        state.nextConnection = state.nextConnection == .max ? 1 : state.nextConnection + 1
        state.client = client
        return client
    }

    /// Serves a client that was admitted. Outside the lock: where its link has ended meanwhile the client leaves from within this call.
    private func begin(_ client: IPClient) {
        client.link.handOver(to: client)
        client.start()
    }

    /// A client's camera is connected.
    func served(_ client: IPClient) { changes.send(.served(name: client.name)) }

    /// Whether somebody waits for a client to leave: the camera then stays connected.
    var hasSuccessor: Bool { state.withLock { $0.reception.hasWaiting && !$0.isStopped } }

    /// A client's link is over; its camera has yet to be left.
    func linkEnded(of client: IPClient) { state.withLock { _ = $0.reception.linkEnded(client.link.number) } }

    /// A client has left the camera.
    func left(_ client: IPClient, wasServed: Bool) {
        let (next, stopping) = state.withLock { state -> (IPClient?, [CheckedContinuation<Void, Never>]) in
            state.client = nil
            defer { state.stopping = [] }
            if !state.isStopped, let (number, request) = state.reception.seatFreed(),
                let link = state.waiting.removeValue(forKey: number)
            {
                return (admit(link, request, &state), state.stopping)
            }
            return (nil, state.stopping)
        }
        if wasServed { changes.send(.left(name: client.name)) }
        if let next { begin(next) }
        for continuation in stopping { continuation.resume() }
    }
}

// Those who have not said who they are, or wait.
extension IPResponder: IPLinkHandler {
    func received(_ packet: IPPacket, on link: IPLink) {
        switch packet {
        case .initCommandRequest(let request):
            guard state.withLock({ state in state.strangers.contains { $0 === link } }) else { return link.close() }
            if let reason = faults.withLock({ $0.initFailure() }) { return link.postLast(.initFail(reason)) }
            link.setLimit(nil)
            introduced(link, request)
        case .initEventRequest(let connection):
            let client = state.withLock { state -> IPClient? in
                state.strangers.removeAll { $0 === link }
                return state.client?.connection == connection ? state.client : nil
            }
            guard let client, client.attach(link) else { return link.postLast(.initFail(.rejectedInitiator)) }
        case .probeRequest: link.post(.probeResponse)
        case .probeResponse: break
        default: link.close()
        }
    }

    func received(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool, on link: IPLink) -> Bool {
        link.close()
        return false
    }

    func ended(_ link: IPLink) {
        state.withLock { state in
            state.strangers.removeAll { $0 === link }
            state.waiting[link.number] = nil
            _ = state.reception.linkEnded(link.number)
        }
    }
}

extension IPIdentifier {
    /// The same sixteen bytes for the same text, always (FNV-1a, twice).
    static func derived(from text: String) -> IPIdentifier {
        func hash(_ start: UInt64) -> UInt64 { text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
        let halves = [hash(0xCBF2_9CE4_8422_2325), hash(0x6C62_272E_07BB_0142)]
        return IPIdentifier(halves.flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - UInt64($0) * 8)) } })!
    }
}
