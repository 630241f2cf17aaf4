/// One field of a TIFF directory, as used by EXIF and DNG: a tag with its values, little-endian.
struct TIFFField {
    /// The types of values (TIFF 6.0, section 2), with their numbers in the file.
    enum Format: UInt16 {
        case byte = 1
        case ascii
        case short
        case long
        case rational
        case undefined = 7
        case signedRational = 10
    }

    let tag: UInt16
    let format: Format
    /// The number of values, not of bytes.
    let count: Int
    let bytes: [UInt8]

    init(_ tag: UInt16, _ format: Format, count: Int, _ bytes: [UInt8]) {
        self.tag = tag
        self.format = format
        self.count = count
        self.bytes = bytes
    }

    static func bytes(_ tag: UInt16, _ values: [UInt8], _ format: Format = .byte) -> TIFFField {
        TIFFField(tag, format, count: values.count, values)
    }

    static func shorts(_ tag: UInt16, _ values: [UInt16]) -> TIFFField {
        TIFFField(tag, .short, count: values.count, values.flatMap(\.littleEndianBytes))
    }

    static func longs(_ tag: UInt16, _ values: [UInt32]) -> TIFFField {
        TIFFField(tag, .long, count: values.count, values.flatMap(\.littleEndianBytes))
    }

    static func rationals(_ tag: UInt16, _ values: [EXIFRational]) -> TIFFField {
        TIFFField(
            tag,
            .rational,
            count: values.count,
            values.flatMap { $0.numerator.littleEndianBytes + $0.denominator.littleEndianBytes }
        )
    }

    static func signedRationals(_ tag: UInt16, _ values: [EXIFSignedRational]) -> TIFFField {
        TIFFField(
            tag,
            .signedRational,
            count: values.count,
            values.flatMap { $0.numerator.littleEndianBytes + $0.denominator.littleEndianBytes }
        )
    }

    /// Creates a text field up to the first NUL; nil if the text is empty.
    static func text(_ tag: UInt16, _ text: String) -> TIFFField? {
        let characters = text.utf8.prefix { $0 != 0 }
        guard !characters.isEmpty else { return nil }
        return TIFFField(tag, .ascii, count: characters.count + 1, Array(characters) + [0])
    }
}

extension FixedWidthInteger {
    /// The bytes, the lowest first.
    var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }
}
