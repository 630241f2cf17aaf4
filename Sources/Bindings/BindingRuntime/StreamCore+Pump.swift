import BindingSupport

/// The pump: one task, which fetches an element for each demand.
extension StreamCore {
    func pump() async {
        var iterator = base.makeAsyncIterator()
        while await demanded() {
            do {
                guard let element = try await iterator.next() else { return end(.finished) }
                deliver(element)
            } catch {
                return end(.failed(error))
            }
        }
    }

    /// Waits for a demand; returns false if the stream has ended.
    private func demanded() async -> Bool {
        while true {
            switch monitor.withLock({ state, _ in state.stream.pumpTurn }) {
            case .fetch: return true
            case .stop: return false
            case .park: await parked()
            }
        }
    }

    /// Waits until the pump has something to do.
    private func parked() async {
        await unsafe withUnsafeContinuation { pump in
            let isParked = monitor.withLock { state, _ in
                guard state.stream.parkPump() else { return false }
                unsafe state.parked = pump
                return true
            }
            if !isParked { unsafe pump.resume() }
        }
    }

    func deliver(_ element: Base.Element) {
        let (arrived, hasWaiters) = monitor.withLock { state, _ in
            guard state.stream.arrived(element) else { return (false, false) }
            state.descriptor.set(true)
            return (true, !state.waiters.isEmpty)
        }
        // Wakes all threads: those that receive no element demand the next one. Without the lock, which a woken thread needs.
        if arrived { monitor.broadcast() }
        if hasWaiters { wakeWaiters() }
    }

    /// Wakes the waiters one by one, so that the array keeps its capacity and an element needs no allocation.
    func wakeWaiters() {
        for _ in 0..<monitor.withLock({ state, _ in state.waiters.count }) {
            let waiter = monitor.withLock { state, _ in state.waiters.isEmpty ? nil : state.waiters.remove(at: 0) }
            waiter?.wake()
        }
    }
}
