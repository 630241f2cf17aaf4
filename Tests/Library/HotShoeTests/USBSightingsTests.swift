import CameraModel
import Testing
import USBTransport

@testable import HotShoe

@Suite struct USBSightingsTests {
    private static func device(
        _ address: UInt8,
        port: [UInt8] = [1],
        serial: String? = "S1",
        kind: USBDevice.Kind = .stillImage,
        vendor: UInt16 = 0x04A9
    ) -> USBDevice {
        var device = USBDevice(
            location: .init(bus: 1, address: address),
            ports: port,
            speed: .high,
            vendor: vendor,
            product: 0x32F4
        )
        device.interfaces = [
            .init(
                number: 0,
                alternateSetting: 0,
                kind: kind,
                endpoints: [
                    .init(address: 0x81, transferType: 2, packetSize: 512), .init(address: 2, transferType: 2, packetSize: 512),
                ]
            )
        ]
        device.serialNumber = serial
        device.productName = "Canon EOS R5"
        return device
    }

    fileprivate static func words(_ changes: [USBSightings.Change]) -> [String] {
        changes.map {
            switch $0 {
            case .found(let camera):
                "+\(camera.description.identifier)" + (camera.description.obstacle.map { " (\($0.kind.rawValue))" } ?? "")
            case .lost(let identifier): "-\(identifier)"
            }
        }
    }

    /// Sightings together with the identities of the devices.
    private struct Bus {
        var sightings = USBSightings()
        var identities = USBIdentities()

        mutating func apply(_ devices: [USBDevice], _ access: USBAccess = .open) -> [String] {
            USBSightingsTests.words(sightings.apply(devices, identities.identifiers(of: devices)) { _, _ in access })
        }
    }

    @Test func `a camera is reported once, and lost once`() {
        var bus = Bus()
        #expect(bus.apply([Self.device(2)]) == ["+usb-04a9:32f4-S1"])
        #expect(bus.apply([Self.device(2)]).isEmpty)
        #expect(bus.apply([]) == ["-usb-04a9:32f4-S1"])
        #expect(bus.apply([]).isEmpty)
    }

    @Test func `at another port it is the same camera`() {
        var bus = Bus()
        _ = bus.apply([Self.device(2)])
        #expect(bus.apply([Self.device(9, port: [4, 2])]) == ["-usb-04a9:32f4-S1", "+usb-04a9:32f4-S1"])
    }

    @Test func `two cameras with the same number are distinguished by their ports, and each is lost as itself`() {
        var bus = Bus()
        let (first, second) = (Self.device(2), Self.device(3, port: [2]))
        #expect(bus.apply([first, second]) == ["+usb-04a9:32f4-S1", "+usb-04a9:32f4-S1@1-2"])
        #expect(bus.apply([second]) == ["-usb-04a9:32f4-S1"])
        #expect(bus.apply([second]).isEmpty)
        #expect(bus.apply([]) == ["-usb-04a9:32f4-S1@1-2"])
    }

    @Test func `a new search returns each camera under its earlier identifier`() {
        var bus = Bus()
        let (first, second) = (Self.device(2), Self.device(3, port: [2]))
        _ = bus.apply([first, second])
        bus.sightings = USBSightings()
        #expect(bus.apply([second]) == ["+usb-04a9:32f4-S1@1-2"])
        bus.sightings = USBSightings()
        #expect(bus.apply([second, first]) == ["+usb-04a9:32f4-S1@1-2", "+usb-04a9:32f4-S1"])
    }

    @Test func `a serial number that looks like a port does not change another camera's identity`() {
        var bus = Bus()
        let devices = [
            Self.device(2, serial: "S1@1-3"), Self.device(3, port: [2], serial: "S1"), Self.device(4, port: [3], serial: "S1"),
        ]
        let found = bus.apply(devices)
        #expect(found.count == 3 && Set(found).count == 3)
        #expect(Set(bus.apply([])).count == 3)
    }

    @Test func `without a number it is where it is`() {
        var bus = Bus()
        #expect(bus.apply([Self.device(2, port: [1, 3], serial: nil)]) == ["+usb-04a9:32f4@1-1.3"])
        #expect(bus.apply([Self.device(7, port: [], serial: nil)]).last == "+usb-04a9:32f4@1-7")
    }

    @Test func `an obstacle is reported, except that this program has opened the device`() {
        var bus = Bus()
        #expect(bus.apply([Self.device(2)], .noPermission) == ["+usb-04a9:32f4-S1 (no permission)"])
        bus = Bus()
        let holder = USBHolder(process: 1, name: "init")
        #expect(bus.apply([Self.device(2)], .claimed(by: [holder])) == ["+usb-04a9:32f4-S1 (claimed)"])
        bus = Bus()
        #expect(bus.apply([Self.device(2)], .claimed(by: [.thisProcess])) == ["+usb-04a9:32f4-S1"])
        bus = Bus()
        #expect(bus.apply([Self.device(2)], .claimed(by: [])) == ["+usb-04a9:32f4-S1 (claimed)"])
    }

    @Test func `a camera that is a disk is in the wrong mode, and a stick is none`() {
        var bus = Bus()
        let disk = USBDevice.Kind(8, 6, 0x50)
        #expect(bus.apply([Self.device(2, kind: disk)]) == ["+usb-04a9:32f4-S1 (wrong mode)"])
        #expect(bus.apply([Self.device(3, kind: disk, vendor: 0x054C)]).count == 1)
        #expect(bus.apply([Self.device(4, kind: disk, vendor: 0x0781)]).isEmpty)
    }

    @Test(
        arguments: [
            (UInt16(0x18D1), "MTP", CameraKind.mediaDevice), (0x18D1, "Android mtp interface", .mediaDevice),
            (0x18D1, "PTP", .camera), (0x18D1, nil, .camera), (0x04A9, "MTP", .camera),
        ] as [(UInt16, String?, CameraKind)]
    ) func `a device that offers MTP is a media device, unless a camera vendor made it`(
        _ vendor: UInt16,
        _ interface: String?,
        _ kind: CameraKind
    ) {
        var device = Self.device(2, vendor: vendor)
        device.interfaces[0].name = interface
        var (sightings, identities) = (USBSightings(), USBIdentities())
        let changes = sightings.apply([device], identities.identifiers(of: [device])) { _, _ in .open }
        guard case .found(let camera)? = changes.first else {
            Issue.record("the device is listed")
            return
        }
        #expect(camera.description.kind == kind)
    }
}
