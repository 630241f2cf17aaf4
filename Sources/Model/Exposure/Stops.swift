/// An exact number of sixths of a stop; a stop is a doubling of light.
///
/// Sixths hold both increments that cameras offer, thirds and halves, without rounding. Where stops describe a setting,
/// positive means more light in the picture.
///
/// No operation overflows: results beyond ±`Int.max` sixths saturate, and short of that sums and differences are exact.
/// There is one zero.
public struct Stops: Sendable, Hashable {
    /// The number of sixths of a stop, never `Int.min`.
    public let sixths: Int

    /// Creates a number of sixths of a stop. `Int.min` becomes `-Int.max`, so that every value has its negative.
    public init(sixths: Int) {
        self.sixths = max(sixths, -Int.max)
    }

    /// Creates a number of thirds of a stop, saturating.
    public init(thirds: Int) {
        self.init(sixths: saturating(thirds, times: 2))
    }

    /// Creates a number of halves of a stop, saturating.
    public init(halves: Int) {
        self.init(sixths: saturating(halves, times: 3))
    }

    /// Creates a number of whole stops, saturating.
    public init(whole: Int) {
        self.init(sixths: saturating(whole, times: 6))
    }

    /// Creates the number of sixths nearest to `stops`; halfway cases go away from zero.
    ///
    /// One decimal is enough to name a third: 0.3 is ⅓ and 0.7 is ⅔. Infinities saturate. Not-a-number gives zero; check
    /// before where that matters.
    public init(nearest stops: Double) {
        let rounded = (stops * 6).rounded(.toNearestOrAwayFromZero)
        guard !rounded.isNaN else {
            self = .zero
            return
        }
        self.init(sixths: Int(exactly: rounded) ?? (rounded < 0 ? -Int.max : Int.max))
    }

    /// No difference.
    public static let zero = Stops(sixths: 0)
    /// A third of a stop.
    public static let third = Stops(thirds: 1)
    /// Half a stop.
    public static let half = Stops(halves: 1)
    /// One stop: twice the light.
    public static let one = Stops(whole: 1)

    /// The value as a number of stops; inexact for thirds, and beyond 2⁵³ sixths.
    public var doubleValue: Double { Double(sixths) / 6 }

    /// The value without its sign.
    public var magnitude: Stops { sixths < 0 ? -self : self }

    /// The nearest multiple of `step`; halfway cases go towards zero, so that rounding never exaggerates.
    public func rounded(to step: StopFraction) -> Stops {
        let size = step.stops.sixths
        let (quotient, remainder) = sixths.quotientAndRemainder(dividingBy: size)
        let carry = remainder.magnitude * 2 > size.magnitude ? remainder.signum() : 0
        return Stops(sixths: saturating(quotient + carry, times: size))
    }
}

extension Stops: Comparable {
    /// Orders by value: less light before more.
    public static func < (lhs: Stops, rhs: Stops) -> Bool {
        lhs.sixths < rhs.sixths
    }
}

extension Stops: AdditiveArithmetic {
    /// The sum, saturating.
    public static func + (lhs: Stops, rhs: Stops) -> Stops {
        let (sum, overflow) = lhs.sixths.addingReportingOverflow(rhs.sixths)
        guard overflow else { return Stops(sixths: sum) }
        return Stops(sixths: rhs.sixths < 0 ? -Int.max : Int.max)
    }

    /// The difference, saturating.
    public static func - (lhs: Stops, rhs: Stops) -> Stops {
        lhs + -rhs
    }

    /// The same amount in the other direction; exact for every value.
    public static prefix func - (operand: Stops) -> Stops {
        Stops(sixths: -operand.sixths)
    }

    /// The product, saturating.
    public static func * (lhs: Stops, rhs: Int) -> Stops {
        Stops(sixths: saturating(lhs.sixths, times: rhs))
    }

    /// The product, saturating.
    public static func * (lhs: Int, rhs: Stops) -> Stops {
        rhs * lhs
    }
}

/// The product, or the limit that it passed.
private func saturating(_ value: Int, times factor: Int) -> Int {
    let (product, overflow) = value.multipliedReportingOverflow(by: factor)
    guard overflow else { return product }
    return (value < 0) == (factor < 0) ? Int.max : -Int.max
}
