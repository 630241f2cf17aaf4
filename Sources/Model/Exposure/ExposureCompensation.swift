/// The wanted difference from the metered brightness of the picture, or the reading of a light meter.
///
/// Values ascend from dark to light. `unknown` stands before all of them.
public struct ExposureCompensation: ExposureSetting {
    private enum Setting: Hashable {
        case unknown
        case stops(Stops)
    }

    private let setting: Setting

    /// A light meter's reading when it is off, or when the light is beyond its scale.
    public static let unknown = ExposureCompensation(setting: .unknown)

    /// Neither lighter nor darker than metered.
    public static let zero = ExposureCompensation(.zero)

    /// Creates a compensation of any size; cameras offer up to ±5 EV.
    public init(_ stops: Stops) {
        self.init(setting: .stops(stops))
    }

    private init(setting: Setting) {
        self.setting = setting
    }

    /// The compensation, positive for a lighter picture; `nil` for `unknown`.
    public var stops: Stops? {
        guard case .stops(let stops) = setting else { return nil }
        return stops
    }

    /// Orders from dark to light, and `unknown` before all.
    public static func < (lhs: ExposureCompensation, rhs: ExposureCompensation) -> Bool {
        switch (lhs.stops, rhs.stops) {
        case (let lhs?, let rhs?): lhs < rhs
        case (nil, _?): true
        case (_, nil): false
        }
    }
}

extension ExposureCompensation {
    /// -5 to +5 EV.
    public static var nominalRange: ClosedRange<ExposureCompensation> {
        ExposureCompensation(Stops(whole: -5))...ExposureCompensation(Stops(whole: 5))
    }

    /// Whether this is a number of stops; false for `unknown`.
    public var isOrdinary: Bool { stops != nil }

    /// The compensation in stops; `nil` for `unknown`.
    public var relativeLight: Double? { stops?.doubleValue }

    /// The sum, exact to a sixth; `nil` for `unknown`, and where it leaves ±5 EV. Adding zero gives the value itself.
    public func adding(_ stops: Stops) -> ExposureCompensation? {
        guard let own = self.stops else { return nil }
        let sum = ExposureCompensation(own + stops)
        return stops == .zero || Self.nominalRange.contains(sum) ? sum : nil
    }

    /// How much lighter this value makes the picture than `other`, exactly; `nil` if either is `unknown`.
    public func stops(from other: ExposureCompensation) -> Stops? {
        guard let stops, let otherStops = other.stops else { return nil }
        return stops - otherStops
    }

    /// The values from -5 to +5 EV, a step apart, within `range`; from dark to light.
    public static func nominalSeries(
        _ step: StopFraction,
        in range: ClosedRange<ExposureCompensation>
    ) -> [ExposureCompensation] {
        let size = step.stops.sixths
        return stride(from: -30, through: 30, by: size).map { ExposureCompensation(Stops(sixths: $0)) }.filter(range.contains)
    }
}

extension ExposureCompensation {
    /// As displays show it: "+1⅓", "-⅔", "0"; or "unknown".
    public var description: String {
        stops?.description ?? "unknown"
    }

    /// Parses everything that `Stops` parses, with or without "EV" behind it; "unknown" or "--" for `unknown`.
    ///
    /// - Returns: `nil` for anything else.
    public init?(_ description: String) {
        guard var cursor = TextCursor(description) else { return nil }
        if cursor.readRest("unknown", "--") {
            self = .unknown
            return
        }
        guard let stops = cursor.readStops() else { return nil }
        cursor.skipSpace()
        guard cursor.isAtEnd || cursor.readRest("ev") else { return nil }
        self.init(stops)
    }
}
