import CameraModel
import HotShoeSupport
import ImageFormats
import PTP
import PTPCanon
import PTPSession

/// One run of live view: fetches a frame for each demand. **Thread-safe.** In the steady state it allocates no memory.
final class EOSLiveView: Sendable {
    private enum Phase {
        /// No frame is demanded.
        case idle
        case fetching
        /// The body was not ready, or consumers hold all frames; the next attempt follows after ``retryPause``.
        case resting
        case stopped
    }

    private struct State {
        var phase = Phase.idle
        var sequenceNumber: UInt64 = 0
        /// Time by which the next frame must have arrived.
        var deadline: Duration
        var space: PixelSize?
        /// Focus areas of the last frame; replaced only when they differ.
        var focusAreas: [FocusArea] = []
        var zoom: UInt32?
        var transaction: RecurringTransaction?
        var timer: (any TimeSourceTimer)?
        var first: Promise<LiveViewFormat, CameraError>?
    }

    private let sink: LiveViewSink
    private let time: any TimeSource
    private let receiver: FrameReceiver
    private let onZoom: @Sendable (UInt32) -> Void

    /// Guards the state of the run.
    private let state: Guarded<State>

    /// Longest time without a frame before the run fails.
    private static let frameTimeout: Duration = .seconds(3)
    private static let retryPause: Duration = .milliseconds(20)
    /// Requests frames in the size that the body chooses (observed behaviour).
    private static let parameters: Parameters = [0x0020_0000, 0, 0]

    init(
        _ session: PTPSession,
        _ sink: LiveViewSink,
        time: any TimeSource,
        onZoom: @escaping @Sendable (UInt32) -> Void
    ) {
        self.sink = sink
        self.time = time
        self.onZoom = onZoom
        receiver = FrameReceiver()
        state = Guarded(State(deadline: time.now + Self.frameTimeout))
        let transaction = session.recurring(.eosGetViewFinderData, Self.parameters, receiver: receiver, priority: .background) {
            [weak self] in self?.finished($0)
        }
        let timer = time.makeTimer { [weak self] in self?.fetch(after: .resting) }
        state.withLock { state in
            state.transaction = transaction
            state.timer = timer
        }
    }

