import CameraModel
import HotShoeSupport
import PTPProperties
import PTPResponder
import SSDP
import SimulatedCamera
import Sockets
import Testing

@testable import HotShoe

/// A served body that announces itself as its vendor's cameras do, on loopback.
@Suite(.timeLimit(.minutes(5))) struct SSDPCameraTests {
    @Test func `an EOS body is found by its announcement, connects, and is lost when it leaves`() async throws {
        let port = try #require(try DatagramSocket(bound: .loopback(port: 0)).socket.localAddress?.port)
        let network = SSDPNetwork(group: SocketAddress(bytes: [239, 255, 255, 250], port: port)!) {
            NetworkInterface.all().filter(\.isLoopback)
        }
        var configuration = IPResponder.Configuration(addresses: [.loopback(port: 0)])
        configuration.personality = .canonEOSR5
        let responder = IPResponder(camera: CameraSimulator().makeCamera(), configuration: configuration)
        try responder.start()
        let device = try #require(responder.ssdpDevice)
        let advertisement = SSDPAdvertisement(
            .init(
                uuid: device.uuid,
                types: device.types,
                server: device.server,
                path: device.path,
                description: device.description
            ),
            network: network
        )
        try advertisement.start()

        let provider = SSDPCameraProvider(clientName: "test", time: SystemClock.shared) {
            SSDPBrowser(types: VendorDrivers.all.vendors.serviceTypes, network: network)
        }
        let discovery = CameraDiscovery(clientName: "test", providers: [provider])
        let camera = try await discovery.first(timeout: .seconds(120))
        #expect(camera.identifier == CameraIdentifier("ptpip-\(responder.identity.identifier)"))
        #expect(camera.description.family == .canon && camera.description.model == "Canon EOS R5")
        try await camera.connect()
        #expect(camera.info?.model == "Canon EOS R5")
        await camera.disconnect()

        for await change in discovery.changes {
            // Only after this stream has received the camera, as a new observer does not receive earlier losses.
            if case .found = change { advertisement.stop() }
            if case .lost(let lost, _) = change {
                #expect(lost.identifier == camera.identifier)
                break
            }
        }
        discovery.stop()
        await responder.stop()
    }

    @Test func `texts of a camera are escaped in its description`() throws {
        var configuration = IPResponder.Configuration(addresses: [.loopback(port: 0)])
        configuration.personality = .canonEOSR5
        configuration.name = "<A> & \"B\"\u{1}"
        let responder = IPResponder(camera: CameraSimulator().makeCamera(), configuration: configuration)
        let description = try DeviceDescription(#require(responder.ssdpDevice).description.utf8)
        #expect(description.friendlyName == "<A> & \"B\"")
        configuration.personality = .generic
        #expect(IPResponder(camera: CameraSimulator().makeCamera(), configuration: configuration).ssdpDevice == nil)
    }
}
