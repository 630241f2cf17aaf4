/// Numbers with units as text; the same in every locale.
package enum Amounts {
    /// A number of bytes: `0 B`, `999 B`, `6.1 MB`, `48 MB`, with at most three significant digits and powers of ten.
    package static func bytes(_ count: Int64) -> String {
        var (value, unit) = (Double(count), 0)
        let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
        while value >= 999.5, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return decimal(value, places: unit == 0 || value >= 99.95 ? 0 : value >= 9.95 ? 0 : 1) + " " + units[unit]
    }

    /// A duration as `0:09`, `12:34`, `1:02:03`.
    package static func clock(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let tail = twoDigits(seconds % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(tail)" : "\(minutes):\(tail)"
    }

    /// A number rounded to `places` decimal places; "–" if it is not finite.
    package static func decimal(_ value: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        guard value.isFinite, (value * scale).magnitude < 1e15 else { return "–" }
        let scaled = Int64((value * scale).rounded())
        let digits = String(scaled.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
        let sign = scaled < 0 ? "-" : ""
        return places == 0 ? sign + padded : "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
    }

    private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }
}
