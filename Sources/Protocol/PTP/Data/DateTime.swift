/// A date and time in the format "YYYYMMDDThhmmss", optionally followed by tenths of a second and the time zone
/// (ISO 15740 § 5.3.5).
public struct DateTime: Hashable, Sendable, CustomStringConvertible {
    /// 0 to 9999.
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31; not checked against the month.
    public var day: Int
    /// 0 to 23.
    public var hour: Int
    /// 0 to 59.
    public var minute: Int
    /// 0 to 59.
    public var second: Int
    /// 0 to 9; nil if absent.
    public var tenths: Int?
    /// Offset of the time zone from UTC in minutes, positive to the east; nil if absent.
    public var utcOffsetMinutes: Int?

    /// Creates a date; nil if a part is outside its range.
    public init?(
        year: Int,
        month: Int,
        day: Int,
        hour: Int,
        minute: Int,
        second: Int,
        tenths: Int? = nil,
        utcOffsetMinutes: Int? = nil
    ) {
        guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...59).contains(second), (0...9).contains(tenths ?? 0),
            (-1439...1439).contains(utcOffsetMinutes ?? 0)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.tenths = tenths
        self.utcOffsetMinutes = utcOffsetMinutes
    }

    /// Parses the text; nil if it is not in this format. Ignores further digits after the tenths of a second.
    public init?(_ text: String) {
        var rest = Substring(text).utf8
        func number(_ count: Int) -> Int? {
            let digits = rest.prefix(count)
            guard digits.count == count, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
            rest = rest.dropFirst(count)
            return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
        }
        guard let year = number(4), let month = number(2), let day = number(2), rest.popFirst() == UInt8(ascii: "T"),
            let hour = number(2), let minute = number(2), let second = number(2)
        else { return nil }
        var tenths: Int?
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard let digit = number(1) else { return nil }
            tenths = digit
            rest = rest.drop { (48...57).contains($0) }
        }
        var offset: Int?
        if let sign = rest.popFirst() {
            switch sign {
            case UInt8(ascii: "Z"): offset = 0
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                guard let hours = number(2), let minutes = number(2), minutes < 60 else { return nil }
                offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
            default: return nil
            }
        }
        guard rest.isEmpty else { return nil }
        self.init(
            year: year,
            month: month,
            day: day,
            hour: hour,
            minute: minute,
            second: second,
            tenths: tenths,
            utcOffsetMinutes: offset
        )
    }

    /// The date in the format of the protocol.
    public var description: String {
        func padded(_ number: Int, _ count: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        var text = "\(padded(year, 4))\(padded(month))\(padded(day))T\(padded(hour))\(padded(minute))\(padded(second))"
        if let tenths { text += ".\(tenths)" }
        if let offset = utcOffsetMinutes {
            text += offset == 0 ? "Z" : "\(offset < 0 ? "-" : "+")\(padded(abs(offset) / 60))\(padded(abs(offset) % 60))"
        }
        return text
    }
}
