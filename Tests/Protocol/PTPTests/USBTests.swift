import PTP
import Testing

@Suite struct USBContainerParserTests {
    /// Returns the results of a parser for transfers that are passed in pieces of a size.
    private static func events(_ transfers: [[UInt8]], pieces: Int = .max, endsLast: Bool = true) throws -> [String] {
        var parser = USBContainerParser()
        var log: [String] = []
        for (index, transfer) in transfers.enumerated() {
            var start = 0
            while start < transfer.count {
                let end = pieces == .max ? transfer.count : min(transfer.count, start + pieces)
                var piece = Array(transfer[start..<end])
                while !piece.isEmpty {
                    let found = try Self.next(&parser, piece)
                    switch found {
                    case .incomplete: piece = []
                    case .message(let container, let parameters, let count):
                        log.append("\(container.kind) \(container.code) \(parameters)")
                        piece.removeFirst(count)
                    case .dataBegan(_, let total, let count):
                        log.append("data \(total.map(String.init) ?? "?")")
                        piece.removeFirst(count)
                    case .payload(_, let count, let ends):
                        if case let last? = log.last, last.hasPrefix("+") {
                            log[log.count - 1] =
                                "+\(Int(last.dropFirst().prefix { $0.isNumber })! + count)\(ends ? " end" : "")"
                        } else {
                            log.append("+\(count)\(ends ? " end" : "")")
                        }
                        piece.removeFirst(count)
                    }
                }
                start = end
            }
            guard endsLast || index < transfers.count - 1 else { continue }
            switch parser.transferEnded() {
            case .nothing: break
            case .data: log.append("cut")
            case .message(let container, let parameters): log.append("\(container.kind) \(container.code) \(parameters)")
            }
        }
        return log
    }

    private static func next(
        _ parser: inout USBContainerParser,
        _ bytes: [UInt8]
    ) throws(USBContainer.Failure) -> USBContainerParser.Found {
        let span = bytes.span
        return try unsafe parser.next(in: span.bytes)
    }

    private static let id = TransactionID(rawValue: 7)
    private static let response = USBContainer.response(OperationResponse(.ok, id, [1, 2]))
    private static let responseText = "response 8193 (0x00000001, 0x00000002)"

    private static func data(_ count: Int, announced: UInt64? = nil) -> [UInt8] {
        USBContainer(.data, code: 0x1009, id, payloadBytes: announced ?? UInt64(count)).header
            + [UInt8](repeating: 9, count: count)
    }

    @Test(arguments: [1, 2, 5, 11, 12, 13, 64, Int.max]) func `data and response are found in pieces of any size`(pieces: Int)
        throws
    {
        #expect(try Self.events([Self.data(100), Self.response], pieces: pieces) == ["data 100", "+100 end", Self.responseText])
    }

    @Test(arguments: [1, 7, Int.max]) func `a response in the transfer of the data is found`(pieces: Int) throws {
        #expect(try Self.events([Self.data(100) + Self.response], pieces: pieces) == ["data 100", "+100 end", Self.responseText])
    }

