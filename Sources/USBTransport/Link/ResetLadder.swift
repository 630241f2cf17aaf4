import PTP

/// How a link comes back into step with its device (USB Still Image Class 1.0 §§ 5.2, 7.2.2). Pure: what happened goes in, what to do
/// comes out.
struct ResetLadder {
    /// Why it is climbed.
    enum Trouble: Hashable {
        /// A transaction is given up.
        case givenUp(TransactionID)
        /// The device has halted an endpoint, and given the transaction up with that.
        case stalled(endpoint: UInt8)
        /// Nothing that comes can be understood any more.
        case confused
    }

    /// What to do next.
    enum Step: Hashable {
        case cancel(TransactionID)
        case askStatus
        case pause(Duration)
        case clearHalt(endpoint: UInt8)
        /// Read what is still on its way, until nothing comes.
        case drain
        case resetDevice
        case end(Outcome)
    }

    /// What came of the step.
    enum Event: Hashable {
        case done
        case status(USBDeviceStatus)
        case failed(USBError)
    }

    /// Where it leads.
    enum Outcome: Hashable {
        /// The next transaction may begin.
        case inStep
        /// The device has begun anew, and the session is lost.
        case reset
        /// The device could not be brought to anything: its port must be reset.
        case lost
        /// There is no device any more.
        case gone
    }

    private enum State: Hashable {
        case start
        case cancelling
        case asking
        case pausing
        case clearing(UInt8)
        case draining
        case resetting
        case over(Outcome)
    }

    private let trouble: Trouble
    private let interface: StillImageInterface
    private var state = State.start
    private var polls = 0
    /// Endpoints that are to begin again.
    private var halted: [UInt8] = []
    private var hasDrained = false

    /// So often a busy device is asked again: for a second.
    static let pollLimit = 100
    static let pollInterval: Duration = .milliseconds(10)

    init(_ trouble: Trouble, of interface: StillImageInterface) {
        self.trouble = trouble
        self.interface = interface
        if case .stalled(let endpoint) = trouble { halted = [endpoint] }
    }

    /// The first step.
    mutating func begin() -> Step {
        switch trouble {
        case .givenUp(let transaction):
            state = .cancelling
            return .cancel(transaction)
        case .stalled: return ask()
        case .confused: return reset()
        }
    }

    /// The step after this.
    mutating func next(_ event: Event) -> Step {
        if case .failed(.gone) = event { return end(.gone) }
        switch (state, event) {
        // A device that does not know the request may have stopped all the same.
        case (.cancelling, _): return ask()
        case (.asking, .status(let status)):
            // To clear one of another interface would claim that.
            for endpoint in status.haltedEndpoints where interface.owns(endpoint) && !halted.contains(endpoint) {
                halted.append(endpoint)
            }
            return status.code == .deviceBusy ? pause() : clear()
        case (.asking, .failed(.stalled)), (.asking, .failed(.notSupported)), (.asking, .done): return clear()
        case (.pausing, _): return ask()
        case (.clearing(let endpoint), .done), (.clearing(let endpoint), .status):
            halted.removeAll { $0 == endpoint }
            return clear()
        case (.draining, .failed(.stalled)):
            hasDrained = true
            halted = [interface.bulkIn]
            return clear()
        case (.draining, .done), (.draining, .status): return end(.inStep)
        case (.resetting, .failed): return end(.lost)
        case (.resetting, _): return end(.reset)
        case (.over(let outcome), _): return .end(outcome)
        case (.asking, .failed), (.clearing, .failed), (.draining, .failed), (.start, _): return reset()
        }
    }

    private mutating func ask() -> Step {
        state = .asking
        return .askStatus
    }

    private mutating func pause() -> Step {
        polls += 1
        guard polls < Self.pollLimit else { return reset() }
        state = .pausing
        return .pause(Self.pollInterval)
    }

    private mutating func clear() -> Step {
        if let endpoint = halted.first {
            state = .clearing(endpoint)
            return .clearHalt(endpoint: endpoint)
        }
        if case .givenUp = trouble, !hasDrained {
            hasDrained = true
            state = .draining
            return .drain
        }
        return end(.inStep)
    }

    private mutating func reset() -> Step {
        state = .resetting
        return .resetDevice
    }

    private mutating func end(_ outcome: Outcome) -> Step {
        state = .over(outcome)
        return .end(outcome)
    }
}
