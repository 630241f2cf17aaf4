import CameraModel
import HotShoeSupport
import PTPResponder
import PTPProperties
import SSDP
import Sockets
import Testing

@testable import HotShoe

/// Cameras that announce themselves by SSDP.
@Suite struct SSDPSightingsTests {
    private static let uuid = "00000000-0000-0000-0001-0a0b0c0d0e0f"
    private static let control = "urn:schemas-canon-com:service:ICPO-WFTEOSSystemService:1"
    private static let phone = "urn:schemas-canon-com:service:ICPO-SmartPhoneEOSSystemService:1"
    private static let sony = "urn:schemas-sony-com:service:DigitalImaging:1"

    private static func device(_ type: String, at last: UInt8 = 7, uuid: String = uuid, _ elements: String = "") -> SSDPDevice {
        let document =
            "<a><friendlyName>Mine</friendlyName><manufacturer>Canon</manufacturer><modelName>EOS</modelName>\(elements)</a>"
        let address = SocketAddress(bytes: [192, 0, 2, last], port: 49152)!
        return SSDPDevice(
            announcement: SSDPAnnouncement(type: type, uniqueName: "uuid:\(uuid)::\(type)", location: "http://\(address)/d.xml"),
            source: address,
            location: DescriptionLocation(address: address, path: "/d.xml"),
            description: try! DeviceDescription(document.utf8)
        )
    }

    private static func found(_ changes: [SSDPSightings.Change]) -> NetworkSightings.Camera? {
        guard changes.count == 1, case .found(let camera, _)? = changes.first else { return nil }
        return camera
    }

    @Test func `a camera has the identity of its GUID, its description, and the port of PTP over IP`() throws {
        var sightings = SSDPSightings()
        let camera = try #require(Self.found(sightings.apply(.found(Self.device(Self.control)))))
        #expect(camera.identifier == CameraIdentifier("ptpip-\(Self.uuid)"))
        #expect(camera.description.family == .canon && camera.description.transport == .network)
        #expect(camera.description.name == "Mine" && camera.description.model == "EOS" && camera.description.obstacle == nil)
        #expect(camera.addresses == [SocketAddress(bytes: [192, 0, 2, 7], port: 15740)!])
        #expect(sightings.apply(.found(Self.device(Self.control))) == [])
        let moved = Self.found(sightings.apply(.found(Self.device(Self.control, at: 8))))
        #expect(moved?.identifier == camera.identifier && moved?.addresses.first?.host == "192.0.2.8")
    }

    @Test func `several services of a camera are one camera, and control by a computer comes first`() throws {
        var sightings = SSDPSightings()
        let app = try #require(Self.found(sightings.apply(.found(Self.device(Self.phone)))))
        #expect(app.description.obstacle?.kind == .wrongMode)
        let camera = try #require(Self.found(sightings.apply(.found(Self.device(Self.control)))))
        #expect(camera.identifier == app.identifier && camera.description.obstacle == nil)
        #expect(Self.found(sightings.apply(.lost(uniqueName: "uuid:\(Self.uuid)::\(Self.control)"))) == app)
        #expect(sightings.apply(.lost(uniqueName: "uuid:\(Self.uuid)::\(Self.phone)")) == [.lost(camera.identifier)])
        #expect(sightings.apply(.lost(uniqueName: "unknown")) == [])
    }

    @Test func `a device without a GUID is identified by its unique name`() {
        var sightings = SSDPSightings()
        let camera = Self.found(sightings.apply(.found(Self.device(Self.control, uuid: "x"))))
        #expect(camera?.identifier == CameraIdentifier("ssdp-uuid:x::\(Self.control)"))
    }

    @Test(
        arguments: [
            ("", nil), ("<X_SSH_Support>0</X_SSH_Support><X_PTP_PairingNecessity>off</X_PTP_PairingNecessity>", nil),
            ("<X_SSH_Support>1</X_SSH_Support>", "SSH"), ("<X_PTP_PairingNecessity>ON</X_PTP_PairingNecessity>", "paired"),
        ] as [(String, String?)]
    )
    func `requirements of a Sony camera's connections are obstacles`(_ elements: String, _ word: String?) throws {
        var sightings = SSDPSightings()
        let device = Self.device(Self.sony, "<X_ModelName>ILCE-7M4</X_ModelName>" + elements)
        let camera = try #require(Self.found(sightings.apply(.found(device))))
        #expect(camera.description.family == .sony && camera.description.model == "ILCE-7M4")
        #expect((camera.description.obstacle == nil) == (word == nil))
        if let word { #expect(camera.description.obstacle?.message.contains(word) == true) }
    }

    @Test(arguments: [("", 15740), ("<X_PTPIPPort>20000</X_PTPIPPort>", 20000), ("<X_PTPIPPort>0</X_PTPIPPort>", 15740)])
    func `a simulated body may have another port`(_ elements: String, _ port: UInt16) {
        var sightings = SSDPSightings()
        let camera = Self.found(sightings.apply(.found(Self.device(Self.control, elements))))
        #expect(camera?.addresses.first?.port == port)
        #expect(camera?.description.address == .network(host: "192.0.2.7", port: port))
    }

    @Test func `every type is searched for, and belongs to a vendor`() {
        let table = VendorDrivers.all.vendors
        #expect(table.serviceTypes.count == Set(table.serviceTypes).count)
        for vendor in table.vendors {
            for service in vendor.services {
                #expect(table.serviceTypes.contains(service.type) && table.service(service.type)?.vendor.name == vendor.name)
            }
        }
    }

    @Test func `only a second document of Sony's is read`() throws {
        let description = try DeviceDescription("<a><b>/d.xml</b><c>/x/DigitalImagingDesc.xml</c></a>".utf8)
        let furtherDocument = SSDPSightings.furtherDocument(VendorDrivers.all.vendors)
        #expect(furtherDocument(description) == "/x/DigitalImagingDesc.xml")
        #expect(furtherDocument(Self.device(Self.control).description) == nil)
    }
}