    @Test func `a head in a transfer of its own is no end`() throws {
        let data = Self.data(100)
        #expect(
            try Self.events([Array(data[..<12]), Array(data[12...]), Self.response]) == [
                "data 100", "+100 end", Self.responseText,
            ]
        )
    }

    @Test func `an empty packet behind the data, or none, is the same`() throws {
        #expect(try Self.events([Self.data(500), [], Self.response]) == ["data 500", "+500 end", Self.responseText])
        #expect(try Self.events([Self.data(500), Self.response]) == ["data 500", "+500 end", Self.responseText])
    }

    @Test func `data that ends early is reported, and the response is found`() throws {
        #expect(
            try Self.events([Self.data(60, announced: 100), Self.response]) == ["data 100", "+60", "cut", Self.responseText]
        )
        #expect(try Self.events([Self.data(0, announced: 100), [], Self.response]) == ["data 100", "cut", Self.responseText])
    }

    @Test func `data of unknown length ends with its transfer`() throws {
        let data = Self.data(700, announced: .max)
        #expect(try Self.events([data, Self.response], pieces: 512) == ["data ?", "+700", "cut", Self.responseText])
        #expect(
            try Self.events([Array(data[..<12]), Array(data[12...]), Self.response]) == [
                "data ?", "+700", "cut", Self.responseText,
            ]
        )
        #expect(try Self.events([Self.data(0, announced: .max), [], Self.response]) == ["data ?", "cut", Self.responseText])
    }

    @Test func `data without a byte has ended with its head`() throws {
        #expect(try Self.events([Self.data(0), Self.response]) == ["data 0", Self.responseText])
    }

    @Test func `a message that is cut in two is put together`() throws {
        let event = USBContainer.event(Event(.objectAdded, [5, 6, 7]))
        for cut in 1..<event.count {
            var parser = USBContainerParser()
            let (first, second) = (Array(event[..<cut]), Array(event[cut...]))
            let (a, b) = (first.span, second.span)
            #expect(try unsafe parser.next(in: a.bytes) == .incomplete)
            guard case .message(let container, let parameters, let count) = try unsafe parser.next(in: b.bytes)
            else {
                Issue.record("not found, cut at \(cut)")
                continue
            }
            #expect(container.kind == .event && parameters == [5, 6, 7] && count == second.count)
        }
    }

    @Test func `a message with a length beyond its contents counts with its contents`() throws {
        var short = Self.response
        short[0] = 32
        #expect(try Self.events([short]) == [Self.responseText])
        short[0] = 12
        #expect(try Self.events([short, Self.response]) == ["response 8193 ()", Self.responseText])
    }

    @Test(arguments: [0, 1, 11, 513, 0xFFFF_FFFF] as [UInt32]) func `a message of an impossible length is refused`(length: UInt32)
    {
        var bytes = Self.response
        for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: length >> UInt32(index * 8)) }
        #expect(throws: USBContainer.Failure.invalidLength(length)) { try Self.events([bytes]) }
    }

    @Test(arguments: [0, 5, 0xFFFF] as [UInt16]) func `a container of an unknown kind is refused`(kind: UInt16) {
        var bytes = Self.response
        bytes[4] = UInt8(truncatingIfNeeded: kind)
        bytes[5] = UInt8(truncatingIfNeeded: kind >> 8)
        #expect(throws: USBContainer.Failure.unknownKind(kind)) { try Self.events([bytes]) }
    }

    @Test func `data that was received in place counts like parsed data`() throws {
        var parser = USBContainerParser()
        let head = Array(Self.data(0, announced: 100))
        let span = head.span
        _ = try unsafe parser.next(in: span.bytes)
        #expect(parser.expected == 100)
        #expect(parser.dataReceived(byteCount: 60) == .payload(Self.id, byteCount: 60, endsData: false))
        #expect(parser.expected == 40)
        #expect(parser.dataReceived(byteCount: 40) == .payload(Self.id, byteCount: 40, endsData: true))
        #expect(parser.dataReceived(byteCount: 1) == .incomplete)
        #expect(!parser.isInData)
    }
}

@Suite struct USBClassRequestTests {
    @Test func `a cancellation equals the class specification`() {
        let bytes = USBCancellation(TransactionID(rawValue: 0x0403_0201)).bytes
        #expect(bytes == [1, 0x40, 1, 2, 3, 4])
        let span = bytes.span
        #expect(unsafe USBCancellation(span.bytes)?.transaction.rawValue == 0x0403_0201)
        for count in 0..<6 {
            let short = Array(bytes[..<count])
            let span = short.span
            #expect(unsafe USBCancellation(span.bytes) == nil)
        }
    }

    @Test func `a status names the endpoints that stand still`() throws {
        let status = USBDeviceStatus(.transactionCanceled, haltedEndpoints: [0x81, 0x02])
        #expect(status.bytes == [12, 0, 0x1F, 0x20, 0x81, 0, 0, 0, 2, 0, 0, 0])
        let bytes = status.bytes
        let span = bytes.span
        #expect(try unsafe USBDeviceStatus(span.bytes) == status)
        // An incorrect length, and a truncated one.
        for length in [0, 3, 4, 255] as [UInt8] {
            let bytes = [length, 0, 1, 0x20, 0x81, 0, 0, 0]
            let span = bytes.span
            #expect(try unsafe USBDeviceStatus(span.bytes).haltedEndpoints == (length >= 8 ? [0x81] : []))
        }
        let short: [UInt8] = [4, 0, 1]
        let shortSpan = short.span
        #expect(throws: DatasetError.self) { try unsafe USBDeviceStatus(shortSpan.bytes) }
    }

    @Test func `an extended event is read, and refused at every byte where it is cut`() throws {
        let event = USBExtendedEventData(.objectAdded, TransactionID(rawValue: 3), [[1, 2, 3], [], [4]])
        let bytes = event.bytes
        let span = bytes.span
        #expect(try unsafe USBExtendedEventData(span.bytes) == event)
        for count in 0..<bytes.count {
            let short = Array(bytes[..<count])
            let span = short.span
            #expect(throws: DatasetError.self) { try unsafe USBExtendedEventData(span.bytes) }
        }
    }
}
