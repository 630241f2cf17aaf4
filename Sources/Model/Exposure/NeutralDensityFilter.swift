/// A grey filter, by the light that it keeps out.
///
/// Filters are sold by factor (ND8), by optical density (ND 0.9) or by stops (3 stops). Factors are rounded on the rim:
/// ND1000 is ten stops, and ND400 is 8⅔.
public struct NeutralDensityFilter: Sendable, Hashable {
    /// The light that is kept out: more than none, and at most 24 stops.
    public let stops: Stops

    /// Creates a filter that reduces the light by a number of stops; `nil` unless more than 0 and at most 24.
    public init?(_ stops: Stops) {
        guard stops > .zero, stops <= Self.limit else { return nil }
        self.stops = stops
    }

    /// Creates a filter from its factor: 8 for ND8. Rounded to a sixth of a stop; `nil` for what rounds to no stops or
    /// more than 24.
    public init?(factor: Double) {
        guard factor > 1, factor.isFinite else { return nil }
        self.init(Stops(nearest: LightRatio.stops(in: factor)))
    }

    /// Creates a filter from its optical density: 0.9 for three stops. Rounded to a sixth of a stop; `nil` for what
    /// rounds to no stops or more than 24.
    public init?(opticalDensity: Double) {
        self.init(Stops(nearest: opticalDensity / Self.densityOfOneStop))
    }

    /// How many times longer an exposure becomes: 2 to the power of the stops, 1024 for what is sold as ND1000.
    public var factor: Double { LightRatio.of(stops: stops.doubleValue) }

    /// The optical density as printed on filters, to a tenth: 0.9 for three stops.
    public var opticalDensity: Double { (stops.doubleValue * Self.densityOfOneStop * 10).rounded() / 10 }

    /// Both filters in front of the same lens; `nil` beyond 24 stops.
    public func stacked(with other: NeutralDensityFilter) -> NeutralDensityFilter? {
        NeutralDensityFilter(stops + other.stops)
    }

    private static let limit = Stops(whole: 24)
    /// The decimal logarithm of 2.
    private static let densityOfOneStop = 0.301_029_995_663_981_2
}

extension NeutralDensityFilter: Comparable {
    /// Orders from weak to strong.
    public static func < (lhs: NeutralDensityFilter, rhs: NeutralDensityFilter) -> Bool {
        lhs.stops < rhs.stops
    }
}

extension NeutralDensityFilter: LosslessStringConvertible, Codable {
    /// The factor on the rims of filters, by sixths of a stop.
    private static let nominalFactors: [Int: Int] = [
        6: 2, 12: 4, 18: 8, 24: 16, 30: 32, 36: 64, 40: 100, 42: 128, 46: 200, 48: 256, 52: 400, 54: 500, 60: 1000,
        66: 2000, 72: 4000, 78: 8000, 84: 16000, 90: 32000, 96: 64000, 100: 100_000, 120: 1_000_000,
    ]

    /// The name under which such a filter is sold, "ND8" or "ND1000"; otherwise the stops, "3⅓ stops".
    public var description: String {
        if let factor = Self.nominalFactors[stops.sixths] { return "ND\(factor)" }
        return stops.magnitudeText + (stops <= .one ? " stop" : " stops")
    }

    /// Parses a filter by factor ("ND8", "nd 1000"), by optical density, which is what has decimals ("ND 0.9", "ND1,8"),
    /// or by stops ("3 stops", "3⅓ stops").
    ///
    /// - Returns: `nil` for anything else, and outside 0 to 24 stops.
    public init?(_ description: String) {
        guard var cursor = TextCursor(description) else { return nil }
        if cursor.read(anyOf: "nd") {
            cursor.skipSpace()
            guard let number = cursor.readDecimal(), cursor.isAtEnd else { return nil }
            if number.decimals > 0 {
                self.init(opticalDensity: number.doubleValue)
            } else {
                self.init(factor: number.doubleValue)
            }
        } else {
            guard let stops = cursor.readStops() else { return nil }
            cursor.skipSpace()
            guard cursor.readRest("stops", "stop") else { return nil }
            self.init(stops)
        }
    }

    /// Decodes the description; throws `DecodingError.dataCorrupted` where it does not parse.
    public init(from decoder: any Decoder) throws {
        try self.init(fromTextIn: decoder)
    }

    /// Encodes the description.
    public func encode(to encoder: any Encoder) throws {
        try encodeText(to: encoder)
    }
}
