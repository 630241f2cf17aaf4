package import CameraModel

/// Whether another host with the same name is at the broker, from the messages that arrive on this host's own status topic. Pure.
package struct HostRivals: Sendable {
    /// A consequence of a message.
    package enum Finding: Sendable, Hashable {
        /// The first status of another host with this name: publish the own status, so that it learns of this one.
        case discovered
        /// Something has published that this host is absent: publish the status again.
        case contradicted
    }

    /// Time without a status after which the other host counts as absent: hosts publish theirs every 30 s.
    package static let patience = Duration.seconds(75)

    private let run: String
    private var lastSeen: ClockTime?

    /// - Parameter run: ``HostStatus/run`` of this host.
    package init(run: String) { self.run = run }

    /// Takes a message of the status topic.
    ///
    /// - Parameters:
    ///   - status: The status in the message.
    ///   - isRetained: Whether the broker had kept it: it may be from an earlier run of this host, and is ignored.
    ///   - time: The moment at which it arrived.
    /// - Returns: what has to be done; nil for nothing.
    package mutating func take(_ status: HostStatus, isRetained: Bool, at time: ClockTime) -> Finding? {
        guard !isRetained else { return nil }
        guard status.isOnline else {
            // The other host's end, or the last will of an earlier run.
            lastSeen = nil
            return .contradicted
        }
        guard status.run != run else { return nil }
        defer { lastSeen = time }
        return isThere(at: time) ? nil : .discovered
    }

    /// Whether another host with this name is at the broker.
    package func isThere(at time: ClockTime) -> Bool {
        guard let lastSeen else { return false }
        return (.zero..<Self.patience).contains(time.duration(since: lastSeen))
    }
}
