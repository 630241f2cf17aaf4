import CameraModel
import HotShoeSupport
import PTP
import PTPSession
import TestSupport
import Testing
import VendorKit

/// Requests of live view frames ahead of the delivery of the last one. The camera takes 20 ms of virtual time for each frame, and
/// none at all passes in the consumer.
@Suite(.timeLimit(.minutes(5))) struct ConsecutiveFramesTests {
    /// Parts of the data that a test script contains.
    private enum Data {
        /// A picture of 4 × 3 pixels.
        static let picture: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 3, 0, 4, 1, 1, 0x11, 0] + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0] + [
                0xFF, 0xD9,
            ]
        static let none: [UInt8] = [0]
    }

    /// A camera with live view.
    private final class Rig: CameraDriver {
        let clock = VirtualClock()
        let device: ScriptedCamera
        /// Number of requests of frames at the time at which each data was parsed.
        let requestCounts = Guarded<[Int]>([])

        /// Creates a camera whose attempts with these numbers, from 0, have no picture.
        init(withoutPicture: Set<Int> = []) {
            let (clock, count) = (clock, Count())
            device = ScriptedCamera { _, _ in
                clock.advance(by: .milliseconds(20))
                return .data(withoutPicture.contains(count.next()) ? Data.none : Data.picture)
            }
        }

        func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
            host.update([.capabilities(.liveView), .categories(active: .stillsShooting, supported: [.stillsShooting])])
            let request = LiveViewRequest(
                OperationCode(rawValue: 0x9203),
                notReady: [],
                stopped: [],
                meanings: ResponseMeanings([:])
            ) { [self] bytes in
                requestCounts.withLock { $0.append(device.requests.count) }
                return bytes.byteCount > 1 ? LiveViewReply(picture: 0..<bytes.byteCount) : nil
            } focusArea: { _, _ in
                nil
            }
            return Connection(LiveViewRuns(device.session(clock), request, time: clock))
        }

        /// Connects, and calls `use` with a stream.
        func use(_ use: (inout LiveViewStream.AsyncIterator) async throws -> Void) async throws {
            let description = CameraDescription(identifier: CameraIdentifier("frames"), family: .generic, transport: .usb)
            let camera = Camera(description, driver: self, time: clock)
            try await camera.connect()
            var frames = camera.liveView().makeAsyncIterator()
            try await use(&frames)
            await camera.disconnect()
        }
    }

    private final class Connection: CameraConnection, LiveViewDriver {
        let info = CameraInfo(manufacturer: "A", model: "B", firmwareVersion: "1", serialNumber: "1")
        private let runs: LiveViewRuns

        init(_ runs: LiveViewRuns) { self.runs = runs }

        func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
            try await runs.start(sink, begin: {})
        }

        func stopLiveView() async { _ = runs.stop() }

        func disconnect(_ options: DisconnectOptions) async {}
    }

    /// Number of answers. **Thread-safe.**
    private final class Count: Sendable {
        private let count = Guarded(0)

        /// Returns the number of the next answer, from 0.
        func next() -> Int {
            count.withLock { count in
                defer { count += 1 }
                return count
            }
        }
    }

    private static let frameCode = OperationCode(rawValue: 0x9203)

    @Test func `a frame that a prompt consumer will follow with another request is parsed after the request of that frame`()
        async throws
    {
        let rig = Rig()
        try await rig.use { frames in
            // The frame that verifies live view, and the first.
            _ = try await frames.next()
            // The second: the third is requested before it is parsed, and nothing is requested before the third is wanted.
            _ = try await frames.next()
            await rig.device.untilAnswered(Self.frameCode, times: 4)
            await rig.device.untilIdle()
            #expect(rig.requestCounts.withLock { $0 } == [1, 2, 4, 4])
        }
    }

    @Test func `after data without a picture nothing is requested ahead, and the next attempt is the one under way`() async throws
    {
        let rig = Rig(withoutPicture: [2, 3])
        try await rig.use { frames in
            _ = try await frames.next()
            let clock = rig.clock
            let device = rig.device
            async let isAnswered: Void = {
                await device.untilAnswered(Self.frameCode, times: 4)
                await device.untilIdle()
                clock.advance(by: .seconds(1))
            }()
            _ = try await frames.next()
            await isAnswered
            #expect(rig.requestCounts.withLock { $0.prefix(5) } == [1, 2, 4, 4, 5], "one more attempt after the pause")
        }
    }
}