    /// Starts the run and waits for a first frame, to verify that the body sends frames. Returns their format.
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
                (state.transaction, state.timer, state.first) = (nil, nil, nil)
            }
            return state
        }
        left.timer?.disarm()
        left.transaction?.cancel()
        left.first?.fulfil(.failure(error))
    }

    /// Coordinate space of the last frame.
    var space: PixelSize? { state.withLock { $0.space } }

    /// Magnification of the last frame that reported one; 1 for none.
    var zoom: UInt32? { state.withLock { $0.zoom } }

    // MARK: Fetching

    private func fetch(after phase: Phase) {
        let transaction = state.withLock { state -> RecurringTransaction? in
            guard state.phase == phase else { return nil }
            state.phase = .fetching
            return state.transaction
        }
        guard let transaction else { return }
        guard receiver.prepare(sink) else { return rest() }
        transaction.perform()
    }

    /// Schedules the next attempt; fails the run when the time limit for a frame has passed.
    private func rest() {
        let now = time.now
        let (timer, isOver) = state.withLock { state -> ((any TimeSourceTimer)?, Bool) in
            guard state.phase == .fetching else { return (nil, false) }
            if now >= state.deadline { return (nil, true) }
            state.phase = .resting
            return (state.timer, false)
        }
        if isOver {
            return fail(CameraError(.timedOut, "The camera sends no live view picture.", operation: .startLiveView))
        }
        timer?.arm(at: now + Self.retryPause)
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
        case .success: if !deliver() { rest() }
        case .failure(.refused(_, let response)) where response.code == .eosObjectNotReady || response.code == .deviceBusy: rest()
        case .failure(.cancelled):
            // The run was stopped, or the data exceeded the size limit of a frame.
            receiver.drop()
            rest()
        case .failure(let error): fail(CameraError(eos: error, .startLiveView))
        }
    }

    /// Delivers the received frame. Returns `false` if the data contains none.
    private func deliver() -> Bool {
        guard let frame = receiver.popFrame(), let isFirst = fill(frame) else { return false }
        // The first frame only verifies that the body sends frames: live view is not running before `start` has returned.
        if !isFirst { sink.deliver(frame) }
        return true
    }

    /// Crops the buffer to the picture and sets the frame's information. Returns whether the frame is the first one; nil if
    /// there is no picture.
    private func fill(_ frame: borrowing LiveViewFrameBuffer) -> Bool? {
        let blob = LiveViewBlob(frame.bytes)
        guard let picture = blob.picture, blob.pictureIsWhole else { return nil }
        if let counts = blob.histogram { frame.copyHistogram(counts) }
        frame.crop(to: picture)
        guard let size = Self.size(of: frame.bytes) else { return nil }
        var info = LiveViewFrameInfo()
        (info.size, info.naturalSize, info.contentRect) = (size, size, Rect(size))
        (info.space, info.imageRect) = (size, Rect(size))
        blob.describe(in: &info)
        info.focusAreas = focusAreas(blob.focusArea(in: info.space))
        info.timestamp = time.now
        let isFirst = note(&info, blob.zoomFactor)
        frame.info = info
        return isFirst
    }

    private func focusAreas(_ area: FocusArea?) -> [FocusArea] {
        state.withLock { state in
            if state.focusAreas.first != area { state.focusAreas = area.map { [$0] } ?? [] }
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
    private func note(_ info: inout LiveViewFrameInfo, _ zoom: UInt32?) -> Bool {
        let space = info.space
        let (number, first, isNewZoom) = state.withLock { state in
            defer {
                state.first = nil
                state.zoom = zoom ?? state.zoom
                if state.phase == .fetching { state.phase = .idle }
            }
            state.sequenceNumber += 1
            state.space = space
            state.deadline = info.timestamp + Self.frameTimeout
            return (state.sequenceNumber, state.first, zoom != nil && zoom != state.zoom)
        }
        info.sequenceNumber = number
        first?.fulfil(.success(LiveViewFormat(size: info.size, rate: nil)))
        if isNewZoom, let zoom { onZoom(zoom) }
        return first != nil
    }
}

/// Receives the data of a transaction directly in the memory of a frame. **Thread-safe.**
private final class FrameReceiver: DataReceiver {
    private struct State: ~Copyable {
        var frame: LiveViewFrameBuffer?
        /// Capacity of the next frame, in bytes, based on the size of the last.
        var capacity = least
    }

    /// Guards the frame, also while data is written to it.
    private let state = Monitor(State())

    /// Minimum capacity, in bytes.
    private static let least = 256 << 10
    /// Maximum size of a frame, in bytes. Consumers that hold several frames multiply it.
    private static let limit = LiveViewLimits.byteCount

    /// Allocates a frame for the next transaction; returns `false` if none is available.
    func prepare(_ sink: LiveViewSink) -> Bool {
        state.withLock { state, _ in
            state.frame = sink.makeFrame(capacity: state.capacity)
            return state.frame != nil
        }
    }

    func popFrame() -> LiveViewFrameBuffer? {
        state.withLock { state, _ in
            let count = state.frame?.byteCount ?? 0
            state.capacity = max(Self.least, count + count / 8)
            return state.frame.take()
        }
    }

    func drop() { state.withLock { state, _ in state.frame = nil } }

    func dataBegan(announcedBytes: UInt64?) {}

    var lendsMemory: Bool { true }

    func lend(upTo limit: Int) -> LentMemory? {
        state.withLock { state, _ in
            guard let count = state.frame?.byteCount, count < Self.limit else { return nil }
            return state.frame?.lend(upTo: min(limit, Self.limit - count))
        }
    }

    func filled(_ count: Int) { state.withLock { state, _ in state.frame?.filled(count) } }

    func dataReceived(_ bytes: RawSpan) -> Bool {
        state.withLock { state, _ in
            guard let count = state.frame?.byteCount, bytes.byteCount <= Self.limit - count else { return false }
            state.frame?.append(bytes)
            return true
        }
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
