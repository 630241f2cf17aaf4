import CameraModel
import HotShoeSupport
import PTPResponder
import SimulatedCamera
import Sockets
import Testing

/// A small and fast simulated camera that is served on loopback, with faults.
final class ServedSimulator: Sendable {
    let simulator: CameraSimulator
    let responder: IPResponder
    let address: SocketAddress

    convenience init(samplePictures: Int = 2) throws {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.pictureSize = PixelSize(width: 96, height: 64)
        configuration.cards = [.init(samplePictures: samplePictures), .init(label: "B")]
        try self.init(simulator: CameraSimulator(configuration))
    }

    /// Serves an existing camera.
    init(simulator: CameraSimulator) throws {
        self.simulator = simulator
        responder = IPResponder(
            camera: simulator.makeCamera(),
            configuration: IPResponder.Configuration(addresses: [.loopback(port: 0)])
        )
        try responder.start()
        address = try #require(responder.addresses.first)
    }

    /// Waits until the last client has left the camera, so that another one can connect.
    func whenLeft() async {
        for await state in responder.camera.connectionStates { if case .notConnected = state { break } }
    }
}
