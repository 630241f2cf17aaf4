import CameraModel
import HotShoeSupport
import PTPResponder
import SimulatedCamera
import Sockets
import Testing
import TestSupport
import USBTransport

/// A simulated camera on the USB rig, attached again after each disconnection. **Thread-safe.**
final class PluggedSimulator: Sendable {
    let simulator: CameraSimulator
    let responder: USBResponder

    /// Guards the location.
    private let place = Guarded<USBDevice.Location?>(nil)

    init(samplePictures: Int = 2) throws {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 96, height: 64)
        configuration.cards = [.init(samplePictures: samplePictures), .init(label: "B")]
        simulator = CameraSimulator(configuration)
        responder = USBResponder(
            cameras: [simulator.makeCamera()],
            configuration: USBResponder.Configuration(addresses: [.loopback(port: 0)])
        )
        try responder.start()
    }

    /// Returns the device, attached if necessary.
    func device() async throws -> USBDevice {
        let bus = try USBBus.shared()
        let changes = try bus.changes()
        if let device = try known(bus) { return device }
        let port = try #require(responder.addresses.first?.port)
        guard case .usb(let number, let device) = try await attach(port) else {
            throw USBRig.Failure(description: "no address")
        }
        place.withLock { $0 = .init(bus: UInt8(number), address: UInt8(device)) }
        if let device = try known(bus) { return device }
        for await _ in changes {
            if let device = try known(bus) { return device }
        }
        throw CancellationError()
    }

    /// Attaches the camera, with as many attempts as necessary: the previous host may still be leaving, and faults apply here
    /// too.
    private func attach(_ port: UInt16) async throws -> CameraAddress {
        var failure: any Error = CancellationError()
        for _ in 0..<5000 {
            do { return try await USBRig.attach(port: port, busID: "1-1") } catch { failure = error }
        }
        throw failure
    }

    private func known(_ bus: USBBus) throws -> USBDevice? {
        guard let place = place.withLock({ $0 }) else { return nil }
        return try bus.devices().first { $0.location == place }
    }

    /// Detaches the camera.
    func unplug() async throws {
        guard let place = place.withLock({ $0 }) else { return }
        try await USBRig.detach(.usb(bus: Int(place.bus), device: Int(place.address)))
    }

    func stop() async {
        try? await unplug()
        await responder.stop()
    }
}
