import HotShoeSupport
import Synchronization

/// Identity of a consumer of live view, and the place to which the hub delivers. **Thread-safe.**
final class LiveViewConsumer: Sendable, Equatable {
    typealias Outcome = Result<LiveViewFrame?, CameraError>

    let kind: LiveViewConsumerState.Kind
    let options: LiveViewOptions
    /// Used under the hub's lock, which calls nothing of it.
    let receiver: Exclusive<Receiver>
    /// Number of the last waiting call; a cancelled call removes only its own waiter.
    let lastTicket = Atomic<Int>(0)

    /// What receives the frames and the end: a waiting task, a function for each requested frame, or a handler.
    struct Receiver {
        var waiter: FrameWaiter?
        var onOutcome: (@Sendable (Outcome) -> Void)?
        /// Whether a request waits for ``onOutcome``.
        var isRequested = false
        var delivery: CallbackDelivery<LiveViewFrame>?
        var onEnd: (@Sendable (LiveViewEnd) -> Void)?
        /// Number of frames that the consumer missed when it left.
        var missedCount = 0

        /// Removes and returns the waiter of one call.
        mutating func popWaiter(_ ticket: Int) -> FrameWaiter? {
            guard let waiter, waiter.ticket == ticket else { return nil }
            self.waiter = nil
            return waiter
        }

        /// Returns the receiver of one frame.
        mutating func popForFrame() -> FrameDelivery? {
            if let waiter {
                self.waiter = nil
                return .task(waiter)
            }
            if let onOutcome {
                isRequested = false
                return .function(onOutcome)
            }
            return delivery.map { .handler($0) }
        }

        /// Removes and returns what is notified of the end.
        mutating func popForEnd() -> Receiver {
            defer { (waiter, onEnd, isRequested) = (nil, nil, false) }
            return self
        }

        /// Passes on the end to the task or function that waits.
        func resume(_ outcome: Outcome) {
            waiter?.resume(outcome)
            if isRequested { onOutcome?(outcome) }
        }
    }

    init(_ kind: LiveViewConsumerState.Kind, options: LiveViewOptions, receiver: Receiver = Receiver()) {
        self.kind = kind
        self.options = options
        self.receiver = Exclusive(receiver)
    }

    static func == (left: LiveViewConsumer, right: LiveViewConsumer) -> Bool { left === right }
}

/// The receiver of one frame.
enum FrameDelivery: Sendable {
    case task(FrameWaiter)
    case function(@Sendable (LiveViewConsumer.Outcome) -> Void)
    case handler(CallbackDelivery<LiveViewFrame>)

    func receive(_ frame: LiveViewFrame) {
        switch self {
        case .task(let waiter): waiter.resume(.success(frame))
        case .function(let function): function(.success(frame))
        case .handler(let delivery): delivery.send(frame)
        }
    }
}

/// A task that waits for a frame. Must be resumed exactly once.
@safe
struct FrameWaiter: Sendable {
    // Not a checked continuation: that allocates for every frame.
    private let continuation: UnsafeContinuation<LiveViewConsumer.Outcome, Never>
    let ticket: Int

    init(_ continuation: UnsafeContinuation<LiveViewConsumer.Outcome, Never>, ticket: Int) {
        unsafe self.continuation = continuation
        self.ticket = ticket
    }

    func resume(_ outcome: LiveViewConsumer.Outcome) {
        unsafe continuation.resume(returning: outcome)
    }
}
