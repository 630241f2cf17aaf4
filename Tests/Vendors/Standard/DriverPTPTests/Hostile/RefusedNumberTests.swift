import CameraModel
import HotShoeSupport
import PTP
import TestSupport
import Testing

/// Cameras on the network that answer InvalidTransactionID (0x2004).
@Suite(.timeLimit(.minutes(5))) struct RefusedNumberTests {
    private static let operations: [OperationCode] = [
        .getThumb, .getObjectHandles, .getPartialObject, .setDevicePropValue, .setObjectProtection, .deleteObject,
        .initiateCapture, .initiateOpenCapture,
    ]

    @Test(arguments: operations) func `a refused number fails its call with a specific error, and counting continues`(
        _ operation: OperationCode
    ) async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(operation) { .response($0, .invalidTransactionID) }
        let result = await ending { try await Self.call(operation, rig) }
        guard case .failure(let error) = result else {
            Issue.record("\(operation) does not fail")
            return
        }
        #expect(error.code == .protocolFailure && error.response?.code == 0x2004, "\(error)")
        #expect(error.message.contains("lost count"))
        device.behave()
        #expect(try await rig.file.file.contents() == HostileCamera.contents)
        #expect(rig.camera.connectionState == .connected)
        let inSession = device.received.drop { $0.code != .openSession }.dropFirst()
        #expect(inSession.map(\.transaction.rawValue) == Array(1...UInt32(inSession.count)))
        await rig.camera.disconnect()
    }

    private static func call(_ operation: OperationCode, _ rig: DriverRig) async throws {
        switch operation {
        case .getThumb: _ = try await rig.file.thumbnail()
        case .getObjectHandles: _ = try await rig.list()
        case .getPartialObject: _ = try await rig.file.file.contents()
        case .setDevicePropValue:
            let property = try #require(
                rig.camera.knownProperties.first { rig.camera.property($0).settable.values.count == 3 }
            )
            try await rig.camera.property(property).set(rig.camera.property(property).settable.values[1])
        case .setObjectProtection: try await rig.file.setProtected(true)
        case .deleteObject: try await rig.file.delete()
        case .initiateCapture: try await rig.camera.shoot()
        default: try await rig.camera.pressShutter()
        }
    }

    @Test func `a camera that counts differently from now on is left, and works when it is connected again`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        for operation in HostileCamera.operations { device.when(operation) { .response($0, .invalidTransactionID) } }
        for _ in 0..<2 { #expect(await ending { try await rig.file.thumbnail() }.code == .protocolFailure) }
        #expect(await ending { try await rig.file.thumbnail() }.code != nil, "the refusal, or the end of the connection")
        try await until("the camera is left") { rig.camera.connectionState != .connected }
        #expect(rig.camera.connectionState == .notConnected(.protocolFailure))
        device.behave()
        await rig.expectWorks()
        await rig.camera.disconnect()
    }

    @Test func `a strict device that has counted a request more is in step again after one refusal`() async throws {
        let responder = FakeResponder()
        responder.add(1, "A.JPG")
        let camera = responder.camera()
        try await camera.connect()
        let card = try #require(camera.storages.first)
        responder.state.withLock { $0.expected += 1 }
        #expect(await ending { try await card.items() }.code == .protocolFailure)
        #expect(try await card.items().map(\.name) == ["A.JPG"])
        await camera.disconnect()
        #expect(responder.count(of: .closeSession) == 1)
    }

    @Test func `a strict device that has missed a request is left, and connected again`() async throws {
        let responder = FakeResponder()
        responder.add(1, "A.JPG")
        let camera = responder.camera()
        try await camera.connect()
        let card = try #require(camera.storages.first)
        responder.state.withLock { $0.expected -= 1 }
        for _ in 0..<2 { #expect(await ending { try await card.items() }.code == .protocolFailure) }
        #expect(await ending { try await card.items() }.code != nil, "the refusal, or the end of the connection")
        try await until("the camera is left") { camera.connectionState == .notConnected(.protocolFailure) }
        try await camera.connect()
        #expect(try await camera.storages.first?.items().map(\.name) == ["A.JPG"])
        await camera.disconnect()
    }
}
