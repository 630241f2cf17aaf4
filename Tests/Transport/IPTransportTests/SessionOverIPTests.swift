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
