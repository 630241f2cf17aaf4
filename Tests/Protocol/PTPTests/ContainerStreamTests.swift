import PTP
import Testing

@Suite struct ContainerStreamTests {
    static let guid = IPIdentifier("00112233-4455-6677-8899-aabbccddeeff")!
    static let id = TransactionID(rawValue: 7)

    static let greetings: [ContainerGreeting] = [
        .request(.init(initiator: guid, name: "vm")), .acknowledgement(.init(responder: guid, name: "X-T4")), .refusal(.busy),
        .refusal(.wrongVersion),
    ]

    private func parse(_ bytes: [UInt8]) throws(ContainerStreamFailure) -> (ContainerGreeting, Int)? {
        let span = bytes.span
        return try unsafe ContainerGreeting.parse(span.bytes)
    }

    private func find(
        _ parser: inout ContainerStreamParser,
        _ bytes: [UInt8]
    ) throws(ContainerStreamFailure) -> ContainerStreamParser.Found {
        let span = bytes.span
        return try unsafe parser.next(in: span.bytes)
    }

    // MARK: Greetings

    @Test(arguments: zip(greetings, [82, 68, 12, 12]))
    func `a greeting is read as it was written, with more bytes after it`(_ greeting: ContainerGreeting, _ size: Int) throws {
        let bytes = greeting.encoded
        #expect(bytes.count == size)
        let (read, count) = try #require(try parse(bytes + [1, 2, 3]))
        #expect(read == greeting && count == size)
    }

    @Test(arguments: greetings) func `a greeting that is cut at any byte is incomplete`(_ greeting: ContainerGreeting) throws {
        let bytes = greeting.encoded
        for count in 0..<bytes.count { #expect(try parse(Array(bytes[..<count])) == nil, "\(count) bytes") }
    }

    @Test func `the first packet equals that of other initiators`() {
        let bytes = ContainerGreetingBytes.request(name: "vm")
        #expect(bytes == Self.greetings[0].encoded)
    }

    @Test(arguments: [0, 8, 11, 81, 83, 257, 0xFFFF_FFFF] as [UInt32], [1, 2, 5] as [UInt8])
    func `a length that a greeting cannot have is an error`(_ length: UInt32, _ kind: UInt8) throws {
        // Answers may have other sizes than the only ones that are known.
        if kind == 2 && (30...256).contains(length) || kind == 5 && (12...256).contains(length) { return }
        let bytes = ContainerGreetingBytes.little(length) + [kind, 0, 0, 0] + [UInt8](repeating: 0, count: 300)
        #expect(throws: ContainerStreamFailure.invalidLength(length)) { try parse(bytes) }
    }

    @Test(arguments: [0, 3, 4, 6, 0x1000_0001] as [UInt32]) func `a greeting of an unknown kind is an error`(_ kind: UInt32) {
        let bytes = ContainerGreetingBytes.little(82) + ContainerGreetingBytes.little(kind)
        #expect(throws: ContainerStreamFailure.unknownGreeting(kind: kind)) { try parse(bytes) }
    }

    @Test(arguments: [
        ("", ""), ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz"),
        ("abcdefghijklmnopqrstuvwxyz0", "abcdefghijklmnopqrstuvwxyz"),
        ("abcdefghijklmnopqrstuvwxy📷", "abcdefghijklmnopqrstuvwxy"), ("a\0b", "ab"),
    ])
    func `a name is cut after 26 UTF-16 units, and never within a character`(_ name: String, _ sent: String) throws {
        let bytes = ContainerGreeting.request(.init(initiator: Self.guid, name: name)).encoded
        #expect(bytes.count == 82 && Array(bytes.suffix(2)) == [0, 0])
        #expect(try parse(bytes)?.0 == .request(.init(initiator: Self.guid, name: sent)))
    }

    // MARK: Containers

    @Test func `messages, data and the goodbye are found in one stream`() throws {
        let request = OperationRequest(.getObject, Self.id, [1, 2])
        let data = USBContainer(.data, code: 0x1009, Self.id, payloadBytes: 3)
        let response = OperationResponse(.ok, Self.id, [9])
        let event = Event(.objectAdded, [5], transaction: TransactionID(rawValue: 1))
        var bytes = USBContainer.command(request) + Self.greetings[0].encoded + data.header + [1, 2, 3]
        bytes += USBContainer.response(response) + USBContainer.streamEvent(event) + ContainerGreeting.goodbye
        var parser = ContainerStreamParser()
        var found: [ContainerStreamParser.Found] = []
        while !bytes.isEmpty {
            let item = try find(&parser, bytes)
            found.append(item)
            bytes.removeFirst(item.used)
        }
        #expect(
            found == [
                .message(USBContainer(.command, code: 0x1009, Self.id, payloadBytes: 8), [1, 2], byteCount: 20),
                .greeting(.init(initiator: Self.guid, name: "vm"), byteCount: 82),
                .dataBegan(data, payloadBytes: 3, byteCount: 12), .payload(Self.id, byteCount: 3, endsData: true),
                .message(USBContainer(.response, code: 0x2001, Self.id, payloadBytes: 4), [9], byteCount: 16),
                .message(
                    USBContainer(.event, code: 0x4002, TransactionID(rawValue: 1), payloadBytes: 16),
                    [5, 0, 0, 0],
                    byteCount: 28
                ), .goodbye(byteCount: 8),
            ]
        )
        #expect(parser.isBetweenContainers)
    }

