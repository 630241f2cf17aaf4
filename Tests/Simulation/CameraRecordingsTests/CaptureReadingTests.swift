import PTP
import Testing

@testable import CameraRecordings

@Suite struct CaptureReadingTests {
    // MARK: Writing captures

    private static func number<Number: FixedWidthInteger>(_ number: Number, isBig: Bool = false) -> [UInt8] {
        let places = 0..<Number.bitWidth / 8
        let bytes = places.map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
        return isBig ? bytes.reversed() : bytes
    }

    private static func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
        let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
        let length = number(UInt32(padded.count + 12))
        return number(type) + length + padded + length
    }

    static func pcapng(_ linkType: UInt16, _ packets: [[UInt8]]) -> [UInt8] {
        var head: [UInt8] = number(UInt32(0x1A2B_3C4D))
        head += number(UInt32(1))
        head += number(Int64(-1))
        let section = block(0x0A0D_0D0A, head)
        let interface = block(1, number(linkType) + number(UInt16(0)) + number(UInt32(0)))
        return section + interface
            + packets.enumerated().flatMap { index, bytes in
                let size = number(UInt32(bytes.count))
                return block(6, number(UInt32(0)) + number(UInt32(0)) + number(UInt32(index * 1000)) + size + size + bytes)
            }
    }

    private static func pcap(_ linkType: UInt32, _ packets: [[UInt8]], isBig: Bool) -> [UInt8] {
        let head = [UInt32(0xA1B2_C3D4), 0x0004_0002, 0, 0, 65535, linkType].flatMap { number($0, isBig: isBig) }
        return head
            + packets.flatMap { bytes in
                let size = number(UInt32(bytes.count), isBig: isBig)
                return number(UInt32(1), isBig: isBig) + number(UInt32(0), isBig: isBig) + size + size + bytes
            }
    }

    /// A transfer as usbmon records it.
    private static func transfer(_ bytes: [UInt8], isIn: Bool, device: UInt8 = 5, kind: UInt8 = 3, isEvent: Bool? = nil)
        -> [UInt8]
    {
        var head = [UInt8](repeating: 0, count: 64)
        head[8] = (isEvent ?? isIn) ? UInt8(ascii: "C") : UInt8(ascii: "S")
        (head[9], head[10], head[11]) = (kind, isIn ? 0x81 : 2, device)
        head.replaceSubrange(32..<36, with: number(UInt32(bytes.count)))
        return head + bytes
    }

    private static func usb() throws -> [[UInt8]] {
        let first = TransactionID(rawValue: 1)
        let info = try ReportReadingTests.device().encoded()
        let data = USBContainer(.data, code: 0x1001, first, payloadBytes: UInt64(info.count)).header + info
        return [
            transfer(USBContainer.command(OperationRequest(.getDeviceInfo, first)), isIn: false),
            transfer([], isIn: true, isEvent: false), transfer([1, 2, 3], isIn: true, device: 6), transfer(data, isIn: true),
            transfer(USBContainer.response(OperationResponse(.ok, first)), isIn: true),
            transfer(USBContainer.event(Event(.objectAdded, [3])), isIn: true, kind: 1),
        ]
    }

    /// A TCP segment in an Ethernet frame.
    private static func segment(_ bytes: [UInt8], isIn: Bool, _ sequence: UInt32, port: UInt16 = 50000, isStart: Bool = false)
        -> [UInt8]
    {
        let ports: [UInt16] = isIn ? [15740, port] : [port, 15740]
        var tcp: [UInt8] = ports.flatMap { number($0, isBig: true) }
        tcp += number(sequence, isBig: true)
        tcp += [0, 0, 0, 0, 0x50, isStart ? 2 : 0x10, 0, 0, 0, 0, 0, 0]
        let (camera, computer): ([UInt8], [UInt8]) = ([10, 0, 0, 1], [10, 0, 0, 2])
        var ip: [UInt8] = [0x45, 0]
        ip += number(UInt16(40 + bytes.count), isBig: true)
        ip += [0, 0, 0, 0, 64, 6, 0, 0]
        ip += isIn ? camera + computer : computer + camera
        var frame = [UInt8](repeating: 0, count: 12)
        frame += [8, 0]
        return frame + ip + tcp + bytes
    }

    private static func network() throws -> [[UInt8]] {
        let guid = try #require(IPIdentifier([UInt8](repeating: 1, count: 16)))
        let first = TransactionID(rawValue: 1)
        let info = try ReportReadingTests.device().encoded()
        func encoded(_ packet: IPPacket) throws -> [UInt8] { try packet.encoded() }
        let introduction = try encoded(.initCommandRequest(.init(initiator: guid, name: "tests")))
        let request = try encoded(.operationRequest(OperationRequest(.getDeviceInfo, first), dataFollows: false))
        var answer = try encoded(.startData(first, totalBytes: UInt64(info.count)))
        answer += try encoded(.data(first, payloadBytes: info.count, isLast: true)) + info
        answer += try encoded(.operationResponse(OperationResponse(.ok, first)))
        let half = answer.count / 2
        return [
            segment([], isIn: false, 99, isStart: true), segment(introduction, isIn: false, 100),
            segment(request, isIn: false, 100 + UInt32(introduction.count)),
            segment([], isIn: true, 499, isStart: true),
            // Out of order, and the first part twice.
            segment(Array(answer[half...]), isIn: true, 500 + UInt32(half)), segment(Array(answer[..<half]), isIn: true, 500),
            segment(Array(answer[..<half]), isIn: true, 500),
            segment(try encoded(.event(Event(.objectAdded, [3]))), isIn: true, 900, port: 50001),
            segment(Array("GET / HTTP/1.1".utf8), isIn: true, 1, port: 50002),
        ]
    }

    private static func check(_ camera: RecordedCamera) throws {
        #expect(camera.origin == .capture && camera.device == ReportReadingTests.device())
        let exchanges = camera.transcript.compactMap(\.exchange)
        #expect(exchanges.count == 1 && exchanges[0].isComplete && exchanges[0].code == .getDeviceInfo)
        #expect(camera.transcript.contains { $0.content == .event(Event(.objectAdded, [3])) })
    }

    // MARK: Tests

    @Test func `a capture of usbmon is a transcript of the camera's transfers`() throws {
        try Self.check(try RecordedCamera(Self.pcapng(220, try Self.usb())))
        try Self.check(try RecordedCamera(Self.pcap(220, try Self.usb(), isBig: false)))
        try Self.check(try RecordedCamera(Self.pcap(220, try Self.usb(), isBig: true)))
    }

    @Test func `a capture of PTP/IP is a transcript, whatever the order of the segments`() throws {
        try Self.check(try RecordedCamera(Self.pcapng(1, try Self.network())))
    }

    @Test func `a capture without a camera is an error`() {
        #expect(ReportReadingTests.error(Self.pcapng(1, [[1, 2, 3]])) == .noCamera(.capture))
        #expect(ReportReadingTests.error(Self.pcapng(220, [])) == .noCamera(.capture))
    }

    @Test func `any part of a capture, and damaged ones, end with a result`() throws {
        for bytes in [
            Self.pcapng(220, try Self.usb()), Self.pcapng(1, try Self.network()), Self.pcap(220, try Self.usb(), isBig: true),
        ] {
            for count in 1..<bytes.count { _ = ReportReadingTests.error(Array(bytes[..<count])) }
            for index in bytes.indices {
                var changed = bytes
                changed[index] = ~changed[index]
                _ = ReportReadingTests.error(changed)
            }
        }
    }
}
