import ArgumentParsing
import CameraModel

/// One end of a range of dates, such as 2026-11-20 or 2026-11-20T21:52, by the camera's clock. Pure.
///
/// Only the parts that were written are compared: a range until 2026-11-20 includes that whole day.
struct DateBound: Equatable, Sendable, CustomStringConvertible {
    /// Year, month, day, hour, minute, second, up to the last one that was written; at least three.
    private let parts: [Int]
    let description: String

    init?(_ text: String) {
        let halves = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
        guard (1...2).contains(halves.count) else { return nil }
        let date = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        let time = halves.count == 2 ? halves[1].split(separator: ":", omittingEmptySubsequences: false) : []
        guard date.count == 3, halves.count == 1 || (2...3).contains(time.count) else { return nil }
        let lengths = [4, 2, 2, 2, 2, 2]
        var parts: [Int] = []
        for (text, length) in zip(date + time, lengths) {
            guard text.utf8.count == length, let number = Int(decimalDigits: text.utf8) else { return nil }
            parts.append(number)
        }
        let full = parts + Array(repeating: 0, count: 6 - parts.count)
        let isDate =
            CameraDate(year: full[0], month: full[1], day: full[2], hour: full[3], minute: full[4], second: full[5]) != nil
        guard isDate else { return nil }
        self.parts = parts
        description = text
    }

    /// Whether a date is at or after the bound.
    func isAtOrBefore(_ date: CameraDate) -> Bool { !Self.parts(of: date).prefix(parts.count).lexicographicallyPrecedes(parts) }

    /// Whether a date is at or before the bound.
    func isAtOrAfter(_ date: CameraDate) -> Bool { !parts.lexicographicallyPrecedes(Self.parts(of: date).prefix(parts.count)) }

    private static func parts(of date: CameraDate) -> [Int] {
        [date.year, date.month, date.day, date.hour, date.minute, date.second]
    }
}

extension ValueType where Value == DateBound {
    /// A date, or a date and a time.
    static var dateBound: Self {
        ValueType(describe: \.description) { text throws(ValueProblem) in
            if let bound = DateBound(text) { return bound }
            throw ValueProblem(message: "is not a date; write 2026-11-20 or 2026-11-20T21:52")
        }
    }
}
