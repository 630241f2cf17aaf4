import HotShoeSupport
import IPTransport
import PTP
import PTPSession
import TestSupport
import Testing

/// Cancellation, silence, protocol violations and the end of a session.
@Suite(.timeLimit(.minutes(5))) struct SessionFailuresOverIPTests {
    @Test func `less data than announced breaks the transaction and not the link`() async throws {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let request = try command.request()
            try command.send(.startData(request.transaction, totalBytes: 10))
            try command.send(.data(request.transaction, payloadBytes: 2, isLast: true), [1, 2])
            try command.respond(request)
            try command.respond(command.request())
        }
        let rig = try await SessionRig.connect(peer)
        await #expect(throws: SessionError.broken(.getObject, .dataEndsEarly(announced: 10, received: 2))) {
            try await rig.session.receive(.getObject)
        }
        try await rig.session.perform(.getNumObjects)
    }

    @Test func `answers to a transaction that was over are dropped`() async throws {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let first = try command.request()
            try command.respond(first)
            try command.respond(first)
            try command.send(Peer.Line.data(first.transaction, [1, 2, 3]))
            try command.respond(command.request())
        }
        let rig = try await SessionRig.connect(peer)
        try await rig.session.perform(.getNumObjects)
        try await rig.session.perform(.getNumObjects)
        #expect(await peer.outcome() == nil)
    }

    @Test func `cancelling returns immediately, and notifies the camera`() async throws {
        let requested = Promise<Void, Never>()
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let request = try command.request()
            try command.send(.startData(request.transaction, totalBytes: 1 << 40))
            requested.fulfil(.success(()))
            _ = try command.expect { $0 == .cancel(request.transaction) }
            try command.send(.data(request.transaction, payloadBytes: 0, isLast: true))
            try command.respond(request, .transactionCanceled)
            try command.respond(command.request())
        }
        let rig = try await SessionRig.connect(peer)
        let download = Task { try await rig.session.receive(.getObject, [1]) }
        _ = await requested.result()
        download.cancel()
        await #expect(throws: SessionError.cancelled(.getObject)) { try await download.value }
        try await rig.session.perform(.getNumObjects)
        #expect(await peer.outcome() == nil)
    }

    @Test func `data that is larger than allowed is cancelled`() async throws {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let request = try command.request()
            try command.send(.startData(request.transaction, totalBytes: nil))
            try command.send(.data(request.transaction, payloadBytes: 1000, isLast: false), [UInt8](repeating: 1, count: 1000))
            _ = try command.expect { $0 == .cancel(request.transaction) }
            try command.send(.data(request.transaction, payloadBytes: 0, isLast: true))
            try command.respond(request, .transactionCanceled)
        }
        let rig = try await SessionRig.connect(peer)
        await #expect(throws: SessionError.tooLarge(.getObject, limit: 100)) {
            try await rig.session.receive(.getObject, [1], limit: 100)
        }
        #expect(await peer.outcome() == nil)
    }

    @Test func `a transaction with a silent camera times out, and then the link`() async throws {
        let clock = VirtualClock()
        let requested = Promise<Void, Never>()
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            _ = try command.request()
            requested.fulfil(.success(()))
            // Sends nothing until the link has ended.
            while (try? command.receive()) != nil {}
        }
        let rig = try await SessionRig.connect(peer, time: clock)
        let call = Task { try await rig.session.receive(.getDeviceInfo) }
        _ = await requested.result()
        clock.advance(by: .seconds(20))
        await #expect(throws: SessionError.timedOut(.getDeviceInfo)) { try await call.value }
        clock.advance(by: .seconds(4))
        #expect(await rig.end.result() == .success(.silent))
        await #expect(throws: SessionError.link(.silent)) { try await rig.session.perform(.getNumObjects) }
        #expect(await peer.outcome() == nil)
    }

    @Test func `a session closes soon, for any duration of the current operation`() async throws {
        let clock = VirtualClock()
        let requested = Promise<Void, Never>()
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            _ = try command.request()
            requested.fulfil(.success(()))
            while (try? command.receive()) != nil {}
        }
        let rig = try await SessionRig.connect(peer, time: clock)
        let call = Task { try await rig.session.perform(.initiateCapture, timeout: .seconds(1000)) }
        _ = await requested.result()
        let closing = Task { await rig.session.close() }
        try await until("closing has three seconds left") { clock.nextDeadline == .seconds(3) }
        clock.advance(by: .seconds(3))
        await closing.value
        await #expect(throws: SessionError.link(.closedHere)) { try await call.value }
        #expect(await rig.end.result() == .success(.silent))
    }

    @Test func `a cancellation that was not sent is dropped after the answer`() async throws {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let request = try command.request()
            let answer =
                try Peer.Line.data(request.transaction, [1, 2, 3])
                + IPPacket.operationResponse(OperationResponse(.ok, request.transaction)).encoded()
            // Sent in one piece: after the data was rejected, the response follows.
            try command.send(answer)
            try command.respond(command.request())
        }
        let rig = try await SessionRig.connect(peer)
        await #expect(throws: SessionError.tooLarge(.getObject, limit: 1)) {
            try await rig.session.receive(.getObject, [1], limit: 1)
        }
        try await rig.session.perform(.getNumObjects)
        #expect(await peer.outcome() == nil)
    }

    @Test func `a camera that cancels in the middle of its data stays synchronised`() async throws {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let request = try command.request()
            try command.send(.startData(request.transaction, totalBytes: 10))
            try command.send(.data(request.transaction, payloadBytes: 2, isLast: false), [1, 2])
            try command.send(.cancel(request.transaction))
            try command.respond(request, .transactionCanceled)
            let other = try command.request()
            try command.send(.startData(other.transaction, totalBytes: 10))
            try command.send(.cancel(other.transaction))
            // The response is OK although the transaction was cancelled.
            try command.respond(other)
            try command.respond(command.request())
        }
        let rig = try await SessionRig.connect(peer)
        let error = await #expect(throws: SessionError.self) { try await rig.session.receive(.getObject, [1]) }
        #expect(error?.response?.code == .transactionCanceled)
        await #expect(throws: SessionError.broken(.getObject, .dataEndsEarly(announced: .max, received: 0))) {
            try await rig.session.receive(.getObject, [1])
        }
        try await rig.session.perform(.getNumObjects)
        #expect(await peer.outcome() == nil)
    }

    @Test func `probes are answered, and sent when it is quiet`() async throws {
        let clock = VirtualClock()
        let answered = Promise<Void, Never>()
        let peer = try Peer { door in
            let (_, event) = try door.welcome()
            try event.send(.probeRequest)
            _ = try event.expect { $0 == .probeResponse }
            answered.fulfil(.success(()))
            _ = try event.expect { $0 == .probeRequest }
            try event.send(.probeResponse)
        }
        let rig = try await SessionRig.connect(peer, time: clock)
        _ = await answered.result()
        clock.advance(by: .seconds(21))
        #expect(await peer.outcome() == nil)
        withExtendedLifetime(rig.session) {}
    }

    /// Every point at which a camera may disconnect.
    enum Moment: CaseIterable, Sendable { case idle, requested, dataStarted, inHead, inData, dataOver, inResponse }

    @Test(arguments: Moment.allCases) func `a camera that disappears fails the current operation, once, and later ones`(
        _ moment: Moment
    ) async throws {
        let peer = try Peer { door in
            let (command, event) = try door.welcome()
            defer {
                command.close()
                event.close()
            }
            if moment == .idle { return }
            let id = try command.request().transaction
            if moment == .requested { return }
            try command.send(.startData(id, totalBytes: 100))
            if moment == .dataStarted { return }
            let data = try IPPacket.data(id, payloadBytes: 100, isLast: true).encoded()
            try command.send(Array(data[..<5]))
            if moment == .inHead { return }
            try command.send(Array(data[5...]) + [1, 2, 3])
            if moment == .inData { return }
            try command.send([UInt8](repeating: 0, count: 97))
            if moment == .dataOver { return }
            try command.send(Array(IPPacket.operationResponse(OperationResponse(.ok, id)).encoded()[..<7]))
        }
        let rig = try await SessionRig.connect(peer)
        let error = await #expect(throws: SessionError.self) { try await rig.session.receive(.getObject, [1]) }
        guard case .link(.closedByDevice) = error else { return #expect(error == .link(.closedByDevice)) }
        #expect(await rig.end.result() == .success(.closedByDevice))
        await #expect(throws: SessionError.link(.closedByDevice)) { try await rig.session.perform(.getNumObjects) }
        #expect(await peer.outcome() == nil)
    }

    /// Violations of the protocol after which the bytes cannot be parsed.
    static let nonsense: [(String, @Sendable (TransactionID) throws -> [UInt8])] = [
        ("length 0", { _ in [0, 0, 0, 0, 7, 0, 0, 0] }),
        ("length over a gigabyte", { _ in [0, 0, 0, 0x50, 7, 0, 0, 0] }),
        ("unknown packet", { _ in [8, 0, 0, 0, 15, 0, 0, 0] }),
        ("a welcome", { _ in try IPPacket.initCommandAck(.init(connection: 1, responder: Peer.guid, name: "x")).encoded() }),
        ("data without a start", { id in try IPPacket.data(id, payloadBytes: 0, isLast: true).encoded() }),
        (
            "two starts",
            { id in try IPPacket.startData(id, totalBytes: 4).encoded() + IPPacket.startData(id, totalBytes: 4).encoded() }
        ),
        ("data from the future", { id in try IPPacket.startData(id.next, totalBytes: 4).encoded() }),
        (
            "more data than announced",
            { id in
                try IPPacket.startData(id, totalBytes: 1).encoded() + IPPacket.data(id, payloadBytes: 2, isLast: true).encoded()
                    + [1, 2]
            }
        ),
        (
            "a response amid the data",
            { id in
                try IPPacket.startData(id, totalBytes: 9).encoded()
                    + IPPacket.operationResponse(OperationResponse(.ok, id)).encoded()
            }
        ),
    ]

    @Test(arguments: nonsense.indices) func `invalid packets close the link with a reason, and hang no caller`(_ index: Int)
        async throws
    {
        let (name, make) = Self.nonsense[index]
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            try command.send(make(command.request().transaction))
            while (try? command.receive()) != nil {}
        }
        let rig = try await SessionRig.connect(peer)
        let error = await #expect(throws: SessionError.self) { try await rig.session.receive(.getObject, [1]) }
        guard case .link(.protocolBroken(let words)) = error else {
            Issue.record("\(name): \(String(describing: error))")
            return
        }
        #expect(!words.isEmpty, "\(name)")
        #expect(await rig.end.result() == .success(.protocolBroken(words)))
    }
}
