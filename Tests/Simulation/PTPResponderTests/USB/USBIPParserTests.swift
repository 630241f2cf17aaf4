import PTP
import Testing

@testable import PTPResponder

/// Packets of USB/IP hosts, in pieces of any size, and invalid ones.
@Suite struct USBIPParserTests {
    private static let setup = USBSetup(0x80, 6, value: 0x0100, length: 18)

    /// Returns the header of a transfer.
    private static func submit(
        command: UInt32 = 1,
        number: UInt32 = 7,
        direction: UInt32 = 1,
        endpoint: UInt32 = 1,
        flags: UInt32 = 0,
        length: UInt32 = 512,
        packets: UInt32 = 0
    ) -> [UInt8] {
        USBIPClient.bytes(command, number, 0x0001_0002, direction, endpoint, flags, length, 0, packets, 0) + setup.bytes
    }

    private static func next(_ parser: inout USBIPParser, _ bytes: [UInt8]) throws -> USBIPParser.Found {
        let span = bytes.span
        return try unsafe parser.next(in: span.bytes)
    }

    /// Parses bytes in pieces of a size. Returns all items, with the total size of payloads.
    private static func all(_ bytes: [UInt8], pieces: Int) throws -> (found: [USBIPParser.Found], payload: Int, left: Int) {
        var (parser, waiting, rest) = (USBIPParser(), [UInt8](), bytes[...])
        var (found, payload) = ([USBIPParser.Found](), 0)
        while true {
            let next = try next(&parser, waiting)
            switch next {
            case .incomplete:
                if rest.isEmpty { return (found, payload, waiting.count) }
                waiting += rest.prefix(pieces)
                rest = rest.dropFirst(pieces)
                continue
            case .payload(let count, _):
                payload += count
                waiting.removeFirst(count)
                continue
            case .deviceList(let count), .importDevice(_, let count), .submit(_, let count), .unlink(_, _, _, let count):
                waiting.removeFirst(count)
            }
            found.append(next)
        }
    }

    private static let conversation: [UInt8] =
        USBIPClient.importRequest("1-1") + submit()
        + submit(number: 8, direction: 0, endpoint: 2, flags: 0x40, length: 5) + [1, 2, 3, 4, 5]
        + submit(number: 9, direction: 0, endpoint: 0, length: 0)
        + USBIPClient.bytes(2, 10, 0x0001_0002, 0, 0, 7) + [UInt8](repeating: 0, count: 24)

    @Test func `the result is the same for pieces of any size`() throws {
        let whole = try Self.all(Self.conversation, pieces: .max)
        #expect(whole.found.count == 5 && whole.payload == 5 && whole.left == 0)
        guard case .importDevice(busID: "1-1", byteCount: 40) = whole.found[0], case .submit(let read, 48) = whole.found[1],
            case .submit(let write, 48) = whole.found[2], case .submit(let control, 48) = whole.found[3],
            case .unlink(device: 0x0001_0002, number: 7, request: 10, byteCount: 48) = whole.found[4]
        else {
            Issue.record("\(whole.found)")
            return
        }
        #expect(read.isToHost && read.length == 512 && read.setup == nil && !read.endsWithEmptyPacket && read.number == 7)
        #expect(!write.isToHost && write.endpoint == 2 && write.endsWithEmptyPacket)
        #expect(control.endpoint == 0 && control.setup == Self.setup)
        for size in 1...64 {
            let pieces = try Self.all(Self.conversation, pieces: size)
            #expect(pieces.found == whole.found && pieces.payload == 5)
        }
    }

    @Test func `data that is cut off at any byte contains no message`() throws {
        for request in [USBIPClient.listRequest, USBIPClient.importRequest("1-1")] {
            for count in 0..<request.count {
                var parser = USBIPParser()
                #expect(try Self.next(&parser, Array(request.prefix(count))) == .incomplete)
            }
        }
        let imported = USBIPClient.importRequest("1-1")
        for message in [Self.submit(), USBIPClient.bytes(2, 10, 1, 0, 0, 7) + [UInt8](repeating: 0, count: 24)] {
            for count in 0..<message.count {
                let found = try Self.all(imported + message.prefix(count), pieces: .max)
                #expect(found.found.count == 1 && found.left == count)
            }
        }
    }

    @Test func `a list is requested before anything else`() throws {
        #expect(try Self.all(USBIPClient.listRequest, pieces: 3).found == [.deviceList(byteCount: 8)])
    }

    @Test func `impossible packets are refused`() {
        typealias Failure = USBIPParser.Failure
        let imported = USBIPClient.importRequest("1-1")
        let wrong: [([UInt8], Failure)] = [
            ([0x01, 0x06, 0x80, 0x05, 0, 0, 0, 0], .version(0x0106)), ([0x01, 0x11, 0x80, 0x04, 0, 0, 0, 0], .operation(0x8004)),
            ([0x01, 0x11, 0x00, 0x05, 0, 0, 0, 0], .operation(0x0005)),
            ([0x01, 0x11, 0x80, 0x03, 0, 0, 0, 0] + [UInt8](repeating: 0x31, count: 32), .busID),
            (imported + Self.submit(command: 3), .command(3)), (imported + Self.submit(command: 0), .command(0)),
            (imported + Self.submit(direction: 2), .direction(2)), (imported + Self.submit(endpoint: 16), .endpoint(16)),
            (imported + Self.submit(length: 0x0100_0001), .length(0x0100_0001)),
            (imported + Self.submit(length: .max), .length(.max)), (imported + Self.submit(packets: 8), .packets(8)),
            // Operations are invalid after a device was attached.
            (imported + imported + [0, 0, 0, 0, 0, 0, 0, 0], .command(0x0111_8003)),
        ]
        for (bytes, failure) in wrong {
            let error = #expect(throws: Failure.self) { try Self.all(bytes, pieces: .max) }
            #expect(error == failure)
        }
    }

    @Test func `a transfer of the maximum size is accepted, and an isochronous one is refused`() throws {
        let bytes = USBIPClient.importRequest("1-1") + Self.submit(length: 0x0100_0000, packets: .max)
        #expect(try Self.all(bytes, pieces: .max).found.count == 2)
    }
}
