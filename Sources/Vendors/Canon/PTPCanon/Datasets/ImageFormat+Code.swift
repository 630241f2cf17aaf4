import PTP

// Encoding of an image format as one number, so that it can be the value of a property: 24 bits per file, the first file in
// the lower bits, each with type, size and compression from the highest to the lowest byte; bit 48 is set if there is a
// second file. The encoding is internal and is never sent.

extension ImageFormat {
    private static let hasSecond: Int64 = 1 << 48
    private static let fileBits = 24

    /// The number; nil for a format with a field of more than one byte, which has not been observed.
    package var code: Int64? {
        guard let first = first.code else { return nil }
        guard let file = second else { return first }
        return file.code.map { Self.hasSecond | $0 << Self.fileBits | first }
    }

    /// Decodes a number; nil if it is invalid.
    package init?(code: Int64) {
        guard code >= 0, code < Self.hasSecond << 1 else { return nil }
        let second = code >> Self.fileBits & 0xFF_FFFF
        guard code & Self.hasSecond != 0 || second == 0 else { return nil }
        self.init(File(code: code & 0xFF_FFFF), code & Self.hasSecond == 0 ? nil : File(code: second))
    }

    /// Display text, such as "RAW + JPEG fine L". Unknown formats are shown as numbers.
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
    /// Bodies with only one JPEG quality use 0 or 1 for it.
    private static let jpegNames: [UInt32: String] = [0: "JPEG", 1: "JPEG", 2: "JPEG normal", 3: "JPEG fine"]

    fileprivate var label: String {
        if kind == 6, let name = Self.rawNames[compression]?[size] { return name }
        if kind == 1, let name = Self.jpegNames[compression], let size = Self.sizes[size] { return "\(name) \(size)" }
        return [kind, size, compression].map { "0x" + String($0, radix: 16, uppercase: true) }.joined(separator: "/")
    }
}
