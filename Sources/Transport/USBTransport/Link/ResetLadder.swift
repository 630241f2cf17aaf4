import PTP

/// Resynchronisation of a link with its device (USB Still Image Class 1.0 §§ 5.2, 7.2.2). Pure: takes events, returns steps.
struct ResetLadder {
    /// Reason for the recovery.
    enum Trouble: Hashable {
        /// A transaction was cancelled.
        case givenUp(TransactionID)
        /// The device has halted an endpoint and thereby cancelled the transaction.
        case stalled(endpoint: UInt8)
        /// The received data cannot be parsed.
        case confused
    }

    /// Action for the caller.
    enum Step: Hashable {
        case cancel(TransactionID)
        case askStatus
        case pause(Duration)
        case clearHalt(endpoint: UInt8)
        /// Read and discard pending data until there is none.
        case drain
        case resetDevice
        case end(Outcome)
    }

    /// Result of a step.
    enum Event: Hashable {
        case done
        case status(USBDeviceStatus)
        case failed(USBError)
    }

    /// Result of the recovery.
    enum Outcome: Hashable {
        /// The next transaction can begin.
        case inStep
        /// The device was reset, and the session is lost.
        case reset
        /// The device could not be recovered; its port must be reset.
        case lost
        /// The device is no longer connected.
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
    /// Endpoints whose halt must be cleared.
    private var halted: [UInt8] = []
    private var hasDrained = false

    /// Maximum number of status requests to a busy device, over one second.
    static let pollLimit = 100
    static let pollInterval: Duration = .milliseconds(10)

    init(_ trouble: Trouble, of interface: StillImageInterface) {
        self.trouble = trouble
        self.interface = interface
        if case .stalled(let endpoint) = trouble { halted = [endpoint] }
    }

    /// Returns the first step.
    mutating func begin() -> Step {
        switch trouble {
        case .givenUp(let transaction):
            state = .cancelling
            return .cancel(transaction)
        case .stalled: return ask()
        case .confused: return reset()
        }
    }

    /// Returns the step after an event.
    mutating func next(_ event: Event) -> Step {
        if case .failed(.gone) = event { return end(.gone) }
        switch (state, event) {
        // A device that rejects the request may have cancelled the transaction nevertheless.
        case (.cancelling, _): return ask()
        case (.asking, .status(let status)):
            // Clearing the halt of another interface's endpoint would claim that interface.
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
