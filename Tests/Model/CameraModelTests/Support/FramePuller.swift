import CameraModel
import FakeCamera
import HotShoeSupport

/// Requests frames from a stream one by one, under control of the test.
final class FramePuller: Sendable {
    typealias Pulled = Result<LiveViewFrame?, CameraError>

    // SAFETY: an iterator is for one task at a time. Tests request one frame after the other, except for the test of concurrent
    // requests.
    private nonisolated(unsafe) let iterator: LiveViewStream.Iterator

    init(_ stream: LiveViewStream) {
        unsafe iterator = stream.makeAsyncIterator()
    }

    /// Requests the next frame.
    func pull() -> Task<Pulled, Never> {
        start { [self] () async throws(CameraError) in try await unsafe iterator.next() }
    }

    /// Requests the next frame, and returns when the driver has received the demand.
    func pullAndReachDriver(_ driver: FakeDriver) async -> Task<Pulled, Never> {
        let demands = driver.demands.count
        let pulled = pull()
        await driver.demands.atLeast(demands + 1)
        return pulled
    }

    var missedCount: Int { unsafe iterator.missedCount }

    /// A puller whose live view is running, and which has received frame 1.
    static func running(_ rig: CameraRig, _ options: LiveViewOptions = LiveViewOptions()) async -> FramePuller {
        let puller = FramePuller(rig.camera.liveView(options))
        let first = await puller.pullAndReachDriver(rig.driver)
        rig.driver.deliver(1)
        _ = await first.value
        return puller
    }
}

extension FakeDriver {
    /// Delivers a frame whose bytes all contain its number; false if no frame is available.
    @discardableResult
    func deliver(_ number: Int, count: Int = 16, to sink: LiveViewSink? = nil) -> Bool {
        deliver(number, capacity: count, to: sink) { frame in
            let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: count)
            unsafe frame.copy(bytes.span.bytes)
        }
    }

    @discardableResult
    func deliver(
        _ number: Int,
        capacity: Int,
        to sink: LiveViewSink? = nil,
        _ fill: (borrowing LiveViewFrameBuffer) -> Void
    ) -> Bool {
        let sink = sink ?? self.sink
        guard let frame = sink.makeFrame(capacity: capacity) else { return false }
        frame.info.sequenceNumber = UInt64(number)
        frame.info.size = PixelSize(width: 640, height: 480)
        fill(frame)
        sink.deliver(frame)
        return true
    }
}

extension Result where Success == LiveViewFrame?, Failure == CameraError {
    var number: Int? { (try? get())?.map { Int($0.sequenceNumber) } }

    var isEnd: Bool { if case .success(nil) = self { true } else { false } }
}
