import CameraModel
import HotShoeSupport

/// The camera's live view for the initiator, with one frame prefetched. **Thread-safe.**
///
/// A prefetched frame that is too old is discarded; the request then waits for the next frame.
final class EOSViewfinder: Sendable {
    private struct State {
        var frame: LiveViewFrame?
        /// Time at which the frame arrived.
        var receivedAt: Duration = .zero
        var waiting: Promise<LiveViewFrame?, Never>?
        var subscription: LiveViewSubscription?
        var isOver = false
        /// Whether any frame has arrived.
        var isWarm = false
    }

    /// Guards the prefetched frame.
    private let state = Guarded(State())
    private let time: any TimeSource

    /// Maximum age of a prefetched frame.
    private static let freshness: Duration = .milliseconds(100)
    /// Time that a request waits for a frame; later requests wait behind it.
    private static let timeout: Duration = .milliseconds(100)

    init(_ time: any TimeSource) { self.time = time }

    /// Starts live view and requests the first frame.
    func start(_ camera: Camera) {
        let subscription = camera.liveView().subscribe(queue: DirectQueue.shared, credit: 1) { [weak self] _ in
            self?.end()
        } onFrame: { [weak self] frame in
            self?.received(frame)
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
        // In a task, because this may be the thread on which the handlers run.
        if let subscription { Task { subscription.cancel() } }
    }

    private func received(_ frame: LiveViewFrame) {
        let now = time.now
        let (waiting, subscription) = state.withLock { state -> (Promise<LiveViewFrame?, Never>?, LiveViewSubscription?) in
            state.isWarm = true
            guard let waiting = state.waiting else {
                (state.frame, state.receivedAt) = (frame, now)
                return (nil, nil)
            }
            state.waiting = nil
            return (waiting, state.subscription)
        }
        waiting?.fulfil(.success(frame))
        // Prefetches the next frame.
        subscription?.request(1)
    }

    /// Returns the newest frame; nil if there is none.
    func next() async -> LiveViewFrame? {
        let now = time.now
        typealias Waiting = Promise<LiveViewFrame?, Never>
        let (ready, subscription, waiting) = state.withLock { state -> (LiveViewFrame?, LiveViewSubscription?, Waiting?) in
            if state.isOver { return (nil, nil, nil) }
            guard let frame = state.frame else {
                // The first frame takes the camera too long to wait for.
                if state.isWarm { state.waiting = Waiting() }
                return (nil, nil, state.waiting)
            }
            state.frame = nil
            guard now - state.receivedAt <= Self.freshness else {
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
        timer.arm(at: time.now + Self.timeout)
        defer { timer.disarm() }
        guard case .success(let frame) = await promise.result() else { return nil }
        if frame == nil { state.withLock { if $0.waiting === promise { $0.waiting = nil } } }
        return frame
    }
}

/// Runs work synchronously on the calling thread: for a handler that only stores a value and is called without a lock held.
private final class DirectQueue: CallbackQueue {
    static let shared = DirectQueue()

    func enqueue(_ work: CallbackWork) { work.run() }
}
