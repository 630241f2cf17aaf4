import CameraModel
import HotShoeSupport
import IPTransport
import PTPResponder
import SimulatedCamera
import Testing

/// A simulated camera that is served on loopback, small and quick, with faults.
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

    /// Serves a camera that there is already.
    init(simulator: CameraSimulator) throws {
        self.simulator = simulator
        responder = IPResponder(
            camera: simulator.makeCamera(),
            configuration: IPResponder.Configuration(addresses: [.loopback(port: 0)])
        )
        try responder.start()
        address = try #require(responder.addresses.first)
    }

    /// Waits until the camera has been left by whoever was served, so that somebody else can have it.
    func whenLeft() async {
        for await state in responder.camera.connectionStates { if case .notConnected = state { break } }
    }
}
