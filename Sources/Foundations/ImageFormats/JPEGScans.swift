/// What decoding a JPEG file costs, by its markers alone. Pure.
///
/// A file of a few bytes may describe a picture of any size, and have any number of scans, each of which passes over the whole
/// picture; a decoder of several scans keeps all coefficients in memory (ITU-T T.81 § G.1). The markers are walked as the
/// library walks them: from one to the next, past whatever is between them.
struct JPEGScans: Hashable {
    /// Number of scans.
    private(set) var count = 0
    /// Memory for the coefficients in bytes, if the picture has several scans; 0 if the rows are decoded one after the other.
    private(set) var coefficientByteCount = 0

    /// Walks the markers of `jpeg`; ends at its end, or at the first length that no decoder accepts.
    init(_ jpeg: Span<UInt8>) {
        var frame: Frame?
        var isBuffered = false
        var offset = 0
        while let marker = Self.nextMarker(in: jpeg, &offset), marker != Marker.endOfImage {
            if Marker.isParameterless(marker) { continue }
            guard let contents = Self.contents(in: jpeg, at: offset) else { break }
            if Marker.isStartOfFrame(marker) { frame = Frame(jpeg, contents, isProgressive: marker & 3 == 2) }
            if marker == Marker.startOfScan {
                count += 1
                let components = contents.isEmpty ? 0 : Int(jpeg[contents.lowerBound])
                if let frame { isBuffered = isBuffered || frame.isProgressive || components < frame.components }
            }
            offset = contents.upperBound
        }
        if isBuffered, let frame { coefficientByteCount = frame.coefficientByteCount }
    }

    /// Advances past the next marker; returns nil at the end of the file.
    private static func nextMarker(in jpeg: Span<UInt8>, _ offset: inout Int) -> UInt8? {
        while offset + 1 < jpeg.count {
            // A zero makes the byte before it data; a further FF is a fill byte.
            if jpeg[offset] == 0xFF, jpeg[offset + 1] != 0, jpeg[offset + 1] != 0xFF {
                offset += 2
                return jpeg[offset - 1]
            }
            offset += 1
        }
        return nil
    }

    /// Range of the contents behind a length of two bytes, as far as the file has them; nil without a valid length.
    private static func contents(in jpeg: Span<UInt8>, at offset: Int) -> Range<Int>? {
        guard offset + 2 <= jpeg.count else { return nil }
        let length = Int(jpeg[offset]) << 8 | Int(jpeg[offset + 1])
        guard length >= 2 else { return nil }
        return offset + 2..<max(offset + 2, min(offset + length, jpeg.count))
    }

    /// The frame header, as far as it determines the size of the coefficients.
    private struct Frame {
        let components: Int
        let isProgressive: Bool
        let coefficientByteCount: Int

        init?(_ jpeg: Span<UInt8>, _ contents: Range<Int>, isProgressive: Bool) {
            guard contents.count >= 6 else { return nil }
            func word(at index: Int) -> Int { Int(jpeg[index]) << 8 | Int(jpeg[index + 1]) }
            let (height, width) = (word(at: contents.lowerBound + 1), word(at: contents.lowerBound + 3))
            components = Int(jpeg[contents.lowerBound + 5])
            self.isProgressive = isProgressive
            let factors = (0..<components).compactMap { index -> (Int, Int)? in
                let place = contents.lowerBound + 7 + 3 * index
                return place < contents.upperBound ? (Int(jpeg[place] >> 4), Int(jpeg[place] & 15)) : nil
            }
            let (horizontal, vertical) = (factors.map(\.0).max() ?? 1, factors.map(\.1).max() ?? 1)
            guard horizontal > 0, vertical > 0 else { return nil }
            // Whole units of the coarsest component, of 8 × 8 samples each; two bytes for a coefficient.
            let units = Self.quotient(width, 8 * horizontal) * Self.quotient(height, 8 * vertical)
            coefficientByteCount = factors.reduce(0) { $0 + units * $1.0 * $1.1 * 128 }
        }

        private static func quotient(_ dividend: Int, _ divisor: Int) -> Int { (dividend + divisor - 1) / divisor }
    }
}
