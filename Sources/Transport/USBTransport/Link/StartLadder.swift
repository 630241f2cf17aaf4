import PTP

/// Recovery of a device that does not answer, before a connection begins. Pure: takes events, returns steps.
///
/// The result of a rung is ignored, because devices confirm requests that they do not execute. Each rung is followed by a PTP
/// operation whose response can be checked.
struct StartLadder {
    /// Action for the caller.
    enum Step: Hashable {
        /// Perform GetDeviceInfo, and discard responses to older transactions.
        case getDeviceInfo
        /// Send the class request Cancel for a transaction that may be under way.
        case cancel(TransactionID)
        /// Send the class request DeviceReset.
        case resetDevice
        /// Clear the halt of both bulk endpoints.
        case clearHalts
        case resetPort
        case end(Outcome)
    }

    /// Result of a step.
    enum Event: Hashable {
        /// The device answered the operation.
        case answered
        /// The device did not answer the operation; with the ID of the latest other transaction that it answered, if any.
        case unanswered(TransactionID?)
        /// The rung is complete, whatever its result.
        case done
        /// The device is no longer connected or has re-enumerated.
        case disconnected
    }

    enum Outcome: Hashable {
        case inStep
        /// No rung had an effect.
        case silent
        case disconnected
    }

    private enum Rung: Int {
        case start
        case cancel
        case resetDevice
        case clearHalts
        case resetPort
    }

    private var rung = Rung.start
    private var outcome: Outcome?

    /// Returns the first step.
    mutating func begin() -> Step { .getDeviceInfo }

    /// Returns the step after an event.
    mutating func next(_ event: Event) -> Step {
        if let outcome { return .end(outcome) }
        switch event {
        case .disconnected: return end(.disconnected)
        case .answered: return end(.inStep)
        case .done:
            return .getDeviceInfo
        case .unanswered(let newest):
            guard let higher = Rung(rawValue: rung.rawValue + 1) else { return end(.silent) }
            rung = higher
            switch higher {
            case .start: return .getDeviceInfo
            case .cancel: return .cancel(newest ?? .session)
            case .resetDevice: return .resetDevice
            case .clearHalts: return .clearHalts
            case .resetPort: return .resetPort
            }
        }
    }

    private mutating func end(_ outcome: Outcome) -> Step {
        self.outcome = outcome
        return .end(outcome)
    }
}
