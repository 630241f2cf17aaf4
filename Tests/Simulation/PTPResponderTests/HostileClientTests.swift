import CameraModel
import Glibc
import HotShoeSupport
import IPTransport
import PTP
import SimulatedCamera
import Sockets
import TestSupport
import Testing

@testable import PTPResponder

/// Clients that keep connections open, disconnect at unexpected times, or do not read.
@Suite(.timeLimit(.minutes(5))) struct HostileClientTests {
    private static func introduction(_ index: Int) -> IPPacket {
        let initiator = IPIdentifier([UInt8](repeating: UInt8(index % 3 + 1), count: 16))!
        return .initCommandRequest(.init(initiator: initiator, name: "hostile"))
    }

    // MARK: Leaving

    @Test func `after clients that introduce themselves and close immediately the responder serves the next one`() async throws {
        let served = try ServedCamera()
        try await served.with { served throws -> Void in
            for index in 0..<3000 {
                let connection = try WireConnection(served.address)
                try connection.send(Self.introduction(index))
                connection.close()
            }
            let client = try Wait.eventually { try WireClient.open(served.address) }
            #expect(try client.run(.getStorageIDs).code == .ok)
        }
    }

    @Test func `a client whose link ended before it was admitted frees its place for the next one`() async throws {
        let served = try ServedCamera(serving: { $0.queuesClients = true })
        try await served.with { served throws -> Void in
            let first = try WireClient.open(served.address)
            for round in 0..<50 {
                let waiting = try WireConnection(served.address)
                try waiting.send(Self.introduction(round))
                waiting.close()
            }
            first.close()
            let next = try Wait.eventually { try WireClient.open(served.address) }
            #expect(try next.run(.getDeviceInfo).code == .ok)
        }
    }

    @Test func `a client whose link ends before its handler is replaced leaves within its admission`() async throws {
        let served = try ServedCamera(serving: { $0.queuesClients = true })
        try await served.with { served throws -> Void in
            let first = try WireClient.open(served.address)
            let waiting = try WireConnection(served.address)
            try waiting.send(Self.introduction(0))
            try Wait.until { !served.responder.seat.waitingLinks.isEmpty }
            let link = try #require(served.responder.seat.waitingLinks.first)
            // The end is not reported to the responder yet, as between the end of a link and the report on another thread.
            link.handOver(to: SilentHandler())
            link.close()
            first.close()
            let next = try Wait.eventually { try WireClient.open(served.address) }
            #expect(try next.run(.getDeviceInfo).code == .ok)
        }
    }

    private final class SilentHandler: IPLinkHandler {
        func received(_ packet: IPPacket, on link: IPLink) {}
        func received(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool, on link: IPLink) -> Bool { true }
        func ended(_ link: IPLink) {}
    }

    // MARK: Reading

    @Test func `nothing is received from a client that does not read, until it does`() async throws {
        let served = try ServedCamera()
        try await served.client { client throws -> Void in
            let info = try client.data(.getDeviceInfo)
            let link = try #require(served.responder.seat.client?.link)
            for socket in [client.command.socket, link.socket] { socket.useSmallBuffers() }
            let request = try IPPacket.operationRequest(.init(.getDeviceInfo, TransactionID(rawValue: 9)), dataFollows: false)
                .encoded()
            let sent = try client.command.sendUntilBlocked(request, count: 100_000)
            #expect(sent < 100_000)
            #expect(link.monitor.withLock { state, _ in state.unsent } < 200_000)
            // The responder handles the remaining requests as the client reads: StartData, EndData with the dataset, and a
            // response each time.
            _ = try client.command.read(sent * (20 + 12 + info.count + 14))
        }
    }

    // MARK: Deadlines

    @Test func `a probe does not prolong the time to introduce oneself`() async throws {
        let clock = VirtualClock()
        let served = try ServedCamera(time: clock)
        try await served.with { served throws -> Void in
            let unidentified = try WireConnection(served.address)
            try unidentified.send(.probeRequest)
            #expect(try unidentified.packet() == .probeResponse)
            clock.advance(by: .seconds(6))
            try unidentified.send(.probeRequest)
            #expect(try unidentified.packet() == .probeResponse)
            clock.advance(by: .seconds(5))
            #expect(unidentified.endsSilently)
        }
    }

    @Test func `part of a packet does not prolong the time to introduce oneself`() async throws {
        let clock = VirtualClock()
        let served = try ServedCamera(time: clock)
        try await served.with { served throws -> Void in
            let unidentified = try WireConnection(served.address)
            let part = try Self.introduction(0).encoded().prefix(12)
            // Answered after the responder has accepted the connection, from which the time counts.
            try unidentified.send(.probeRequest)
            #expect(try unidentified.packet() == .probeResponse)
            clock.advance(by: .seconds(6))
            try unidentified.send(try IPPacket.probeRequest.encoded() + part)
            #expect(try unidentified.packet() == .probeResponse)
            clock.advance(by: .seconds(5))
            #expect(unidentified.endsSilently)
        }
    }

    @Test func `an unidentified USB client that sends single bytes is disconnected after the time limit for introductions`()
        async throws
    {
        let clock = VirtualClock()
        let served = try ServedUSBCamera(time: clock, serving: { $0.introductionLimit = .seconds(10) })
        try await served.with { served throws -> Void in
            let unidentified = try WireConnection(served.address)
            try Wait.until { clock.armedTimers == 1 }
            for byte in USBIPClient.importRequest("1-1").prefix(9) {
                try unidentified.send([byte])
                clock.advance(by: .seconds(1))
            }
            clock.advance(by: .seconds(2))
            #expect(unidentified.endsSilently)
        }
    }

    @Test func `a probe does not prolong the time to open the event connection`() async throws {
        let clock = VirtualClock()
        let served = try ServedCamera(time: clock)
        try await served.with { served throws -> Void in
            let client = try WireConnection(served.address)
            try client.send(Self.introduction(0))
            _ = try client.packet()
            try client.send(.probeRequest)
            #expect(try client.packet() == .probeResponse)
            clock.advance(by: .seconds(11))
            #expect(client.endsSilently)
        }
    }

    @Test func `a byte of data now and then does not keep a transaction open`() async throws {
        let clock = VirtualClock()
        let served = try ServedCamera(time: clock)
        try await served.client { client throws -> Void in
            let id = TransactionID(rawValue: client.transaction)
            let request = OperationRequest(.setDevicePropValue, id, [0x5007])
            try client.command.send(.operationRequest(request, dataFollows: true), .startData(id, totalBytes: 1000))
            var isLeft = false
            for _ in 0..<4 where !isLeft {
                do {
                    try client.command.send(try IPPacket.data(id, payloadBytes: 1, isLast: false).encoded() + [1])
                    // Answered after all packets before it.
                    try client.command.send(.probeRequest)
                    while try client.command.packet() != .probeResponse {}
                } catch { isLeft = true }
                clock.advance(by: .seconds(20))
            }
            #expect(isLeft)
        }
    }

    @Test func `data that moves at a modest rate keeps a transaction open`() async throws {
        let clock = VirtualClock()
        let served = try ServedCamera(time: clock)
        try await served.client { client throws -> Void in
            let id = TransactionID(rawValue: client.transaction)
            let request = OperationRequest(.setDevicePropValue, id, [0x5007])
            try client.command.send(.operationRequest(request, dataFollows: true), .startData(id, totalBytes: 50_000))
            let piece = [UInt8](repeating: 1, count: 5000)
            for round in 1...10 {
                try client.command.send(try IPPacket.data(id, payloadBytes: 5000, isLast: round == 10).encoded() + piece)
                if round == 10 { break }
                try client.command.send(.probeRequest)
                #expect(try client.command.packet() == .probeResponse)
                clock.advance(by: .seconds(20))
            }
            // The data is an invalid value for the property, but it is answered.
            #expect(try client.outcome().code != .ok)
        }
    }

    @Test func `a host waits without limit for a camera that must be confirmed`() async throws {
        let clock = VirtualClock()
        let served = try ServedUSBCamera(
            time: clock,
            { $0.authentication = .confirmOnCamera(after: .seconds(3600)) },
            serving: { $0.introductionLimit = .seconds(10) }
        )
        try await served.with { served throws -> Void in
            let host = try WireConnection(served.address)
            try host.send(USBIPClient.importRequest("1-1"))
            try Wait.until { served.responder.devices[0].camera.connectionState == .waitingForUser }
            clock.advance(by: .seconds(60))
            served.simulator.confirm()
            #expect(USBIPClient.number(try host.read(320), 4) == 0)
        }
    }

    // MARK: Probes

    @Test func `a flood of probes is answered at a rate`() async throws {
        let clock = VirtualClock()
        let served = try ServedCamera(time: clock)
        try await served.client { client throws -> Void in
            let probe = try IPPacket.probeRequest.encoded()
            try client.command.send((0..<1000).flatMap { _ in probe })
            var answered = 0
            while answered < 1000 {
                if client.command.socket.wait(for: .milliseconds(2)) {
                    let bytes = try client.command.raw()
                    answered += bytes.count / probe.count
                } else {
                    clock.advance(by: .milliseconds(50))
                }
            }
            #expect(clock.now >= .seconds(9))
            #expect(try client.run(.getStorageIDs).code == .ok)
        }
    }
}

extension Socket {
    /// Reduces the send buffer. The receive buffer is unchanged: a window that shrinks loses segments.
    func useSmallBuffers() {
        var size: Int32 = 64 * 1024
        unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
}

extension WireConnection {
    /// Sends the same bytes repeatedly until the other side has not read for two seconds. Returns the number of times.
    func sendUntilBlocked(_ bytes: [UInt8], count: Int) throws -> Int { try sendUntilBlocked(count: count) { _ in bytes } }

    func sendUntilBlocked(count: Int, _ bytes: (Int) -> [UInt8]) throws -> Int {
        for index in 0..<count {
            var rest = bytes(index)[...]
            while !rest.isEmpty {
                let outcome = try unsafe rest.withUnsafeBytes { memory in
                    try unsafe socket.send(memory, UnsafeRawBufferPointer(start: nil, count: 0))
                }
                switch outcome {
                case .bytes(let sent): rest = rest.dropFirst(sent)
                case .wouldBlock:
                    if socket.wait(toSend: true, for: .seconds(2)) { continue }
                    // A partially sent packet must be completed later, when there is space.
                    remainder = Array(rest)
                    return rest.count == bytes(index).count ? index : index + 1
                case .closed: throw Closed()
                }
            }
        }
        return count
    }
}
