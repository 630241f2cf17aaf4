import CameraModel
import HotShoeSupport
import PTP

/// A client that is served over PTP/IP. **Thread-safe.**
final class IPClient: SeatedClient {
    /// Command connection.
    let link: IPLink
    /// Connection number that the event connection must name.
    var connection: UInt32 { UInt32(truncatingIfNeeded: link.number) }
    let name: String
    let responder: IPResponder
    let device: PTPDevice
    let state = ServedState()

    private struct EventLinks {
        var link: IPLink?
        /// A connection that a fault leaves unanswered; it closes with the client.
        var silent: IPLink?
        /// Whether a fault stops all answers.
        var isMute = false
    }

    /// Guards the event connections. Acquired before the lock of ``state``, never after it.
    private let events = Guarded(EventLinks())

    init(_ responder: IPResponder, _ link: IPLink, _ introduction: ClientIntroduction) {
        (self.responder, self.link, name) = (responder, link, introduction.name)
        device = responder.makeDevice()
    }

    func begin() {
        link.handOver(to: self)
        start()
    }

    // MARK: Connecting

    func refuse(_ error: CameraError) {
        // A camera that is switched off is not in use by another computer.
        let isOff = responder.seat.isCameraOff
        link.postLast(.initFail(isOff ? .unspecified : Self.reason(of: error)))
        if isOff { wasRefused() }
    }

    private static func reason(of error: CameraError) -> IPPacket.InitFailReason {
        switch error.code {
        case .busy, .connectionRefused: .busy
        case .authenticationFailed, .pairingRequired, .cancelled: .rejectedInitiator
        default: .unspecified
        }
    }

    func welcome() {
        wasSeated()
        let (identifier, name) = responder.identity
        link.setLimit(responder.configuration.introductionLimit)
        let fault = faults.withLock { $0.popEffect(at: .acknowledged, nil) }
        // Before the acknowledgement, because a fast client continues immediately.
        if fault != nil { events.withLock { $0.isMute = true } }
        link.post(.initCommandAck(.init(connection: connection, responder: identifier, name: name)))
        if fault == .close { leave() }
    }

    /// Whether the client receives no more answers.
    var isMute: Bool { events.withLock { $0.isMute } }

    /// Attaches the event connection; returns `false` if there is one already, the client is not served, or a fault refuses it.
    func attach(_ new: IPLink) -> Bool {
        if isMute {
            keepSilent(new)
            return true
        }
        if faults.withLock({ $0.refusesEvents() }) { return false }
        switch faults.withLock({ $0.popEffect(at: .events, nil) }) {
        case .close:
            new.close()
            fallthrough
        case .stall:
            keepSilent(new)
            return true
        case nil: break
        }
        let isWanted = events.withLock { events in
            guard events.link == nil, state.withLock({ $0.presence == .served }) else { return false }
            events.link = new
            return true
        }
        guard isWanted else { return false }
        new.handOver(to: self)
        new.setLimit(nil)
        link.setLimit(nil)
        new.post(.initEventAck)
        return true
    }

    private func keepSilent(_ new: IPLink) {
        let surplus = events.withLock { events -> IPLink? in
            if state.withLock({ $0.presence.isOver }) { return new }
            defer { events.silent = new }
            return events.silent
        }
        surplus?.close()
    }

    // MARK: Events

    /// The event connection, if attached.
    private var eventLink: IPLink? { events.withLock { $0.link } }

    /// Enqueues bytes on the event connection.
    func postEvent(_ bytes: [UInt8]?) {
        if let bytes { eventLink?.post(bytes) }
    }

    /// Sends bytes on the event connection; returns `false` if it has ended.
    func sendEvents(_ bytes: [UInt8]) async -> Bool { await eventLink?.send(bytes) ?? false }

    func passOn(_ events: EventStream<Event>) async {
        var dropped = 0
        for await event in events {
            guard let link = eventLink else { continue }
            var bytes: [UInt8] = []
            if events.droppedCount != dropped {
                dropped = events.droppedCount
                bytes = (try? IPPacket.event(Event(.deviceInfoChanged)).encoded()) ?? []
            }
            guard let packet = try? IPPacket.event(event).encoded(), await link.send(bytes + packet) else { continue }
        }
    }

    // MARK: Leaving

    /// Removes and returns the event connections for closing.
    func popEventLinks() -> [IPLink] {
        events.withLock { events in
            defer { events = EventLinks() }
            return [events.link, events.silent].compactMap { $0 }
        }
    }
}
