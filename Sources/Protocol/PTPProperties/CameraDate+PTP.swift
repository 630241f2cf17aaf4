package import CameraModel

/// The text format of dates in PTP: "YYYYMMDDThhmmss", optionally followed by tenths of a second and the time zone
/// (ISO 15740 § 5.3.5).
extension CameraDate {
    /// Parses a text in the format of PTP; nil if it is not in this format or the date does not exist. Ignores further digits
    /// after the tenths of a second.
    package init?(ptp text: String) {
        var rest = Substring(text).utf8
        func number(_ count: Int) -> Int? {
            let digits = rest.prefix(count)
            rest = rest.dropFirst(count)
            return digits.count == count ? Int(decimalDigits: digits) : nil
        }
        guard let year = number(4), let month = number(2), let day = number(2), rest.popFirst() == UInt8(ascii: "T"),
            let hour = number(2), let minute = number(2), let second = number(2)
        else { return nil }
        var tenths = 0
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard let digit = number(1) else { return nil }
            tenths = digit
            rest = rest.drop { (0x30...0x39).contains($0) }
        }
        var offset: Int?
        switch rest.popFirst() {
        case nil: break
        case UInt8(ascii: "Z"): offset = 0
        case let sign? where sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"):
            guard let hours = number(2), let minutes = number(2), minutes < 60 else { return nil }
            offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
        default: return nil
        }
        guard rest.isEmpty else { return nil }
        self.init(
            year: year,
            month: month,
            day: day,
            hour: hour,
            minute: minute,
            second: second,
            millisecond: tenths * 100,
            utcOffsetMinutes: offset
        )
    }

    /// The date in the format of PTP, to the second, with or without its offset from UTC; nil if the date does not exist.
    package func ptpText(includesZone: Bool) -> String? {
        guard let date = validated else { return nil }
        let day = "\(date.year.zeroPadded(4))\(date.month.zeroPadded(2))\(date.day.zeroPadded(2))"
        let time = "\(date.hour.zeroPadded(2))\(date.minute.zeroPadded(2))\(date.second.zeroPadded(2))"
        let zone = date.utcOffsetMinutes == 0 ? "Z" : date.utcOffsetText(separator: "") ?? ""
        return "\(day)T\(time)\(includesZone ? zone : "")"
    }
}
