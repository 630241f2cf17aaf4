import HotShoeSupport
public import PTP

// What the link reports.

extension PTPSession: LinkObserver {
    /// Passes an event to the session's `onEvent` handler.
    public func eventReceived(_ event: Event) {
        recordActivity()
        recorder?.record(event)
        Log.write(.debug, "ptp", "\(event)")
        onEvent(event)
    }

    /// Records that the device answered a probe.
    public func linkIsAlive() { recordActivity() }

    /// Fails all waiting requests and calls the session's `onEnd` handler.
    public func linkEnded(_ reason: LinkFailure) {
        let ending = state.withLock { state -> (left: [Request], reason: LinkFailure)? in
            if case .closed = state.phase { return nil }
            let reason = reason == .closedHere ? state.closeReason ?? reason : reason
            state.phase = .closed(reason)
            defer { (state.resting, state.repetitions) = ([:], [:]) }
            return (state.line.removeAll() + Array(state.resting.values), reason)
        }
        guard let (left, reason) = ending else { return }
        watchdog.withLock { $0 }?.disarm()
        keepAlive.withLock { $0 }?.disarm()
        for request in left { request.outcome.fulfil(.failure(.link(reason))) }
        onEnd(reason)
    }
}
