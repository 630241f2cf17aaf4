import PTP
import Testing

@Suite struct IPPacketTests {
    static let id = TransactionID(rawValue: 7)
    static let guid = IPIdentifier("00112233-4455-6677-8899-aabbccddeeff")!

    static let packets: [IPPacket] = [
        .initCommandRequest(.init(initiator: guid, name: "vm")),
        .initCommandAck(.init(connection: 3, responder: guid, name: "Camera")),
        .initEventRequest(connection: 3), .initEventAck, .initFail(.busy),
        .operationRequest(OperationRequest(.getObject, id, [1, 2, 3, 4, 5]), dataFollows: false),
        .operationRequest(OperationRequest(.sendObject, id), dataFollows: true),
        .operationResponse(OperationResponse(.ok, id, [1])), .event(Event(.objectAdded, [9], transaction: id)),
        .startData(id, totalBytes: 1 << 33), .startData(id, totalBytes: nil), .cancel(id), .probeRequest, .probeResponse,
        .data(id, payloadBytes: 0, isLast: true), .data(id, payloadBytes: 0, isLast: false),
    ]

    private func find(_ parser: inout IPPacketParser, _ bytes: [UInt8]) throws(IPPacketParser.Failure) -> IPPacketParser.Found {
        let span = bytes.span
        return try unsafe parser.next(in: span.bytes)
    }

    @Test(arguments: packets) func `a packet is read as it was written`(_ packet: IPPacket) throws {
        let bytes = try packet.encoded()
        var parser = IPPacketParser()
        #expect(try find(&parser, bytes + [1, 2, 3]) == .packet(packet, byteCount: bytes.count))
    }

    @Test(arguments: packets) func `an incomplete packet reports the number of missing bytes`(_ packet: IPPacket) throws {
        let bytes = try packet.encoded()
        for count in 0..<bytes.count {
            var parser = IPPacketParser()
            guard case .incomplete(let needed) = try find(&parser, Array(bytes[..<count])) else {
                Issue.record("\(packet) in \(count) bytes")
                continue
            }
            #expect(needed > count && needed <= bytes.count)
        }
    }

    @Test func `the first packet equals that of other initiators`() throws {
        let bytes = try IPPacketTests.packets[0].encoded()
        #expect(bytes.count == 34)
        #expect(Array(bytes[..<8]) == [0x22, 0, 0, 0, 1, 0, 0, 0])
        #expect(Array(bytes[24...]) == [0x76, 0, 0x6D, 0, 0, 0, 0, 0, 1, 0])
    }

