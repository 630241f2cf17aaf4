import HotShoeSupport

/// One who watches live view: a stream that waits for frames, or a handler that is called with them.
///
/// A consumer that has credit wants one frame. Pure bookkeeping; every access is under the lock of its ``LiveViewHub``.
final class LiveViewConsumer: @unchecked Sendable {
    // SAFETY: `Sendable` because every stored variable is guarded by the hub's lock.

    typealias Outcome = Result<LiveViewFrame?, CameraError>

    /// What it wants; the rate, if there is one, is above 0.
    let options: LiveViewOptions
    var waiter: FrameWaiter?
    /// Numbers the calls that wait, so that each takes back its own wait only.
    var lastTicket = 0
    var delivery: CallbackDelivery<LiveViewFrame>?
    var onEnd: (@Sendable (LiveViewEnd) -> Void)?
    /// How many frames the handler may be called with; a waiting stream has one.
    var credit = 0
    /// Whether the handler has a frame that it has not returned from: the next one is to be new when it does.
    var isHandling = false
    /// Whether somebody counts out its credit.
    var isRationed = false
    /// Why live view ends for it.
    var end: LiveViewEnd?
    /// Whether it may know: the camera's state says so first.
    var isTold = false
    private(set) var missedCount = 0
    private var lastSequenceNumber: UInt64?
    private var dueAt: Duration = .zero
    private var takenAt: Duration = .zero
    /// Whether it came back from its last frame sooner than a camera makes one.
    private var isPrompt = false

    private let period: Duration?

    init(options: LiveViewOptions) {
        period = .period(ofRate: options.maximumRate)
        var options = options
        if period == nil { options.maximumRate = nil }
        self.options = options
    }

    var hasCredit: Bool { end == nil && credit > 0 && !isHandling }

    /// Whether it is busy with this frame, but will want the next one before that has come, going by the last time.
    func isExpected(after sequenceNumber: UInt64?) -> Bool {
        isPrompt && end == nil && !hasCredit && (credit > 0 || !isRationed) && lastSequenceNumber == sequenceNumber
    }

    /// Notes that it has come back from its last frame. `making` is how long the camera takes for one, nil where that is not known.
    func returned(at now: Duration, making: Duration?) {
        isPrompt = hasCredit && making.map { now - takenAt < $0 } ?? false
    }

    /// When the rate that was asked for allows the next frame.
    ///
    /// A quarter of a period is let pass, or a camera that is exactly as fast as asked would lose every other frame to
    /// jitter; of a faster camera's frames, the one that comes nearest to the moment is taken.
    func allowedAt(cameraPeriod: Duration?) -> Duration {
        guard let period else { return .zero }
        return dueAt - min(period / 4, cameraPeriod.map { $0 / 2 } ?? period)
    }

    func wants(_ sequenceNumber: UInt64, at now: Duration, cameraPeriod: Duration?) -> Bool {
        hasCredit && now >= allowedAt(cameraPeriod: cameraPeriod) && lastSequenceNumber.map { $0 < sequenceNumber } ?? true
    }

    /// Notes that the consumer gets this frame, and what it missed since the one before.
    func take(_ sequenceNumber: UInt64, at now: Duration, cameraPeriod: Duration?) {
        credit -= 1
        isHandling = delivery != nil
        if let last = lastSequenceNumber {
            let between = Int(clamping: sequenceNumber - last - 1)
            let withheld = period.map { period in max(0, Int((period / (cameraPeriod ?? period)).rounded()) - 1) } ?? 0
            missedCount += max(0, between - withheld)
        }
        // On time the beat is kept, so that the mean is what was asked for; at first and after a pause it begins anew.
        if let period { dueAt = (lastSequenceNumber != nil && now < dueAt + period ? dueAt : now) + period }
        lastSequenceNumber = sequenceNumber
        takenAt = now
    }
}

extension Duration {
    /// The time between two events of so many a second; nil for what is no rate. Between a microsecond and 1000 seconds.
    static func period(ofRate rate: Double?) -> Duration? {
        guard let rate, rate > 0, rate.isFinite else { return nil }
        return .nanoseconds(Int64(1e9 / min(max(rate, 0.001), 1e6)))
    }
}

/// A task that waits for a frame. Must be resumed exactly once.
@safe
struct FrameWaiter: Sendable {
    // Not a checked continuation: that allocates, and this is on the path of every frame.
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
