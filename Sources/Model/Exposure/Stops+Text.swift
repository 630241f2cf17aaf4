extension Stops: LosslessStringConvertible {
    /// The value as displays show it, with one sign and one fraction: "+1⅓", "-⅔", "+½", "0".
    public var description: String {
        if sixths == 0 { return "0" }
        return (sixths > 0 ? "+" : "-") + magnitudeText
    }

    /// The value without its sign: "1⅓", "⅔", "0".
    var magnitudeText: String {
        let (whole, rest) = sixths.magnitude.quotientAndRemainder(dividingBy: 6)
        let fraction = ["", "⅙", "⅓", "½", "⅔", "⅚"][Int(rest)]
        return whole == 0 && rest != 0 ? fraction : "\(whole)\(fraction)"
    }

    /// Parses a number of stops with an optional sign: "+1⅓", "-⅔", "1 1/3", "1/3", "1.3", "-0,7", "0".
    ///
    /// The sign may be typographic ("−", "±0"). A decimal is taken to the nearest sixth, so "0.3" is ⅓; a fraction must be
    /// a whole number of sixths. Anything else, also a number too large to hold, is `nil`.
    public init?(_ description: String) {
        guard var cursor = TextCursor(description), let stops = cursor.readStops(), cursor.isAtEnd else { return nil }
        self = stops
    }
}

extension Stops: Codable {
    /// Decodes the description; throws `DecodingError.dataCorrupted` where it does not parse.
    public init(from decoder: any Decoder) throws {
        try self.init(fromTextIn: decoder)
    }

    /// Encodes the description.
    public func encode(to encoder: any Encoder) throws {
        try encodeText(to: encoder)
    }
}

extension TextCursor {
    /// Reads a signed number of stops in any of the forms that `Stops` parses.
    mutating func readStops() -> Stops? {
        let sign = readSymbol(from: ["+": 1, "-": -1, "\u{2212}": -1, "\u{2013}": -1, "±": 0])
        guard let magnitude = readUnsignedStops() else { return nil }
        if sign == 0, magnitude != .zero { return nil }
        return magnitude * (sign ?? 1)
    }

    /// Reads "1⅓", "⅓", "1 1/3", "1/3", "1.3" or "1".
    private mutating func readUnsignedStops() -> Stops? {
        if let part = readVulgarFraction() { return part }
        guard let number = readDecimal() else { return nil }
        if number.decimals > 0 { return Stops(nearest: number.doubleValue) }
        if readFractionSlash() { return readDenominator(under: number.digits) }

        guard let whole = Stops(exactlyWhole: number.digits) else { return nil }
        var probe = self
        probe.skipSpace()
        guard let part = probe.readVulgarFraction() ?? probe.readProperFraction() else { return whole }
        self = probe
        return whole.addingExactly(part)
    }

    private mutating func readVulgarFraction() -> Stops? {
        readSymbol(from: ["⅙": 1, "⅓": 2, "½": 3, "⅔": 4, "⅚": 5]).map { Stops(sixths: $0) }
    }

    /// Reads the "1/3" of "1 1/3".
    private mutating func readProperFraction() -> Stops? {
        var probe = self
        guard let numerator = probe.readInteger(), probe.readFractionSlash() else { return nil }
        guard let part = probe.readDenominator(under: numerator), part < .one else { return nil }
        self = probe
        return part
    }

    /// Reads the denominator of a fraction that is a whole number of sixths.
    private mutating func readDenominator(under numerator: Int) -> Stops? {
        guard let denominator = readInteger(), denominator > 0 else { return nil }
        let (sixths, overflow) = numerator.multipliedReportingOverflow(by: 6)
        guard !overflow, sixths.isMultiple(of: denominator) else { return nil }
        return Stops(sixths: sixths / denominator)
    }
}

extension Stops {
    /// The number of stops, or `nil` where `init(whole:)` would saturate.
    fileprivate init?(exactlyWhole whole: Int) {
        let (sixths, overflow) = whole.multipliedReportingOverflow(by: 6)
        if overflow { return nil }
        self.init(sixths: sixths)
    }

    /// The sum, or `nil` where `+` would saturate.
    fileprivate func addingExactly(_ other: Stops) -> Stops? {
        let (sum, overflow) = sixths.addingReportingOverflow(other.sixths)
        return overflow ? nil : Stops(sixths: sum)
    }
}
