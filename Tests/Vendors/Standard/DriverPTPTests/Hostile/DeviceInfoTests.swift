import CameraModel
import PTP
import Testing

/// Malformed DeviceInfo datasets.
@Suite(.timeLimit(.minutes(5))) struct DeviceInfoTests {
    @Test func `a camera with empty information is not connected, with a reason`() async throws {
        let device = try HostileCamera()
        device.when(.getDeviceInfo, data: [])
        let rig = DriverRig(device.address)
        let result = await ending { try await rig.camera.connect() }
        #expect(result.code == .protocolFailure)
        #expect(rig.camera.connectionState == .notConnected(.connectFailed(.protocolFailure)))
        device.behave()
        await rig.expectWorks()
    }

    @Test func `a camera that can do nothing is connected, and has nothing`() async throws {
        let device = try HostileCamera()
        device.when(
            .getDeviceInfo,
            data: HostileCamera.deviceInfo { ($0.operations, $0.events, $0.deviceProps) = ([], [], []) }
        )
        let rig = try await DriverRig.connected(to: device)
        #expect(rig.camera.knownProperties.isEmpty && rig.camera.storages.isEmpty)
        #expect(await ending { try await rig.camera.shoot() }.code == .notAvailable)
        #expect(await ending { try await rig.file.delete() }.code == .notAvailable)
        device.behave()
        await rig.camera.disconnect()
        await rig.expectWorks()
    }

    @Test func `a property that is listed ten thousand times is requested once`() async throws {
        let device = try HostileCamera()
        device.when(
            .getDeviceInfo,
            data: HostileCamera.deviceInfo { info in
                info.operations = (0..<1000).flatMap { _ in HostileCamera.operations }
                info.deviceProps = Array(repeating: HostileCamera.property, count: 10_000)
            }
        )
        let rig = try await DriverRig.connected(to: device)
        #expect(device.received.count { $0.code == .getDevicePropDesc } == 1)
        #expect(rig.camera.knownProperties.count == 1)
        await rig.expectWorks()
    }

    @Test(arguments: [0, 4, 6, 10, 11, 0xFFFF_FFFF] as [UInt32])
    func `a camera that claims another vendor is handled by the standard`(
        _ vendor: UInt32
    ) async throws {
        let device = try HostileCamera()
        device.when(.getDeviceInfo, data: HostileCamera.deviceInfo { $0.vendorExtension = VendorExtension(rawValue: vendor) })
        let rig = try await DriverRig.connected(to: device)
        await rig.expectWorks()
        #expect(device.received.allSatisfy { $0.code.rawValue < 0x9000 })
    }

    @Test func `a device that lists all properties receives requests for known ones only`() async throws {
        let device = try HostileCamera()
        device.when(
            .getDeviceInfo,
            data: HostileCamera.deviceInfo { info in
                info.operations = (0...0xFFFF).map { OperationCode(rawValue: $0) }
                info.deviceProps = (0...0xFFFF).map { DevicePropCode(rawValue: $0) }
            }
        )
        let rig = try await DriverRig.connected(to: device)
        #expect(device.received.count { $0.code == .getDevicePropDesc } <= 1024)
        _ = await ending { try await rig.list() }
        device.behave()
        await rig.camera.disconnect()
        await rig.expectWorks()
    }
}
