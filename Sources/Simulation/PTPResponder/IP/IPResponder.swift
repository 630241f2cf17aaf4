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
    /// Guards the state of the camera's connection at the end of the last client's service, or while there is one.
    private let lastConnection = Guarded<ConnectionState>(.connected)
    private let changes = Broadcast<ClientChange>()

    private struct State {
        var isStopped = false
        var nextLink = 1
        var nextConnection: UInt32 = 1
        /// Connections that have not introduced themselves, oldest first.
        var unidentified: [IPLink] = []
        /// Clients that wait for their turn.
        var waiting: [Int: IPLink] = [:]
        var admission: Admission
        var client: IPClient?
        var stopping: [CheckedContinuation<Void, Never>] = []
    }

    /// Guards the connections and the client.
    private let state: Guarded<State>

    private let listener = Listener()
    private static let unidentifiedLimit = 32
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
        state = Guarded(State(admission: Admission(queues: configuration.queuesClients)))
        Self.liveCount.add()
    }

    deinit {
        listener.stop()
        Self.liveCount.subtract()
    }

    /// Addresses that the responder listens on; empty before ``start()``.
    public var addresses: [SocketAddress] { listener.addresses }

    /// Whether a client is being served or is connecting.
    public var isServing: Bool { state.withLock { $0.client != nil } }

    /// The client that is being served or is connecting.
    var currentClient: IPClient? { state.withLock { $0.client } }

    /// Links of the clients that wait for their turn.
    var waitingLinks: [IPLink] { state.withLock { Array($0.waiting.values) } }

    /// Changes in the clients from now on.
    public var clientChanges: EventStream<ClientChange> { changes.stream { $0 } }

    /// Adds a fault.
    public func inject(_ fault: ResponderFault) {
        if fault.kind == .unpaired { memory.isUnpaired = true }
        faults.withLock { $0.add(fault) }
    }

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
        try listener.start(on: configuration.addresses) { [weak self] in self?.welcome($0) }
    }

    private func welcome(_ socket: Socket) {
        let (link, surplus) = state.withLock { state -> (IPLink?, IPLink?) in
            if state.isStopped { return (nil, nil) }
            let link = IPLink(state.nextLink, socket, workers: Listener.workers, time: time, timeout: configuration.stallLimit)
            state.nextLink += 1
            state.unidentified.append(link)
            return (link, state.unidentified.count > Self.unidentifiedLimit ? state.unidentified.removeFirst() : nil)
        }
        link?.start(self, limit: configuration.introductionLimit)
        surplus?.close()
    }

    // MARK: Ending

    /// Stops listening, disconnects the client, and returns when the camera has been left.
    public func stop() async {
        let (links, client) = state.withLock { state -> ([IPLink], IPClient?) in
            state.isStopped = true
            defer { (state.unidentified, state.waiting) = ([], [:]) }
            return (state.unidentified + Array(state.waiting.values), state.client)
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
            state.unidentified.removeAll { $0 === link }
            if state.isStopped { return .refuse }
            switch state.admission.arrived(link.number, request) {
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

    /// Serves an admitted client. Called without the lock: if its link has already ended, the client leaves within this call.
    private func begin(_ client: IPClient) {
        client.link.handOver(to: client)
        client.start()
    }

    /// Whether the camera was switched off, by its client or at the camera, and has not been connected since.
    var isOff: Bool {
        guard case .notConnected(let reason) = lastConnection.withLock({ $0 }) else { return false }
        return reason == .poweredOffByRequest || reason == .cameraTurnedOff
    }

    /// Called when a client cannot be served because the camera is off.
    func refused(_ client: IPClient) { changes.send(.refused(name: client.name)) }

    /// Called when the camera of a client is connected.
    func served(_ client: IPClient) {
        lastConnection.withLock { $0 = .connected }
        changes.send(.served(name: client.name))
    }

    /// Called when the camera of the current client displays a text.
    func displays(_ text: String) { changes.send(.displayed(text: text)) }

    /// Whether another client waits for the current one to leave; the camera then stays connected.
    var hasSuccessor: Bool { state.withLock { $0.admission.hasWaiting && !$0.isStopped } }

    /// Called when a client's link has ended, before the camera is left.
    func linkEnded(of client: IPClient) { state.withLock { _ = $0.admission.linkEnded(client.link.number) } }

    /// Called when a client has left the camera.
    func left(_ client: IPClient, wasServed: Bool) {
        let (next, stopping) = state.withLock { state -> (IPClient?, [CheckedContinuation<Void, Never>]) in
            state.client = nil
            defer { state.stopping = [] }
            if !state.isStopped, let (number, request) = state.admission.seatFreed(),
                let link = state.waiting.removeValue(forKey: number)
            {
                return (admit(link, request, &state), state.stopping)
            }
            return (nil, state.stopping)
        }
        if wasServed {
            let ended = camera.connectionState
            lastConnection.withLock { $0 = ended }
            changes.send(.left(name: client.name))
        }
        if let next { begin(next) }
        for continuation in stopping { continuation.resume() }
    }
}

// Handling of connections that have not introduced themselves or wait for their turn.
extension IPResponder: IPLinkHandler {
    func received(_ packet: IPPacket, on link: IPLink) {
        switch packet {
        case .initCommandRequest(let request):
            guard state.withLock({ state in state.unidentified.contains { $0 === link } }) else { return link.close() }
            if let reason = faults.withLock({ $0.initFailure() }) { return link.postLast(.initFail(reason)) }
            link.setLimit(nil)
            introduced(link, request)
        case .initEventRequest(let connection):
            let client = state.withLock { state -> IPClient? in
                state.unidentified.removeAll { $0 === link }
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
            state.unidentified.removeAll { $0 === link }
            state.waiting[link.number] = nil
            _ = state.admission.linkEnded(link.number)
        }
    }
}

extension IPIdentifier {
    /// Derives an identifier from a text: two FNV-1a hashes, always the same for the same text.
    static func derived(from text: String) -> IPIdentifier {
        func hash(_ start: UInt64) -> UInt64 { text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
        let halves = [hash(0xCBF2_9CE4_8422_2325), hash(0x6C62_272E_07BB_0142)]
        return IPIdentifier(halves.flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - UInt64($0) * 8)) } })!
    }
}
