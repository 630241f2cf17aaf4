import PTP

/// Recovery of a device that does not answer, before a connection begins. Pure: takes events, returns steps.
///
/// The result of a rung is ignored, as devices confirm requests that they do not execute. Each rung is followed by a PTP operation whose
/// response can be checked.
struct StartLadder {
    /// Action for the caller.
    enum Step: Hashable {
        /// Perform GetDeviceInfo, and drop responses to older transactions.
        case ask
        /// The class request for a transaction that may be under way.
        case cancel(TransactionID)
        /// The class request.
        case resetDevice
        /// Both bulk endpoints.
        case clearHalts
        case resetPort
        case end(Outcome)
    }

    /// Result of a step.
    enum Event: Hashable {
        /// The device answered what it was asked.
        case answered
        /// It did not. With the number of the newest answer to something else, if there was one.
        case unanswered(TransactionID?)
        /// The rung is over, however it ended.
        case done
        /// There is no device any more, or it has become another one.
        case gone
    }

    enum Outcome: Hashable {
        case inStep
        /// Nothing helped.
        case silent
        case gone
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

    /// The first step.
    mutating func begin() -> Step { .ask }

    /// The step after this.
    mutating func next(_ event: Event) -> Step {
        if let outcome { return .end(outcome) }
        switch event {
        case .gone: return end(.gone)
        case .answered: return end(.inStep)
        case .done:
            return .ask
        case .unanswered(let newest):
            guard let higher = Rung(rawValue: rung.rawValue + 1) else { return end(.silent) }
            rung = higher
            switch higher {
            case .start: return .ask
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
