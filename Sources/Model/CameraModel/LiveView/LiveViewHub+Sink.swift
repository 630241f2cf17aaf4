import HotShoeSupport
import Synchronization

/// The calls of a ``LiveViewSink``.
extension LiveViewHub {
    func isActive(_ generation: Int) -> Bool { published.load(ordering: .acquiring) >> 2 == generation }

    /// The demand in the run of this generation.
    func demand(_ generation: Int) -> Machine.Demand {
        let value = published.load(ordering: .acquiring)
        return value >> 2 == generation ? Machine.Demand(rawValue: value & 3) ?? .none : .none
    }

    func setDemandHandler(_ generation: Int, _ handler: @escaping @Sendable () -> Void) {
        let isDemanded = state.withLock { state in
            guard state.machine.generation == generation else { return false }
            state.demandHandler = CallbackWork(handler)
            return state.machine.isDemanded
        }
        if isDemanded { handler() }
    }

    func makeFrame(_ generation: Int, capacity: Int) -> FrameStorage? {
        isActive(generation) ? pool.acquire(capacity: capacity) : nil
    }

    func deliver(_ generation: Int, _ storage: FrameStorage) {
        let (frame, now) = (LiveViewFrame(storage: storage), time.now)
        var (first, others, effects) = state.withLock { state -> (FrameDelivery?, [FrameDelivery], Effects?) in
            var first: FrameDelivery?
            var others = state.spare
            state.spare = []
            let actions = state.machine.arrived(frame.sequenceNumber, generation, now: now) { consumer in
                let receiver = consumer.receiver.use { $0.popForFrame() }
                if first == nil { first = receiver } else if let receiver { others.append(receiver) }
            }
            if others.isEmpty { swap(&others, &state.spare) }
            guard let actions else { return (nil, [], nil) }
            state.newest = frame
            return (first, others, publish(&state, actions))
        }
        guard let effects else { return }
        first?.receive(frame)
        if !others.isEmpty {
            for receiver in others { receiver.receive(frame) }
            others.removeAll(keepingCapacity: true)
            state.withLock { swap(&$0.spare, &others) }
        }
        perform(effects)
    }
}
