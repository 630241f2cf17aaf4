import CameraModel
import HotShoeSupport

/// The seat of the one client that a server serves, and the connections that come for it. **Thread-safe.**
///
/// A connection is new until it has introduced itself. A client that is admitted takes the seat; when it has left the camera, the next
/// one of those that wait takes it.
final class ClientSeat<Client: SeatedClient>: Sendable {
    typealias Link = ServedLink<Client.Format>
    /// Makes the client of an admitted link. Called under the seat's lock.
    typealias Maker = (Link, ClientIntroduction) -> Client

    /// The consequence of an introduction.
    private enum Step {
        case serve(Client)
        case refuse
        case wait(replacing: Client?)
    }

    private struct State {
        var isStopped = false
        var nextLink = 1
        /// Connections that have not introduced themselves, oldest first.
        var new: [Link] = []
        /// Clients that wait for their turn.
        var waiting: [Int: Link] = [:]
        var admission: Admission
        var client: Client?
        /// The state of the camera's connection when the last client left it; connected since a client was served.
        var lastConnection = ConnectionState.connected
        var stopping: [CheckedContinuation<Void, Never>] = []

        mutating func admit(_ link: Link, _ introduction: ClientIntroduction, _ makeClient: Maker) -> Client {
            let client = makeClient(link, introduction)
            self.client = client
            return client
        }
    }

    /// Guards the connections and the client.
    private let state: Guarded<State>

    /// Maximum number of connections that have not introduced themselves; above it the oldest is closed.
    private static var newLimit: Int { 32 }

    /// - Parameter queues: Whether clients wait while another client is served; otherwise they are refused.
    init(queues: Bool) { state = Guarded(State(admission: Admission(queues: queues))) }

    /// The client that is being served or is connecting.
    var client: Client? { state.withLock { $0.client } }

    /// Links of the clients that wait for their turn.
    var waitingLinks: [Link] { state.withLock { Array($0.waiting.values) } }

    /// Whether another client waits for the present one to leave.
    var hasSuccessor: Bool { state.withLock { $0.admission.hasWaiting && !$0.isStopped } }

    /// Whether the camera was switched off, by its client or at the camera, and has not been connected since.
    var isCameraOff: Bool {
        guard case .notConnected(let reason) = state.withLock({ $0.lastConnection }) else { return false }
        return reason == .poweredOffByRequest || reason == .cameraTurnedOff
    }

    // MARK: Connections

    /// Makes a link with the next number; nil once the server is stopped.
    func link(_ make: (Int) -> Link) -> Link? {
        state.withLock { state in
            if state.isStopped { return nil }
            defer { state.nextLink += 1 }
            return make(state.nextLink)
        }
    }

    /// Adds a connection that has not introduced itself. Returns the oldest one if there are too many.
    func add(_ link: Link) -> Link? {
        state.withLock { state in
            // The server was stopped after the link was made.
            if state.isStopped { return link }
            state.new.append(link)
            return state.new.count > Self.newLimit ? state.new.removeFirst() : nil
        }
    }

    /// Whether a connection has not introduced itself.
    func isNew(_ link: Link) -> Bool { state.withLock { state in state.new.contains { $0 === link } } }

    /// A connection belongs to a client that has introduced itself on another one. Returns the present client.
    func belongsToClient(_ link: Link) -> Client? {
        state.withLock { state in
            state.new.removeAll { $0 === link }
            return state.client
        }
    }

    /// A connection has introduced itself: its client begins, waits, or waits in place of an earlier connection of the same client, which
    /// leaves. Returns false if it must be refused.
    func introduced(_ link: Link, _ introduction: ClientIntroduction, _ makeClient: Maker) -> Bool {
        let step = state.withLock { state -> Step in
            state.new.removeAll { $0 === link }
            if state.isStopped { return .refuse }
            switch state.admission.arrived(link.number, introduction) {
            case .admit: return .serve(state.admit(link, introduction, makeClient))
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
        // Without the lock: a client whose link has already ended leaves within this call.
        case .serve(let client): client.begin()
        case .refuse: return false
        case .wait(let replaced): replaced?.leave()
        }
        return true
    }

    /// A connection has ended that has not been handed over to a client.
    func ended(_ link: Link) {
        state.withLock { state in
            state.new.removeAll { $0 === link }
            state.waiting[link.number] = nil
            _ = state.admission.linkEnded(link.number)
        }
    }

    // MARK: The client

    /// The camera of the client is connected.
    func served() { state.withLock { $0.lastConnection = .connected } }

    /// The client's link has ended, before the camera is left.
    func linkEnded(of client: Client) { state.withLock { _ = $0.admission.linkEnded(client.link.number) } }

    /// The client has left the camera, whose connection is now as given; nil if the client was not served. Calls `report`, and then begins
    /// the next client.
    func left(_ connection: ConnectionState?, report: () -> Void, _ makeClient: Maker) {
        let (next, stopping) = state.withLock { state -> (Client?, [CheckedContinuation<Void, Never>]) in
            state.client = nil
            if let connection { state.lastConnection = connection }
            defer { state.stopping = [] }
            if !state.isStopped, let (number, introduction) = state.admission.seatFreed(),
                let link = state.waiting.removeValue(forKey: number)
            {
                return (state.admit(link, introduction, makeClient), state.stopping)
            }
            return (nil, state.stopping)
        }
        report()
        next?.begin()
        for continuation in stopping { continuation.resume() }
    }

    /// Closes all connections, and returns when the client has left the camera. The server does not listen any more.
    func stop() async {
        let (links, client) = state.withLock { state -> ([Link], Client?) in
            state.isStopped = true
            defer { (state.new, state.waiting) = ([], [:]) }
            return (state.new + Array(state.waiting.values), state.client)
        }
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
}
