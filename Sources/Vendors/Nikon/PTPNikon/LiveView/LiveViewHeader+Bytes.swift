// The numbers of a header, which are big-endian, and how its layout is judged.

extension LiveViewHeader.Layout {
    /// Returns the layout of a frame's header: the picture follows it, and its sizes are possible. Nil if there is none.
    static func of(_ bytes: RawSpan) -> LiveViewHeader.Layout? {
        for size in [64, 128, 384, 1024] where bytes.hasPicture(at: size) {
            // The layouts of one size differ in where possible sizes are: those with more fields are tried first.
            if let layout = all.reversed().first(where: { $0.size == size && $0.isPossible(bytes) }) { return layout }
        }
        return nil
    }

    /// Whether the header's sizes are possible: none is empty, and the shown part has the shape of the whole and is inside it.
    private func isPossible(_ bytes: RawSpan) -> Bool {
        let (picture, whole) = (bytes.area(self.picture, hasMiddle: false), bytes.area(self.whole, hasMiddle: false))
        guard !picture.isEmpty, !whole.isEmpty else { return false }
        // A layout without a prefix begins with the width of the picture, a prefix with zeros.
        if self.picture == 8, bytes.bigEndian(0) != 0 { return false }
        guard let shown else { return true }
        let part = bytes.area(shown)
        guard !part.isEmpty, part.isInside(whole) else { return false }
        return z != nil || part.hasShape(of: whole)
    }
}

extension LiveViewHeader {
    /// Returns the range of the picture in the data of a frame: after a known header, or where a JPEG file begins near the start.
    /// Nil if there is no whole one.
    package static func picture(in bytes: RawSpan) -> Range<Int>? {
        guard let start = start(in: bytes) else { return nil }
        // Data may follow the end of the picture.
        var end = bytes.byteCount
        let least = max(start + 4, end - paddingLimit)
        while end >= least {
            if bytes.byte(end - 2) == 0xFF, bytes.byte(end - 1) == 0xD9 { return start..<end }
            end -= 1
        }
        return nil
    }

    /// Maximum number of bytes after a picture.
    private static let paddingLimit = 4096
    /// Maximum size of an unknown header.
    private static let searchLimit = 8192

    private static func start(in bytes: RawSpan) -> Int? {
        if let layout = Layout.of(bytes) { return layout.size }
        return (0..<min(searchLimit, bytes.byteCount)).first { bytes.hasPicture(at: $0) }
    }
}

extension LiveViewHeader.Area {
    var isEmpty: Bool { width == 0 || height == 0 }

    /// Whether the area is inside a space, up to the rounding of halves.
    func isInside(_ space: LiveViewHeader.Area) -> Bool {
        func fits(_ middle: UInt16, _ side: UInt16, _ limit: UInt16) -> Bool {
            Int(middle) * 2 + 2 >= Int(side) && Int(middle) * 2 + Int(side) <= Int(limit) * 2 + 2
        }
        return fits(x, width, space.width) && fits(y, height, space.height)
    }

    /// Whether the ratio of the sides differs by less than 3 %.
    func hasShape(of other: LiveViewHeader.Area) -> Bool {
        let (mine, theirs) = (Int(width) * Int(other.height), Int(height) * Int(other.width))
        return abs(mine - theirs) * 100 < max(mine, theirs) * 3
    }
}

// All positions are in the header, whose size was compared with the data before.
extension RawSpan {
    /// Whether a JPEG file begins at an offset.
    func hasPicture(at offset: Int) -> Bool {
        byteCount >= offset + 3 && byte(offset) == 0xFF && byte(offset + 1) == 0xD8 && byte(offset + 2) == 0xFF
    }

    /// The byte at an offset; 0 beyond the end.
    func byte(_ offset: Int) -> UInt8 {
        guard offset >= 0, offset < byteCount else { return 0 }
        return unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
    }

    func bigEndian(_ offset: Int) -> UInt16 { UInt16(byte(offset)) << 8 | UInt16(byte(offset + 1)) }

    func number(_ offset: Int) -> UInt32 { UInt32(bigEndian(offset)) << 16 | UInt32(bigEndian(offset + 2)) }

    /// Degrees as a 16.16 fixed-point number.
    func degrees(_ offset: Int) -> Double { Double(Int32(bitPattern: number(offset))) / 65536 }

    /// Width and height, and the middle if the field has one.
    func area(_ offset: Int, hasMiddle: Bool = true) -> LiveViewHeader.Area {
        LiveViewHeader.Area(
            width: bigEndian(offset),
            height: bigEndian(offset + 2),
            x: hasMiddle ? bigEndian(offset + 4) : 0,
            y: hasMiddle ? bigEndian(offset + 6) : 0
        )
    }
}

extension [UInt8] {
    mutating func put(_ number: UInt32, _ offset: Int) {
        for index in 0..<4 { self[offset + index] = UInt8(truncatingIfNeeded: number >> UInt32(24 - index * 8)) }
    }

    mutating func put(_ area: LiveViewHeader.Area, _ offset: Int, hasMiddle: Bool = true) {
        let numbers = [area.width, area.height] + (hasMiddle ? [area.x, area.y] : [])
        for (index, number) in numbers.enumerated() {
            self[offset + index * 2] = UInt8(number >> 8)
            self[offset + index * 2 + 1] = UInt8(truncatingIfNeeded: number)
        }
    }
}
