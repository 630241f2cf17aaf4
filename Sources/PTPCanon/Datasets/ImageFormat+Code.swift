import PTP

// One number for an image format, so that it can be a property's value like any other: 24 bits a file, the first in the lower ones, kind
// above size above compression; bit 48 is set where there is a second file. Our own, never on the wire.

extension ImageFormat {
    private static let hasSecond: Int64 = 1 << 48
    private static let fileBits = 24

    /// The number; nil for a format with a number in it that takes more than a byte, which no body was seen to have.
    package var code: Int64? {
        guard let first = first.code else { return nil }
        guard let file = second else { return first }
        return file.code.map { Self.hasSecond | $0 << Self.fileBits | first }
    }

    /// The format of a number; nil for one that no format has.
    package init?(code: Int64) {
        guard code >= 0, code < Self.hasSecond << 1 else { return nil }
        let second = code >> Self.fileBits & 0xFF_FFFF
        guard code & Self.hasSecond != 0 || second == 0 else { return nil }
        self.init(File(code: code & 0xFF_FFFF), code & Self.hasSecond == 0 ? nil : File(code: second))
    }

    /// As people write it: "RAW + JPEG fine L". Numbers that nobody explains are shown as such.
    package var label: String { second.map { "\(first.label) + \($0.label)" } ?? first.label }
}

extension ImageFormat.File {
    fileprivate var code: Int64? {
        guard kind < 0x100, size < 0x100, compression < 0x100 else { return nil }
        return Int64(kind << 16 | size << 8 | compression)
    }

    fileprivate init(code: Int64) {
        self.init(kind: UInt32(code >> 16 & 0xFF), size: UInt32(code >> 8 & 0xFF), compression: UInt32(code & 0xFF))
    }

    private static let sizes: [UInt32: String] = [0: "L", 1: "M", 2: "S", 5: "M1", 6: "M2", 0xE: "S1", 0xF: "S2", 0x10: "S3"]
    private static let rawNames: [UInt32: [UInt32: String]] = [4: [0: "RAW", 1: "mRAW", 2: "sRAW"], 3: [0: "cRAW"]]
    /// Bodies that have one quality only give it the numbers 0 and 1.
    private static let jpegNames: [UInt32: String] = [0: "JPEG", 1: "JPEG", 2: "JPEG normal", 3: "JPEG fine"]

    fileprivate var label: String {
        if kind == 6, let name = Self.rawNames[compression]?[size] { return name }
        if kind == 1, let name = Self.jpegNames[compression], let size = Self.sizes[size] { return "\(name) \(size)" }
        return [kind, size, compression].map { "0x" + String($0, radix: 16, uppercase: true) }.joined(separator: "/")
    }
}
