import Testing

@testable import USBTransport

@Suite struct StillImageInterfaceTests {
    private static func device(_ interfaces: [USBDevice.Interface], vendor: UInt16 = 1) -> USBDevice {
        var device = USBDevice(location: .init(bus: 1, address: 2), vendor: vendor, product: 1)
        device.interfaces = interfaces
        return device
    }

    private static let bulk: [USBDevice.Endpoint] = [
        .init(address: 0x81, transferType: 2, packetSize: 512), .init(address: 2, transferType: 2, packetSize: 512),
    ]
    private static let all = bulk + [.init(address: 0x83, transferType: 3, packetSize: 64)]

    private static func interface(
        _ kind: USBDevice.Kind,
        _ endpoints: [USBDevice.Endpoint],
        number: UInt8 = 0
    ) -> USBDevice.Interface {
        .init(number: number, alternateSetting: 0, kind: kind, endpoints: endpoints)
    }

    private static func refusal(_ device: USBDevice, vendors: Set<UInt16> = [0x04A9]) -> StillImageInterface.Refusal? {
        do throws(StillImageInterface.Refusal) {
            _ = try StillImageInterface(of: device, vendors: vendors)
            return nil
        } catch { return error }
    }

    @Test func `a still image interface is found behind others`() throws {
        let found = try StillImageInterface(
            of: Self.device([
                Self.interface(.init(8, 6, 80), Self.bulk), Self.interface(.stillImage, Self.all, number: 3),
            ]),
            vendors: []
        )
        #expect(found.number == 3 && found.bulkIn == 0x81 && found.bulkOut == 2 && found.interruptIn == 0x83)
        #expect(found.packetSizeIn == 512 && found.packetSizeOut == 512 && found.packetSizeInterrupt == 64)
    }

    @Test func `without an endpoint for events it will do`() throws {
        let found = try StillImageInterface(of: Self.device([Self.interface(.stillImage, Self.bulk)]), vendors: [])
        #expect(found.interruptIn == nil)
    }

    @Test func `a vendor-specific class counts where the vendor is known and the endpoints fit`() {
        let own = Self.interface(.init(0xFF, 0, 0), Self.all)
        #expect(Self.refusal(Self.device([own], vendor: 0x04A9)) == nil)
        #expect(Self.refusal(Self.device([own], vendor: 0x1234)) == .noCamera)
        #expect(Self.refusal(Self.device([Self.interface(.init(0xFF, 0, 0), Self.bulk)], vendor: 0x04A9)) == .noCamera)
    }

    @Test func `a camera that is a disk is in the wrong mode`() {
        let disk = Self.interface(.init(8, 6, 80), Self.bulk)
        #expect(Self.refusal(Self.device([disk], vendor: 0x04A9)) == .massStorage)
        #expect(Self.refusal(Self.device([disk], vendor: 0x1234)) == .noCamera)
    }

    @Test func `a device with false descriptors is refused with its reason`() {
        for endpoints in [[], [Self.bulk[0]], [Self.bulk[1]], [Self.all[2]]] {
            guard case .invalid? = Self.refusal(Self.device([Self.interface(.stillImage, endpoints)])) else {
                Issue.record("\(endpoints) is no camera")
                continue
            }
        }
        for size in [0, 1, 7, 63, 65, 511, 513, 1023, 1025, 0xFFFF] as [UInt16] {
            var odd = Self.all
            odd[0].packetSize = size
            #expect(
                Self.refusal(Self.device([Self.interface(.stillImage, odd)])) == .invalid("packets of \(size) bytes do not exist")
            )
        }
        var unreadable = Self.device([], vendor: 0x04A9)
        unreadable.descriptorError = "no"
        #expect(Self.refusal(unreadable) == .unreadable("no"))
        unreadable.vendor = 1
        #expect(Self.refusal(unreadable) == .noCamera)
        #expect(Self.refusal(Self.device([])) == .noCamera)
        #expect(Self.refusal(Self.device([], vendor: 0x04A9)) == .invalid("it has no interface"))
    }
}

@Suite struct USBHolderTests {
    @Test func `a process that has a file open is found, with its name`() {
        // The standard streams of this process may be open as /dev/null; one of them is sufficient.
        let holders = USBHolder.all(of: "/dev/null")
        #expect(holders.allSatisfy { $0.process > 0 && !$0.name.isEmpty })
        #expect(USBHolder.all(of: "/no/such/node").isEmpty)
    }

    @Test func `errors name a remedy`() {
        let holders = [USBHolder(process: 7, name: "gvfsd-gphoto2"), USBHolder(process: 9, name: "x")]
        let words = "The camera is claimed by gvfsd-gphoto2 (pid 7), x (pid 9). End that program first."
        #expect("\(USBOpenError.claimed(by: holders))" == words)
        #expect("\(USBOpenError.noPermission(node: "/dev/bus/usb/001/004"))".contains("70-hotshoe.rules"))
        #expect(USBDevice.Location(bus: 1, address: 14).node == "/dev/bus/usb/001/014")
    }
}
