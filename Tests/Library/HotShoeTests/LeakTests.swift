import HotShoe
import SimulatedCamera
import TestSupport
import Testing

/// Each test runs in a separate process, so that all objects and memory belong to it.
@Suite("Ten thousand times")
struct LeakTests {
    /// Growth of the process's memory that 10,000 rounds may cause: less than half a kilobyte each is noise of the allocator.
    private static let tolerance = 4 << 20

    private static func makeSimulator() -> CameraSimulator {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.liveViewRate = nil
        // A JPEG header without a picture: the test measures starting and stopping only.
        configuration.liveViewSource = .pictures([
            [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0, 16, 0, 16, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
                + [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0, 0xFF, 0xD9]
        ])
        return CameraSimulator(configuration)
    }

    /// Waits until the library's own tasks and threads have released their objects.
    private static func untilReleased(_ isReleased: () -> Bool) async throws {
        try await until("no object is left") { isReleased() }
    }

    @Test("10,000 connections leave no object and no memory behind")
    func connections() async {
        await #expect(processExitsWith: .success) {
            do {
                let camera = Self.makeSimulator().makeCamera()
                let growth = try await MemoryUse.growth(rounds: 10_000) {
                    try await camera.connect()
                    await camera.disconnect()
                }
                #expect(growth < Self.tolerance, "grew by \(growth) bytes")
            }
            try await Self.untilReleased { Camera.liveCameras == 0 && CameraSimulator.liveSimulators == 0 }
        }
    }

    @Test("10,000 starts and stops of live view leave no object and no memory behind")
    func liveView() async {
        await #expect(processExitsWith: .success) {
            do {
                let camera = Self.makeSimulator().makeCamera()
                try await camera.connect()
                let growth = try await MemoryUse.growth(rounds: 10_000) {
                    for try await _ in camera.liveView().prefix(1) {}
                    await camera.stopLiveView()
                }
                #expect(growth < Self.tolerance, "grew by \(growth) bytes")
                #expect(!camera.liveViewState.isRunning)
                await camera.disconnect()
            }
            try await Self.untilReleased {
                Camera.liveCameras == 0 && CameraSimulator.liveSimulators == 0 && Camera.liveFrames == 0
            }
        }
    }

    @Test("10,000 cameras that are found, used and released leave no object and no memory behind")
    func cameras() async {
        await #expect(processExitsWith: .success) {
            let growth = try await MemoryUse.growth(rounds: 10_000) {
                let camera = Self.makeSimulator().makeCamera()
                try await camera.connect()
                let watching = camera.property(.isoSpeed).observe { _ in }
                let events = camera.events
                withExtendedLifetime((watching, events)) {}
            }
            #expect(growth < Self.tolerance, "grew by \(growth) bytes")
            try await Self.untilReleased { Camera.liveCameras == 0 && CameraSimulator.liveSimulators == 0 }
        }
    }

    @Test("releasing a camera while live view runs releases its body")
    func release() async {
        await #expect(processExitsWith: .success) {
            let simulator = Self.makeSimulator()
            do {
                let camera = simulator.makeCamera()
                try await camera.connect()
                let handler = camera.liveView().subscribe { _ in }
                for try await _ in camera.liveView().prefix(3) {}
                withExtendedLifetime(handler) {}
            }
            try await Self.untilReleased { Camera.liveCameras == 0 }
            let other = simulator.makeCamera()
            try await until("the body accepts another connection") {
                _ = try? await other.connect()
                return other.connectionState == .connected
            }
        }
    }
}
