import HotShoeSupport

/// One who watches live view: a stream that waits for frames, or a handler that is called with them.
///
/// A consumer that has credit wants one frame. Pure bookkeeping; every access is under the lock of its ``LiveViewHub``.
final class LiveViewConsumer: @unchecked Sendable {
    // SAFETY: `Sendable` because every stored variable is guarded by the hub's lock.

    typealias Outcome = Result<LiveViewFrame?, CameraError>

    let options: LiveViewOptions
    var waiter: FrameWaiter?
    var delivery: CallbackDelivery<LiveViewFrame>?
    var onEnd: (@Sendable (LiveViewEnd) -> Void)?
    /// How many frames the handler may be called with; a waiting stream has one.
    var credit = 0
    /// Set when it has been told.
    var end: LiveViewEnd?
    /// Why it will be told that live view has ended, as soon as it has.
    var pendingEnd: LiveViewEnd?
    private(set) var missedCount = 0
    private var lastSequenceNumber: UInt64?
    private var dueAt: Duration = .zero

    init(options: LiveViewOptions) {
        self.options = options
    }

    private var period: Duration? {
        options.maximumRate.map { .nanoseconds(Int64(1e9 / min(max($0, 0.001), 1e6))) }
    }

    var hasCredit: Bool { end == nil && pendingEnd == nil && credit > 0 }

    /// When the rate that was asked for allows the next frame. A quarter of a period is let pass, or a camera that is
    /// exactly as fast as asked would lose every other frame to jitter.
    var allowedAt: Duration { period.map { dueAt - $0 / 4 } ?? .zero }

    func wants(_ sequenceNumber: UInt64, at now: Duration) -> Bool {
        hasCredit && now >= allowedAt && lastSequenceNumber.map { $0 < sequenceNumber } ?? true
    }

    /// Notes that the consumer gets this frame, and what it missed since the one before.
    func take(_ sequenceNumber: UInt64, at now: Duration, cameraRate: Double?) {
        credit -= 1
        if let last = lastSequenceNumber {
            let between = Int(clamping: sequenceNumber - last - 1)
            let withheld = options.maximumRate.map { max(0, Int(((cameraRate ?? $0) / $0).rounded()) - 1) } ?? 0
            missedCount += max(0, between - withheld)
        }
        lastSequenceNumber = sequenceNumber
        if let period { dueAt = max(dueAt, now - period) + period }
    }
}

/// A task that waits for a frame. Must be resumed exactly once.
@safe
struct FrameWaiter: Sendable {
    // Not a checked continuation: that allocates, and this is on the path of every frame.
    private let continuation: UnsafeContinuation<LiveViewConsumer.Outcome, Never>

    init(_ continuation: UnsafeContinuation<LiveViewConsumer.Outcome, Never>) {
        unsafe self.continuation = continuation
    }

    func resume(_ outcome: LiveViewConsumer.Outcome) {
        unsafe continuation.resume(returning: outcome)
    }
}
