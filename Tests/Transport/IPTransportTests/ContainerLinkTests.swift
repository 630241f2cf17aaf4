import HotShoeSupport
import PTP
import PTPSession
import Sockets
import TestSupport
import Testing

@testable import IPTransport

@Suite(.timeLimit(.minutes(5))) struct ContainerLinkTests {
    static let identity = InitiatorIdentity(identifier: IPIdentifier([UInt8](repeating: 7, count: 16))!, name: "tests")

    private static func connect(_ peer: ContainerPeer) async throws(IPConnectError) -> ContainerConnection {
        var timeouts = ContainerConnector.Timeouts()
        (timeouts.retry, timeouts.settling, timeouts.sideRetry) = (.milliseconds(1), .zero, .milliseconds(1))
        return try await ContainerConnector(identity, time: SystemClock.shared, timeouts: timeouts).connect(to: [peer.address])
    }

    /// A session with a peer, its events, frames and end.
    private final class Rig: FrameObserver {
        let session: PTPSession
        let events: EventStream<Event>
        let end = Promise<LinkFailure, Never>()
        let frames: EventStream<[UInt8]>
        let framesEnd = Promise<LinkFailure, Never>()
        private let newFrames = Broadcast<[UInt8]>()

        init(_ connection: ContainerConnection) {
            let broadcast = Broadcast<Event>()
            (events, frames) = (broadcast.stream { $0 }, newFrames.stream { $0 })
            let end = end
            session = PTPSession(connection, time: SystemClock.shared) {
                broadcast.enqueue([$0])
                broadcast.flush()
            } onEnd: {
                end.fulfil(.success($0))
            }
        }

        func frameReceived(_ frame: RawSpan) {
            newFrames.enqueue([unsafe frame.withUnsafeBytes { unsafe Array($0) }])
            newFrames.flush()
        }

        func framesEnded(_ reason: LinkFailure) { framesEnd.fulfil(.success(reason)) }

        func ending() async -> LinkFailure? {
            if case .success(let failure) = await end.result() { failure } else { nil }
        }
    }

    /// Blocks the thread of a peer until a test opens it.
    private final class Gate: Sendable {
        private let isOpen = Monitor(false)

        func wait() { isOpen.wait { $0 ? () : nil } }

        func open() {
            isOpen.withLock { isOpen, _ in isOpen = true }
            isOpen.signal()
        }
    }

    // MARK: Connecting

    @Test func `the greeting has 82 bytes with identifier and name, and the answer the name of the camera`() async throws {
        let peer = try ContainerPeer { doors in
            let line = try doors[0].accept()
            let bytes = try line.greeting()
            guard bytes == ContainerGreeting.request(.init(initiator: Self.identity.identifier, name: "tests")).encoded else {
                throw ContainerPeer.Closed()
            }
            try line.send(
                ContainerGreeting.acknowledgement(.init(responder: ContainerPeer.guid, name: "X-T4")).encoded,
                pieces: 1
            )
            try line.respond(try line.request())
        }
        let connection = try await Self.connect(peer)
        #expect(connection.deviceName == "X-T4" && connection.identifier == ContainerPeer.guid)
        let rig = Rig(connection)
        try await rig.session.open()
        #expect(await peer.outcome() == nil)
    }

    @Test func `a camera that is in use is asked again`() async throws {
        let peer = try ContainerPeer { doors in
            for _ in 0..<4 {
                let line = try doors[0].accept()
                _ = try line.greeting()
                try line.send(ContainerGreeting.refusal(.busy).encoded)
            }
            _ = try doors[0].welcome()
        }
        let connection = try await Self.connect(peer)
        #expect(connection.deviceName == "X-T4")
        #expect(await peer.outcome() == nil)
    }

    @Test(arguments: [(ContainerGreeting.Refusal.busy, 5), (.wrongVersion, 1), (.init(rawValue: 0x2002), 1)])
    func `a refusal is an error with its reason`(_ reason: ContainerGreeting.Refusal, _ attempts: Int) async throws {
        let peer = try ContainerPeer { doors in
            for _ in 0..<attempts {
                let line = try doors[0].accept()
                _ = try line.greeting()
                try line.send(ContainerGreeting.refusal(reason).encoded)
            }
        }
        await #expect(throws: IPConnectError.refusedGreeting(reason)) { try await Self.connect(peer) }
        #expect(await peer.outcome() == nil)
    }

    @Test(
        arguments: [
            [0xFF, 0xFF, 0xFF, 0xFF, 2, 0, 0, 0], [12, 0, 0, 0, 2, 0, 0, 0], [8, 0, 0, 0, 4, 0, 0, 0],
            [13, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 5, 0, 0, 0],
        ] as [[UInt8]]
    )
    func `an answer that is no greeting is an error`(_ bytes: [UInt8]) async throws {
        let peer = try ContainerPeer { doors in
            let line = try doors[0].accept()
            _ = try line.greeting()
            try line.send(bytes)
        }
        let error = await #expect(throws: IPConnectError.self) { try await Self.connect(peer) }
        guard case .notPTPIP? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a camera that closes at any byte of its answer is an error`() async throws {
        let answer = ContainerGreeting.acknowledgement(.init(responder: ContainerPeer.guid, name: "X-T4")).encoded
        for count in 0..<answer.count {
            let peer = try ContainerPeer { doors in
                let line = try doors[0].accept()
                _ = try line.greeting()
                try line.send(Array(answer[..<count]))
                line.close()
            }
            await #expect(throws: IPConnectError.closed) { try await Self.connect(peer) }
        }
    }

    // MARK: Transactions

    @Test(arguments: [1, 7, Int.max]) func `data is one container, in pieces of any size`(_ pieces: Int) async throws {
        let large = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        let peer = try ContainerPeer { doors in
            let line = try doors[0].welcome()
            let object = try line.request()
            guard object.code == .getObject, object.parameters == [5] else { throw ContainerPeer.Closed() }
            let payload = pieces == .max ? large : Array(large.prefix(100))
            try line.send(ContainerPeer.data(object, payload) + ContainerPeer.response(object, .ok, [9]), pieces: pieces)
            let empty = try line.request()
            try line.send(ContainerPeer.data(empty, []) + ContainerPeer.response(empty), pieces: pieces)
            try line.respond(try line.request(), .accessDenied)
        }
        let rig = Rig(try await Self.connect(peer))
        let got = try await rig.session.receive(.getObject, [5])
        #expect(got.bytes == (pieces == .max ? large : Array(large.prefix(100))) && got.response.parameters == [9])
        #expect(try await rig.session.receive(.getDeviceInfo).bytes.isEmpty)
        let refusal = await #expect(throws: SessionError.self) { try await rig.session.receive(.getObject, [1]) }
        #expect(refusal?.response?.code == .accessDenied)
        #expect(await peer.outcome() == nil)
    }

    @Test(arguments: [0, 2, 300_000]) func `data for the camera is a second container of the same transaction`(_ count: Int)
        async throws
    {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let peer = try ContainerPeer { doors in
            let line = try doors[0].welcome()
            let request = try line.request()
            guard case .dataBegan(let head, let announced, _) = try line.receive().found, head.code == 0x1016, announced == count,
                head.transaction == request.transaction
            else { throw ContainerPeer.Closed() }
            var all: [UInt8] = []
            while all.count < count { all += try line.receive().bytes }
            guard all == bytes else { throw ContainerPeer.Closed() }
            try line.respond(request)
        }
        let rig = Rig(try await Self.connect(peer))
        try await rig.session.send(.setDevicePropValue, [0xDF01], bytes)
        #expect(await peer.outcome() == nil)
    }

    @Test func `a cancelled transfer is received to its end, and the link remains usable`() async throws {
        let mayContinue = Gate()
        let hasBegun = Promise<Void, Never>()
        let peer = try ContainerPeer { doors in
            let line = try doors[0].welcome()
            let object = try line.request()
            let data = ContainerPeer.data(object, [UInt8](repeating: 1, count: 1000))
            try line.send(Array(data[..<500]))
            hasBegun.fulfil(.success(()))
            mayContinue.wait()
            try line.send(Array(data[500...]) + ContainerPeer.response(object))
            try line.respond(try line.request())
        }
        let rig = Rig(try await Self.connect(peer))
        let transfer = Task { try await rig.session.receive(.getObject, [1]) }
        _ = await hasBegun.result()
        transfer.cancel()
        await #expect(throws: SessionError.cancelled(.getObject)) { try await transfer.value }
        mayContinue.open()
        try await rig.session.perform(.getNumObjects)
        #expect(await peer.outcome() == nil)
    }

    @Test func `a link that is cut at any byte of an answer ends`() async throws {
        let request = OperationRequest(.getObject, TransactionID(rawValue: 0))
        let count = ContainerPeer.data(request, [1, 2, 3]).count + ContainerPeer.response(request).count
        for cut in 0..<count {
            let peer = try ContainerPeer { doors in
                let line = try doors[0].welcome()
                let object = try line.request()
                try line.send(Array((ContainerPeer.data(object, [1, 2, 3]) + ContainerPeer.response(object)).prefix(cut)))
                line.close()
            }
            let rig = Rig(try await Self.connect(peer))
            await #expect(throws: SessionError.link(.closedByDevice)) { try await rig.session.receive(.getObject) }
            #expect(await rig.ending() == .closedByDevice)
        }
    }

    /// Bytes in place of an answer.
    static let hostile: [[UInt8]] = [
        [0xFF, 0xFF, 0xFF, 0xFF, 2, 0, 9, 0x10, 0, 0, 0, 0], [0, 0, 0, 0, 3, 0, 1, 0x20, 0, 0, 0, 0],
        [11, 0, 0, 0, 3, 0, 1, 0x20, 0, 0, 0, 0], [0, 16, 0, 0, 3, 0, 1, 0x20, 0, 0, 0, 0],
        [12, 0, 0, 0, 9, 0, 1, 0x20, 0, 0, 0, 0], [12, 0, 0, 0, 1, 0, 1, 0x10, 0, 0, 0, 0], ContainerGreeting.goodbye,
        ContainerGreeting.request(.init(initiator: ContainerPeer.guid, name: "x")).encoded,
        [12, 0, 0, 0, 3, 0, 1, 0x20, 99, 0, 0, 0],
    ]

    @Test(arguments: hostile) func `an answer that violates the protocol ends the link`(_ bytes: [UInt8]) async throws {
        let peer = try ContainerPeer { doors in
            let line = try doors[0].welcome()
            _ = try line.request()
            try line.send(bytes)
        }
        let rig = Rig(try await Self.connect(peer))
        await #expect(throws: SessionError.self) { try await rig.session.receive(.getObject) }
        await rig.session.close()
        #expect(await rig.ending() != nil)
    }

    @Test func `a link that is closed says goodbye`() async throws {
        let peer = try ContainerPeer { doors in
            let line = try doors[0].welcome()
            try line.respond(try line.request())
            try line.respond(try line.request())
            guard case .goodbye = try line.receive().found else { throw ContainerPeer.Closed() }
        }
        let rig = Rig(try await Self.connect(peer))
        try await rig.session.open()
        await rig.session.close()
        #expect(await rig.ending() == .closedHere)
        #expect(await peer.outcome() == nil)
    }

    // MARK: Events and frames

    @Test func `events have four parameters, and their connection ends the link`() async throws {
        let event = Event(.objectAdded, [1, 2, 3, 4], transaction: TransactionID(rawValue: 1))
        let mayClose = Gate()
        let peer = try ContainerPeer { doors in
            _ = try doors[0].welcome()
            let events = try doors[1].accept()
            _ = try doors[2].accept()
            try events.send(USBContainer.streamEvent(event), pieces: 3)
            try events.send(USBContainer.event(Event(.captureComplete)))
            mayClose.wait()
            events.close()
        }
        let rig = Rig(try await Self.connect(peer))
        #expect(try await rig.session.connectSides(rig))
        let events = rig.events.makeAsyncIterator()
        #expect(await events.next() == event)
        #expect(await events.next()?.code == .captureComplete)
        mayClose.open()
        #expect(await rig.ending() == .closedByDevice)
    }

    @Test(
        arguments: [
            [0xFF, 0xFF, 0xFF, 0x7F, 4, 0, 2, 0x40, 0, 0, 0, 0], [12, 0, 0, 0, 3, 0, 1, 0x20, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]]
    )
    func `an event connection that violates the protocol ends the link`(_ bytes: [UInt8]) async throws {
        let peer = try ContainerPeer { doors in
            _ = try doors[0].welcome()
            let events = try doors[1].accept()
            _ = try doors[2].accept()
            try events.send(bytes + [UInt8](repeating: 0, count: 12))
        }
        let rig = Rig(try await Self.connect(peer))
        // The link may end before both connections are open.
        _ = try? await rig.session.connectSides(rig)
        guard case .protocolBroken? = await rig.ending() else {
            Issue.record("the link goes on")
            return
        }
    }

    @Test(arguments: [1, 5, 40, Int.max]) func `frames arrive whole, in pieces of any size`(_ pieces: Int) async throws {
        let mayEnd = Gate()
        let peer = try ContainerPeer { doors in
            _ = try doors[0].welcome()
            _ = try doors[1].accept()
            let frames = try doors[2].accept()
            try frames.send(
                ContainerFrame.header(counter: 1, pictureBytes: 30) + [UInt8](repeating: 7, count: 30),
                pieces: pieces
            )
            mayEnd.wait()
        }
        let rig = Rig(try await Self.connect(peer))
        #expect(try await rig.session.connectSides(rig))
        let frame = await rig.frames.makeAsyncIterator().next()
        #expect(frame == ContainerFrame.header(counter: 1, pictureBytes: 30) + [UInt8](repeating: 7, count: 30))
        mayEnd.open()
    }

    @Test func `of several frames the newest counts, and what follows it waits`() throws {
        let one = ContainerFrame.header(counter: 1, pictureBytes: 2) + [1, 1]
        let two = ContainerFrame.header(counter: 2, pictureBytes: 0)
        let all = one + two + one
        for count in 0...all.count {
            let (newest, end) = try FrameChannel.frames(in: Array(all[..<count]))
            switch count {
            case ..<20: #expect(newest == nil && end == 0)
            case ..<38: #expect(newest == 0..<20 && end == 20)
            case ..<58: #expect(newest == 20..<38 && end == 38)
            default: #expect(newest == 38..<58 && end == 58)
            }
        }
    }

    @Test(arguments: [[0, 0, 0, 0], [17, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
    func `a frame of an impossible size ends the frames, not the link`(_ bytes: [UInt8]) async throws {
        let peer = try ContainerPeer { doors in
            let line = try doors[0].welcome()
            _ = try doors[1].accept()
            try doors[2].accept().send(bytes)
            try line.respond(try line.request())
        }
        let rig = Rig(try await Self.connect(peer))
        #expect(try await rig.session.connectSides(rig))
        guard case .success(.protocolBroken) = await rig.framesEnd.result() else {
            Issue.record("the frames go on")
            return
        }
        try await rig.session.perform(.getNumObjects)
        #expect(await peer.outcome() == nil)
    }

    @Test func `a camera that does not accept the further connections is an error`() async throws {
        let first = try Socket.listening(on: .loopback(port: 0))
        let address = try #require(first.localAddress)
        let sides = ContainerConnector.Sides(time: SystemClock.shared, connecting: .seconds(5), retry: .milliseconds(1))
        // The port after the highest does not exist.
        await #expect(throws: IPConnectError.self) { try await sides.open(address.withPort(65535), offset: 1) }
    }
}
