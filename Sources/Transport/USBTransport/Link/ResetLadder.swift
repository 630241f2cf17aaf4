import PTP

/// Resynchronisation of a link with its device (USB Still Image Class 1.0 §§ 5.2, 7.2.2). Pure: takes events, returns steps.
struct ResetLadder {
    /// Reason for the recovery.
    enum Cause: Hashable {
        /// A transaction was cancelled.
        case cancelled(TransactionID)
        /// The device has halted an endpoint and thereby cancelled the transaction.
        case stalled(endpoint: UInt8)
        /// The received data cannot be parsed.
        case unparsable
    }

    /// Action for the caller.
    enum Step: Hashable {
        case cancel(TransactionID)
        case getStatus
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
        case disconnected
    }

    private enum State: Hashable {
        case start
        case cancelling
        case gettingStatus
        case pausing
        case clearing(UInt8)
        case draining
        case resetting
        case over(Outcome)
    }

    private let cause: Cause
    private let interface: StillImageInterface
    private var state = State.start
    private var polls = 0
    /// Endpoints whose halt must be cleared.
    private var halted: [UInt8] = []
    private var hasDrained = false

    /// Maximum number of status requests to a busy device, over one second.
    static let pollLimit = 100
    static let pollInterval: Duration = .milliseconds(10)

    init(_ cause: Cause, of interface: StillImageInterface) {
        self.cause = cause
        self.interface = interface
        if case .stalled(let endpoint) = cause { halted = [endpoint] }
    }

    /// Returns the first step.
    mutating func begin() -> Step {
        switch cause {
        case .cancelled(let transaction):
            state = .cancelling
            return .cancel(transaction)
        case .stalled: return requestStatus()
        case .unparsable: return reset()
        }
    }

    /// Returns the step after an event.
    mutating func next(_ event: Event) -> Step {
        if case .failed(.noDevice) = event { return end(.disconnected) }
        switch (state, event) {
        // A device that rejects the request may have cancelled the transaction nevertheless.
        case (.cancelling, _): return requestStatus()
        case (.gettingStatus, .status(let status)):
            // Clearing the halt of another interface's endpoint would claim that interface.
            for endpoint in status.haltedEndpoints where interface.owns(endpoint) && !halted.contains(endpoint) {
                halted.append(endpoint)
            }
            return status.code == .deviceBusy ? pause() : clear()
        case (.gettingStatus, .failed(.stalled)), (.gettingStatus, .failed(.notSupported)), (.gettingStatus, .done):
            return clear()
        case (.pausing, _): return requestStatus()
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
        case (.gettingStatus, .failed), (.clearing, .failed), (.draining, .failed), (.start, _): return reset()
        }
    }

    private mutating func requestStatus() -> Step {
        state = .gettingStatus
        return .getStatus
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
        if case .cancelled = cause, !hasDrained {
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
