extension ValueType where Value == Int {
    /// A whole number in `range`. Signs are accepted, digit grouping is not.
    package static func wholeNumber(_ range: ClosedRange<Int>) -> Self {
        ValueType(describe: { String($0) }) { text throws(ValueProblem) in
            guard isWholeNumber(text) else { throw ValueProblem(message: "is not a whole number") }
            // A number too large for Int is outside every range too.
            guard let number = Int(text), range.contains(number) else {
                throw ValueProblem(message: outside(range.lowerBound, range.upperBound, unbounded: range.upperBound == .max))
            }
            return number
        }
    }

    package static func wholeNumber(_ range: PartialRangeFrom<Int>) -> Self { wholeNumber(range.lowerBound...Int.max) }

    /// A count: at least one.
    package static var count: Self { wholeNumber(1...) }
}

extension ValueType where Value == Duration {
    /// A time in seconds, decimals allowed (`2`, `0.25`), in `range`. Exact to the nanosecond.
    package static func seconds(_ range: ClosedRange<Duration>) -> Self {
        ValueType(describe: DecimalSeconds.text) { text throws(ValueProblem) in
            guard let duration = DecimalSeconds.parse(text) else {
                throw ValueProblem(message: "is not a number of seconds, such as 1.5")
            }
            guard range.contains(duration) else {
                let (low, high) = (DecimalSeconds.text(range.lowerBound), DecimalSeconds.text(range.upperBound))
                throw ValueProblem(message: outside(low, high, unbounded: range.upperBound == DecimalSeconds.longest))
            }
            return duration
        }
    }

    package static func seconds(_ range: PartialRangeFrom<Duration>) -> Self {
        seconds(range.lowerBound...DecimalSeconds.longest)
    }

    /// Any time that is not negative, in seconds.
    package static var seconds: Self { seconds(.zero...) }
}

/// Conversion of decimal seconds from and to text, without floating point.
package enum DecimalSeconds {
    /// Maximum duration, thirty years: far beyond any use, and without overflow in the arithmetic.
    package static let longest = Duration.seconds(1_000_000_000)

    /// Parses `12`, `1.5`, `.5`, `-3`; at most nine decimals, with a magnitude of at most `longest`.
    package static func parse(_ text: String) -> Duration? {
        var digits = Array(text.utf8.prefix(32))
        guard digits.count == text.utf8.count else { return nil }
        let negative = digits.first == UInt8(ascii: "-")
        if negative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? Array(parts[1]) : []
        guard let whole = parts.first, whole.count + decimals.count > 0, whole.count <= 10, decimals.count <= 9,
            (whole + decimals).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        let padded = decimals + Array(repeating: UInt8(ascii: "0"), count: 9 - decimals.count)
        let duration = Duration.seconds(number(whole)) + .nanoseconds(number(padded[...]))
        guard duration <= longest else { return nil }
        return negative ? .zero - duration : duration
    }

    package static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = (attoseconds / 1_000_000_000).magnitude
        let sign = duration < .zero ? "-" : ""
        if nanoseconds == 0 { return sign + String(seconds.magnitude) }
        var decimals = String(nanoseconds)
        decimals = String(repeating: "0", count: 9 - decimals.utf8.count) + decimals
        while decimals.last == "0" { decimals.removeLast() }
        return sign + "\(seconds.magnitude).\(decimals)"
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64 {
        digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
}

private func isWholeNumber(_ text: String) -> Bool {
    var digits = text.utf8[...]
    if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits.removeFirst() }
    return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}

private func outside(_ low: some CustomStringConvertible, _ high: some CustomStringConvertible, unbounded: Bool) -> String {
    unbounded ? "is out of range; use \(low) or more" : "is out of range; use \(low) to \(high)"
}
