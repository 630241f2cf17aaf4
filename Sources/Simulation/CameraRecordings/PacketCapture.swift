import PTP

/// A packet of a capture.
struct CapturedPacket {
    /// Type of the link, as the formats number it.
    var linkType: UInt32
    var time: Duration
    var bytes: ArraySlice<UInt8>
}

/// Packets of a file in the formats pcap and pcapng. Pure.
struct PacketCapture {
    private(set) var packets: [CapturedPacket] = []
    private let bytes: [UInt8]
    private var isSwapped = false
    private var interfaces: [(linkType: UInt32, ticksPerSecond: Double)] = []

    private static let section: UInt32 = 0x0A0D_0D0A
    private static let orderMark: UInt32 = 0x1A2B_3C4D
    private static let classic: [UInt32: Double] = [0xA1B2_C3D4: 1_000_000, 0xA1B2_3C4D: 1_000_000_000]

    /// Whether a file has one of the formats.
    static func isCapture(_ bytes: [UInt8]) -> Bool {
        guard let magic = word(bytes, 0, isSwapped: false) else { return false }
        return magic == section || classic[magic] != nil || classic[magic.byteSwapped] != nil
    }

    init(_ bytes: [UInt8]) throws(RecordingError) {
        self.bytes = bytes
        if word(0) == Self.section { try readBlocks() } else { try readRecords() }
    }

    private static func word(_ bytes: [UInt8], _ offset: Int, isSwapped: Bool) -> UInt32? {
        guard offset >= 0, offset <= bytes.count - 4 else { return nil }
        let number = (0..<4).reduce(0 as UInt32) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
        return isSwapped ? number.byteSwapped : number
    }

    private func word(_ offset: Int) -> UInt32? { Self.word(bytes, offset, isSwapped: isSwapped) }

    private func half(_ offset: Int) -> UInt16? {
        guard offset >= 0, offset <= bytes.count - 2 else { return nil }
        let number = UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
        return isSwapped ? number.byteSwapped : number
    }

    // MARK: pcap

    private mutating func readRecords() throws(RecordingError) {
        guard let magic = word(0) else { throw .malformed("the head of the capture is cut off") }
        isSwapped = Self.classic[magic] == nil
        let ticks = Self.classic[isSwapped ? magic.byteSwapped : magic] ?? 1_000_000
        guard let linkType = word(20) else { throw .malformed("the head of the capture is cut off") }
        var offset = 24
        var start: Double?
        while let seconds = word(offset), let fraction = word(offset + 4), let count = word(offset + 8) {
            let end = offset + 16 + Int(count)
            guard end <= bytes.count else { return }
            let time = Double(seconds) + Double(fraction) / ticks
            start = start ?? time
            try append(linkType & 0xFFFF, time - start!, offset + 16..<end)
            offset = end
        }
    }

    // MARK: pcapng

    private mutating func readBlocks() throws(RecordingError) {
        var offset = 0
        var start: Double?
        while let type = word(offset), offset + 12 <= bytes.count {
            if type == Self.section {
                isSwapped = false
                isSwapped = word(offset + 8) != Self.orderMark
                interfaces = []
            }
            guard let length = word(offset + 4).map({ Int($0) }), length >= 12, length % 4 == 0, offset + length <= bytes.count
            else { return }
            switch type {
            case 1: readInterface(offset, end: offset + length)
            case 6: try readPacket(offset, end: offset + length, &start)
            default: break
            }
            offset += length
        }
    }

    private mutating func readInterface(_ offset: Int, end: Int) {
        guard interfaces.count < 256, let linkType = half(offset + 8) else { return }
        var ticks = 1_000_000.0
        var option = offset + 16
        // Option 9: the resolution of times, a power of ten, or of two with the highest bit.
        while option + 4 <= end - 4, let code = half(option), code != 0, let size = half(option + 2) {
            if code == 9, option + 4 < end {
                let exponent = bytes[option + 4]
                let power = Int(exponent & 0x7F)
                ticks = power > 40 ? ticks : (0..<power).reduce(1.0) { value, _ in value * (exponent & 0x80 != 0 ? 2 : 10) }
            }
            option += 4 + (Int(size) + 3) / 4 * 4
        }
        interfaces.append((UInt32(linkType), ticks))
    }

    private mutating func readPacket(_ offset: Int, end: Int, _ start: inout Double?) throws(RecordingError) {
        guard let number = word(offset + 8).map({ Int($0) }), interfaces.indices.contains(number), let high = word(offset + 12),
            let low = word(offset + 16), let count = word(offset + 20).map({ Int($0) }), offset + 28 + count <= end
        else { return }
        let time = (Double(high) * 4_294_967_296 + Double(low)) / interfaces[number].ticksPerSecond
        start = start ?? time
        try append(interfaces[number].linkType, time - start!, offset + 28..<offset + 28 + count)
    }

    private mutating func append(_ linkType: UInt32, _ time: Double, _ range: Range<Int>) throws(RecordingError) {
        guard packets.count < 1_000_000 else { throw .tooMany("packets", limit: 1_000_000) }
        // A clock that was set back, or a damaged time.
        let seconds = time >= 0 && time <= 86_400 ? time : 0
        packets.append(CapturedPacket(linkType: linkType, time: .microseconds(Int64(seconds * 1_000_000)), bytes: bytes[range]))
    }
}
