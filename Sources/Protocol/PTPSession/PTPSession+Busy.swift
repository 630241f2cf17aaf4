import HotShoeSupport
import PTP

// Repetition of operations on a busy device.

extension PTPSession {
    // MARK: Busy devices

    /// Schedules the repetition of a request on a busy device. Returns `false` if the time limit has passed or the data
    /// cannot be sent again.
    func rest(_ request: Request) -> Bool {
        // The data was consumed and must be restarted.
        if case .send(let provider) = request.transaction.data, (provider as? WatchedProvider)?.rewind() != true {
            state.withLock { $0.repetitions[request.key] = nil }
            return false
        }
        let now = time.now
        let delay = state.withLock { state -> Duration? in
            let repetition = state.repetitions.removeValue(forKey: request.key) ?? Repetition(deadline: now + options.busyTimeout)
            if case .closed = state.phase { return nil }
            guard now + repetition.delay <= repetition.deadline, repetition.delay <= state.busyBudget ?? repetition.delay else {
                return nil
            }
            state.busyBudget = state.busyBudget.map { $0 - repetition.delay }
            state.repetitions[request.key] = repetition.next
            state.resting[request.key] = request
            return repetition.delay
        }
        guard let delay else { return false }
        let box = TimerBox()
        box.timer.withLock { slot in
            slot = time.makeTimer { [weak self] in
                box.timer.withLock { $0 = nil }
                self?.wake(request.key)
            }
            slot?.arm(at: now + delay)
        }
        return true
    }

    /// Performs work whose operations may be repeated on a busy device for `budget` in all; each for ``Options/busyTimeout`` at most.
    ///
    /// The budget also applies to operations of other callers until `work` returns.
    package func withBusyBudget<Value: Sendable>(_ budget: Duration, _ work: () async -> Value) async -> Value {
        state.withLock { $0.busyBudget = budget }
        defer { state.withLock { $0.busyBudget = nil } }
        return await work()
    }

    private func wake(_ key: Int) {
        if let request = state.withLock({ $0.resting.removeValue(forKey: key) }) { enter(request, again: true) }
    }
}

/// Retains a timer while it is armed.
private final class TimerBox: Sendable {
    /// Guards the timer.
    let timer = Guarded<(any TimeSourceTimer)?>(nil)
}
