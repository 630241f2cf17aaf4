/// What ``LiveViewMachine`` knows about one consumer. Pure.
struct LiveViewConsumerState: Sendable {
    /// The way in which a consumer receives frames.
    enum Kind: Sendable, Hashable {
        /// Receives one frame for each request.
        case stream
        /// Is called with each frame. A rationed handler grants its own credit.
        case handler(isRationed: Bool)
    }

    let kind: Kind
    /// The consumer's options; a rate is either nil or above 0.
    let options: LiveViewOptions
    /// Number of frames that the consumer may still receive; 1 for a waiting stream.
    private(set) var credit = 0
    /// Whether the handler is running: the frame after it must be a new one.
    private var isHandling = false
    /// Reason why live view ended for this consumer.
    private(set) var end: LiveViewEnd?
    /// Whether the consumer is notified of the end; the camera's state changes first.
    private(set) var isNotified = false
    private(set) var missedCount = 0
    private var lastSequenceNumber: UInt64?
    private var dueAt: Duration = .zero
    private var receivedAt: Duration = .zero
    /// Whether the consumer returned from its last frame before a frame that was made meanwhile would be old.
    private var isPrompt = false
    private let period: Duration?

    init(_ kind: Kind, options: LiveViewOptions) {
        self.kind = kind
        period = .period(ofRate: options.maximumRate)
        var options = options
        if period == nil { options.maximumRate = nil }
        self.options = options
    }

    /// Whether the consumer wants a frame.
    var hasCredit: Bool { end == nil && credit > 0 && !isHandling }

    /// Adds credit at a request, a grant, or the return of the handler.
    ///
    /// - Parameters:
    ///   - more: number of further frames.
    ///   - handlerReturned: whether the handler has returned from its last frame.
    ///   - now: the present time.
    ///   - making: time in which the camera made its last frame; nil if unknown.
    mutating func add(_ more: Int, handlerReturned: Bool = false, at now: Duration, making: Duration?) {
        let hadCredit = hasCredit
        if handlerReturned { isHandling = false }
        // A limit on both, so that no sum overflows.
        credit = min(credit, 1_000_000) + min(more, 1_000_000)
        if !hadCredit { isPrompt = hasCredit && making.map { now - receivedAt < Self.promptTime(making: $0) } ?? false }
    }

    /// Age up to which a frame that was made ahead is new: as old as one that the camera has just made; and up to a millisecond, so that a camera
    /// that is faster than its consumers makes a frame while they process the last one.
    private static func promptTime(making: Duration) -> Duration { max(making, min(making * 8, .milliseconds(1))) }

    /// Withdraws the credit of a stream whose request was cancelled.
    mutating func withdraw() { credit = 0 }

    /// Ends live view for the consumer; the first reason counts.
    mutating func finish(_ reason: LiveViewEnd) { if end == nil { end = reason } }

    /// Records that the consumer is notified of the end.
    mutating func notify() { isNotified = true }

    /// Returns whether the consumer still processes this frame, but probably wants the next one soon: it was prompt last time.
    func isExpected(after sequenceNumber: UInt64?) -> Bool {
        isPrompt && end == nil && !hasCredit && (credit > 0 || kind != .handler(isRationed: true))
            && lastSequenceNumber == sequenceNumber
    }

    /// Whether the consumer will be expected to want another frame as soon as it receives the next one.
    var expectsAnother: Bool {
        isPrompt && hasCredit && period == nil && (credit > 1 || kind != .handler(isRationed: true))
    }

    /// Earliest time at which the consumer's maximum rate allows the next frame.
    ///
    /// A tolerance of a quarter period keeps a camera that is exactly as fast as the maximum rate from losing every other frame
    /// to jitter. Of a faster camera's frames, the one nearest to the wanted time is chosen.
    func allowedAt(cameraPeriod: Duration?) -> Duration {
        guard let period else { return .zero }
        return dueAt - min(period / 4, cameraPeriod.map { $0 / 2 } ?? period)
    }

    /// Returns whether the consumer receives a frame if it is delivered now.
    func wants(_ sequenceNumber: UInt64, at now: Duration, cameraPeriod: Duration?) -> Bool {
        hasCredit && now >= allowedAt(cameraPeriod: cameraPeriod) && lastSequenceNumber.map { $0 < sequenceNumber } ?? true
    }

    /// Records that the consumer receives this frame, and counts the frames that it missed.
    mutating func receive(_ sequenceNumber: UInt64, at now: Duration, cameraPeriod: Duration?) {
        credit -= 1
        isHandling = kind != .stream
        if let last = lastSequenceNumber {
            let between = Int(clamping: sequenceNumber - last - 1)
            let withheld = period.map { period in max(0, Int((period / (cameraPeriod ?? period)).rounded()) - 1) } ?? 0
            // The number of a frame is the driver's: a senseless one must not overflow the sum.
            missedCount += min(max(0, between - withheld), .max - missedCount)
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
