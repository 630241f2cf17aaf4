package import CameraModel
package import HotShoeSupport
import ImageFormats
package import PTPSession

/// Live view of a camera that sends frames by itself, without requests. **Thread-safe.**
///
/// Frames are dropped while no run is active, and while no consumer wants one: the camera sends the next one soon.
package final class PushedLiveView: FrameObserver {
    private struct Run {
        let sink: LiveViewSink
        /// Fulfilled by the first frame, which only verifies that the camera sends frames.
        var first: Promise<LiveViewFormat, CameraError>?
        var sequenceNumber: UInt64 = 0
        /// Time by which the next frame must have arrived.
        var deadline: Duration
    }

    private struct State {
        var run: Run?
        /// Whether the camera has ended its frames.
        var isOver = false
        var timer: (any TimeSourceTimer)?
    }

    private let time: any TimeSource
    private let picture: @Sendable (RawSpan) -> Range<Int>?
    /// Guards the run.
    private let state = Guarded(State())

    /// Longest time without a frame before a run fails.
    private static let frameTimeout: Duration = .seconds(3)

    /// Creates an instance without a run.
    ///
    /// - Parameters:
    ///   - time: Clock.
    ///   - picture: Returns the place of the JPEG picture in a frame; nil if there is none.
    package init(time: any TimeSource, picture: @escaping @Sendable (RawSpan) -> Range<Int>?) {
        (self.time, self.picture) = (time, picture)
        let timer = time.makeTimer { [weak self] in self?.timerFired() }
        state.withLock { $0.timer = timer }
    }

    /// Begins a run, in place of another one, and waits for a frame.
    ///
    /// - Returns: The format of the frames.
    /// - Throws: `timedOut` if none arrives, `connectionLost` if the camera has ended its frames, `cancelled`.
    package func start(_ sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
        let first = Promise<LiveViewFormat, CameraError>()
        let deadline = time.now + Self.frameTimeout
        let (old, isOver, timer) = state.withLock { state -> (Run?, Bool, (any TimeSourceTimer)?) in
            defer { if !state.isOver { state.run = Run(sink: sink, first: first, deadline: deadline) } }
            return (state.run, state.isOver, state.timer)
        }
        old?.first?.fulfil(.failure(.cancelled(.startLiveView)))
        if isOver { throw Self.lost }
        timer?.arm(at: deadline)
        guard let result = await first.resultUnlessCancelled() else { throw .cancelled(.startLiveView) }
        return try result.get()
    }

    /// Ends the run.
    package func stop() {
        let (run, timer) = state.withLock { state -> (Run?, (any TimeSourceTimer)?) in (state.run.take(), state.timer) }
        timer?.disarm()
        run?.first?.fulfil(.failure(.cancelled(.startLiveView)))
    }

    /// Extends the time by which the next frame must have arrived: the camera sends none for `span`, such as during an exposure.
    package func expectPause(of span: Duration) {
        let deadline = time.now + span + Self.frameTimeout
        state.withLock { state in
            if let earlier = state.run?.deadline { state.run?.deadline = max(earlier, deadline) }
        }
    }

    // MARK: Frames

    package func frameReceived(_ frame: RawSpan) {
        guard let sink = state.withLock({ $0.run?.sink }) else { return }
        guard let range = picture(frame), range.upperBound <= frame.byteCount else { return }
        let bytes = frame.extracting(range)
        guard bytes.byteCount <= LiveViewLimits.byteCount, let size = Self.size(of: bytes) else { return }
        let now = time.now
        let (first, number) = state.withLock { state -> (Promise<LiveViewFormat, CameraError>?, UInt64) in
            guard var run = state.run, run.sink === sink else { return (nil, 0) }
            let first = run.first.take()
            run.sequenceNumber += 1
            run.deadline = max(run.deadline, now + Self.frameTimeout)
            state.run = run
            return (first, run.sequenceNumber)
        }
        if let first {
            first.fulfil(.success(LiveViewFormat(size: size, rate: nil)))
            return
        }
        guard number > 0, sink.isDemanded else { return }
        var info = LiveViewFrameInfo()
        (info.size, info.naturalSize, info.contentRect) = (size, size, Rect(size))
        (info.space, info.imageRect) = (size, Rect(size))
        (info.timestamp, info.sequenceNumber) = (now, number)
        sink.deliver(bytes, info: info)
    }

    package func framesEnded(_ reason: LinkFailure) { end(Self.lost) }

    /// Ends the run because the link has ended.
    package func linkEnded() { end(Self.lost) }

    private static var lost: CameraError {
        CameraError(.connectionLost, "The camera has ended the connection of its live view.", operation: .startLiveView)
    }

    private func end(_ error: CameraError) {
        let run = state.withLock { state in
            state.isOver = true
            return state.run.take()
        }
        fail(run, error)
    }

    private func fail(_ run: Run?, _ error: CameraError) {
        guard let run else { return }
        if let first = run.first { first.fulfil(.failure(error)) } else { run.sink.end(.failed(error.code)) }
    }

    private func timerFired() {
        let now = time.now
        let (late, timer, deadline) = state.withLock { state -> (Run?, (any TimeSourceTimer)?, Duration?) in
            guard let deadline = state.run?.deadline else { return (nil, nil, nil) }
            return now >= deadline ? (state.run.take(), nil, nil) : (nil, state.timer, deadline)
        }
        if let deadline { timer?.arm(at: deadline) }
        fail(late, CameraError(.timedOut, "The camera sends no live view picture.", operation: .startLiveView))
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
}
