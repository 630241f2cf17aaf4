import CameraModel
import HotShoeSupport
import PTPSession
import TestSupport
import Testing
import VendorKit

/// Live view of a camera that sends frames by itself.
@Suite(.timeLimit(.minutes(5))) struct PushedLiveViewTests {
    /// The smallest picture with a size that can be read, after a header of two bytes.
    private static let frame: [UInt8] =
        [1, 2, 0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 3, 0, 4, 1, 1, 0x11, 0] + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0]
        + [0xFF, 0xD9]

    private final class Driver: CameraDriver, CameraConnection, LiveViewDriver {
        let view: PushedLiveView
        let info = CameraInfo(manufacturer: "A", model: "B", firmwareVersion: "1", serialNumber: "1")

        init(_ time: any TimeSource) {
            view = PushedLiveView(time: time) { $0.byteCount > 2 ? 2..<$0.byteCount : nil }
        }

        func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
            host.update([.capabilities(.liveView), .categories(active: .stillsShooting, supported: [.stillsShooting])])
            return self
        }

        var liveView: (any LiveViewDriver)? { self }

        func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
            try await view.start(sink)
        }

        func stopLiveView() async { view.stop() }

        func disconnect(_ options: DisconnectOptions) async {}

        /// Passes a frame as the link does.
        func push(_ bytes: [UInt8] = PushedLiveViewTests.frame) {
            let span = bytes.span
            unsafe view.frameReceived(span.bytes)
        }
    }

    private static func withCamera(
        _ time: any TimeSource = SystemClock.shared,
        _ use: (Camera, Driver) async throws -> Void
    ) async throws {
        let driver = Driver(time)
        let description = CameraDescription(identifier: CameraIdentifier("pushed"), family: .generic, transport: .network)
        let camera = Camera(description, driver: driver)
        try await camera.connect()
        try await use(camera, driver)
        await camera.disconnect()
    }

    /// Pushes frames until it is released.
    private static func pushing(_ driver: Driver, _ bytes: [[UInt8]]) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                for bytes in bytes { driver.push(bytes) }
                await Task.yield()
            }
        }
    }

    @Test func `frames without a whole picture are left out, others are delivered without their header`() async throws {
        try await Self.withCamera { camera, driver in
            let pushing = Self.pushing(driver, [[], [1], [1, 2, 3], Array(Self.frame.prefix(10)), Self.frame])
            for try await frame in camera.liveView().prefix(3) {
                #expect(frame.info.size == PixelSize(width: 4, height: 3) && frame.byteCount == Self.frame.count - 2)
            }
            pushing.cancel()
            await pushing.value
        }
    }

    @Test func `a camera that has ended its frames ends live view, and does not start it again`() async throws {
        try await Self.withCamera { camera, driver in
            let pushing = Self.pushing(driver, [Self.frame])
            for try await _ in camera.liveView().prefix(1) {}
            driver.view.framesEnded(.closedByDevice)
            try await until("live view has ended") { !camera.liveViewState.isRunning }
            await #expect(throws: CameraError.self) { for try await _ in camera.liveView().prefix(1) {} }
            pushing.cancel()
            await pushing.value
        }
    }

    @Test func `a camera that sends no frame is an error after three seconds`() async throws {
        let clock = VirtualClock()
        try await Self.withCamera(clock) { camera, _ in
            let error = await #expect(throws: CameraError.self) {
                try await clock.run(by: .seconds(1), until: "live view fails") {
                    for try await _ in camera.liveView().prefix(1) {}
                }
            }
            #expect(error?.code == .timedOut)
        }
    }
}
