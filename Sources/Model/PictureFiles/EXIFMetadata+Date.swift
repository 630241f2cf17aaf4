public import CameraModel
public import ImageFormats

// EXIF 2.31 § 4.6.5: three texts are one date. The tags are the field's; their meaning is a date of the camera model.

extension EXIFMetadata {
    /// The date at which the picture was taken; nil if the file has none, or one that does not exist. An offset from UTC is never
    /// guessed.
    ///
    /// Setting an invalid date removes the date.
    public var created: CameraDate? {
        get {
            guard let dateTimeOriginal, let date = CameraDate(exif: dateTimeOriginal) else { return nil }
            var result = date
            result.millisecond = subSecTimeOriginal.flatMap(Self.milliseconds) ?? 0
            result.utcOffsetMinutes = offsetTimeOriginal.flatMap(Self.minutes)
            return result
        }
        set {
            let date = newValue?.validated
            dateTimeOriginal = date?.exifText
            subSecTimeOriginal = date?.millisecond.zeroPadded(3)
            offsetTimeOriginal = date?.utcOffsetText(separator: ":")
        }
    }

    /// Parses the digits of a fraction: "5" is half a second, not five milliseconds.
    private static func milliseconds(_ text: String) -> Int? {
        let digits = text.utf8.prefix { (0x30...0x39).contains($0) }.prefix(3)
        return Int(decimalDigits: digits).map { digits.count == 1 ? $0 * 100 : digits.count == 2 ? $0 * 10 : $0 }
    }

    private static func minutes(_ offset: String) -> Int? {
        let bytes = Array(offset.utf8)
        guard bytes.count >= 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            let hours = Int(decimalDigits: bytes[1..<3]), let minutes = Int(decimalDigits: bytes[4..<6]), hours < 24, minutes < 60
        else { return nil }
        return (bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    }
}

extension CameraDate {
    /// Parses the text of DateTimeOriginal; nil for zeros and blanks, which are written by a camera whose clock is not set.
    fileprivate init?(exif text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19 else { return nil }
        func number(_ range: Range<Int>) -> Int? { Int(decimalDigits: bytes[range]) }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    /// The text of DateTimeOriginal: `2024:05:17 16:20:09`.
    fileprivate var exifText: String {
        let time = "\(hour.zeroPadded(2)):\(minute.zeroPadded(2)):\(second.zeroPadded(2))"
        return "\(year.zeroPadded(4)):\(month.zeroPadded(2)):\(day.zeroPadded(2)) \(time)"
    }
}
