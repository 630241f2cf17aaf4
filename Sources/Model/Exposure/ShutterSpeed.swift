/// How long the shutter is open, exactly as a fraction of whole numbers, or a state in which something else decides that.
///
/// Ordinary values are between a microsecond and a day, in lowest terms. They ascend by duration. `automatic` and
/// `flashSync` stand before all of them; `time` and `bulb` behind, as they do on a dial.
public struct ShutterSpeed: ExposureSetting {
    private enum Setting: Hashable {
        case automatic
        case flashSync
        case seconds(numerator: UInt32, denominator: UInt32)
        case time
        case bulb
    }

    private let setting: Setting

    /// The camera chooses the shutter speed.
    public static let automatic = ShutterSpeed(setting: .automatic)
    /// The camera's own flash synchronisation speed, shown as X.
    public static let flashSync = ShutterSpeed(setting: .flashSync)
    /// One press opens the shutter and another closes it, shown as T.
    public static let time = ShutterSpeed(setting: .time)
    /// The shutter is open while it is pressed, shown as B.
    public static let bulb = ShutterSpeed(setting: .bulb)

    /// Creates a shutter speed of `numerator`/`denominator` seconds, reduced to lowest terms.
    ///
    /// - Returns: `nil` below 1/1,000,000 s and above 86,400 s, and if either number is zero.
    public init?(numerator: UInt32, denominator: UInt32) {
        guard numerator > 0, denominator > 0 else { return nil }
        let (longest, shortest) = (UInt64(denominator) * 86_400, UInt64(numerator) * 1_000_000)
        guard UInt64(numerator) <= longest, UInt64(denominator) <= shortest else { return nil }
        let divisor = greatestCommonDivisor(numerator, denominator)
        setting = .seconds(numerator: numerator / divisor, denominator: denominator / divisor)
    }

    /// Creates the shutter speed for a number of seconds that a camera reports.
    ///
    /// Cameras report rounded numbers. Below one second the first of these that matches is used:
    /// 1. a nominal speed, if that is within 1 %: 0.004 and 0.00398 are 1/250 s, 0.333 is 1/3 s, 0.3 is 3/10 s;
    /// 2. 1/n s, if that is within 0.5 %: 0.0208 is 1/48 s;
    /// 3. a whole number of microseconds.
    ///
    /// From one second on, the value is rounded to a whole number of milliseconds.
    ///
    /// - Returns: `nil` below a microsecond, above 86,400 s, and unless finite.
    public init?(seconds: Double) {
        guard (0.000_001...86_400).contains(seconds) else { return nil }
        if seconds >= 1 {
            self.init(numerator: UInt32((seconds * 1000).rounded()), denominator: 1000)
        } else if let nominal = Self.shortNominalValues.first(where: { $0.isWithin(0.01, of: seconds) }) {
            self = nominal
        } else if let fraction = Self.unitFraction(near: seconds), fraction.isWithin(0.005, of: seconds) {
            self = fraction
        } else {
            self.init(numerator: UInt32((seconds * 1_000_000).rounded()), denominator: 1_000_000)
        }
    }

    /// Creates one of this module's own constants, which are in range and in lowest terms.
    init(_ numerator: UInt32, over denominator: UInt32) {
        self.init(setting: .seconds(numerator: numerator, denominator: denominator))
    }

    private init(setting: Setting) {
        self.setting = setting
    }

    /// The duration in seconds; `nil` for special values.
    public var seconds: Double? { fraction.map { Double($0.numerator) / Double($0.denominator) } }

    /// The upper number of the duration in seconds, in lowest terms; `nil` for special values.
    public var numerator: UInt32? { fraction?.numerator }

    /// The lower number of the duration in seconds, in lowest terms; `nil` for special values.
    public var denominator: UInt32? { fraction?.denominator }

    /// Orders by duration, exactly: automatic, flash sync, 1/1000000 … 86,400 s, time, bulb.
    public static func < (lhs: ShutterSpeed, rhs: ShutterSpeed) -> Bool {
        guard let left = lhs.fraction, let right = rhs.fraction else { return lhs.rank < rhs.rank }
        return UInt64(left.numerator) * UInt64(right.denominator) < UInt64(right.numerator) * UInt64(left.denominator)
    }
}

extension ShutterSpeed {
    private static let scale: NominalScale<ShutterSpeed> = {
        typealias Table = (first: Int, denominators: [UInt32], tenths: [UInt32])
        func values(_ table: Table) -> (first: Int, values: [ShutterSpeed]) {
            let short = table.denominators.compactMap { ShutterSpeed(numerator: 1, denominator: $0) }
            let long = table.tenths.compactMap { ShutterSpeed(numerator: $0, denominator: 10) }
            return (table.first, short + long)
        }
        return NominalScale(
            light: .rises,
            thirds: values(NominalValues.shutterThirds),
            halves: values(NominalValues.shutterHalves),
            measure: { 6 * LightRatio.stops(in: $0.seconds ?? 1) }
        )
    }()

    /// The nominal values that `init(seconds:)` recognises, up to one second.
    private static let shortNominalValues = (scale.values(.third) + scale.values(.half)).filter { $0 <= .s1 }

    /// 1/32000 s to an hour.
    public static var nominalRange: ClosedRange<ShutterSpeed> { s1_32000...s3600 }

    /// Whether this is a duration; false for `automatic`, `flashSync`, `time` and `bulb`.
    public var isOrdinary: Bool { fraction != nil }

    /// The light relative to one second, in stops: -8 for 1/250 s; `nil` for special values.
    public var relativeLight: Double? { isOrdinary ? Self.scale.light(of: self) : nil }

    /// The nominal speed that lets in `stops` more light: 1/250 plus one stop is 1/125. See ``ExposureSetting/adding(_:)``.
    public func adding(_ stops: Stops) -> ShutterSpeed? {
        isOrdinary ? Self.scale.value(self, adding: stops) : nil
    }

    /// How much more light this speed lets in than `other`; `nil` if either is special.
    public func stops(from other: ShutterSpeed) -> Stops? {
        isOrdinary && other.isOrdinary ? Self.scale.stops(of: self, from: other) : nil
    }

    /// The speeds a camera shows, a step apart, within `range`; from short to long.
    public static func nominalSeries(_ step: StopFraction, in range: ClosedRange<ShutterSpeed>) -> [ShutterSpeed] {
        scale.values(step).filter(range.contains)
    }

    private var fraction: (numerator: UInt32, denominator: UInt32)? {
        guard case .seconds(let numerator, let denominator) = setting else { return nil }
        return (numerator, denominator)
    }

    private var rank: Int {
        switch setting {
        case .automatic: 0
        case .flashSync: 1
        case .seconds: 2
        case .time: 3
        case .bulb: 4
        }
    }

    private static func unitFraction(near seconds: Double) -> ShutterSpeed? {
        ShutterSpeed(numerator: 1, denominator: UInt32((1 / seconds).rounded()))
    }

    private func isWithin(_ tolerance: Double, of seconds: Double) -> Bool {
        guard let own = self.seconds else { return false }
        return (own - seconds).magnitude <= own * tolerance
    }
}

/// The largest number that divides both, by Euclid's algorithm; both are positive.
func greatestCommonDivisor<Number: BinaryInteger>(_ first: Number, _ second: Number) -> Number {
    var (larger, smaller) = (first, second)
    while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
    return larger
}
