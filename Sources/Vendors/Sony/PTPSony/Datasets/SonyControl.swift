package import PTP

/// The data of ControlDevice (0x9207; observed behaviour).
package enum SonyControl {
    /// Presses a button (2), or releases it (1).
    package static func button(isPressed: Bool) -> [UInt8] { [isPressed ? 2 : 1, 0] }

    /// Whether data presses a button; nil for data that is neither.
    package static func isPressed(_ data: [UInt8]) -> Bool? {
        switch number(data) {
        case 2: true
        case 1: false
        default: nil
        }
    }

    /// Moves a setting by a number of notches. The f-number has two bytes, all others one.
    package static func notches(_ count: Int, of code: DevicePropCode) -> [UInt8] {
        let byte = UInt8(bitPattern: Int8(clamping: count))
        return code == .fNumber ? [byte, 0] : [byte]
    }

    /// The number of notches in data of one or two bytes, whose sign is that of the first byte.
    package static func notches(_ data: [UInt8]) -> Int? {
        guard (1...2).contains(data.count) else { return nil }
        return Int(Int8(bitPattern: data[0]))
    }

    /// The number in data of at most 8 bytes; nil for other data.
    package static func number(_ data: [UInt8]) -> UInt64? {
        (1...8).contains(data.count) ? data.reversed().reduce(0) { $0 << 8 | UInt64($1) } : nil
    }

    /// A number in as many bytes as its type has.
    package static func data(_ number: some FixedWidthInteger) -> [UInt8] {
        var writer = DatasetWriter()
        writer.integer(number)
        return writer.bytes
    }
}
