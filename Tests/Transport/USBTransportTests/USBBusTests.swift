import CameraModel
import HotShoeSupport
import TestSupport
import Testing

@testable import USBTransport

/// The USB bus, under the test rig of `script/test-usb`.
@Suite(.enabled(if: USBRig.isThere), .timeLimit(.minutes(5))) struct USBBusTests {
    /// Descriptors of a device without interfaces.
    private static let descriptors: [UInt8] = [
        18, 1, 0, 2, 0, 0, 0, 64, 0x34, 0x12, 0x78, 0x56, 0, 1, 0, 0, 0, 1, 9, 2, 9, 0, 0, 1, 0, 0x80, 50,
    ]

    private static func location(_ address: CameraAddress) -> USBDevice.Location? {
        guard case .usb(let bus, let device) = address else { return nil }
        return .init(bus: UInt8(bus), address: UInt8(device))
    }

    @Test func `a system without hotplug notification is polled once a second`() async throws {
        let clock = VirtualClock()
        let bus = USBBus(try USBLibrary.shared(), time: clock, polls: true)
        let known = try bus.devices()
        let address = try await USBRig.attachRaw(Self.descriptors)
        let location = try #require(Self.location(address))
        #expect(!known.contains { $0.location == location })
        try await clock.advance(by: .seconds(1), until: "the device is found") {
            try bus.devices().contains { $0.location == location }
        }
        let device = try #require(try bus.devices().first { $0.location == location })
        #expect(device.vendor == 0x1234 && device.product == 0x5678 && device.interfaces.isEmpty)
        try await USBRig.detach(address)
        try await clock.advance(by: .seconds(1), until: "the device is no longer listed") {
            try !bus.devices().contains { $0.location == location }
        }
    }

    @Test func `arrival and removal are reported, each device once`() async throws {
        let bus = try USBBus.shared()
        let changes = try bus.changes()
        let address = try await USBRig.attachRaw(Self.descriptors)
        let location = try #require(Self.location(address))
        func count() throws -> Int { try bus.devices().count { $0.location == location } }
        for await _ in changes { if try count() > 0 { break } }
        #expect(try count() == 1)
        try await USBRig.detach(address)
        try await until("the device is no longer listed") { try count() == 0 }
    }
}
