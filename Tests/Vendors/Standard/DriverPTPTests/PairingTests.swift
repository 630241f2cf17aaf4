import CameraModel
import HotShoeSupport
import IPTransport
import PTPResponder
import SimulatedCamera
import Testing

@testable import DriverPTP

/// Cameras that delay the connection until the user confirms it.
@Suite(.timeLimit(.minutes(5))) struct PairingTests {
    /// A camera whose link opens when the test permits it, and that reports to be waiting for its user.
    private struct Rig {
        let camera: Camera
        let clock = VirtualClock()
        /// Fulfilled when the driver has been notified that the camera waits.
        let waiting = Promise<Void, Never>()
        let opened = Promise<Void, CameraError>()

        init() {
            let (waiting, opened) = (waiting, opened)
            let driver = PTPDriver(credentialKey: "test", time: clock) { onWaiting throws(CameraError) in
                onWaiting()
                waiting.fulfil(.success(()))
                guard let result = await opened.resultUnlessCancelled() else { throw .cancelled(.connect) }
                try result.get()
                throw CameraError(.connectionRefused, "reached", operation: .connect)
            }
            let description = CameraDescription(identifier: CameraIdentifier("test"), family: .generic, transport: .network)
            camera = Camera(description, driver: driver, time: clock)
        }
    }

    private static func failure(_ camera: Camera, _ handler: AuthenticationHandler? = nil) async -> CameraError? {
        do throws(CameraError) {
            try await camera.connect(authenticate: handler)
            return nil
        } catch { return error }
    }

    @Test func `a slow camera is awaited where a user cannot confirm`() async {
        let rig = Rig()
        async let failure = Self.failure(rig.camera)
        _ = await rig.waiting.result()
        rig.clock.advance(by: .seconds(9))
        rig.opened.fulfil(.success(()))
        #expect(await failure?.message == "reached")
    }

    @Test func `a camera that never answers times out with advice`() async throws {
        let rig = Rig()
        async let failure = Self.failure(rig.camera)
        _ = await rig.waiting.result()
        await rig.clock.waitForTimers()
        rig.clock.advance(by: .seconds(10))
        let error = try #require(await failure)
        #expect(error.code == .pairingRequired)
        #expect(error.message.contains("confirm there"))
    }

    @Test func `where a user can confirm, the user's answer counts`() async throws {
        let rig = Rig()
        async let failure = Self.failure(rig.camera) { $0.cancel() }
        _ = await rig.waiting.result()
        #expect(try #require(await failure).code == .cancelled)
    }
}
