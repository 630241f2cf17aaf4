/// A date and time as EXIF stores it: the time of the camera's clock, usually without a time zone.
public struct EXIFDateTime: Sendable, Hashable {
    /// The year, 0…9999.
    public var year: Int
    /// The month, 1…12.
    public var month: Int
    /// The day, 1…31.
    public var day: Int
    /// The hour, 0…23.
    public var hour: Int
    /// The minute, 0…59.
    public var minute: Int
    /// The second, 0…59 (60 in a leap second).
    public var second: Int
    /// Milliseconds, 0…999; nil if the file contains none.
    public var milliseconds: Int?
    /// Offset in minutes east of UTC; nil if the file contains none, which is the usual case. It is never guessed.
    public var utcOffsetMinutes: Int?

    /// Creates a date and time from its parts.
    public init(
        year: Int,
        month: Int,
        day: Int,
        hour: Int,
        minute: Int,
        second: Int,
        milliseconds: Int? = nil,
        utcOffsetMinutes: Int? = nil
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.milliseconds = milliseconds
        self.utcOffsetMinutes = utcOffsetMinutes
    }

    /// Whether every part is within its range.
    public var isValid: Bool {
        (0...9999).contains(year) && (1...12).contains(month) && (1...31).contains(day) && (0...23).contains(hour)
            && (0...59).contains(minute) && (0...60).contains(second) && (0...999).contains(milliseconds ?? 0)
            && (-1439...1439).contains(utcOffsetMinutes ?? 0)
    }
}

extension EXIFDateTime {
    /// Parses the texts of the three tags; nil if the first is not a date ("0000:00:00 …" or blank means none).
    init?(dateTime: String, subsecond: String?, offset: String?) {
        let bytes = Array(dateTime.utf8)
        guard bytes.count >= 19 else { return nil }
        func number(_ range: Range<Int>) -> Int? { Int(decimalDigits: bytes[range]) }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        milliseconds = subsecond.flatMap(Self.milliseconds(fromFraction:))
        utcOffsetMinutes = offset.flatMap(Self.minutes(fromOffset:))
        guard isValid else { return nil }
    }

    /// The text of DateTimeOriginal: `2024:05:17 16:20:09`.
    var dateTimeText: String {
        "\(year.padded(4)):\(month.padded(2)):\(day.padded(2)) \(hour.padded(2)):\(minute.padded(2)):\(second.padded(2))"
    }

    /// The text of SubSecTimeOriginal: the digits after the decimal point.
    var subsecondText: String? { milliseconds.map { $0.padded(3) } }

    /// The text of OffsetTimeOriginal: `+02:00`.
    var offsetText: String? {
        utcOffsetMinutes.map { "\($0 < 0 ? "-" : "+")\((abs($0) / 60).padded(2)):\((abs($0) % 60).padded(2))" }
    }

    /// Parses the digits of a fraction: "5" is half a second, not five milliseconds.
    private static func milliseconds(fromFraction text: String) -> Int? {
        let digits = Array(text.utf8.prefix { (0x30...0x39).contains($0) }.prefix(3))
        guard !digits.isEmpty, let value = Int(decimalDigits: digits[...]) else { return nil }
        return digits.count == 1 ? value * 100 : digits.count == 2 ? value * 10 : value
    }

    private static func minutes(fromOffset text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            let hours = Int(decimalDigits: bytes[1..<3]), let minutes = Int(decimalDigits: bytes[4..<6]), hours < 24, minutes < 60
        else { return nil }
        return (bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    }
}

extension Int {
    /// Parses a short run of decimal digits and nothing else.
    fileprivate init?(decimalDigits digits: ArraySlice<UInt8>) {
        guard digits.count <= 9, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Returns the number with at least `count` digits.
    fileprivate func padded(_ count: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
    }
}
