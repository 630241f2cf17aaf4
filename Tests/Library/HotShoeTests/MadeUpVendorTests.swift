import CameraModel
import HotShoeSupport
import MadeUpVendor
import PTP
import PTPProperties
import PTPResponder
import SSDP
import ServiceDiscovery
import SimulatedCamera
import Sockets
import TestSupport
import Testing
import USBTransport

@testable import HotShoe

/// A vendor is its folders and a row in each table: with a row for the made-up vendor, its cameras are recognised on every
/// transport and used with its driver; without it, they are cameras of the standard.
@Suite(.timeLimit(.minutes(5))) struct MadeUpVendorTests {
    private static let drivers = VendorDrivers(VendorDrivers.rows + [.madeUp])

    @Test func `its devices on USB are its cameras, by the row`() {
        var device = USBDevice(location: .init(bus: 1, address: 2), ports: [1], speed: .high, vendor: 0x1209, product: 2)
        let endpoints: [USBDevice.Endpoint] = [
            .init(address: 0x81, transferType: 2, packetSize: 512), .init(address: 2, transferType: 2, packetSize: 512),
        ]
        device.interfaces = [.init(number: 0, alternateSetting: 0, kind: .stillImage, endpoints: endpoints)]
        for (table, family) in [(Self.drivers.vendors, "made"), (VendorDrivers.all.vendors, "generic")] {
            var sightings = USBSightings(table)
            let changes = sightings.apply([device], [device.location: CameraIdentifier("one")]) { _, _ in .open }
            guard case .found(let camera)? = changes.first else {
                Issue.record("no camera was found")
                continue
            }
            #expect(camera.description.family.name == family)
        }
    }

    @Test func `its announcements by mDNS and SSDP are its cameras, by the row`() throws {
        let address = SocketAddress(bytes: [192, 0, 2, 7], port: 49152)!
        let service = Service(
            identity: .init(name: "Mine", type: "_ptp._tcp", domain: "local", interface: 1),
            host: "mine.local",
            port: 15740,
            addresses: [HostAddress(v4: [192, 0, 2, 7])!],
            text: try TXTRecord(texts: ["vid": "ace"])
        )
        let type = Vendor.madeUp.services[0].type
        let device = SSDPDevice(
            announcement: SSDPAnnouncement(type: type, uniqueName: "uuid:x::\(type)", location: "http://\(address)/d.xml"),
            source: address,
            location: DescriptionLocation(address: address, path: "/d.xml"),
            description: try DeviceDescription("<a><modelName>Up One</modelName></a>".utf8)
        )
        for (table, isKnown) in [(Self.drivers.vendors, true), (VendorDrivers.all.vendors, false)] {
            var (network, ssdp) = (NetworkSightings(table), SSDPSightings(table))
            guard case .found(let announced)? = network.apply(.found(service)).first else {
                Issue.record("no camera was found")
                continue
            }
            #expect(announced.description.family.name == (isKnown ? "made" : "generic"))
            guard case .found(let camera, _)? = ssdp.apply(.found(device)).first else {
                #expect(!isKnown)
                continue
            }
            #expect(isKnown && camera.description.family.name == "made" && camera.description.model == "Up One")
            #expect(table.serviceTypes.contains(type))
        }
    }

    @Test func `its body is used with its driver, by the row`() async throws {
        for (drivers, isKnown) in [(Self.drivers, true), (VendorDrivers.all, false)] {
            var configuration = CameraSimulator.Configuration()
            configuration.speed = .instant
            configuration.pictureSize = PixelSize(width: 96, height: 64)
            let simulator = CameraSimulator(configuration)
            var serving = IPResponder.Configuration(addresses: [.loopback(port: 0)])
            serving.personality = .madeUp
            let responder = IPResponder(camera: simulator.makeCamera(), configuration: serving)
            try responder.start()
            let port = try #require(responder.addresses.first?.port)
            let provider = NetworkCameraProvider(clientName: "Tests", time: SystemClock.shared, drivers: drivers)
            let discovery = CameraDiscovery(clientName: "Tests", providers: [provider])
            let camera = try await discovery.camera(at: .network(host: "127.0.0.1", port: port))
            try await camera.connect()
            #expect(camera.info?.manufacturer == "Made" && camera.info?.model == "Up One")
            #expect(camera.capabilities.contains(.liveView) == isKnown)
            #expect((camera.property(.colorTone).value != nil) == isKnown)
            if isKnown { for try await _ in camera.liveView().prefix(1) {} }
            _ = try await camera.shoot()
            await camera.disconnect()
            await responder.stop()
        }
    }

    @Test func `its names are those of its properties and operations, by the row`() {
        let vendor = Self.drivers.vendors.vendor(VendorExtension(rawValue: 0xACE))
        #expect(vendor?.names().properties.all == ["Tone", "ShutterCount"])
        #expect(OperationCode.madeUpGetEvents.description(by: vendor?.names() ?? VendorNames()) == "GetEvents")
        #expect(vendor?.properties().vendorName(DevicePropCode(rawValue: 0xD0A1)) == "ShutterCount")
        #expect(VendorDrivers.all.vendors.vendor(VendorExtension(rawValue: 0xACE)) == nil)
    }
}
