import CameraModel
import HotShoeSupport
import ImageFormats
import PTP
import PTPCanon
import PTPSession

/// One run of live view: fetches a frame each time somebody wants one. **Thread-safe.** In the steady state nothing is allocated.
final class EOSLiveView: Sendable {
    private enum Phase {
        /// Nobody wants a frame.
        case idle
        case fetching
        /// The body was not ready, or consumers hold every frame: it is tried again soon.
        case resting
        case stopped
    }

    private struct State {
        var phase = Phase.idle
        var sequenceNumber: UInt64 = 0
        /// When there must have been a frame.
        var deadline: Duration
        var space: PixelSize?
        /// Of the last frame: made anew only when it is another one.
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

    /// Guards what is going on.
    private let state: Guarded<State>

    /// So long a run may go without a frame.
    private static let patience: Duration = .seconds(3)
    private static let retryPause: Duration = .milliseconds(20)
    /// The size that bodies send by themselves: "as large as it is" (observed behaviour).
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
        state = Guarded(State(deadline: time.now + Self.patience))
        let transaction = session.recurring(.eosGetViewFinderData, Self.parameters, receiver: receiver, priority: .background) {
            [weak self] in self?.finished($0)
        }
        let timer = time.makeTimer { [weak self] in self?.fetch(after: .resting) }
        state.withLock { state in
            state.transaction = transaction
            state.timer = timer
        }
    }

    /// Begins: fetches a first frame, whether somebody wants it or not, to see that there are frames.
    func start() async throws(CameraError) -> LiveViewFormat {
        let first = Promise<LiveViewFormat, CameraError>()
        state.withLock { $0.first = first }
        fetch(after: .idle)
        guard let result = await first.resultUnlessCancelled() else { throw .cancelled(.startLiveView) }
        let format = try result.get()
        sink.whenDemanded { [weak self] in self?.fetch(after: .idle) }
        return format
    }

    /// Ends for good.
    ///
    /// - Parameter error: what whoever still waits for the first frame is told.
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

    /// The coordinate space of the last frame.
    var space: PixelSize? { state.withLock { $0.space } }

    /// How far the last frame that said it was enlarged; 1 for not at all.
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

    /// Tries again in a moment, until there has been no frame for too long.
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
            // It was stopped, or was larger than a frame can be.
            receiver.drop()
            rest()
        case .failure(let error): fail(CameraError(eos: error, .startLiveView))
        }
    }

    /// Hands the frame on; false if there is none.
    private func deliver() -> Bool {
        guard let frame = receiver.take(), let isFirst = fill(frame) else { return false }
        // The first one only shows that there are frames: live view is not running before `start` has returned.
        if !isFirst { sink.deliver(frame) }
        return true
    }

    /// Finds the picture in what the body sent, and what is said of it; whether it is the first one, or nil if there is none.
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

    /// The size of a picture in pixels; nil for one that cannot be read.
    private static func size(of bytes: RawSpan) -> PixelSize? {
        unsafe bytes.withUnsafeBytes { memory in
            let span = unsafe Span(_unsafeElements: memory.bindMemory(to: UInt8.self))
            guard let size = try? JPEGSegments.frameSize(of: span) else { return nil }
            let pixels = PixelSize(width: size.width, height: size.height)
            return LiveViewLimits.allow(pixels) ? pixels : nil
        }
    }

    /// Counts a frame; whether it is the first.
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
            state.deadline = info.timestamp + Self.patience
            return (state.sequenceNumber, state.first, zoom != nil && zoom != state.zoom)
        }
        info.sequenceNumber = number
        first?.fulfil(.success(LiveViewFormat(size: info.size, rate: nil)))
        if isNewZoom, let zoom { onZoom(zoom) }
        return first != nil
    }
}

/// Puts the data of a transaction into a frame's memory. **Thread-safe.**
private final class FrameReceiver: DataReceiver {
    private struct State: ~Copyable {
        var frame: LiveViewFrameBuffer?
        /// In bytes: room for a frame as large as the last.
        var capacity = least
    }

    /// Guards the frame, also while bytes are put into it.
    private let state = Monitor(State())

    /// In bytes.
    private static let least = 256 << 10
    /// In bytes; more is no frame, and would be taken as often as consumers hold frames.
    private static let limit = LiveViewLimits.byteCount

    /// Takes a frame to fill; false if there is none.
    func prepare(_ sink: LiveViewSink) -> Bool {
        state.withLock { state, _ in
            state.frame = sink.makeFrame(capacity: state.capacity)
            return state.frame != nil
        }
    }

    func take() -> LiveViewFrameBuffer? {
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

    func dataCame(_ bytes: RawSpan) -> Bool {
        state.withLock { state, _ in
            guard let count = state.frame?.byteCount, bytes.byteCount <= Self.limit - count else { return false }
            state.frame?.append(bytes)
            return true
        }
    }
}

extension LiveViewFrameBuffer {
    /// Copies the histogram out of the bytes: 4 × 256 numbers in the order that a frame has them.
    fileprivate borrowing func copyHistogram(_ range: Range<Int>) {
        let source = bytes.extracting(range)
        writeHistogram { counts in
            for index in 0..<min(counts.count, source.byteCount / 4) {
                counts[index] = unsafe source.unsafeLoadUnaligned(fromByteOffset: index * 4, as: UInt32.self).littleEndian
            }
        }
    }
}
