/// State machine of a viewfinder that keeps one frame ahead. Pure: takes events, returns actions.
///
/// `Waiter` is the request that waits for a frame. A newer request replaces a waiting one, which ends by its time limit.
struct FramePrefetch<Frame, Waiter: Equatable> {
    private enum State {
        /// The camera has sent no frame yet.
        case warmingUp
        /// The camera makes the next frame.
        case empty
        /// A frame is being sent to the initiator; the next one is requested after it.
        case sending
        case waiting(Waiter)
        case ready(Frame, since: Duration)
        case over
    }

    /// Action for the caller.
    enum Action {
        case nothing
        /// Answer that there is no frame.
        case refuse
        /// Wait for a frame, up to the time limit.
        case wait
        /// Request the next frame from the camera, and wait for it.
        case requestAndWait
        /// Request the next frame from the camera.
        case request
        /// Answer with this frame.
        case answer(Frame)
        /// Pass a frame to the waiting request.
        case deliver(Frame, Waiter)
        /// End the waiting request, if there is one, and live view.
        case end(Waiter?)
    }

    private var state = State.warmingUp
    /// Maximum age of a frame that is sent.
    private let freshness: Duration

    init(freshness: Duration) { self.freshness = freshness }

    /// Whether the camera still sends frames.
    var isRunning: Bool { if case .over = state { false } else { true } }

    /// Processes a request for a frame.
    mutating func requested(by waiter: Waiter, at now: Duration) -> Action {
        switch state {
        // The first frame takes the camera too long to wait for.
        case .warmingUp, .over: return .refuse
        case .empty, .waiting:
            state = .waiting(waiter)
            return .wait
        case .ready(let frame, let since) where now - since <= freshness:
            state = .sending
            return .answer(frame)
        case .ready, .sending:
            state = .waiting(waiter)
            return .requestAndWait
        }
    }

    /// Processes a frame of the camera.
    mutating func received(_ frame: Frame, at now: Duration) -> Action {
        switch state {
        case .over: return .nothing
        case .warmingUp, .empty, .ready, .sending:
            state = .ready(frame, since: now)
            return .nothing
        case .waiting(let waiter):
            state = .sending
            return .deliver(frame, waiter)
        }
    }

    /// Processes the end of sending a frame.
    mutating func sent() -> Action {
        guard case .sending = state else { return .nothing }
        state = .empty
        return .request
    }

    /// Processes the time limit of a request.
    mutating func timedOut(_ waiter: Waiter) {
        if case .waiting(waiter) = state { state = .empty }
    }

    /// Processes the end of live view, by either side. Only the first call has an effect.
    mutating func ended() -> Action {
        defer { state = .over }
        switch state {
        case .over: return .nothing
        case .waiting(let waiter): return .end(waiter)
        case .warmingUp, .empty, .sending, .ready: return .end(nil)
        }
    }
}
