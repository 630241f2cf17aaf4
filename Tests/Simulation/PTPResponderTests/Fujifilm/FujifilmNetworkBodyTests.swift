import CameraModel
import HotShoeSupport
import PTP
import PTPFujifilm
import SimulatedCamera
import Sockets
import TestSupport
import Testing

@testable import PTPResponder

/// A body on a network with its own protocol, with a client that handles bytes.
@Suite(.timeLimit(.minutes(5))) struct FujifilmNetworkBodyTests {
    private static func serve(
        faults: [String] = [],
        pairedName: String? = nil,
        _ client: @escaping @Sendable (SocketAddress) throws -> Void
    ) async throws {
        var simulated = CameraSimulator.Configuration()
        simulated.makeSmall()
        var serving = ContainerResponder.Configuration(addresses: [.loopback(port: 0)])
        serving.personality = try #require(Personality.fujifilmXT4.onOwnNetwork)
        serving.faults = try faults.map { try #require(ResponderFault($0)) }
        let responder = ContainerResponder(
            camera: CameraSimulator(simulated).makeCamera(),
            configuration: serving,
            pairedName: pairedName
        )
        try responder.start()
        let address = try #require(responder.addresses.first)
        let result = await onOwnThread { try client(address) }
        await responder.stop()
        try result.get()
    }

    private static func side(_ address: SocketAddress, _ offset: UInt16) throws -> ContainerWire {
        try ContainerWire(address.withPort(address.port + offset))
    }

    // MARK: Greetings

    @Test func `a greeting is acknowledged, also a second one on the same connection`() async throws {
        try await Self.serve { address in
            let wire = try ContainerWire(address)
            for _ in 0..<2 {
                guard case .acknowledgement(let answer) = try wire.greet() else { throw WireConnection.Closed() }
                #expect(answer.name == "X-T4")
            }
            #expect(try wire.perform(.openSession, [1]).code == .ok)
        }
    }

    @Test func `another version, another name, a second client and a fault are refused`() async throws {
        try await Self.serve(pairedName: "wire") { address in
            #expect(try ContainerWire(address).greet(version: 1) == .refusal(.wrongVersion))
            #expect(try ContainerWire(address).greet(name: "other") == .refusal(.busy))
            let first = try ContainerWire.greeted(address)
            let other = IPIdentifier([UInt8](repeating: 1, count: 16))!
            #expect(try ContainerWire(address).greet(identifier: other) == .refusal(.busy))
            first.close()
        }
        try await Self.serve(faults: ["init-fail=0x2019"]) { address in
            let (first, second) = (try ContainerWire(address).greet(), try ContainerWire(address).greet())
            #expect(first == .refusal(.busy) && second != .refusal(.busy))
        }
    }

    @Test(
        arguments: [
            [83, 0, 0, 0, 1, 0, 0, 0], [12, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 2, 0, 0, 0, 0, 0, 0, 0],
            ContainerGreeting.goodbye, USBContainer.command(OperationRequest(.getDeviceInfo, .session)),
        ] as [[UInt8]]
    )
    func `a connection that begins otherwise is closed`(_ bytes: [UInt8]) async throws {
        try await Self.serve { address in
            let wire = try ContainerWire(address)
            try wire.send(bytes)
            #expect(wire.isClosed())
        }
    }

    // MARK: Transactions

    @Test func `a refusal of an operation with data has empty data, as clients read it first`() async throws {
        try await Self.serve { address in
            let wire = try ContainerWire.greeted(address)
            try wire.perform(.openSession, [1])
            let refused = try wire.perform(.getDevicePropDesc, [0xDEAD])
            #expect(refused.code == .devicePropNotSupported && refused.data == [])
            let unknown = try wire.perform(OperationCode(rawValue: 0x9FFF))
            #expect(unknown.code == .operationNotSupported && unknown.data == nil)
            #expect(try wire.perform(.closeSession).code == .ok)
        }
    }

    @Test func `a client that says goodbye has left`() async throws {
        try await Self.serve { address in
            let wire = try ContainerWire.greeted(address)
            try wire.perform(.openSession, [1])
            try wire.send(ContainerGreeting.goodbye)
            #expect(wire.isClosed())
            // Another one is served when the camera has been left.
            let other = IPIdentifier([UInt8](repeating: 1, count: 16))!
            try Wait.eventually { _ = try ContainerWire.greeted(address, identifier: other) }
        }
    }

    @Test func `versions are those of an X-T4`() async throws {
        try await Self.serve { address in
            let wire = try ContainerWire.greeted(address)
            try wire.perform(.openSession, [1])
            #expect(try wire.value(0xDF24) == [0x0A, 0, 2, 0])
            #expect(try wire.value(0xDF21) == [4, 0, 0, 0])
            #expect(try wire.perform(.setDevicePropValue, [0xDF01], data: [5, 0]).code == .ok)
            #expect(try wire.perform(.setDevicePropValue, [0xDF24], data: [0x0A, 0, 2, 0]).code == .ok)
        }
    }

    // MARK: Remote control

    @Test func `the body reports that it waits for its user, and refuses until then`() async throws {
        try await Self.serve(faults: ["unpaired"]) { address in
            let wire = try ContainerWire.greeted(address)
            try wire.perform(.openSession, [1])
            #expect(try wire.perform(.setDevicePropValue, [0xDF01], data: [5, 0]).code == .accessDenied)
            var polls = 0
            while FujifilmClientState(FujifilmChanges(try wire.value(0xD212) ?? [])) == .waitsForUser { polls += 1 }
            #expect(polls == FujifilmNetworkState.confirmation)
            #expect(try wire.perform(.setDevicePropValue, [0xDF01], data: [5, 0]).code == .ok)
            #expect(FujifilmClientState(FujifilmChanges(try wire.value(0xD212) ?? [])) == .remote)
        }
    }

    @Test func `the other ports are open after InitiateOpenCapture only`() async throws {
        try await Self.serve { address in
            let wire = try ContainerWire.greeted(address)
            try wire.perform(.openSession, [1])
            #expect(try wire.perform(.initiateOpenCapture, [0, 0]).code == .fujifilmWrongState)
            #expect(try Self.side(address, 1).isClosed())
            #expect(try Self.side(address, 2).isClosed())
            try wire.perform(.setDevicePropValue, [0xDF01], data: [5, 0])
            #expect(try wire.perform(.initiateOpenCapture, [0, 0]).code == .ok)
            let frames = try Self.side(address, 2)
            let bytes = try frames.raw(ContainerFrame.headerSize + 2)
            #expect(bytes[4..<8] == [0, 0, 0, 0] && bytes[18..<20] == [0xFF, 0xD8])
        }
    }

    @Test func `a picture is announced with its handle, its preview is read, and then it is complete`() async throws {
        try await Self.serve { address in
            let wire = try ContainerWire.greeted(address)
            try wire.control()
            let events = try Self.side(address, 1)
            #expect(try wire.perform(.initiateCapture, [0, 0]).code == .ok)
            var (codes, handle) = ([UInt16](), UInt32(0))
            while codes.count < 2 {
                guard case .message(let container, let parameters, 28) = try events.next() else { throw WireConnection.Closed() }
                codes.append(container.code)
                if container.code == 0xC004 { handle = parameters[0] }
            }
            #expect(codes == [0xC004, 0xC001])
            let preview = try wire.perform(.fujifilmGetCapturePreview)
            #expect(preview.data?.starts(with: [0xFF, 0xD8]) == true)
            guard case .message(let container, _, _) = try events.next() else { throw WireConnection.Closed() }
            #expect(container.code == EventCode.captureComplete.rawValue)
            let info = try ObjectInfo(try wire.perform(.getObjectInfo, [handle]).data ?? [])
            let object = try wire.perform(.getObject, [handle]).data
            #expect(info.compressedSize == UInt64(object?.count ?? 0))
            let piece = try wire.perform(.getPartialObject, [handle, 2, 5]).data
            #expect(piece == object.map { Array($0[2..<7]) })
        }
    }

    @Test func `0x902B describes what DeviceInfo does not list`() async throws {
        try await Self.serve { address in
            let wire = try ContainerWire.greeted(address)
            try wire.perform(.openSession, [1])
            let device = try DeviceInfo(try wire.perform(.getDeviceInfo).data ?? [])
            #expect(device.vendorExtension == .fujifilm && !device.operations.contains(.fujifilmGetDeviceInfo))
            let descriptions = FujifilmDescriptions(try wire.perform(.fujifilmGetDeviceInfo).data ?? [])
            #expect(descriptions.failure == nil)
            let codes = Set(descriptions.descriptions.map(\.code))
            #expect(codes.isSuperset(of: [.fujifilmNetworkShutterSpeed, .fujifilmISO, .fNumber, .fujifilmBatteryBars]))
        }
    }

    @Test func `a step moves a setting`() async throws {
        try await Self.serve { address in
            let wire = try ContainerWire.greeted(address)
            try wire.control()
            // The exposure mode A.
            #expect(try wire.perform(.setDevicePropValue, [0x500E], data: [3, 0]).code == .ok)
            let before = try wire.value(0x5007)
            #expect(try wire.perform(.fujifilmStepFNumber, [1]).code == .ok)
            let moved = try wire.value(0x5007)
            #expect(moved != before)
            #expect(try wire.perform(.fujifilmStepFNumber, [UInt32.max]).code == .ok)
            #expect(try wire.value(0x5007) == before)
        }
    }

    // MARK: State

    @Test func `the state machine confirms after ten requests, and only the listed functions exist`() throws {
        var state = FujifilmNetworkState()
        #expect(state.phase == .accepted && !state.polled(isUnpaired: false))
        for count in 1...FujifilmNetworkState.confirmation {
            #expect(state.polled(isUnpaired: true) == (count == FujifilmNetworkState.confirmation) && state.phase == .waiting)
        }
        #expect(Self.refusal { () throws(Refusal) in try state.selected(5, isUnpaired: true) } == .accessDenied)
        #expect(!state.polled(isUnpaired: false) && state.phase == .accepted)
        try state.selected(5, isUnpaired: false)
        state.captureOpened()
        #expect(state.phase == .remote && state.acceptsSides)
        #expect(Self.refusal { () throws(Refusal) in try state.selected(2, isUnpaired: false) } == .invalidDevicePropValue)
        try state.selected(11, isUnpaired: false)
        #expect(state.phase == .browsing(isRemote: true) && state.phase.number == 6 && state.isBrowsing)
        try state.selected(5, isUnpaired: false)
        #expect(!state.isBrowsing)
        #expect(Self.refusal { () throws(Refusal) in try state.selected(99, isUnpaired: false) } == .invalidDevicePropValue)
        try state.selected(6, isUnpaired: false)
        #expect(state.phase == .accepted && !state.acceptsSides)
        // Without remote control there is the other gallery.
        #expect(Self.refusal { () throws(Refusal) in try state.selected(11, isUnpaired: false) } == .invalidDevicePropValue)
        try state.selected(2, isUnpaired: false)
        #expect(state.phase == .browsing(isRemote: false) && state.phase.number == 2)
    }

    private static func refusal(_ work: () throws(Refusal) -> Void) -> ResponseCode? {
        do throws(Refusal) {
            try work()
            return nil
        } catch { return error.code }
    }
}
