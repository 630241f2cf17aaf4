import PTP
import PTPFujifilm

/// State machine of a Fujifilm body on a network: the confirmation by its user, remote control, its further connections. Pure.
struct FujifilmNetworkState {
    /// Phase of the connection.
    enum Phase: Equatable {
        /// The body asks its user whether the client may connect.
        case waiting
        case accepted
        case remote
        /// The files on the card are shown: during remote control, or without it.
        case browsing(isRemote: Bool)

        /// Number of 0xDF00.
        var number: UInt32 {
            switch self {
            case .waiting: 0
            case .accepted, .browsing(isRemote: false): 2
            case .remote, .browsing(isRemote: true): 6
            }
        }
    }

    private(set) var phase = Phase.accepted
    /// Whether the ports of events and frames are open.
    private(set) var acceptsSides = false
    private var pollCount = 0

    /// Number of requests of the state after which the user confirms.
    static let confirmation = 10

    /// Whether files are shown.
    var isBrowsing: Bool { if case .browsing = phase { true } else { false } }

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
    mutating func selected(_ function: UInt16, isUnpaired: Bool) throws(Refusal) {
        if isUnpaired { throw Refusal(.accessDenied) }
        switch (function, phase) {
        case (FujifilmFunction.remote, _): phase = .remote
        case (FujifilmFunction.end, _): (phase, acceptsSides) = (.accepted, false)
        case (FujifilmFunction.gallery, .accepted), (FujifilmFunction.gallery, .browsing(isRemote: false)):
            phase = .browsing(isRemote: false)
        case (FujifilmFunction.remoteGallery, .remote), (FujifilmFunction.remoteGallery, .browsing(isRemote: true)):
            phase = .browsing(isRemote: true)
        default: throw Refusal(.invalidDevicePropValue)
        }
    }

    /// Processes InitiateOpenCapture.
    mutating func captureOpened() { acceptsSides = true }
}
