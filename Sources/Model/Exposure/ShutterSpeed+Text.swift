extension ShutterSpeed {
    /// The speed as photographers write it: "1/250", "0.4 s", "2.5 s", "120 s"; "auto", "flash sync", "time", "bulb".
    ///
    /// A speed that is neither 1/n s nor what `init(seconds:)` makes of its decimal is written as a fraction, "10/13", or
    /// with a decimal below the line, "1/1.3".
    public var description: String {
        guard let numerator, let denominator else { return specialName }
        if numerator == 1, denominator > 2 { return "1/\(denominator)" }
        if let decimal = decimalText(numerator, over: denominator), let seconds, Self(seconds: seconds) == self {
            return decimal + " s"
        }
        if numerator < denominator, let decimal = decimalText(denominator, over: numerator) { return "1/" + decimal }
        return "\(numerator)/\(denominator)"
    }

    /// Parses a shutter speed.
    ///
    /// - Fractions of a second, exactly: "1/250", "1/250 s", "⅟250", "1/1.3".
    /// - Seconds, read as `init(seconds:)` does: "0.004", "2.5 s", "2,5", "30\"", "2\"5" (which is 2.5 s), "30 sec".
    /// - Minutes: "2 min", "2m", "15'", "1.5 min", "1'30\"", "1 m 30 s".
    /// - Special values: "auto", "flash sync", "x", "time", "t", "bulb", "b".
    ///
    /// A bare number is seconds: "250" is not 1/250 s.
    ///
    /// - Returns: `nil` for anything else, and outside a microsecond to a day.
    public init?(_ description: String) {
        guard var cursor = TextCursor(description), let speed = cursor.readShutterSpeed(), cursor.isAtEnd else { return nil }
        self = speed
    }

    private var specialName: String {
        switch self {
        case .automatic: "auto"
        case .flashSync: "flash sync"
        case .time: "time"
        default: "bulb"
        }
    }
}

extension TextCursor {
    fileprivate mutating func readShutterSpeed() -> ShutterSpeed? {
        if readRest("auto", "automatic") { return .automatic }
        if readRest("flash sync", "flashsync", "sync", "x-sync", "x") { return .flashSync }
        if readRest("time", "t") { return .time }
        if readRest("bulb", "b") { return .bulb }
        if read(anyOf: "\u{215F}") { return readFraction(over: DecimalNumber(digits: 1, decimals: 0)) }

        guard let number = readDecimal() else { return nil }
        if readFractionSlash() { return readFraction(over: number) }
        skipSpace()
        // Two apostrophes are seconds: they are tried before the one that is minutes.
        if let seconds = readSeconds(after: number) { return ShutterSpeed(seconds: seconds.doubleValue) }
        guard readMinutesMark() else { return isAtEnd ? ShutterSpeed(seconds: number.doubleValue) : nil }
        skipSpace()
        guard let extra = readDecimal() else { return ShutterSpeed(seconds: number.doubleValue * 60) }
        skipSpace()
        guard number.decimals == 0, extra.doubleValue < 60, isAtEnd || readSeconds(after: extra) != nil else { return nil }
        return ShutterSpeed(seconds: number.doubleValue * 60 + extra.doubleValue)
    }

    /// Reads what is below the line of a fraction of a second, and the unit that may follow.
    private mutating func readFraction(over numerator: DecimalNumber) -> ShutterSpeed? {
        guard let denominator = readDecimal() else { return nil }
        skipSpace()
        guard isAtEnd || readSecondsWord() || readSecondsMark() else { return nil }
        return ShutterSpeed(numerator, over: denominator)
    }

    /// Reads the unit behind a number of seconds, and the tenths that displays show behind the unit: the `"5` of `2"5`.
    private mutating func readSeconds(after number: DecimalNumber) -> DecimalNumber? {
        if readSecondsWord() { return number }
        var probe = self
        guard probe.readSecondsMark() else { return nil }
        var seconds = number
        if let tenths = probe.readInteger() {
            guard tenths < 10, number.decimals == 0, number.digits <= 86_400 else { return nil }
            seconds = DecimalNumber(digits: number.digits * 10 + tenths, decimals: 1)
        }
        self = probe
        return seconds
    }

    private mutating func readSecondsMark() -> Bool { read(anyOf: "\"", "''", "\u{2033}", "\u{201D}", "\u{2032}\u{2032}") }
    private mutating func readSecondsWord() -> Bool { read(anyOf: "seconds", "second", "sec", "s") }
    private mutating func readMinutesMark() -> Bool { read(anyOf: "minutes", "minute", "min", "m", "'", "\u{2032}", "\u{2019}") }
}

extension ShutterSpeed {
    /// A fraction whose numbers may have decimals, exactly, or `nil` if it does not fit.
    fileprivate init?(_ numerator: DecimalNumber, over denominator: DecimalNumber) {
        let (upper, upperOverflow) = numerator.digits.multipliedReportingOverflow(by: denominator.scale)
        let (lower, lowerOverflow) = denominator.digits.multipliedReportingOverflow(by: numerator.scale)
        guard !upperOverflow, !lowerOverflow, upper > 0, lower > 0 else { return nil }
        let divisor = greatestCommonDivisor(upper, lower)
        guard let upper = UInt32(exactly: upper / divisor), let lower = UInt32(exactly: lower / divisor) else { return nil }
        self.init(numerator: upper, denominator: lower)
    }
}

/// A fraction as a decimal, if six places are enough to write it exactly.
private func decimalText(_ numerator: UInt32, over denominator: UInt32) -> String? {
    let (whole, rest) = UInt64(numerator).quotientAndRemainder(dividingBy: UInt64(denominator))
    let (millionths, remainder) = (rest * 1_000_000).quotientAndRemainder(dividingBy: UInt64(denominator))
    guard remainder == 0 else { return nil }
    if millionths == 0 { return "\(whole)" }
    var digits = String(String(1_000_000 + millionths).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
}
