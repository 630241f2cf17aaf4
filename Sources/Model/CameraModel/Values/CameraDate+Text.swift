// The parts that the text formats of dates share. A format itself belongs to the target that reads and writes it: PTP's to
// PTPProperties, EXIF's to PictureFiles.

extension CameraDate {
    /// The same date if every part is in its range and the day exists; nil after a part was set to an invalid value.
    package var validated: CameraDate? {
        CameraDate(
            year: year,
            month: month,
            day: day,
            hour: hour,
            minute: minute,
            second: second,
            millisecond: millisecond,
            utcOffsetMinutes: utcOffsetMinutes
        )
    }

    /// Parses the text of ``description``: a date, a time, perhaps a fraction and an offset, as ISO 8601 has them; nil for other text.
    package init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes.count <= 40, bytes[10] == UInt8(ascii: "T") else { return nil }
        guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":")
        else { return nil }
        let numbers = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19].compactMap { Int(decimalDigits: bytes[$0]) }
        guard numbers.count == 6 else { return nil }
        var rest = bytes[19...]
        var millisecond = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty, let number = Int(decimalDigits: (digits + [0x30, 0x30]).prefix(3)) else { return nil }
            millisecond = number
            rest = rest.dropFirst(1 + digits.count)
        }
        guard rest.isEmpty || Self.offset(rest) != nil else { return nil }
        self.init(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers[3],
            minute: numbers[4],
            second: numbers[5],
            millisecond: millisecond,
            utcOffsetMinutes: Self.offset(rest)
        )
    }

    /// The minutes of "Z", "+01:00" or "-01:00"; nil for other text.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(text)
        if bytes == [UInt8(ascii: "Z")] { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = Int(decimalDigits: bytes[1..<3]),
            let minutes = Int(decimalDigits: bytes[4..<6]), minutes < 60
        else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "+"): return hours * 60 + minutes
        case UInt8(ascii: "-"): return -(hours * 60 + minutes)
        default: return nil
        }
    }

    /// The offset from UTC as a sign, hours and minutes: "+02:00"; nil without an offset.
    package func utcOffsetText(separator: String) -> String? {
        utcOffsetMinutes.map { offset in
            let (hours, minutes) = (abs(offset) / 60, abs(offset) % 60)
            return "\(offset < 0 ? "-" : "+")\(hours.zeroPadded(2))\(separator)\(minutes.zeroPadded(2))"
        }
    }
}

extension Int {
    /// Parses up to 18 ASCII digits and nothing else; nil for text without digits.
    package init?(decimalDigits digits: some Collection<UInt8>) {
        guard (1...18).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Returns the number with at least `width` digits.
    package func zeroPadded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
