import HotShoeSupport
import PTP

// Cancellation by callers, the time limits of transactions, and probes of a quiet device.

extension PTPSession {
    // MARK: Cancellation

    func abandon(_ request: Request, _ reason: SessionError) {
        let transaction = state.withLock { state -> LinkTransaction? in
            state.repetitions[request.key] = nil
            if state.line.remove(key: request.key) != nil || state.resting.removeValue(forKey: request.key) != nil { return nil }
            guard let underWay = state.underWay, underWay.key == request.key, state.cancellation == nil else { return nil }
            state.cancellation = reason
            let hasData = underWay.transaction.dataPhase != .none
            var isClosing: Bool { if case .closing = state.phase { true } else { false } }
            if hasData || isClosing { state.timeout = ProgressTimeout(options.cancelTimeout, since: time.now) }
            // Without a data phase there is nothing to cancel: the session waits for the response within the remaining time.
            return hasData ? underWay.transaction : nil
        }
        request.outcome.fulfil(.failure(reason))
        armWatchdog()
        if let transaction { link.cancel(transaction) }
    }

    // MARK: Time limits

    func armWatchdog() {
        let deadline = state.withLock { state -> Duration? in
            guard let deadline = state.timeout?.deadline else { return nil }
            // A watchdog that fires earlier arms itself again.
            if let armed = state.watchdogDeadline, armed <= deadline { return nil }
            state.watchdogDeadline = deadline
            return deadline
        }
        if let deadline { watchdog.withLock { $0 }?.arm(at: deadline) }
    }

    func watchdogFired() {
        enum Verdict {
            case nothing
            case wait
            case cancel(LinkTransaction, Request)
            case close
        }
        let verdict = state.withLock { state -> Verdict in
            state.watchdogDeadline = nil
            guard let underWay = state.underWay, let timeout = state.timeout else { return .nothing }
            if time.now < timeout.deadline { return .wait }
            if state.cancellation != nil { return .close }
            state.cancellation = .timedOut(underWay.code)
            state.timeout = ProgressTimeout(options.cancelTimeout, since: time.now)
            return .cancel(underWay.transaction, underWay)
        }
        switch verdict {
        case .nothing: break
        case .wait: armWatchdog()
        case .cancel(let transaction, let request):
            request.outcome.fulfil(.failure(.timedOut(request.code)))
            armWatchdog()
            link.cancel(transaction)
        case .close:
            state.withLock { state in
                if case .open = state.phase { state.phase = .closing }
                state.closeReason = .silent
            }
            link.close()
        }
    }

    /// Reports the transfer of data to the timeout of the current transaction.
    private var dataWatch: DataWatch {
        DataWatch { [weak self] step in
            guard let self else { return }
            let now = time.now
            state.withLock { state in
                switch step {
                case .begins(let bytes): state.timeout?.hold(bytes: bytes, at: now)
                case .ends: state.timeout?.release(at: now)
                case .passed(let bytes): state.timeout?.pass(bytes: bytes, at: now)
                }
            }
        }
    }

    func watched(_ data: LinkTransaction.Data) -> LinkTransaction.Data {
        switch data {
        case .none: .none
        case .receive(let receiver): .receive(WatchedReceiver(receiver, dataWatch))
        case .send(let provider): .send(WatchedProvider(provider, dataWatch))
        }
    }

    // MARK: Keep-alive

    /// Records activity of the device. It does not extend the current transaction: a device may send events without ever
    /// responding.
    func recordActivity() {
        state.withLock { $0.lastWord = time.now }
    }

    func keepAliveFired() {
        let interval = options.keepAliveInterval
        let (isIdle, isOver) = state.withLock { state -> (Bool, Bool) in
            if case .closed = state.phase { return (false, true) }
            return (state.underWay == nil && time.now - state.lastWord >= interval, false)
        }
        if isOver { return }
        if isIdle { link.probe() }
        keepAlive.withLock { $0 }?.arm(at: time.now + interval)
    }
}
