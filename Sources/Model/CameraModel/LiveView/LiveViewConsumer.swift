import HotShoeSupport

/// A consumer of live view: a stream that waits for frames, or a handler that receives them.
///
/// A consumer that has credit wants one frame. Pure bookkeeping; every access is under the lock of its ``LiveViewHub``.
final class LiveViewConsumer: @unchecked Sendable {
    // SAFETY: `Sendable` because the hub's lock guards every stored variable.

    typealias Outcome = Result<LiveViewFrame?, CameraError>

    /// The consumer's options; a rate is either nil or above 0.
    let options: LiveViewOptions
    var waiter: FrameWaiter?
    /// Number of the last waiting call; a cancelled call removes only its own waiter.
    var lastTicket = 0
    var delivery: CallbackDelivery<LiveViewFrame>?
    var onEnd: (@Sendable (LiveViewEnd) -> Void)?
    /// Number of calls that the handler may still receive; 1 for a waiting stream.
    var credit = 0
    /// Whether the handler is running: the frame after it must be a new one.
    var isHandling = false
    /// Whether the consumer grants its own credit.
    var isRationed = false
    /// Reason why live view ended for this consumer.
    var end: LiveViewEnd?
    /// Whether the consumer may be notified of the end: the camera's state is updated first.
    var isNotified = false
    private(set) var missedCount = 0
    private var lastSequenceNumber: UInt64?
    private var dueAt: Duration = .zero
    private var receivedAt: Duration = .zero
    /// Whether the consumer returned from its last frame in less time than the camera needs to make one.
    private var isPrompt = false

    private let period: Duration?

    init(options: LiveViewOptions) {
        period = .period(ofRate: options.maximumRate)
        var options = options
        if period == nil { options.maximumRate = nil }
        self.options = options
    }

    var hasCredit: Bool { end == nil && credit > 0 && !isHandling }

    /// Returns whether the consumer is still processing this frame, but is expected to want the next one, judging by the last
    /// time.
    func isExpected(after sequenceNumber: UInt64?) -> Bool {
        isPrompt && end == nil && !hasCredit && (credit > 0 || !isRationed) && lastSequenceNumber == sequenceNumber
    }

    /// Records that the consumer has returned from its last frame. `making` is the time that the camera needs for a frame; nil
    /// if unknown.
    func returned(at now: Duration, making: Duration?) {
        isPrompt = hasCredit && making.map { now - receivedAt < $0 } ?? false
    }

    /// Earliest time at which the consumer's maximum rate allows the next frame.
    ///
    /// A tolerance of a quarter period keeps a camera that is exactly as fast as the maximum rate from losing every other frame
    /// to jitter. Of a faster camera's frames, the one nearest to the wanted time is chosen.
    func allowedAt(cameraPeriod: Duration?) -> Duration {
        guard let period else { return .zero }
        return dueAt - min(period / 4, cameraPeriod.map { $0 / 2 } ?? period)
    }

    func wants(_ sequenceNumber: UInt64, at now: Duration, cameraPeriod: Duration?) -> Bool {
        hasCredit && now >= allowedAt(cameraPeriod: cameraPeriod) && lastSequenceNumber.map { $0 < sequenceNumber } ?? true
    }

    /// Records that the consumer receives this frame, and counts the frames that it missed.
    func recordFrame(_ sequenceNumber: UInt64, at now: Duration, cameraPeriod: Duration?) {
        credit -= 1
        isHandling = delivery != nil
        if let last = lastSequenceNumber {
            let between = Int(clamping: sequenceNumber - last - 1)
            let withheld = period.map { period in max(0, Int((period / (cameraPeriod ?? period)).rounded()) - 1) } ?? 0
            missedCount += max(0, between - withheld)
        }
        // A frame in time keeps the schedule, so that the mean rate is the requested one; the first frame and a frame after a
        // pause start a new schedule.
        if let period { dueAt = (lastSequenceNumber != nil && now < dueAt + period ? dueAt : now) + period }
        lastSequenceNumber = sequenceNumber
        receivedAt = now
    }
}

extension Duration {
    /// Time between two events at a rate per second, limited to 1 µs … 1000 s; nil for a value that is not a rate.
    static func period(ofRate rate: Double?) -> Duration? {
        guard let rate, rate > 0, rate.isFinite else { return nil }
        return .nanoseconds(Int64(1e9 / min(max(rate, 0.001), 1e6)))
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
