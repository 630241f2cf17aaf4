/// A date and time as a camera records it: wall-clock time, often without a time zone.
///
/// EXIF 2.31 § 4.6.5 (DateTimeOriginal, OffsetTimeOriginal): without an offset the time is local to the place for which the
/// camera was set, which is not recorded. HotShoe keeps it without an offset and never guesses one.
public struct CameraDate: Sendable, Hashable, CustomStringConvertible {
    /// Year, 1…9999.
    public var year: Int
    /// Month, 1…12.
    public var month: Int
    /// Day of the month, 1…31.
    public var day: Int
    /// Hour, 0…23.
    public var hour: Int
    /// Minute, 0…59.
    public var minute: Int
    /// Second, 0…59.
    public var second: Int
    /// Millisecond, 0…999.
    public var millisecond: Int
    /// Offset in minutes east of UTC; nil if the camera does not record it.
    public var utcOffsetMinutes: Int?

    /// Creates a date from its parts; nil unless every part is in its range and the day exists.
    public init?(
        year: Int,
        month: Int,
        day: Int,
        hour: Int = 0,
        minute: Int = 0,
        second: Int = 0,
        millisecond: Int = 0,
        utcOffsetMinutes: Int? = nil
    ) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second), (0...999).contains(millisecond),
            (-1439...1439).contains(utcOffsetMinutes ?? 0)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.millisecond = millisecond
        self.utcOffsetMinutes = utcOffsetMinutes
    }

    /// Creates the date of a moment, as a clock at the given offset shows it.
    ///
    /// Moments outside the years 1…9999 are limited to the first or the last representable moment.
    ///
    /// - Parameters:
    ///   - millisecondsSince1970: milliseconds since 1970-01-01 00:00 UTC.
    ///   - utcOffsetMinutes: offset in minutes east of UTC, limited to -1439…1439.
    public init(millisecondsSince1970: Int64, utcOffsetMinutes: Int = 0) {
        let offset = min(max(utcOffsetMinutes, -1439), 1439)
        // Limited first to a range that allows adding the offset without overflow, then to the representable range.
        let moment = min(max(millisecondsSince1970, -63_000_000_000_000), 254_000_000_000_000)
        let local = min(max(moment + Int64(offset) * 60_000, -62_135_596_800_000), 253_402_300_799_999)
        let day = local.flooredQuotient(by: 86_400_000)
        let date = Self.civil(daysSince1970: day)
        let rest = Int(local - day * 86_400_000)
        year = date.year
        month = date.month
        self.day = date.day
        hour = rest / 3_600_000
        minute = rest / 60_000 % 60
        second = rest / 1000 % 60
        millisecond = rest % 1000
        self.utcOffsetMinutes = offset
    }

    /// Whether the same clock showed this date earlier, in whole seconds: not every report of a camera has fractions of a second.
    package func isEarlier(than other: CameraDate) -> Bool {
        localMilliseconds.flooredQuotient(by: 1000) < other.localMilliseconds.flooredQuotient(by: 1000)
    }

    /// Milliseconds since 1970-01-01 00:00 UTC; nil if the offset is not known.
    public var millisecondsSince1970: Int64? {
        utcOffsetMinutes.map { localMilliseconds - Int64($0) * 60_000 }
    }

    private var localMilliseconds: Int64 {
        let seconds = Self.daysSince1970(year: year, month: month, day: day) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        return seconds * 1000 + Int64(millisecond)
    }

    /// ISO 8601: "2026-11-20T21:52:03.250+01:00"; without an offset if there is none.
    public var description: String {
        let (month, day) = (month.zeroPadded(2), day.zeroPadded(2))
        let (hour, minute, second) = (hour.zeroPadded(2), minute.zeroPadded(2), second.zeroPadded(2))
        let fraction = millisecond > 0 ? ".\(millisecond.zeroPadded(3))" : ""
        let zone = utcOffsetMinutes == 0 ? "Z" : utcOffsetText(separator: ":") ?? ""
        return "\(year.zeroPadded(4))-\(month)-\(day)T\(hour):\(minute):\(second)\(fraction)\(zone)"
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    // Conversions between days and dates of the proleptic Gregorian calendar, with years that begin on 1 March.

    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int64 {
        let shifted = Int64(month <= 2 ? year - 1 : year)
        let era = shifted.flooredQuotient(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(daysSince1970 days: Int64) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted.flooredQuotient(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        let year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        return (year, month, Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1))
    }
}

extension Int64 {
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
