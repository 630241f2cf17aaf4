import CameraModel
import HotShoeSupport
import ImageFormats
import Synchronization

/// Makes the frames of one run of live view, each when a consumer requests it and its time is reached. **Thread-safe.**
///
/// Frames are drawn and compressed on the simulator's own thread. One that is only copied is made on the thread that demands it, if
/// that thread is lent: waking another one takes longer. In the steady state no memory is allocated.
final class LiveViewProducer: Sendable {
    private struct State {
        var isScheduled = false
        var isProducing = false
        /// Whether a thread that was to make a frame has left that to the one that was making one.
        var isRepeated = false
        var lastTick: Int64 = -1
        var work: CallbackWork?
        var timer: (any TimeSourceTimer)?
        var isStopped = false
        /// Time before which no frame is made.
        var stalledUntil: Duration = .zero
    }

    let size: PixelSize
    private let capacity: Int
    private let sink: LiveViewSink
    private let executor: ThreadExecutor
    private let time: any TimeSource
    private let startedAt: Duration
    private let rate: Double?

    /// Guards the time of the next frame.
    private let state = Guarded(State())

    /// Whether frames are copies of pictures.
    private let copies: Bool

    /// Used by one thread at a time, so that the lock is never contended.
    private let painter: Monitor<FramePainter>
    private let simulator: @Sendable () -> CameraSimulator?

    init(_ simulator: CameraSimulator, _ sink: LiveViewSink) throws(CameraError) {
        self.sink = sink
        executor = simulator.studio
        time = simulator.time
        startedAt = simulator.time.now
        rate = simulator.configuration.liveViewRate
        let painter = try FramePainter.make(simulator.configuration)
        (size, capacity, copies) = (painter.size, painter.capacity, painter.copies)
        self.painter = Monitor(painter)
        self.simulator = { [weak simulator] in simulator }
    }

    func start() {
        let work = CallbackWork { [weak self] in self?.produce() }
        let timer = time.makeTimer { [weak self] in self?.timerFired() }
        state.withLock { state in
            state.work = work
            state.timer = timer
        }
        sink.whenDemanded { [weak self] in self?.schedule() }
    }

    func stop() {
        let timer = state.withLock { state in
            state.isStopped = true
            defer { state.timer = nil }
            return state.timer
        }
        timer?.disarm()
    }

    func end(_ reason: LiveViewEnd) {
        stop()
        sink.end(reason)
    }

    private func tick(at now: Duration) -> Int64 {
        guard let rate else { return 0 }
        return Int64((now - startedAt).seconds * rate + 1e-6)
    }

    /// Schedules a requested frame: immediately, or at the time of the next one.
    private func schedule() {
        let now = time.now
        let (work, timer, due) = state.withLock { state -> (CallbackWork?, (any TimeSourceTimer)?, Duration) in
            guard !state.isScheduled, !state.isStopped else { return (nil, nil, .zero) }
            state.isScheduled = true
            if now < state.stalledUntil { return (nil, state.timer, state.stalledUntil) }
            guard let rate, tick(at: now) <= state.lastTick else { return (state.work, nil, .zero) }
            return (nil, state.timer, startedAt + .nanoseconds(Int64(Double(state.lastTick + 1) / rate * 1e9)))
        }
        if let work { if copies, LiveViewSink.isOnLentThread { work.run() } else { executor.enqueue(work) } }
        timer?.arm(at: due)
    }

    private func timerFired() {
        guard let work = state.withLock({ $0.isStopped ? nil : $0.work }) else { return }
        executor.enqueue(work)
    }

    /// Makes a frame; for one thread at a time.
    private func produce() {
        let isFirst = state.withLock { state in
            state.isRepeated = state.isProducing
            defer { state.isProducing = true }
            return !state.isProducing
        }
        guard isFirst else { return }
        make()
        let work = state.withLock { state in
            defer { (state.isProducing, state.isRepeated) = (false, false) }
            return state.isRepeated ? state.work : nil
        }
        if let work { executor.enqueue(work) }
    }

    private func make() {
        guard let simulator = simulator(), sink.isDemanded else {
            state.withLock { $0.isScheduled = false }
            return
        }
        var (view, info, fault) = simulator.liveViewFrame()
        let now = time.now
        if let fault, !fault.isAboutOneFrame {
            state.withLock { state in
                state.isScheduled = false
                if case .stalledFrames(let span) = fault { state.stalledUntil = now + span }
                if fault == .hang { state.isStopped = true }
            }
            simulator.apply(fault)
            return schedule()
        }
        info.sequenceNumber = state.withLock { state in
            state.lastTick = rate == nil ? state.lastTick + 1 : max(state.lastTick + 1, tick(at: now))
            state.isScheduled = false
            return UInt64(state.lastTick)
        }
        paint(view, info, fault)
    }

    private func paint(_ view: SceneView, _ info: LiveViewFrameInfo, _ fault: SimulatedFault.Kind?) {
        // If the pool is exhausted, skips one frame, and tries the next.
        guard let frame = sink.makeFrame(capacity: capacity) else { return schedule() }
        painter.withLock { painter, _ in painter.paint(view, info, fault, into: frame) }
        // Without the lock, because a consumer's queue may call its handler immediately.
        sink.deliver(frame)
    }
}

