package import CameraModel
import HotShoeSupport
import ImageFormats
import PTP
import PTPSession

/// One run of live view: fetches a frame for each demand. **Thread-safe.** In the steady state it allocates no memory.
package final class LiveViewFetcher: Sendable {
    private enum Phase {
        /// No frame is demanded.
        case idle
        case fetching
        /// The body was not ready, or consumers hold all frames; the next attempt follows after a pause.
        case resting
        case stopped
    }

    private struct State {
        var phase = Phase.idle
        var sequenceNumber: UInt64 = 0
        /// Time by which the next frame must have arrived.
        var deadline: Duration
        /// Number of attempts without a frame since the last frame.
        var failures = 0
        /// Number of those attempts whose data contained no whole picture.
        var broken = 0
        /// The last refusal since the last frame, other than that the camera is busy.
        var refusal: SessionError?
        var space: PixelSize?
        /// Focus areas of the last frame; replaced only when they differ.
        var focusAreas: [FocusArea] = []
        var magnification: UInt32?
        var status: LiveViewReply.Status?
        /// Whether the camera has ended live view since the last frame.
        var isStopped = false
        /// Whether live view has continued after a picture, and no frame has arrived since.
        var isAfterPause = false
        var transaction: RecurringTransaction?
        /// The operations before and after each frame, for cameras that need them.
        var preparation, completion: RecurringTransaction?
        var timer: (any TimeSourceTimer)?
        var first: Promise<LiveViewFormat, CameraError>?
    }

    private let request: LiveViewRequest
    private let sink: LiveViewSink
    private let time: any TimeSource
    private let receiver = FrameReceiver()
    /// Receives what frames and responses report about the camera.
    private let report: @Sendable (LiveViewReport) -> Void

    /// Guards the state of the run.
    private let state: Guarded<State>

    /// Creates a run, which requests no frame before ``start()``.
    init(
        _ session: PTPSession,
        _ request: LiveViewRequest,
        _ sink: LiveViewSink,
        time: any TimeSource,
        _ report: @escaping @Sendable (LiveViewReport) -> Void
    ) {
        (self.request, self.sink, self.time, self.report) = (request, sink, time, report)
        state = Guarded(State(deadline: time.now + request.frameTimeout))
        let transaction = session.recurring(request.code, request.parameters, receiver: receiver, priority: .background) {
            [weak self] in self?.finished($0)
        }
        let preparation = request.preparation.map { step in
            session.recurring(step.code, step.parameters, receiver: IgnoredData(), priority: .background) { [weak self] in
                self?.prepared($0)
            }
        }
        let completion = request.completion.map { step in
            session.recurring(step.code, step.parameters, receiver: IgnoredData(), priority: .background) { _ in }
        }
        let timer = time.makeTimer { [weak self] in self?.fetch(after: .resting) }
        state.withLock { state in
            (state.transaction, state.preparation, state.completion) = (transaction, preparation, completion)
            state.timer = timer
        }
    }

    /// Starts the run and waits for a first frame, to verify that the camera sends frames. Returns their format.
    func start() async throws(CameraError) -> LiveViewFormat {
        let first = Promise<LiveViewFormat, CameraError>()
        state.withLock { $0.first = first }
        fetch(after: .idle)
        guard let result = await first.resultUnlessCancelled() else { throw .cancelled(.startLiveView) }
        let format = try result.get()
        sink.whenDemanded { [weak self] in self?.fetch(after: .idle) }
        return format
    }

    /// Ends the run permanently.
    ///
    /// - Parameter error: Error for a caller that waits in ``start()``.
    func stop(_ error: CameraError = .cancelled(.startLiveView)) {
        let left = state.withLock { state -> State in
            defer {
                state.phase = .stopped
                (state.transaction, state.preparation, state.completion) = (nil, nil, nil)
                (state.timer, state.first) = (nil, nil)
            }
            return state
        }
        left.timer?.disarm()
        left.preparation?.cancel()
        left.transaction?.cancel()
        left.first?.fulfil(.failure(error))
    }

    /// Extends the time by which the next frame must have arrived: the camera sends none for `span`, such as during an exposure.
    package func expectPause(of span: Duration) {
        let now = time.now
        state.withLock { $0.deadline = max($0.deadline, now + span + request.frameTimeout) }
    }

    /// Requests the next frame, if one is demanded, because live view continues after a picture.
    package func pauseEnded() {
        let timer = state.withLock { state in
            state.isAfterPause = true
            return state.timer
        }
        timer?.disarm()
        fetch(after: .resting)
    }

    /// Waits for the first frame since live view has continued, so that pictures one after the other do not prevent every frame. Returns
    /// immediately if there was one, and if none is demanded.
    ///
    /// - Parameter limit: Maximum time to wait.
    package func untilFrame(within limit: Duration) async {
        let deadline = time.now + limit
        while state.withLock({ $0.isAfterPause && [.fetching, .resting].contains($0.phase) }), time.now < deadline,
            !Task.isCancelled
        {
            await time.sleep(for: Self.framePoll)
        }
        state.withLock { $0.isAfterPause = false }
    }

    /// Pause between two looks for a frame.
    private static let framePoll = Duration.milliseconds(5)

    /// Coordinate space of the last frame.
    package var space: PixelSize? { state.withLock { $0.space } }

    /// Magnification of the last frame that reported one; 1 for none.
    package var magnification: UInt32? { state.withLock { $0.magnification } }

    // MARK: Fetching

    private func fetch(after phase: Phase) {
        let transaction = state.withLock { state -> RecurringTransaction? in
            guard state.phase == phase else { return nil }
            state.phase = .fetching
            return state.preparation ?? state.transaction
        }
        guard let transaction else { return }
        guard receiver.prepare(sink) else { return rest() }
        transaction.perform()
    }

    /// Requests the frame after the operation before it; a refusal of that is one of the frame.
    private func prepared(_ result: Result<OperationResponse, SessionError>) {
        guard case .success = result else { return finished(result) }
        state.withLock { $0.transaction }?.perform()
    }

    /// Number of attempts before the run fails, also where each takes long: on a slow link, one may exceed the time limit.
    private static let leastAttempts = 4

    /// Schedules the next attempt; fails the run when the time limit for a frame has passed.
    private func rest() {
        let now = time.now
        let (timer, pause, isOver) = state.withLock { state -> ((any TimeSourceTimer)?, Duration, Bool) in
            guard state.phase == .fetching else { return (nil, .zero, false) }
            state.failures += 1
            if now >= state.deadline && state.failures >= Self.leastAttempts { return (nil, .zero, true) }
            state.phase = .resting
            return (state.timer, Self.pause(request, afterBroken: state.broken), false)
        }
        if isOver { return fail(silence) }
        timer?.arm(at: now + pause)
    }

    /// Pause before the next attempt. A camera whose pictures are not whole sends all of their data at each attempt, which is
    /// repeated less and less often.
    private static func pause(_ request: LiveViewRequest, afterBroken count: Int) -> Duration {
        request.retryPause * (1 << min(max(count - 1, 0), 4))
    }

    /// Error of a run whose camera sends no picture for too long.
    private var silence: CameraError {
        let (broken, refusal) = state.withLock { ($0.broken, $0.refusal) }
        if broken > 0 {
            let pictures = broken == 1 ? "1 live view picture, which was" : "\(broken) live view pictures, all"
            return CameraError(
                .timedOut,
                "The camera sent \(pictures) truncated or damaged. Switch it off and on.",
                operation: .startLiveView
            )
        }
        var silence = CameraError(.timedOut, "The camera sends no live view picture.", operation: .startLiveView)
        if let refusal {
            silence.cause = request.meanings.error(refusal, .startLiveView)
            silence.message += " \(silence.cause?.message ?? "")"
        }
        return silence
    }

    private func fail(_ error: CameraError) {
        let first = state.withLock { state -> Promise<LiveViewFormat, CameraError>? in
            defer { state.first = nil }
            return state.first
        }
        stop()
        if let first { first.fulfil(.failure(error)) } else { sink.end(.failed(error.code)) }
    }

    private func finished(_ result: Result<OperationResponse, SessionError>) {
        switch result {
        case .success: received()
        case .failure(.refused(let code, let response)) where request.notReady.contains(response.code):
            if response.code != .deviceBusy { state.withLock { $0.refusal = .refused(code, response) } }
            rest()
        case .failure(.refused(_, let response)) where request.stopped.contains(response.code):
            let isNew = state.withLock { state in
                defer { state.isStopped = true }
                return !state.isStopped
            }
            if isNew { report(.stopped) }
            rest()
        case .failure(.cancelled):
            // The run was stopped, or the data exceeded the size limit of a frame.
            receiver.drop()
            rest()
        case .failure(let error): fail(request.meanings.error(error, .startLiveView))
        }
    }

    /// Delivers the received frame; schedules another attempt if the data contains none.
    private func received() {
        // Before the next request, which waits behind it.
        state.withLock { $0.completion }?.perform()
        guard let frame = receiver.popFrame() else { return rest() }
        // A reply of a few bytes is no picture.
        let (isAhead, broken) = (fetchAhead(), frame.byteCount > 64 ? 1 : 0)
        switch fill(frame, isAhead: isAhead) {
        // The first frame only verifies that the camera sends frames: live view is not running before `start` has returned.
        case true?: break
        case false?: sink.deliver(frame)
        // The attempt under way is the next one.
        case nil where isAhead: state.withLock { ($0.failures, $0.broken) = ($0.failures + 1, $0.broken + broken) }
        case nil:
            state.withLock { $0.broken += broken }
            rest()
        }
    }

    /// Requests the next frame before the received one is parsed, so that the camera works meanwhile, if a consumer is expected to
    /// want it, and the last attempt succeeded. Returns whether it did.
    private func fetchAhead() -> Bool {
        guard sink.isDemandConsecutive else { return false }
        let transaction = state.withLock { state in
            state.phase == .fetching && state.failures == 0 && state.first == nil ? state.preparation ?? state.transaction : nil
        }
        guard let transaction, receiver.prepare(sink) else { return false }
        transaction.perform()
        return true
    }

    /// Crops the buffer to the picture and sets the frame's information. Returns whether the frame is the first one; nil if
    /// there is no picture. `isAhead` is whether the next frame is requested already.
    private func fill(_ frame: borrowing LiveViewFrameBuffer, isAhead: Bool) -> Bool? {
        guard let reply = request.parse(frame.bytes), reply.picture.upperBound <= frame.byteCount else { return nil }
        if let counts = reply.histogram, counts.upperBound <= frame.byteCount { frame.copyHistogram(counts) }
        let areas = focusAreas(reply, frame.bytes)
        frame.crop(to: reply.picture)
        guard let size = Self.size(of: frame.bytes) else { return nil }
        var info = LiveViewFrameInfo()
        (info.size, info.naturalSize, info.contentRect) = (size, size, Rect(size))
        (info.space, info.imageRect) = (reply.space ?? size, reply.imageRect ?? Rect(size))
        info.isZoomed = (reply.magnification ?? 1) > 1
        (info.focusAreas, info.orientation) = (areas, reply.orientation)
        (info.rollDegrees, info.pitchDegrees, info.timeCode) = (reply.rollDegrees, reply.pitchDegrees, reply.timeCode)
        info.timestamp = time.now
        let isFirst = note(&info, reply, isAhead: isAhead)
        frame.info = info
        return isFirst
    }

    /// Returns the focus areas of a reply: the array of the last frame, unless they differ.
    private func focusAreas(_ reply: LiveViewReply, _ bytes: RawSpan) -> [FocusArea] {
        state.withLock { state in
            var count = 0
            func add(_ area: FocusArea?) {
                guard let area else { return }
                if count == state.focusAreas.count {
                    state.focusAreas.append(area)
                } else if state.focusAreas[count] != area {
                    state.focusAreas[count] = area
                }
                count += 1
            }
            add(reply.focusArea)
            for index in 0..<reply.areaCount { add(request.focusArea(bytes, index)) }
            if count < state.focusAreas.count { state.focusAreas.removeLast(state.focusAreas.count - count) }
            return state.focusAreas
        }
    }

    /// Returns the size of a JPEG picture in pixels; nil if it cannot be parsed or exceeds the limits.
    private static func size(of bytes: RawSpan) -> PixelSize? {
        unsafe bytes.withUnsafeBytes { memory in
            let span = unsafe Span(_unsafeElements: memory.bindMemory(to: UInt8.self))
            guard let size = try? JPEGSegments.frameSize(of: span) else { return nil }
            let pixels = PixelSize(width: size.width, height: size.height)
            return LiveViewLimits.allow(pixels) ? pixels : nil
        }
    }

    /// Numbers the frame and stores its values. Returns whether the frame is the first one.
    private func note(_ info: inout LiveViewFrameInfo, _ reply: LiveViewReply, isAhead: Bool) -> Bool {
        let (space, magnification, status) = (info.space, reply.magnification, reply.status)
        let (number, first, isNew, hasNewStatus) = state.withLock { state in
            defer {
                state.first = nil
                state.magnification = magnification ?? state.magnification
                (state.status, state.isStopped, state.isAfterPause) = (status ?? state.status, false, false)
                if state.phase == .fetching, !isAhead { state.phase = .idle }
            }
            state.sequenceNumber += 1
            state.space = space
            state.deadline = info.timestamp + request.frameTimeout
            (state.failures, state.broken, state.refusal) = (0, 0, nil)
            return (
                state.sequenceNumber, state.first, magnification != nil && magnification != state.magnification,
                status != nil && status != state.status
            )
        }
        info.sequenceNumber = number
        first?.fulfil(.success(LiveViewFormat(size: info.size, rate: nil)))
        if isNew, let magnification { report(.magnification(magnification)) }
        if hasNewStatus, let status { report(.status(status)) }
        return first != nil
    }
}

extension LiveViewFrameBuffer {
    /// Copies the histogram from the received data: 4 × 256 numbers, in the order of the frame's histogram.
    fileprivate borrowing func copyHistogram(_ range: Range<Int>) {
        let source = bytes.extracting(range)
        writeHistogram { counts in
            for index in 0..<min(counts.count, source.byteCount / 4) {
                counts[index] = unsafe source.unsafeLoadUnaligned(fromByteOffset: index * 4, as: UInt32.self).littleEndian
            }
        }
    }
}
