import HotShoeSupport
import IPTransport
import PTP
import PTPSession
import Testing

@Suite(.timeLimit(.minutes(5))) struct SessionOverIPTests {
    @Test func `transactions are numbered 0 outside a session, and from 1 inside`() async throws {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let expected: [(OperationCode, UInt32)] = [
                (.getDeviceInfo, 0), (.getDeviceInfo, 0), (.openSession, 0), (.getDeviceInfo, 1), (.getStorageIDs, 2),
                (.closeSession, 3), (.getDeviceInfo, 0), (.openSession, 0), (.getStorageIDs, 1),
            ]
            for (code, number) in expected {
                let request = try command.request()
                guard request.code == code, request.transaction.rawValue == number else { throw Peer.Closed() }
                try command.respond(request)
            }
        }
        let rig = try await SessionRig.connect(peer, isInSession: false)
        for _ in 0..<2 { _ = try await rig.session.perform(.getDeviceInfo) }
        try await rig.session.open()
        #expect(rig.session.isInSession)
        try await rig.session.open()
        _ = try await rig.session.perform(.getDeviceInfo)
        _ = try await rig.session.perform(.getStorageIDs)
        _ = try await rig.session.perform(.closeSession)
        _ = try await rig.session.perform(.getDeviceInfo)
        try await rig.session.open()
        _ = try await rig.session.perform(.getStorageIDs)
        #expect(await peer.outcome() == nil)
    }

    @Test(arguments: [ResponseCode.ok, .operationNotSupported])
    func `a session that an earlier program left is opened anew, or used as it is`(
        _ closing: ResponseCode
    ) async throws {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            try command.respond(try command.request(), .sessionAlreadyOpened, [7])
            let close = try command.request()
            guard close.code == .closeSession else { throw Peer.Closed() }
            try command.respond(close, closing)
            if closing == .ok {
                let open = try command.request()
                guard open.code == .openSession, open.transaction == .session else { throw Peer.Closed() }
                try command.respond(open)
            }
            let next = try command.request()
            guard next.transaction.rawValue == (closing == .ok ? 1 : 2) else { throw Peer.Closed() }
            try command.respond(next)
        }
        let rig = try await SessionRig.connect(peer, isInSession: false)
        try await rig.session.open()
        _ = try await rig.session.perform(.getStorageIDs)
        #expect(await peer.outcome() == nil)
    }

    /// Transaction IDs that a responder uses for data and response.
    private static let numberings:
        [(data: @Sendable (TransactionID) -> TransactionID, response: @Sendable (TransactionID) -> TransactionID)] = [
            ({ $0 }, { $0 }), ({ $0 }, { _ in .session }), ({ _ in .session }, { $0 }), ({ _ in .session }, { _ in .session }),
        ]

    @Test(arguments: numberings.indices) func `data and response follow one rule, with the transaction's number or with 0`(
        _ index: Int
    ) async throws {
        let (data, response) = Self.numberings[index]
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            for _ in 0..<2 {
                let request = try command.request()
                try command.send(Peer.Line.data(data(request.transaction), [2, 0, 0, 0]))
                try command.send(.operationResponse(OperationResponse(.ok, response(request.transaction))))
            }
        }
        let rig = try await SessionRig.connect(peer)
        for _ in 0..<2 { #expect(try await rig.session.receive(.getStorageIDs).bytes == [2, 0, 0, 0]) }
        #expect(await peer.outcome() == nil)
    }

    @Test func `operations without data, with data in and with data out`() async throws {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let open = try command.request()
            guard open.code == .openSession, open.transaction == .session else { throw Peer.Closed() }
            try command.respond(open)
            let ids = try command.request()
            try command.send(Peer.Line.data(ids.transaction, [2, 0, 0, 0]))
            try command.respond(ids)
            let set = try command.request()
            _ = try command.expect { $0 == .startData(set.transaction, totalBytes: 3) }
            _ = try command.expect { $0 == .data(set.transaction, payloadBytes: 3, isLast: true) }
            try command.respond(set)
        }
        let rig = try await SessionRig.connect(peer, isInSession: false)
        try await rig.session.open()
        let received = try await rig.session.receive(.getStorageIDs)
        #expect(received.bytes == [2, 0, 0, 0] && received.response.transaction == .first)
        try await rig.session.send(.setDevicePropValue, [0x5007], [1, 2, 3])
        #expect(await peer.outcome() == nil)
    }

    @Test func `a camera that floods the command connection with probes instead of answering is disconnected immediately`()
        async throws
    {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let open = try command.request()
            try command.respond(open)
            _ = try command.request()
            // Ends when the other side has closed the connection.
            while true { try command.send(try (0..<100).flatMap { _ in try IPPacket.probeRequest.encoded() }) }
        }
        // The virtual time does not advance: no time limit of the session ends this.
        let rig = try await SessionRig.connect(peer, time: VirtualClock(), isInSession: false)
        try await rig.session.open()
        await #expect(throws: SessionError.self) { try await rig.session.receive(.getStorageIDs) }
        guard case .success(.protocolBroken(let text)) = await rig.end.result() else {
            Issue.record("the link ended for another reason")
            return
        }
        #expect(text.contains("floods"))
    }

    @Test func `a few probes and events on the command connection do no harm`() async throws {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            try command.respond(try command.request())
            let ids = try command.request()
            for _ in 0..<100 { try command.send(.probeRequest) }
            try command.send(Peer.Line.data(ids.transaction, [2, 0, 0, 0]))
            try command.respond(ids)
        }
        let rig = try await SessionRig.connect(peer, isInSession: false)
        try await rig.session.open()
        #expect(try await rig.session.receive(.getStorageIDs).bytes == [2, 0, 0, 0])
    }

    /// Counts the results of a recurring transaction.
    private final class Frames: DataReceiver {
        struct State {
            var bytes = 0
            var results: [Result<OperationResponse, SessionError>] = []
        }
        let state = Guarded(State())
        let done = Promise<Void, Never>()

        func dataBegan(announcedBytes: UInt64?) {}
        func dataReceived(_ bytes: RawSpan) -> Bool {
            state.withLock { $0.bytes += bytes.byteCount }
            return true
        }
    }

    @Test func `a transaction recurs, each time with a number of its own, until the link ends`() async throws {
        let peer = try Peer { door in
            let (command, event) = try door.welcome()
            for number in 1...3 as ClosedRange<UInt32> {
                let request = try command.request()
                guard request.code == .getThumb, request.transaction.rawValue == number, request.parameters == [9] else {
                    throw Peer.Closed()
                }
                try command.send(Peer.Line.data(request.transaction, [1, 2, 3]))
                try command.respond(request)
            }
            _ = try command.request()
            command.close()
            event.close()
        }
        let rig = try await SessionRig.connect(peer)
        let frames = Frames()
        let again = Guarded<RecurringTransaction?>(nil)
        let recurring = rig.session.recurring(.getThumb, [9], receiver: frames) { result in
            frames.state.withLock { $0.results.append(result) }
            if case .failure = result {
                frames.done.fulfil(.success(()))
                return
            }
            // Performed from within the completion handler, like live view.
            again.withLock { $0 }?.perform()
        }
        again.withLock { $0 = recurring }
        recurring.perform()
        _ = await frames.done.result()
        let state = frames.state.withLock { $0 }
        #expect(state.bytes == 9 && state.results.count == 4)
        #expect(state.results.last == .failure(.link(.closedByDevice)))
        again.withLock { $0 = nil }
    }

    @Test func `a cancelled recurring transaction can be performed again`() async throws {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let first = try command.request()
            try command.send(.startData(first.transaction, totalBytes: 100))
            _ = try command.expect { if case .cancel = $0 { true } else { false } }
            try command.send(.data(first.transaction, payloadBytes: 0, isLast: true))
            try command.respond(first, .transactionCanceled)
            let second = try command.request()
            guard second.transaction == first.transaction.next else { throw Peer.Closed() }
            try command.send(Peer.Line.data(second.transaction, [1, 2, 3]))
            try command.respond(second)
        }
        let rig = try await SessionRig.connect(peer)
        let frames = Frames()
        let recurring = rig.session.recurring(.getThumb, receiver: frames) { result in
            let count = frames.state.withLock { state in
                state.results.append(result)
                return state.results.count
            }
            if count == 2 { frames.done.fulfil(.success(())) }
        }
        recurring.perform()
        recurring.cancel()
        recurring.perform()
        _ = await frames.done.result()
        let state = frames.state.withLock { $0 }
        #expect(state.bytes == 3)
        #expect(state.results.first == .failure(.cancelled(.getThumb)))
        #expect((try? state.results.last?.get().code) == .ok)
    }

    @Test func `data that arrives byte by byte is the same data`() async throws {
        let payload = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        let peer = try Peer { door in
            let (command, event) = try door.welcome()
            let request = try command.request()
            let answer =
                try Peer.Line.data(request.transaction, payload)
                + IPPacket.operationResponse(OperationResponse(.ok, request.transaction)).encoded()
            try command.send(answer, pieces: 1)
            try event.send(IPPacket.event(Event(.objectAdded, [5])).encoded(), pieces: 1)
            _ = try? command.receive()
        }
        let rig = try await SessionRig.connect(peer)
        #expect(try await rig.session.receive(.getObject, [1]).bytes == payload)
        let events = rig.events.makeAsyncIterator()
        #expect(await events.next() == Event(.objectAdded, [5]))
        rig.session.abort()
        #expect(await peer.outcome() == nil)
    }

    @Test func `a megabyte of data in both directions`() async throws {
        let payload = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let get = try command.request()
            try command.send(Peer.Line.data(get.transaction, payload))
            try command.respond(get)
            let put = try command.request()
            _ = try command.expect { $0 == .startData(put.transaction, totalBytes: 1 << 20) }
            var total = 0
            while case .data(_, let count, let isLast) = try command.receive() {
                total += count
                if isLast { break }
            }
            try command.respond(put, total == 1 << 20 ? .ok : .incompleteTransfer)
        }
        let rig = try await SessionRig.connect(peer)
        #expect(try await rig.session.receive(.getObject, [1]).bytes == payload)
        try await rig.session.send(.sendObject, [], payload)
        #expect(await peer.outcome() == nil)
    }

    @Test func `a busy camera is retried, and other requests proceed`() async throws {
        let clock = VirtualClock()
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let first = try command.request()
            try command.respond(first, .deviceBusy)
            let other = try command.request()
            try command.respond(other)
            let again = try command.request()
            guard again.code == first.code, again.transaction != first.transaction else {
                throw Peer.Unexpected(packet: .probeRequest)
            }
            try command.respond(again)
        }
        let rig = try await SessionRig.connect(peer, time: clock)
        async let capture = rig.session.perform(.initiateCapture)
        // Timers of the keep-alive, the watchdog, and the repetition of the busy request.
        await clock.waitForTimers(3)
        try await rig.session.perform(.getNumObjects)
        clock.advance(by: .milliseconds(10))
        #expect(try await capture.code == .ok)
        #expect(await peer.outcome() == nil)
    }

    @Test func `an answer that is not OK is an error with the answer in it`() async throws {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            try command.respond(command.request(), .invalidObjectHandle, [3])
        }
        let rig = try await SessionRig.connect(peer)
        let error = await #expect(throws: SessionError.self) {
            try await rig.session.receive(.getObjectInfo, [3], as: ObjectInfo.self)
        }
        #expect(error?.response == OperationResponse(.invalidObjectHandle, .first, [3]))
        #expect(error?.description == "GetObjectInfo was answered with InvalidObjectHandle")
    }

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
        while clock.nextDeadline != .seconds(3), !Task.isCancelled { await Task.yield() }
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

    @Test func `closing sends CloseSession`() async throws {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let request = try command.request()
            guard request.code == .closeSession else { throw Peer.Closed() }
            try command.respond(request)
            while (try? command.receive()) != nil {}
        }
        let rig = try await SessionRig.connect(peer)
        await rig.session.close()
        await rig.session.close()
        #expect(await rig.end.result() == .success(.closedHere))
        #expect(await peer.outcome() == nil)
    }

    @Test func `a thousand operations of ten callers are each answered to their caller`() async throws {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            for _ in 0..<1000 {
                let request = try command.request()
                try command.respond(request, .ok, [request.parameters[0]])
            }
        }
        let rig = try await SessionRig.connect(peer)
        await withTaskGroup { group in
            for caller in 0..<10 as Range<UInt32> {
                group.addTask {
                    for index in 0..<100 as Range<UInt32> {
                        let number = caller * 1000 + index
                        let priority: TransactionPriority = [.immediate, .normal, .background][Int(index % 3)]
                        let response = try? await rig.session.perform(.getNumObjects, [number], priority: priority)
                        #expect(response?.parameters[0] == number)
                    }
                }
            }
        }
        #expect(await peer.outcome() == nil)
    }
}
