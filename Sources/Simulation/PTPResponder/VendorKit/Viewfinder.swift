import CameraModel
import HotShoeSupport

/// The camera's live view for the initiator, with one frame prefetched. **Thread-safe.**
///
/// A prefetched frame that is too old is discarded; the request then waits for the next frame.
final class Viewfinder: Sendable {
    private typealias Answer = Promise<LiveViewFrame?, Never>

    private struct State {
        var frames = FramePrefetch<LiveViewFrame, ObjectIdentifier>(freshness: freshness)
        /// The request that waits for a frame.
        var answer: Answer?
        var subscription: LiveViewSubscription?

        /// Removes the waiting request for an action of the state machine.
        mutating func popAnswer() -> Answer? {
            defer { answer = nil }
            return answer
        }
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
            self?.stop()
        } onFrame: { [weak self] frame in
            self?.received(frame)
        }
        let isRunning = state.withLock { state in
            if state.frames.isRunning { state.subscription = subscription }
            return state.frames.isRunning
        }
        if !isRunning { subscription.cancel() }
    }

    /// Whether the camera still sends frames.
    var isRunning: Bool { state.withLock { $0.frames.isRunning } }

    func stop() {
        let (subscription, answer) = state.withLock { state -> (LiveViewSubscription?, Answer?) in
            guard case .end = state.frames.ended() else { return (nil, nil) }
            defer { state.subscription = nil }
            return (state.subscription, state.popAnswer())
        }
        answer?.fulfil(.success(nil))
        // In a task, because this may be the thread on which the handlers run.
        if let subscription { Task { subscription.cancel() } }
    }

    private func received(_ frame: LiveViewFrame) {
        let now = time.now
        let (answer, subscription) = state.withLock { state -> (Answer?, LiveViewSubscription?) in
            guard case .deliver = state.frames.received(frame, at: now) else { return (nil, nil) }
            return (state.popAnswer(), state.subscription)
        }
        answer?.fulfil(.success(frame))
        // Prefetches the next frame.
        subscription?.request(1)
    }

    /// Returns the newest frame; nil if there is none.
    func next() async -> LiveViewFrame? {
        let (now, answer) = (time.now, Answer())
        let (action, subscription) = state.withLock { state in
            let action = state.frames.requested(by: ObjectIdentifier(answer), at: now)
            switch action {
            case .wait, .requestAndWait: state.answer = answer
            default: break
            }
            return (action, state.subscription)
        }
        switch action {
        case .requestAndAnswer(let frame):
            subscription?.request(1)
            return frame
        case .requestAndWait:
            subscription?.request(1)
            return await wait(answer)
        case .wait: return await wait(answer)
        case .nothing, .refuse, .deliver, .end: return nil
        }
    }

    private func wait(_ answer: Answer) async -> LiveViewFrame? {
        let timer = time.makeTimer { answer.fulfil(.success(nil)) }
        timer.arm(at: time.now + Self.timeout)
        defer { timer.disarm() }
        guard case .success(let frame) = await answer.result() else { return nil }
        if frame == nil {
            state.withLock { state in
                state.frames.timedOut(ObjectIdentifier(answer))
                if state.answer === answer { state.answer = nil }
            }
        }
        return frame
    }
}

/// Runs work synchronously on the calling thread: for a handler that only stores a value and is called without a lock held.
private final class DirectQueue: CallbackQueue {
    static let shared = DirectQueue()

    func enqueue(_ work: CallbackWork) { work.run() }
}
