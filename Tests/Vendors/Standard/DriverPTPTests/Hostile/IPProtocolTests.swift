import CameraModel
import HotShoeSupport
import IPTransport
import PTP
import Testing

/// Violations of PTP/IP, independent of operations.
@Suite(.timeLimit(.minutes(5))) struct IPProtocolTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// Expected error; nil for success.
        let code: CameraError.Code?
        let turn: @Sendable (OperationRequest) -> HostileCamera.Turn
        var testDescription: String { name }
    }

    private static let data: [UInt8] = [1, 2, 3]

    private static func head(_ length: UInt32, _ kind: UInt32) -> [UInt8] { Wire.word(length) + Wire.word(kind) }

    private static func lengths(_ kind: UInt32) -> [Case] {
        [0, 1, 7, 8, 9, 11, 0x4000_0001, 0x8000_0000, 0xFFFF_FFFF].map { length in
            Case(name: "kind \(kind), length \(length)", code: .connectionLost) { _ in
                HostileCamera.Turn(answer: head(length, kind) + [0, 0, 0, 0], hangsUp: true)
            }
        }
    }

    private static let kinds = ([0, 15, 16, 0x100, 0xFFFF_FFFF] as [UInt32]).map { kind in
        Case(name: "a packet of kind \(kind)", code: .connectionLost) { _ in .raw(head(8, kind)) }
    }

    private static let misplaced: [IPPacket] = [
        .initCommandRequest(.init(initiator: RawPeer.identifier, name: "x")),
        .initCommandAck(.init(connection: 1, responder: RawPeer.identifier, name: "x")), .initEventRequest(connection: 1),
        .initEventAck, .initFail(.busy), .operationRequest(OperationRequest(.getDeviceInfo, .first), dataFollows: false),
    ]

    static let cases: [Case] =
        lengths(7) + lengths(9) + lengths(10) + lengths(12) + kinds
        + misplaced.indices.map { index in
            Case(name: "what belongs elsewhere: \(misplaced[index])", code: .connectionLost) { _ in
                .raw(Wire.packet(misplaced[index]))
            }
        } + [
            Case(name: "a probe before the answer", code: nil) { .raw(Wire.packet(.probeRequest) + proper($0)) },
            Case(name: "an event before the answer", code: nil) { .raw(Wire.event(.objectAdded, [1]) + proper($0)) },
            Case(name: "a probe amid the data", code: nil) { request in
                .raw(
                    Wire.start(request.transaction, 3) + Wire.packet(.probeRequest) + Wire.end(request.transaction, data)
                        + Wire.response(request)
                )
            },
            Case(name: "a cancellation amid the data", code: .cancelled) { request in
                .raw(
                    Wire.start(request.transaction, 9) + Wire.packet(.data(request.transaction, payloadBytes: 3, isLast: false))
                        + data
                        + Wire.packet(.cancel(request.transaction)) + Wire.response(request, .transactionCanceled)
                )
            },
            Case(name: "a cancellation before the data", code: .cancelled) { request in
                .raw(Wire.packet(.cancel(request.transaction)) + Wire.response(request, .transactionCanceled))
            },
            Case(name: "a cancellation of something else", code: nil) { request in
                .raw(Wire.packet(.cancel(TransactionID(rawValue: 12345))) + proper(request))
            },
            Case(name: "an announcement of less", code: .connectionLost) { request in
                .raw(Wire.data(request.transaction, data, announced: 1) + Wire.response(request))
            },
            Case(name: "an announcement of more", code: .protocolFailure) { request in
                .raw(Wire.data(request.transaction, data, announced: 1 << 62) + Wire.response(request))
            },
            Case(name: "an announcement of an unknown number", code: nil) { request in
                .raw(Wire.data(request.transaction, data, announced: .some(nil)) + Wire.response(request))
            },
            Case(name: "an end without a start", code: .connectionLost) { request in
                .raw(Wire.end(request.transaction, data) + Wire.response(request))
            },
            Case(name: "two starts", code: .connectionLost) { request in
                .raw(Wire.start(request.transaction, 3) + Wire.data(request.transaction, data))
            },
            Case(name: "numbers that alternate", code: .connectionLost) { request in
                let next = request.transaction.next
                return .raw(Wire.start(request.transaction, 6) + Wire.start(next, 6) + Wire.end(request.transaction, data))
            },
            Case(name: "an older transaction in between", code: nil) { request in
                let older = TransactionID(rawValue: request.transaction.rawValue - 1)
                return .raw(
                    Wire.start(request.transaction, 3) + Wire.data(older, [9, 9]) + Wire.end(request.transaction, data)
                        + Wire.response(request)
                )
            },
            Case(name: "each byte separately", code: nil) { request in
                HostileCamera.Turn(answer: proper(request), pieces: 1)
            },
            Case(name: "a hundred empty packets", code: nil) { request in
                let empty = Wire.packet(.data(request.transaction, payloadBytes: 0, isLast: false))
                return .raw(
                    Wire.start(request.transaction, 3) + (0..<100).flatMap { _ in empty } + Wire.end(request.transaction, data)
                        + Wire.response(request)
                )
            },
        ]

    private static func proper(_ request: OperationRequest) -> [UInt8] {
        Wire.data(request.transaction, data) + Wire.response(request)
    }

    @Test(arguments: cases) func `invalid packets end the call with a specific error, and the camera works again`(
        _ hostile: Case
    ) async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(.getThumb, hostile.turn)
        let result = await ending { try await rig.file.thumbnail() }
        #expect(result.code == hostile.code)
        if case .success(let bytes) = result { #expect(bytes == Self.data) }
        device.behave()
        await rig.expectWorks()
    }

    @Test func `a camera that cancels in the middle of its data is still connected`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        let cancelling = try #require(Self.cases.first { $0.name == "a cancellation amid the data" })
        device.when(.getThumb, cancelling.turn)
        #expect(await ending { try await rig.file.thumbnail() }.code == .cancelled)
        device.behave()
        #expect(try await rig.file.thumbnail() == HostileCamera.contents)
        #expect(rig.camera.connectionState == .connected)
    }

    @Test func `an answer before all data was sent ends the link, and file contents are never parsed as a request`() async throws
    {
        let peer = try RawPeer { door in
            guard let (command, _) = try door.welcome() else { return }
            while true {
                guard case .operationRequest(let request, let dataFollows) = try command.receive() else { continue }
                if request.code == .sendObject {
                    try command.send(Wire.response(request, .storeFull))
                    while true { _ = try command.receive() }
                }
                if dataFollows { while true { if case .data(_, _, true) = try command.receive() { break } } }
                try command.send(HostileCamera.proper(request).answer)
            }
        }
        let rig = DriverRig(peer.address)
        try await rig.camera.connect()
        let size: UInt64 = 8 << 20
        let result = await ending {
            try await rig.camera.storages[0].upload("B.JPG", size: size) { [UInt8](repeating: 0, count: min($0, 1 << 16)) }
        }
        #expect(result.code == .connectionLost || result.code == .storageFull)
        let device = try HostileCamera()
        rig.move(to: device.address)
        await rig.expectWorks()
    }

    /// A device's answer to the introduction.
    struct Welcome: Sendable, CustomTestStringConvertible {
        let name: String
        let isFine: Bool
        let bytes: [UInt8]
        var testDescription: String { name }
    }

    private static func ack(_ name: [UInt8]) -> [UInt8] {
        let body = Wire.word(UInt32(1)) + RawPeer.identifier.bytes + name
        return head(UInt32(8 + body.count), 2) + body
    }

    static let welcomes: [Welcome] = [
        Welcome(name: "a name without a NUL", isFine: true, bytes: ack([0x41, 0, 0x42, 0])),
        Welcome(name: "half a letter", isFine: true, bytes: ack([0x41])),
        Welcome(name: "no name", isFine: true, bytes: ack([])),
        Welcome(name: "half a surrogate pair", isFine: true, bytes: ack([0, 0xD8, 0, 0, 0, 0, 1, 0])),
        Welcome(name: "a name of 400 letters", isFine: true, bytes: ack((0..<400).flatMap { _ in [0x41, 0] as [UInt8] })),
        Welcome(name: "a name of 4000 letters", isFine: false, bytes: ack((0..<4000).flatMap { _ in [0x41, 0] as [UInt8] })),
        Welcome(name: "half an identifier", isFine: false, bytes: head(16, 2) + [1, 0, 0, 0, 1, 2, 3, 4]),
        Welcome(name: "nothing but a head", isFine: false, bytes: head(8, 2)),
        Welcome(name: "an event", isFine: false, bytes: Wire.event(.objectAdded, [1])),
        Welcome(name: "a response", isFine: false, bytes: Wire.response(OperationRequest(.getDeviceInfo, .first))),
        Welcome(name: "data", isFine: false, bytes: Wire.end(.first, [1, 2, 3])),
        Welcome(name: "a page of the web", isFine: false, bytes: Array("HTTP/1.1 200 OK\r\n\r\n".utf8)),
    ]

    @Test(arguments: welcomes) func `a welcome is one, or is refused`(_ hostile: Welcome) async throws {
        let peer = try RawPeer { door in
            let command = try door.accept()
            _ = try command.receive()
            try command.send(hostile.bytes)
            guard hostile.isFine else { return _ = try command.receive() }
            let events = try door.accept()
            _ = try events.receive()
            try events.send(.initEventAck)
            while true {
                let request = try command.request()
                try command.send(HostileCamera.proper(request).answer)
            }
        }
        let rig = DriverRig(peer.address)
        #expect(await ending { try await rig.camera.connect() }.code == (hostile.isFine ? nil : .connectionRefused))
        await rig.camera.disconnect()
        let device = try HostileCamera()
        rig.move(to: device.address)
        await rig.expectWorks()
    }

    @Test(arguments: [1, 2, 3, 4, 0xFFFF_FFFF] as [UInt32], [false, true]) func `a refusal is an error, on either connection`(
        _ reason: UInt32,
        _ ofEvents: Bool
    ) async throws {
        let peer = try RawPeer { door in
            let command = try door.accept()
            _ = try command.receive()
            if ofEvents {
                try command.send(.initCommandAck(.init(connection: 1, responder: RawPeer.identifier, name: "x")))
                let events = try door.accept()
                _ = try events.receive()
                try events.send(.initFail(.init(rawValue: reason)))
                _ = try events.receive()
            } else {
                try command.send(.initFail(.init(rawValue: reason)))
                _ = try command.receive()
            }
        }
        let rig = DriverRig(peer.address)
        #expect(await ending { try await rig.camera.connect() }.code == .connectionRefused)
        let device = try HostileCamera()
        rig.move(to: device.address)
        await rig.expectWorks()
    }

    @Test func `an event connection that is closed each time fails after three attempts`() async throws {
        let tries = Guarded(0)
        let peer = try RawPeer { door in
            let command = try door.accept()
            _ = try command.receive()
            try command.send(.initCommandAck(.init(connection: 1, responder: RawPeer.identifier, name: "x")))
            while true {
                let events = try door.accept()
                tries.withLock { $0 += 1 }
                events.close()
            }
        }
        let rig = DriverRig(peer.address)
        #expect(await ending { try await rig.camera.connect() }.code == .connectionRefused)
        #expect(tries.withLock { $0 } == 3)
        let device = try HostileCamera()
        rig.move(to: device.address)
        await rig.expectWorks()
    }

    @Test func `unexpected bytes are dropped, and a flood of them ends the connection`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        let states = rig.camera.connectionStates
        let late = Wire.response(OperationRequest(.getThumb, TransactionID(rawValue: 1)))
        let manyOfThem = (0..<1000).flatMap { _ in late }
        device.when(.getThumb) { .raw(Self.proper($0) + manyOfThem) }
        for _ in 0..<3 { #expect(try await rig.file.thumbnail() == Self.data) }
        device.when(.getThumb) { HostileCamera.Turn(answer: Self.proper($0), endlessAnswer: manyOfThem) }
        // A call whose answer is incomplete when the connection ends fails with `connectionLost`.
        let last = await ending { try await rig.file.thumbnail() }
        #expect(last.code == nil || last.code == .connectionLost)
        for await state in states { if case .notConnected = state { break } }
        device.behave()
        await rig.expectWorks()
    }
}
