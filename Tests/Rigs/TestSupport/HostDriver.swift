package import CameraModel
import HotShoeSupport

/// A driver without facets: reports come from a test.
private final class HostDriver: CameraDriver {
    private final class Connection: CameraConnection {
        let info = CameraInfo(manufacturer: "A", model: "B", firmwareVersion: "1", serialNumber: "1")

        func disconnect(_ options: DisconnectOptions) async {}
    }

    let host = Promise<CameraHost, Never>()

    func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
        self.host.fulfil(.success(host))
        return Connection()
    }
}

/// Connects a camera whose reports a test makes through its host.
package func withHost(_ use: (CameraHost, Camera) async throws -> Void) async throws {
    let driver = HostDriver()
    let description = CameraDescription(identifier: CameraIdentifier("reports"), family: .generic, transport: .usb)
    let camera = Camera(description, driver: driver)
    try await camera.connect()
    try await use(await driver.host.result().get(), camera)
    await camera.disconnect()
}
