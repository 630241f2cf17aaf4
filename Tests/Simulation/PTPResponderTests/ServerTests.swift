import CameraModel
import HotShoeSupport
import IPTransport
import PTP
import SimulatedCamera
import Sockets
import TestSupport
import Testing

@testable import PTPResponder

/// Admission, waiting and leaving of clients.
@Suite(.timeLimit(.minutes(5))) struct ServerTests {
    private static let other = IPIdentifier("ffffffff-ffff-ffff-ffff-ffffffffffff")!

    @Test func `the acknowledgement names the responder, always the same`() async throws {
        let served = try ServedCamera { $0.name = "Ada's camera" }
        let first = try await served.with { served in try WireClient(served.address).ack }
        let again = try ServedCamera { $0.name = "Ada's camera" }
        let second = try await again.with { served in try WireClient(served.address).ack }
        #expect(first.name == "Ada's camera" && first.responder == second.responder && first.version == IPPacket.version)
        let another = try ServedCamera { $0.serialNumber = "SIM-0002" }
        #expect(try await another.with { try WireClient($0.address).ack.responder } != first.responder)
    }

    @Test func `a name of any length is cut to the maximum of a packet`() async throws {
        let served = try ServedCamera(serving: { $0.name = String(repeating: "é😀", count: 40) })
        let name = try await served.with { try WireClient($0.address).ack.name }
        #expect(name.utf16.count <= 39 && name.hasPrefix("é😀é😀"))
    }

    @Test func `another client is refused while one is served, and is admitted when that has left`() async throws {
        let served = try ServedCamera()
        try await served.with { served throws -> Void in
            let first = try WireClient.open(served.address)
            #expect(Self.refusal(served.address, Self.other) == 2)
            first.close()
            // Until the camera has been left, clients must wait.
            _ = try Wait.eventually { try WireClient.open(served.address, initiator: Self.other) }
        }
    }

    @Test func `another client waits where that is wanted`() async throws {
        let served = try ServedCamera(serving: { $0.queuesClients = true })
        try await served.with { served throws -> Void in
            let first = try WireClient.open(served.address)
            let second = try WireConnection(served.address)
            try second.send(.initCommandRequest(.init(initiator: Self.other, name: "second")))
            #expect(try first.run(.getStorageIDs).code == .ok)
            first.close()
            guard case .initCommandAck? = try second.packet() else {
                Issue.record("the second was not welcomed")
                return
            }
        }
    }

    @Test(arguments: [true, false])
    func `a camera that a client switches off is off, and is served again when it is on`(closesAtOnce: Bool) async throws {
        let served = try ServedCamera()
        try await served.with { served throws -> Void in
            let client = try WireClient.open(served.address)
            #expect(try client.run(.powerDown).code == .ok)
            if closesAtOnce { client.close() }
            // 3 means unspecified: the camera is off, and not in use by another computer.
            try Wait.until { Self.refusal(served.address, Self.other) == 3 }
            #expect(!served.simulator.isPresent)
            served.simulator.plugIn()
            _ = try Wait.eventually { try WireClient.open(served.address, initiator: Self.other) }
        }
    }

    @Test func `a returning client replaces its own connections`() async throws {
        let served = try ServedCamera()
        try await served.with { served throws -> Void in
            let first = try WireClient.open(served.address)
            let again = try WireClient.open(served.address)
            #expect(first.command.endsSilently)
            #expect(try again.run(.getStorageIDs).code == .ok)
        }
    }

    @Test func `the camera is connected while a client is there`() async throws {
        let served = try ServedCamera()
        let states = served.camera.connectionStates
        try await served.client { client throws -> Void in
            #expect(try client.run(.getStorageIDs).code == .ok)
            client.close()
        }
        var seen: [ConnectionState] = []
        for await state in states {
            seen.append(state)
            if seen.count == 5 { break }
        }
        #expect(seen == [.notConnected(nil), .connecting, .connected, .disconnecting, .notConnected(.requested)])
    }

    @Test func `confirming on the camera delays the acknowledgement, refusing refuses`() async throws {
        let served = try ServedCamera { $0.authentication = .confirmOnCamera(after: .seconds(3600)) }
        try await served.with { served throws -> Void in
            let first = try WireConnection(served.address)
            try first.send(.initCommandRequest(.init(initiator: WireClient.initiator, name: "first")))
            try Wait.until { served.camera.connectionState == .waitingForUser }
            served.simulator.confirm()
            guard case .initCommandAck? = try first.packet() else {
                Issue.record("no acknowledgement")
                return
            }
            first.close()
            try Wait.until { !served.responder.isServing }
            let second = try WireConnection(served.address)
            try second.send(.initCommandRequest(.init(initiator: WireClient.initiator, name: "second")))
            try Wait.until { served.camera.connectionState == .waitingForUser }
            served.simulator.refuse()
            #expect(try second.packet() == .initFail(.rejectedInitiator))
            #expect(second.endsSilently)
        }
    }

    @Test func `a camera that wants a password refuses`() async throws {
        let served = try ServedCamera { $0.authentication = .userNameAndPassword(userName: "a", password: "b") }
        #expect(try await served.with { Self.refusal($0.address, WireClient.initiator) } == 1)
    }

    @Test func `the connection ends with the camera's`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            served.simulator.unplug()
            #expect(client.command.endsSilently)
        }
    }

    @Test func `probes are answered on either connection`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            try client.command.send(.probeRequest)
            #expect(try client.command.packet() == .probeResponse)
            try client.events.send(.probeRequest)
            #expect(try client.events.packet() == .probeResponse)
        }
    }

    // MARK: Events

    @Test func `a change at the camera is reported`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            let files = try client.files()
            served.simulator.turn(.driveMode, to: "continuous")
            while try client.event(.devicePropChanged).parameters != [0x5013] {}
            served.simulator.setProtected(true, fileNamed: "SAMPLE_1.JPG")
            while try client.event(.objectInfoChanged).parameters != [files[0]] {}
            served.simulator.removeCards()
            #expect(try client.event(.storeRemoved).parameters == [0x0001_0001])
            #expect(try client.run(.getObjectInfo, [files[0]]).code == .invalidObjectHandle)
            served.simulator.insertCards()
            #expect(try client.event(.storeAdded).parameters == [0x0001_0001])
            served.simulator.inject(SimulatedFault("card-full")!)
            served.simulator.setProtected(false, fileNamed: "SAMPLE_1.JPG")
            #expect(try client.event(.storeFull).parameters == [0x0001_0001])
        }
    }

    // MARK: Cancelling

    @Test func `a file that is no longer wanted ends at the next packet`() async throws {
        let folder = try TemporaryFolder()
        folder.write([UInt8](repeating: 7, count: 50_000_000), to: "LONG.MOV")
        for onEvents in [false, true] {
            let served = try ServedCamera { $0.cards = [.init(folder: folder.path)] }
            try await served.client { client throws -> Void in
                let handle = try client.files()[0]
                let id = try client.request(.getObject, [handle])
                guard case .packet(.startData) = try client.command.next() else { throw WireClient.Unexpected(what: "no data") }
                try (onEvents ? client.events : client.command).send(.cancel(id))
                let outcome = try client.outcome()
                #expect(outcome.code == .transactionCanceled)
                #expect((outcome.data?.count ?? 0) < 50_000_000)
                #expect(try client.run(.getNumObjects, [0xFFFF_FFFF]).code == .ok)
            }
        }
    }

    @Test func `a cancelled upload leaves nothing`() async throws {
        let folder = try TemporaryFolder()
        let served = try ServedCamera { $0.cards = [.init(folder: folder.path)] }
        try await served.client { client throws -> Void in
            for onEvents in [false, true] {
                let info = ObjectInfo(storage: .unspecified, format: .exifJPEG, filename: "UP.JPG", compressedSize: 1_000_000)
                #expect(try client.run(.sendObjectInfo, [0, 0], data: try info.encoded()).code == .ok)
                let id = TransactionID(rawValue: client.transaction)
                let request = OperationRequest(.sendObject, id)
                try client.command.send(.operationRequest(request, dataFollows: true), .startData(id, totalBytes: 1_000_000))
                let piece = [UInt8](repeating: 1, count: 1000)
                try client.command.send(try IPPacket.data(id, payloadBytes: 1000, isLast: false).encoded() + piece)
                try (onEvents ? client.events : client.command).send(.cancel(id))
                #expect(try client.outcome().code == .transactionCanceled)
                #expect(try client.run(.getNumObjects, [0xFFFF_FFFF]).parameters == [0])
            }
        }
        // The client receives the response immediately; the camera removes the partial file slightly later.
        try await until("the partial file is removed") { !folder.contains(".upload.part") }
        #expect(!folder.contains("UP.JPG"))
    }

    @Test func `a cancellation that overtakes its request counts, and one that arrives too late does not`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            let id = TransactionID(rawValue: client.transaction + 1)
            // Answered on the same connection, after all packets before it.
            try client.events.send(.cancel(id), .probeRequest)
            while try client.events.packet() != .probeResponse {}
            #expect(try client.run(.getNumObjects, [0xFFFF_FFFF]).code == .ok)
            // The cancellation was for another transaction and has no later effect.
            #expect(try client.run(.getNumObjects, [0xFFFF_FFFF]).code == .ok)
            try client.events.send(.cancel(TransactionID(rawValue: client.transaction)), .probeRequest)
            while try client.events.packet() != .probeResponse {}
            try client.request(.setDevicePropValue, [0x5005], data: [2, 0])
            #expect(try client.outcome().code == .transactionCanceled)
            #expect(try client.run(.getNumObjects, [0xFFFF_FFFF]).code == .ok)
        }
    }

    @Test func `an upload that breaks off leaves nothing`() async throws {
        let folder = try TemporaryFolder()
        let served = try ServedCamera { $0.cards = [.init(folder: folder.path)] }
        try await served.client { client throws -> Void in
            let info = ObjectInfo(storage: .unspecified, format: .exifJPEG, filename: "UP.JPG", compressedSize: 1_000_000)
            #expect(try client.run(.sendObjectInfo, [0, 0], data: try info.encoded()).code == .ok)
            let id = TransactionID(rawValue: client.transaction)
            try client.command.send(
                .operationRequest(OperationRequest(.sendObject, id), dataFollows: true),
                .startData(id, totalBytes: 1_000_000)
            )
            try client.command.send(try IPPacket.data(id, payloadBytes: 999_999, isLast: false).encoded() + [1, 2, 3])
            client.close()
        }
        // The client receives the response immediately; the camera removes the partial file slightly later.
        try await until("the partial file is removed") { !folder.contains(".upload.part") }
        #expect(!folder.contains("UP.JPG"))
    }

    /// Returns the reason why a client is refused; nil if it is accepted.
    private static func refusal(_ address: SocketAddress, _ initiator: IPIdentifier) -> UInt32? {
        do {
            _ = try WireClient(address, initiator: initiator)
            return nil
        } catch { return (error as? WireClient.Refused)?.reason }
    }

    /// Objects that must be deallocated.
    private final class Remains {
        weak var responder: IPResponder?
        weak var camera: Camera?
        weak var simulator: CameraSimulator?
    }

    @Test func `when it has stopped nothing is left of a responder and its camera`() async throws {
        let remains = Remains()
        do {
            let served = try ServedCamera()
            (remains.responder, remains.camera, remains.simulator) = (served.responder, served.camera, served.simulator)
            try await served.client { client throws -> Void in
                #expect(try client.run(.initiateCapture).code == .ok)
                try client.request(.getObject, [try client.files()[0]])
            }
        }
        // The last tasks may still be ending.
        try await until("everything is released") {
            remains.responder == nil && remains.camera == nil && remains.simulator == nil
        }
    }
}
