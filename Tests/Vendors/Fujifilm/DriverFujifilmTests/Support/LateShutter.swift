import CameraModel

@testable import SimulatedCamera

/// A simulated camera whose shutter returns only when a condition is satisfied, after its files were offered. **Thread-safe.**
final class LateShutter: CameraDriver {
    private let driver: SimulatedCameraDriver
    private let untilDone: @Sendable () async -> Void

    init(_ simulator: CameraSimulator, until untilDone: @escaping @Sendable () async -> Void) {
        driver = SimulatedCameraDriver(simulator)
        self.untilDone = untilDone
    }

    func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
        LateConnection(try await driver.connect(options, host: host), untilDone)
    }
}

private final class LateConnection: CameraConnection, ShutterDriver {
    private let connection: any CameraConnection
    private let untilDone: @Sendable () async -> Void

    init(_ connection: any CameraConnection, _ untilDone: @escaping @Sendable () async -> Void) {
        (self.connection, self.untilDone) = (connection, untilDone)
    }

    var info: CameraInfo { connection.info }
    var properties: (any PropertyDriver)? { connection.properties }
    var shutter: (any ShutterDriver)? { self }
    var focus: (any FocusDriver)? { connection.focus }
    var liveView: (any LiveViewDriver)? { connection.liveView }
    var files: (any FileDriver)? { connection.files }
    var transfers: (any TransferDriver)? { connection.transfers }
    var video: (any VideoDriver)? { connection.video }
    var clock: (any ClockDriver)? { connection.clock }

    func setCommandCategories(_ categories: CommandCategories) async throws(CameraError) {
        try await connection.setCommandCategories(categories)
    }

    func disconnect(_ options: DisconnectOptions) async { await connection.disconnect(options) }

    func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        guard let shutter = connection.shutter else { throw .notSupported(.shoot) }
        let result = try await shutter.shoot(options)
        await untilDone()
        return result
    }

    func pressShutter() async throws(CameraError) { try await connection.shutter?.pressShutter() }
    func releaseShutter() async throws(CameraError) { try await connection.shutter?.releaseShutter() }
}