    @Test(arguments: [0, 1, 7, 0xFFFF_FFFF, 1025] as [UInt32], 1...14)
    func `a length that a packet cannot have is an error`(_ length: UInt32, _ kind: Int) throws {
        let head = (0..<4).map { UInt8(truncatingIfNeeded: length >> (UInt32($0) * 8)) } + [UInt8(kind), 0, 0, 0]
        var parser = IPPacketParser()
        let bytes = head + [UInt8](repeating: 0, count: 16)
        if kind == 10 || kind == 12, length >= 12 {
            // Data may have any length: it passes through without being collected.
            #expect(
                try find(&parser, bytes)
                    == .packet(.data(.session, payloadBytes: Int(length) - 12, isLast: kind == 12), byteCount: 12)
            )
        } else {
            #expect(throws: IPPacketParser.Failure.invalidLength(length, kind: UInt32(kind))) { try find(&parser, bytes) }
        }
    }

    @Test(arguments: [0, 15, 0xFFFF_FFFF] as [UInt32]) func `a packet that does not exist is an error`(_ kind: UInt32) {
        var parser = IPPacketParser()
        let bytes: [UInt8] = [8, 0, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: kind >> (UInt32($0) * 8)) }
        #expect(throws: IPPacketParser.Failure.unknownPacket(kind: kind)) { try find(&parser, bytes) }
    }

    @Test func `a packet that is too short for its fields is an error`() {
        for kind: UInt8 in [1, 2, 3, 5, 6, 7, 8, 9, 11] {
            var parser = IPPacketParser()
            #expect(throws: IPPacketParser.Failure.self) { try find(&parser, [9, 0, 0, 0, kind, 0, 0, 0, 0]) }
        }
    }

    @Test func `a welcome without a NUL, or without a version, is understood`() throws {
        let whole = try IPPacket.initCommandAck(.init(connection: 1, responder: Self.guid, name: "Cam")).encoded()
        var short = Array(whole.dropLast(6))
        short[0] = UInt8(short.count)
        var parser = IPPacketParser()
        let expected = IPPacket.initCommandAck(.init(connection: 1, responder: Self.guid, name: "Cam"))
        #expect(try find(&parser, short) == .packet(expected, byteCount: short.count))
    }

    @Test func `names that are too long, or have a NUL in them, are refused`() throws {
        #expect(throws: DatasetError.self) {
            try IPPacket.initCommandRequest(.init(initiator: Self.guid, name: String(repeating: "x", count: 40))).encoded()
        }
        #expect(throws: DatasetError.self) { try IPPacket.initCommandRequest(.init(initiator: Self.guid, name: "a\0")).encoded() }
        _ = try IPPacket.initCommandRequest(.init(initiator: Self.guid, name: String(repeating: "x", count: 39))).encoded()
    }

    @Test(arguments: [1, 2, 3, 5, 12, 100]) func `data is parsed in pieces of any size`(_ piece: Int) throws {
        let payload = (0..<50).map { UInt8($0) }
        var stream = try IPPacket.startData(Self.id, totalBytes: 80).encoded()
        stream += try IPPacket.data(Self.id, payloadBytes: 50, isLast: false).encoded() + payload
        stream += try IPPacket.data(Self.id, payloadBytes: 30, isLast: true).encoded() + payload[..<30]
        stream += try IPPacket.operationResponse(OperationResponse(.ok, Self.id)).encoded()
        var (parser, waiting, received, ends, packets) = (IPPacketParser(), [UInt8](), [UInt8](), 0, 0)
        for start in Swift.stride(from: 0, to: stream.count, by: piece) {
            waiting += stream[start..<min(stream.count, start + piece)]
            search: while true {
                switch try find(&parser, waiting) {
                case .incomplete: break search
                case .packet(_, let count):
                    packets += 1
                    waiting.removeFirst(count)
                case .payload(let id, let count, _, let endsData):
                    #expect(id == Self.id)
                    received += waiting[..<count]
                    waiting.removeFirst(count)
                    if endsData { ends += 1 }
                }
            }
        }
        #expect(received == payload + payload[..<30] && ends == 1 && packets == 4 && waiting.isEmpty && parser.isBetweenPackets)
    }

    @Test func `an identifier is the same as text and as bytes`() {
        #expect(Self.guid.description == "00112233-4455-6677-8899-aabbccddeeff")
        #expect(IPIdentifier(Self.guid.bytes) == Self.guid && Self.guid.bytes[15] == 0xFF)
        #expect(IPIdentifier("00:11") == nil && IPIdentifier([1, 2]) == nil)
        #expect(IPIdentifier.random() != IPIdentifier.random())
    }
}

@Suite struct USBContainerTests {
    @Test func `a command is written as the standard has it`() {
        let bytes = USBContainer.command(OperationRequest(.getObjectHandles, TransactionID(rawValue: 2), [0xFFFF_FFFF]))
        #expect(bytes == [16, 0, 0, 0, 1, 0, 7, 0x10, 2, 0, 0, 0, 255, 255, 255, 255])
    }

    @Test func `a head is read as it was written, and its parameters with it`() throws {
        let bytes = USBContainer.event(Event(.objectAdded, [1, 2, 3], transaction: .first))
        let span = bytes.span
        let container = try unsafe USBContainer(span.bytes)
        #expect(container.kind == .event && container.code == 0x4002 && container.transaction == .first)
        #expect(unsafe Array(container.parameters(after: span.bytes)) == [1, 2, 3])
    }

    @Test func `an invalid header is an error`() {
        func read(_ bytes: [UInt8]) throws(USBContainer.Failure) -> USBContainer {
            let span = bytes.span
            return try unsafe USBContainer(span.bytes)
        }
        let head: [UInt8] = [12, 0, 0, 0, 3, 0, 1, 0x20, 1, 0, 0, 0]
        for count in 0..<12 {
            #expect(throws: USBContainer.Failure.endsEarly(presentBytes: count)) { try read(Array(head[..<count])) }
        }
        for length: UInt8 in 0..<12 {
            #expect(throws: USBContainer.Failure.invalidLength(UInt32(length))) { try read([length] + head[1...]) }
        }
        for kind: UInt8 in [0, 5, 255] {
            #expect(throws: USBContainer.Failure.unknownKind(UInt16(kind))) { try read(head[..<4] + [kind] + head[5...]) }
        }
    }

    @Test func `data of 4 GiB or more has no length`() throws {
        let container = USBContainer(.data, code: 0x1009, .first, payloadBytes: 5 << 30)
        #expect(container.byteCount == nil && Array(container.header[..<4]) == [255, 255, 255, 255])
        let span = container.header.span
        #expect(try unsafe USBContainer(span.bytes) == container)
    }

    @Test func `a length for more parameters than are present returns those that are present`() throws {
        var bytes = USBContainer.response(OperationResponse(.ok, .first, [1]))
        bytes[0] = 40
        let span = bytes.span
        let container = try unsafe USBContainer(span.bytes)
        #expect(unsafe Array(container.parameters(after: span.bytes)) == [1])
    }
}
