import CameraModel
import HotShoeSupport
import IPTransport
import PTP
import SimulatedCamera
import Sockets
import TestSupport
import Testing

@testable import PTPResponder

/// Clients that violate the protocol, exceed a limit, or are many.
@Suite(.timeLimit(.minutes(5))) struct ClientLimitTests {
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
            let answer = try connection.untilClosed()
            // An event connection without a client is refused with InitFail; every other connection ends without an answer.
            #expect(bytes[4] == 3 ? answer.starts(with: [12, 0, 0, 0, 5, 0, 0, 0]) : answer.isEmpty, "\(answer)")
            #expect(try WireClient.open(served.address).run(.getDeviceInfo).code == .ok)
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
                #expect(try client.command.untilClosed().isEmpty)
                #expect(try client.events.untilClosed().isEmpty)
            }
            #expect(try Wait.eventually { try WireClient.open(served.address) }.run(.getDeviceInfo).code == .ok)
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
            guard case .initCommandAck(let answer)? = try client.packet() else {
                return #expect(Bool(false), "no acknowledgement")
            }
            #expect(answer.connection == 1)
            for byte in try IPPacket.operationRequest(.init(.getDeviceInfo, .session), dataFollows: false).encoded() {
                try client.send([byte])
            }
            guard case .packet(.startData(.session, let count)) = try client.next() else {
                return #expect(Bool(false), "no data")
            }
            #expect(count ?? 0 > 0)
        }
    }

    @Test func `a client that never reads is disconnected, and delays no other client`() async throws {
        let folder = try TemporaryFolder()
        folder.write([UInt8](repeating: 7, count: 30_000_000), to: "LONG.MOV")
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
}
