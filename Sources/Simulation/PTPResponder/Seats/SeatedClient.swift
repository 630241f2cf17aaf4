import CameraModel
import HotShoeSupport
import PTP
import Sockets

/// A client that introduces itself on a connection, and is served alone.
protocol SeatedClient: ServedClient {
    associatedtype Format: LinkFormat
    associatedtype Server: SeatServer<Self>
    var responder: Server { get }
    /// The connection on which the client has introduced itself, and sends its requests.
    var link: ServedLink<Format> { get }
    /// Serves the admitted client: takes its link over, and starts.
    func begin()
}

/// A server with a ``ClientSeat``.
protocol SeatServer<Client>: AnyObject, Sendable {
    associatedtype Client: SeatedClient
    var camera: Camera { get }
    var configuration: IPResponder.Configuration { get }
    var time: any TimeSource { get }
    var faults: FaultBook { get }
    /// Settings of the simulated body that persist between clients.
    var memory: BodyMemory { get }
    var changes: Broadcast<IPResponder.ClientChange> { get }
    var seat: ClientSeat<Client> { get }
    /// Makes the client of an admitted link. Called under the seat's lock.
    func makeClient(_ link: ServedLink<Client.Format>, _ introduction: ClientIntroduction) -> Client
}

extension SeatServer {
    /// Makes the device that a client is shown.
    func makeDevice() -> PTPDevice {
        PTPDevice(
            camera,
            configuration.personality,
            captureRefusal: configuration.captureRefusal,
            time: time,
            memory: memory,
            display: { [changes] in changes.send(.displayed(text: $0)) }
        )
    }

    /// Makes a link of an accepted connection; nil once the server is stopped.
    func link(_ socket: Socket) -> ServedLink<Client.Format>? {
        seat.link { ServedLink($0, socket, workers: Listener.workers, time: time, timeout: configuration.stallLimit) }
    }

    /// Receives the introduction of a new connection, for `handler`.
    func welcome(_ socket: Socket, _ handler: Client.Format.Handler) {
        guard let link = link(socket) else { return }
        let surplus = seat.add(link)
        link.start(handler, limit: configuration.introductionLimit)
        surplus?.close()
    }

    func add(_ fault: ResponderFault) {
        if fault.kind == .unpaired { memory.isUnpaired = true }
        faults.withLock { $0.add(fault) }
    }
}

extension SeatedClient {
    var authenticate: AuthenticationHandler? { responder.configuration.authenticate }
    var faults: FaultBook { responder.faults }
    var time: any TimeSource { responder.time }
    /// Whether another client waits for this one to leave; the camera then stays connected.
    var hasSuccessor: Bool { responder.seat.hasSuccessor }

    // MARK: Start and end

    /// The camera is connected.
    func wasSeated() {
        responder.seat.served()
        responder.changes.send(.served(name: name))
    }

    /// The camera could not be connected.
    func wasRefused() { responder.changes.send(.refused(name: name)) }

    /// Closes the connections and leaves the camera.
    func leave() { link.close() }

    func isLeaving() { responder.seat.linkEnded(of: self) }

    func hasLeft(wasServed: Bool) {
        let responder = responder
        responder.seat.left(
            wasServed ? responder.camera.connectionState : nil,
            report: { if wasServed { responder.changes.send(.left(name: name)) } },
            responder.makeClient
        )
    }

    // MARK: Transactions

    func dataIsAwaited() {
        let now = time.now
        link.update { $0.deadlines.begin(.data, at: now) }
    }

    func dataMoved(_ byteCount: Int) {
        let now = time.now
        link.update { $0.deadlines.moved(.data, byteCount: byteCount, at: now) }
    }

    func dataIsOver() { link.update { $0.deadlines.end(.data) } }

    func resumeReceiving() { link.resume() }

    func answersStopped() {}

    func broke(_ error: TransactionError) { link.close() }

    func over() { state.withLock { $0.transaction.responded() } }
}
