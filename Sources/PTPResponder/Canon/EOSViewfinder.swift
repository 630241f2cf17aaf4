import CameraModel
import HotShoeSupport

/// Live view of the camera while the host looks: one frame is ready before it is asked for. **Thread-safe.**
///
/// A frame that has waited for too long is not what the camera sees any more; then the next one is waited for.
final class EOSViewfinder: Sendable {
    private struct State {
        var frame: LiveViewFrame?
        /// When it came.
        var cameAt: Duration = .zero
        var waiting: Promise<LiveViewFrame?, Never>?
        var subscription: LiveViewSubscription?
        var isOver = false
        /// Whether there has been a frame at all.
        var isWarm = false
    }

    /// Guards the frame that is ready.
    private let state = Guarded(State())
    private let time: any TimeSource

    /// So long a frame may be ready.
    private static let freshness: Duration = .milliseconds(100)
    /// So long an answer waits for a frame: others wait behind it.
    private static let patience: Duration = .milliseconds(100)

    init(_ time: any TimeSource) { self.time = time }

    /// Begins, and asks for the first frame.
    func start(_ camera: Camera) {
        let subscription = camera.liveView().subscribe(queue: DirectQueue.shared, credit: 1) { [weak self] _ in
            self?.end()
        } onFrame: { [weak self] frame in
            self?.came(frame)
        }
        let isOver = state.withLock { state in
            if !state.isOver { state.subscription = subscription }
            return state.isOver
        }
        if isOver { subscription.cancel() }
    }

    /// Whether the camera still sends frames.
    var isRunning: Bool { state.withLock { !$0.isOver } }

    func stop() { end() }

    private func end() {
        let (subscription, waiting) = state.withLock { state in
            defer { (state.isOver, state.subscription, state.waiting, state.frame) = (true, nil, nil, nil) }
            return (state.subscription, state.waiting)
        }
        waiting?.fulfil(.success(nil))
        // Not on this thread, which may be the one that the handlers run on.
        if let subscription { Task { subscription.cancel() } }
    }

    private func came(_ frame: LiveViewFrame) {
        let now = time.now
        let (waiting, subscription) = state.withLock { state -> (Promise<LiveViewFrame?, Never>?, LiveViewSubscription?) in
            state.isWarm = true
            guard let waiting = state.waiting else {
                (state.frame, state.cameAt) = (frame, now)
                return (nil, nil)
            }
            state.waiting = nil
            return (waiting, state.subscription)
        }
        waiting?.fulfil(.success(frame))
        // One ahead.
        subscription?.request(1)
    }

    /// The newest frame; nil where there is none yet.
    func next() async -> LiveViewFrame? {
        let now = time.now
        typealias Waiting = Promise<LiveViewFrame?, Never>
        let (ready, subscription, waiting) = state.withLock { state -> (LiveViewFrame?, LiveViewSubscription?, Waiting?) in
            if state.isOver { return (nil, nil, nil) }
            guard let frame = state.frame else {
                // Before the first one it is no use to wait: that takes the camera long.
                if state.isWarm { state.waiting = Waiting() }
                return (nil, nil, state.waiting)
            }
            state.frame = nil
            guard now - state.cameAt <= Self.freshness else {
                state.waiting = Waiting()
                return (nil, state.subscription, state.waiting)
            }
            return (frame, state.subscription, nil)
        }
        subscription?.request(1)
        guard let waiting else { return ready }
        return await wait(waiting)
    }

    private func wait(_ promise: Promise<LiveViewFrame?, Never>) async -> LiveViewFrame? {
        let timer = time.makeTimer { promise.fulfil(.success(nil)) }
        timer.arm(at: time.now + Self.patience)
        defer { timer.disarm() }
        guard case .success(let frame) = await promise.result() else { return nil }
        if frame == nil { state.withLock { if $0.waiting === promise { $0.waiting = nil } } }
        return frame
    }
}

/// Runs work at once, on the thread that has it: for a handler that only puts something down, and is called with no lock held.
private final class DirectQueue: CallbackQueue {
    static let shared = DirectQueue()

    func enqueue(_ work: CallbackWork) { work.run() }
}
