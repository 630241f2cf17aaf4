import HotShoeSupport
import IPTransport
import PTP
import Testing

@testable import PTPSession

/// A session with a peer, its events and its end.
struct SessionRig {
    let session: PTPSession
    let events: EventStream<Event>
    let end: Promise<LinkFailure, Never>
    let peer: Peer

    static let identity = InitiatorIdentity(identifier: IPIdentifier([UInt8](repeating: 7, count: 16))!, name: "tests")

    /// Connects to the peer. `isInSession` is whether a PTP session counts as open, so that transactions have IDs.
    static func connect(
        _ peer: Peer,
        time: any TimeSource = SystemClock.shared,
        isInSession: Bool = true
    ) async throws -> SessionRig {
        // Connecting uses real time; the test's clock controls only the session.
        let connection = try await IPConnector(identity, time: SystemClock.shared).connect(to: [peer.address])
        #expect(connection.welcome.name == "Peer" && connection.welcome.responder == Peer.guid)
        let broadcast = Broadcast<Event>()
        let events = broadcast.stream { $0 }
        let end = Promise<LinkFailure, Never>()
        let session = PTPSession(
            connection,
            time: time,
            options: PTPSession.Options(),
            numbering: TransactionNumbering(isInSession: isInSession),
            onEvent: {
                broadcast.enqueue([$0])
                broadcast.flush()
            },
            onEnd: { end.fulfil(.success($0)) }
        )
        return SessionRig(session: session, events: events, end: end, peer: peer)
    }
}