extension SimulatedFault.Kind {
    /// Whether the fault affects the contents of a frame, rather than its delivery.
    fileprivate var isAboutOneFrame: Bool { self == .emptyFrames || self == .truncatedFrames || self == .rgbFrames }
}

/// Draws frames. **Single-owner.**
struct FramePainter: ~Copyable {
    let size: PixelSize
    /// Maximum size of a frame in bytes.
    let capacity: Int

    private let imageSize: ImageSize
    private let pictures: [[UInt8]]
    /// Whether frames are copies of pictures.
    var copies: Bool { !pictures.isEmpty }
    private var nextPicture = 0
    /// Created with the first frame of the scene, as this takes some time.
    private var scene: SceneRenderer?
    private var encoder: JPEGEncoder?
    private var pixels: [UInt8]

    /// Creates a painter for a configuration. Throws ``CameraError/Code/noData`` if there is no picture to show.
    static func make(_ configuration: CameraSimulator.Configuration) throws(CameraError) -> FramePainter {
        let requested = ImageSize(width: configuration.liveViewSize.width, height: configuration.liveViewSize.height)
        do throws(ImageFormatError) {
            let (pictures, size) = try pictures(configuration.liveViewSource, requested)
            return FramePainter(pictures, size, try JPEGEncoder())
        } catch {
            throw CameraError(.noData, "Live view has no pictures to show: \(error.message).", operation: .startLiveView)
        }
    }

    private init(_ pictures: [[UInt8]], _ size: ImageSize, _ encoder: consuming JPEGEncoder) {
        self.pictures = pictures
        imageSize = size
        self.size = PixelSize(width: size.width, height: size.height)
        pixels = pictures.isEmpty ? [UInt8](repeating: 0, count: size.rgbByteCount ?? 0) : []
        let compressed = JPEGEncoder.maximumByteCount(size: size, subsampling: .yuv420) ?? 0
        capacity = pictures.map(\.count).max() ?? max(pixels.count, compressed)
        self.encoder = consume encoder
    }

    /// Returns the pictures to show and their size; none for the scene, with the requested size.
    private static func pictures(
        _ source: CameraSimulator.LiveViewSource,
        _ requested: ImageSize
    ) throws(ImageFormatError) -> ([[UInt8]], ImageSize) {
        let pictures: [[UInt8]]
        switch source {
        case .scene: return ([], requested)
        case .pictures(let given): pictures = given
        case .folder(let path): pictures = JPEGFolder.read(path)
        }
        guard let first = pictures.first else { throw ImageFormatError(.invalidArgument, in: .jpeg, "there is no JPEG file") }
        var decoder = try JPEGDecoder()
        return (pictures, try decoder.header(of: first.span).size)
    }

    mutating func paint(
        _ view: SceneView,
        _ requested: LiveViewFrameInfo,
        _ fault: SimulatedFault.Kind?,
        into frame: borrowing LiveViewFrameBuffer
    ) {
        var info = requested
        if !pictures.isEmpty {
            info.size = size
            info.naturalSize = size
            info.contentRect = Rect(size)
            let picture = pictures[nextPicture]
            nextPicture = (nextPicture + 1) % pictures.count
            frame.info = info
            return unsafe frame.copy(picture.span.bytes.extracting(0..<Self.cut(picture.count, fault)))
        }
        let size = imageSize
        var drawn: [UInt8] = []
        swap(&drawn, &pixels)
        var target = drawn.mutableSpan
        if scene == nil { scene = SceneRenderer() }
        scene!.render(view, size: size, into: &target)
        swap(&drawn, &pixels)
        writeHistogram(into: frame)
        if fault == .rgbFrames {
            info.format = .rgb24
            frame.info = info
            return unsafe frame.copy(pixels.span.bytes)
        }
        frame.info = info
        compress(fault, into: frame)
    }

    private mutating func compress(_ fault: SimulatedFault.Kind?, into frame: borrowing LiveViewFrameBuffer) {
        // Local copies, as the closure must not access two parts of `self` at the same time.
        let (pixels, imageSize) = (pixels, imageSize)
        var encoder = encoder.take()!
        // Cannot fail: the painter was created for a size that can be compressed.
        try? frame.write { buffer throws(CameraError) in
            do throws(ImageFormatError) {
                return Self.cut(try encoder.encode(pixels.span, size: imageSize, quality: 75, into: &buffer), fault)
            } catch {
                return 0
            }
        }
        self.encoder = consume encoder
    }

    private static func cut(_ count: Int, _ fault: SimulatedFault.Kind?) -> Int {
        switch fault {
        case .emptyFrames: 0
        case .truncatedFrames: count / 2
        default: count
        }
    }

    private func writeHistogram(into frame: borrowing LiveViewFrameBuffer) {
        var measured = Histogram256()
        measured.measure(pixels.span, size: imageSize)
        let histogram = measured
        frame.writeHistogram { counts in
            for bin in 0..<256 {
                counts[bin] = histogram.luminance[bin]
                counts[256 + bin] = histogram.red[bin]
                counts[512 + bin] = histogram.green[bin]
                counts[768 + bin] = histogram.blue[bin]
            }
        }
    }
}
