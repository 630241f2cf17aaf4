package import CameraModel
package import HotShoeSupport
import PTP

/// The camera's live view for the initiator, with one frame prefetched. **Thread-safe.**
///
/// The next frame is requested after a frame was sent, on a thread that waits for the client anyway and may make it.
/// A prefetched frame that is too old is discarded; the request then waits for the next frame.
package final class Viewfinder: Sendable {
    private typealias Awaited = Promise<LiveViewFrame?, Never>

    private struct State {
        var frames = FramePrefetch<LiveViewFrame, ObjectIdentifier>(freshness: freshness)
        /// The request that waits for a frame.
        var answer: Awaited?
        var subscription: LiveViewSubscription?

        /// Removes the waiting request for an action of the state machine.
        mutating func popAnswer() -> Awaited? {
            defer { answer = nil }
            return answer
        }
    }

    /// Guards the prefetched frame.
    private let state = Guarded(State())
    private let time: any TimeSource
    private let tasks = OwnedTasks()
    /// Fulfilled with the first frame, or at the end.
    private let begun = Promise<Void, Never>()

    /// Maximum age of a prefetched frame.
    private static let freshness: Duration = .milliseconds(100)
    /// Time that a request that needs live view waits for its start.
    private static let startTimeout: Duration = .seconds(2)
    /// Time that a request waits for a frame; later requests wait behind it.
    private static let timeout: Duration = .milliseconds(100)

    package init(_ time: any TimeSource) { self.time = time }

    /// Starts live view and requests the first frame.
    package func start(_ camera: Camera) {
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
    package var isRunning: Bool { state.withLock { $0.frames.isRunning } }

    /// Waits until live view runs: until then the camera refuses what needs it.
    package func started() async {
        if begun.current != nil { return }
        let timer = time.makeTimer { [begun] in begun.fulfil(.success(())) }
        timer.arm(at: time.now + Self.startTimeout)
        defer { timer.disarm() }
        _ = await begun.resultUnlessCancelled()
    }

    package func stop() {
        begun.fulfil(.success(()))
        let (subscription, answer) = state.withLock { state -> (LiveViewSubscription?, Awaited?) in
            guard case .end = state.frames.ended() else { return (nil, nil) }
            defer { state.subscription = nil }
            return (state.subscription, state.popAnswer())
        }
        answer?.fulfil(.success(nil))
        // In a task, because this may be the thread on which the handlers run.
        if let subscription { tasks.start { subscription.cancel() } }
    }

    private func received(_ frame: LiveViewFrame) {
        begun.fulfil(.success(()))
        let now = time.now
        let answer = state.withLock { state -> Awaited? in
            guard case .deliver = state.frames.received(frame, at: now) else { return nil }
            return state.popAnswer()
        }
        answer?.fulfil(.success(frame))
    }

    /// Prefetches the next frame, after one was sent.
    func sent() {
        let subscription = state.withLock { state -> LiveViewSubscription? in
            guard let subscription = state.subscription, case .request = state.frames.sent() else { return nil }
            return subscription
        }
        LiveViewSink.$isOnLentThread.withValue(true) { subscription?.request(1) }
    }

    /// Returns the newest frame; nil if there is none, or if it is no JPEG. The caller answers with ``answer(_:after:before:)``.
    package func next() async -> LiveViewFrame? {
        guard let frame = await newest() else { return nil }
        if frame.info.format == .jpeg { return frame }
        sent()
        return nil
    }

    /// An answer with a frame between a vendor's header and trailer.
    package func answer(_ frame: LiveViewFrame, after head: [UInt8], before tail: [UInt8] = []) -> Answer {
        Answer(.ok, payload: .frame(FramePayload(head: head, frame: frame, tail: tail, source: self)))
    }

    private func newest() async -> LiveViewFrame? {
        let (now, answer) = (time.now, Awaited())
        let (action, subscription) = state.withLock { state in
            let action = state.frames.requested(by: ObjectIdentifier(answer), at: now)
            switch action {
            case .wait, .requestAndWait: state.answer = answer
            default: break
            }
            return (action, state.subscription)
        }
        switch action {
        case .answer(let frame): return frame
        case .requestAndWait:
            subscription?.request(1)
            return await wait(answer)
        case .wait: return await wait(answer)
        case .nothing, .refuse, .request, .deliver, .end: return nil
        }
    }

    private func wait(_ answer: Awaited) async -> LiveViewFrame? {
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