    @Test(arguments: [
        USBContainer.command(OperationRequest(.getObject, id, [1, 2, 3, 4, 5])),
        USBContainer.response(OperationResponse(.ok, id)),
        USBContainer.streamEvent(Event(.objectAdded, [1])), ContainerGreeting.goodbye,
        ContainerGreeting.request(.init(initiator: guid, name: "vm")).encoded,
    ])
    func `a packet that is cut at any byte reports what is missing`(_ bytes: [UInt8]) throws {
        for count in 0..<bytes.count {
            var parser = ContainerStreamParser()
            guard case .incomplete(let needed) = try find(&parser, Array(bytes[..<count])) else {
                Issue.record("complete after \(count) bytes")
                continue
            }
            #expect(needed > count && needed <= bytes.count)
        }
    }

    @Test func `data passes through in pieces of any size`() throws {
        let payload = [UInt8](0..<20)
        let head = USBContainer(.data, code: 0x1009, Self.id, payloadBytes: 20).header
        for size in 1...20 {
            var parser = ContainerStreamParser()
            #expect(try find(&parser, head).used == 12)
            #expect(parser.expected?.byteCount == 20)
            var left = payload[...]
            while !left.isEmpty {
                let piece = min(size, left.count)
                guard case .payload(Self.id, let count, let ends) = try find(&parser, Array(left.prefix(piece))) else {
                    Issue.record("no payload")
                    return
                }
                left = left.dropFirst(count)
                #expect(ends == left.isEmpty)
            }
            #expect(parser.isBetweenContainers)
        }
    }

    @Test func `empty data has no payload, and data of unknown size is an error`() throws {
        var parser = ContainerStreamParser()
        let empty = USBContainer(.data, code: 0x1015, Self.id, payloadBytes: 0)
        #expect(try find(&parser, empty.header) == .dataBegan(empty, payloadBytes: 0, byteCount: 12))
        #expect(parser.isBetweenContainers)
        let endless = USBContainer(.data, code: 0x1009, Self.id, payloadBytes: .max)
        #expect(throws: ContainerStreamFailure.invalidLength(.max)) { try find(&parser, endless.header) }
    }

    @Test(arguments: [0, 11, 513, 0xFFFF_FFFE] as [UInt32], [2, 3, 4] as [UInt8])
    func `a length that a container cannot have is an error`(_ length: UInt32, _ kind: UInt8) throws {
        let bytes = ContainerGreetingBytes.little(length) + [kind, 0, 1, 0x20, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 600)
        var parser = ContainerStreamParser()
        if kind == 2, length >= 12 {
            // Data may have any length: it passes through without being collected.
            guard case .dataBegan(_, let count, _) = try find(&parser, bytes) else {
                Issue.record("no data")
                return
            }
            #expect(count == Int(length) - 12)
        } else {
            #expect(throws: ContainerStreamFailure.self) { try find(&parser, bytes) }
        }
    }

    @Test(arguments: [0, 5, 0xFFFF] as [UInt16]) func `a container that does not exist is an error`(_ kind: UInt16) {
        let bytes = ContainerGreetingBytes.little(12) + [UInt8(kind & 0xFF), UInt8(kind >> 8), 1, 0x20, 0, 0, 0, 0]
        var parser = ContainerStreamParser()
        #expect(throws: ContainerStreamFailure.invalidContainer(.unknownKind(kind))) { try find(&parser, bytes) }
    }

    // MARK: Frames

    @Test func `the size of a frame is that of header and picture, and is known from four bytes on`() throws {
        let header = ContainerFrame.header(counter: 3, pictureBytes: 1000)
        #expect(header.count == 18 && header[8] == 3)
        for count in 0...header.count { #expect(try size(Array(header[..<count])) == (count < 4 ? nil : 1018)) }
    }

    @Test(arguments: [0, 17, (8 << 20) + 1, 0xFFFF_FFFF] as [UInt32])
    func `a size that a frame cannot have is an error`(_ length: UInt32) {
        #expect(throws: ContainerStreamFailure.invalidLength(length)) { try size(ContainerGreetingBytes.little(length)) }
    }

    private func size(_ bytes: [UInt8]) throws(ContainerStreamFailure) -> Int? {
        let span = bytes.span
        return try unsafe ContainerFrame.size(in: span.bytes)
    }
}

/// Bytes of greetings, written out.
private enum ContainerGreetingBytes {
    static func little(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (UInt32($0) * 8)) } }

    /// The request of libgphoto2 with the identifier of the tests and a name of ASCII characters.
    static func request(name: String) -> [UInt8] {
        var bytes: [UInt8] = [82, 0, 0, 0, 1, 0, 0, 0, 0xF2, 0xE4, 0x53, 0x8F]
        bytes += [0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF]
        for unit in name.utf8 { bytes += [unit, 0] }
        bytes += [UInt8](repeating: 0, count: 82 - bytes.count)
        return bytes
    }
}

extension ContainerStreamParser.Found {
    /// Number of bytes that the item uses.
    fileprivate var used: Int {
        switch self {
        case .incomplete: 0
        case .greeting(_, let count), .goodbye(let count), .message(_, _, let count), .dataBegan(_, _, let count),
            .payload(_, let count, _):
            count
        }
    }
}
