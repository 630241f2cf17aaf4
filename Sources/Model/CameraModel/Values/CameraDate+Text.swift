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
