import CameraModel
import HotShoeSupport
import IPTransport
import PTP
import SimulatedCamera
import Sockets
import Testing

@testable import PTPResponder

/// Admission, waiting and leaving of clients; and misbehaving clients.
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
        let served = try ServedCamera { $0.authentication = .userNameAndPassword("a", "b") }
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
        let folder = TemporaryFolder()
        folder.write("LONG.MOV", [UInt8](repeating: 7, count: 50_000_000))
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
        let folder = TemporaryFolder()
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
        try await Wait.yielding { folder.read(".upload.part") == nil }
        #expect(folder.read("UP.JPG") == nil)
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
        let folder = TemporaryFolder()
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
        try await Wait.yielding { folder.read(".upload.part") == nil }
        #expect(folder.read("UP.JPG") == nil)
    }

    // MARK: Hostile clients

    private static let hostile: [[UInt8]] = [
        // Lengths: 0, less than a header, more than the maximum.
        [0, 0, 0, 0, 1, 0, 0, 0], [7, 0, 0, 0, 1, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0], [0, 8, 0, 0, 1, 0, 0, 0],
        // Packet types that do not exist, or that only responders send.
        [8, 0, 0, 0, 0, 0, 0, 0], [8, 0, 0, 0, 15, 0, 0, 0], [8, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF], [8, 0, 0, 0, 4, 0, 0, 0],
        // An empty introduction, and an event connection without a client.
        [8, 0, 0, 0, 1, 0, 0, 0], [12, 0, 0, 0, 3, 0, 0, 0, 9, 9, 9, 9],
        // Data, a request and a cancellation before the introduction.
        [12, 0, 0, 0, 10, 0, 0, 0, 1, 0, 0, 0], [18, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0, 1, 0x10, 0, 0, 0, 0],
        [12, 0, 0, 0, 11, 0, 0, 0, 1, 0, 0, 0], Array("GET / HTTP/1.1\r\n\r\n".utf8),
    ]

    @Test(arguments: hostile) func `a client with unknown packets is disconnected before the introduction`(bytes: [UInt8])
        async throws
    {
        let served = try ServedCamera()
        try await served.with { served throws -> Void in
            let connection = try WireConnection(served.address)
            try connection.send(bytes)
            _ = try connection.untilClosed()
            _ = try WireClient.open(served.address)
        }
    }

    @Test(arguments: hostile) func `a client that is not understood any more is left`(bytes: [UInt8]) async throws {
        // A request is valid after the introduction.
        if bytes.count == 18 && bytes[4] == 6 { return }
        let served = try ServedCamera()
        try await served.with { served throws -> Void in
            for onEvents in [false, true] {
                let client = try Wait.eventually { try WireClient.open(served.address) }
                if bytes[4] == 11 { continue }
                try (onEvents ? client.events : client.command).send(bytes)
                _ = try client.command.untilClosed()
                _ = try client.events.untilClosed()
            }
        }
    }

    @Test func `a request during a transaction ends the connection`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            let request = OperationRequest(.setDevicePropValue, TransactionID(rawValue: 5), [0x5007])
            try client.command.send(.operationRequest(request, dataFollows: true), .operationRequest(request, dataFollows: true))
            #expect(client.command.endsSilently)
        }
    }

    @Test func `data that is unannounced, repeated or too long ends the connection`() async throws {
        let id = TransactionID(rawValue: 5)
        let request = IPPacket.operationRequest(OperationRequest(.setDevicePropValue, id, [0x5007]), dataFollows: true)
        let cases: [[IPPacket]] = [
            [.startData(id, totalBytes: 2)],
            [request, .data(id, payloadBytes: 0, isLast: true)],
            [request, .startData(id, totalBytes: 2), .startData(id, totalBytes: 2)],
            [request, .startData(TransactionID(rawValue: 6), totalBytes: 2)],
        ]
        for packets in cases {
            let served = try ServedCamera()
            try await served.client { client throws -> Void in
                for packet in packets { try client.command.send(packet) }
                #expect(client.command.endsSilently)
            }
        }
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            try client.command.send(request, .startData(id, totalBytes: 2))
            try client.command.send(try IPPacket.data(id, payloadBytes: 3, isLast: true).encoded() + [1, 2, 3])
            #expect(client.command.endsSilently)
        }
    }

    @Test func `less data than announced is an incomplete transfer, and more than the limit an invalid dataset`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            let id = TransactionID(rawValue: client.transaction)
            let request = OperationRequest(.setDevicePropValue, id, [0x5007])
            try client.command.send(.operationRequest(request, dataFollows: true), .startData(id, totalBytes: 2))
            try client.command.send(try IPPacket.data(id, payloadBytes: 1, isLast: true).encoded() + [1])
            #expect(try client.outcome().code == .incompleteTransfer)
            let much = [UInt8](repeating: 0, count: 10_000_000)
            #expect(try client.run(.setDevicePropValue, [0x5007], data: much).code == .invalidDataSet)
            #expect(try client.run(.getStorageIDs).code == .ok)
        }
    }

    @Test func `a client that sends byte by byte is served like any other`() async throws {
        let served = try ServedCamera()
        try await served.with { served throws -> Void in
            let client = try WireConnection(served.address)
            let introduction = try IPPacket.initCommandRequest(.init(initiator: WireClient.initiator, name: "slow")).encoded()
            for byte in introduction { try client.send([byte]) }
            guard case .initCommandAck? = try client.packet() else { throw WireClient.Unexpected(what: "no acknowledgement") }
            for byte in try IPPacket.operationRequest(.init(.getDeviceInfo, .session), dataFollows: false).encoded() {
                try client.send([byte])
            }
            guard case .packet(.startData) = try client.next() else { throw WireClient.Unexpected(what: "no data") }
        }
    }

    @Test func `a client that never reads is disconnected, and delays no other client`() async throws {
        let folder = TemporaryFolder()
        folder.write("LONG.MOV", [UInt8](repeating: 7, count: 30_000_000))
        let served = try ServedCamera(
            { $0.cards = [.init(folder: folder.path)] },
            serving: { $0.stallLimit = .milliseconds(200) }
        )
        let other = try ServedCamera()
        try await served.with { served throws -> Void in
            let client = try WireClient.open(served.address)
            try client.request(.getObject, [try client.files()[0]])
            let neighbour = try WireClient.open(other.address)
            #expect(try neighbour.run(.getStorageIDs).code == .ok)
            try Wait.until { !served.responder.isServing }
        }
        await other.responder.stop()
    }

    @Test func `silent clients are disconnected after a time limit, and the oldest ones above a number`() async throws {
        let clock = VirtualClock()
        let served = try ServedCamera(time: clock)
        try await served.with { served throws -> Void in
            let unidentified = try (0..<40).map { _ in try WireConnection(served.address) }
            // The oldest connections were closed.
            #expect(unidentified[0].endsSilently && unidentified[7].endsSilently)
            clock.advance(by: .seconds(11))
            #expect(unidentified[39].endsSilently)
            _ = try WireClient.open(served.address)
        }
    }

    @Test func `a client without an event connection is left after a while`() async throws {
        let clock = VirtualClock()
        let served = try ServedCamera(time: clock)
        try await served.with { served throws -> Void in
            let client = try WireConnection(served.address)
            try client.send(.initCommandRequest(.init(initiator: WireClient.initiator, name: "half")))
            _ = try client.packet()
            clock.advance(by: .seconds(11))
            #expect(client.endsSilently)
        }
    }

    @Test func `a thousand connections leave nothing behind`() async throws {
        let served = try ServedCamera()
        try await served.with { served throws -> Void in
            for _ in 0..<1000 { _ = try WireConnection(served.address) }
            _ = try Wait.eventually { try WireClient.open(served.address) }
        }
        #expect(!served.responder.isServing)
    }

    @Test func `many responders need few threads`() async throws {
        let served = try (0..<64).map { _ in try ServedCamera() }
        try await served[0].with { _ in
            var open: [WireClient] = []
            for one in served.dropFirst() { open.append(try WireClient.open(one.address)) }
            for client in open { #expect(try client.run(.getStorageIDs).code == .ok) }
        }
        for one in served { await one.responder.stop() }
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
        try await Wait.yielding { remains.responder == nil && remains.camera == nil && remains.simulator == nil }
    }
}
