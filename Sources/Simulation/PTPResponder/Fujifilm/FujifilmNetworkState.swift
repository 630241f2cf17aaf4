import PTP

/// State machine of a Fujifilm body on a network: the confirmation by its user, remote control, its further connections. Pure.
struct FujifilmNetworkState {
    /// Phase of the connection; the raw value is that of 0xDF00.
    enum Phase: UInt32 {
        /// The body asks its user whether the client may connect.
        case waiting = 0
        case accepted = 2
        case remote = 6
    }

    private(set) var phase = Phase.accepted
    /// Whether the ports of events and frames are open.
    private(set) var acceptsSides = false
    private var pollCount = 0

    /// Number of requests of the state after which the user confirms.
    static let confirmation = 10
    /// Number of 0xDF01 that begins remote control, and those that end it.
    private static let (remote, gallery, end) = (Int64(5), [Int64(2), 11], Int64(6))

    /// Processes a request of the state. Returns whether the user has confirmed with it.
    mutating func polled(isUnpaired: Bool) -> Bool {
        guard isUnpaired else {
            if phase == .waiting { phase = .accepted }
            return false
        }
        phase = .waiting
        pollCount += 1
        return pollCount >= Self.confirmation
    }

    /// Processes 0xDF01.
    mutating func selected(_ function: Int64, isUnpaired: Bool) throws(Refusal) {
        if isUnpaired { throw Refusal(.accessDenied) }
        switch function {
        case Self.remote: phase = .remote
        case Self.end: (phase, acceptsSides) = (.accepted, false)
        default: throw Refusal(Self.gallery.contains(function) ? .operationNotSupported : .invalidDevicePropValue)
        }
    }

    /// Processes InitiateOpenCapture.
    mutating func captureOpened() { acceptsSides = true }
}
