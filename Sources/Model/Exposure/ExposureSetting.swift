/// One of the settings that determine the brightness of a picture, as a value.
///
/// A setting is either ordinary, an amount of light such as f/2.8, or special, a state such as automatic or bulb. Special
/// values equal only themselves, and arithmetic on them gives `nil`.
///
/// **Sign:** positive stops put more light into the picture, for every setting.
///
/// **Order:** values ascend by the number they show, so that a range reads in its written order, and special values stand
/// outside every range of ordinary ones. The order is total and strict, and agrees with equality. By it, apertures ascend as their
/// light falls.
///
/// **Text:** `description` parses back to an equal value, and is also how a value is coded.
///
/// Only the four settings of this library are of this kind.
public protocol ExposureSetting: Sendable, Hashable, Comparable, Codable, LosslessStringConvertible {
    /// Whether the value is an amount of light and takes part in arithmetic; false for special values.
    var isOrdinary: Bool { get }

    /// How much light the value gives the picture, in stops more than f/1, one second, ISO 100 or 0 EV; `nil` for special
    /// values.
    ///
    /// Nominal values stand at exact thirds and halves, any other value between its nominal neighbours. A number that means a
    /// third in one series and a half in another, such as f/1.2, counts as the third.
    var relativeLight: Double? { get }

    /// From the smallest to the largest nominal value: where `adding(_:)` ends.
    static var nominalRange: ClosedRange<Self> { get }

    /// The nominal value that gives the picture `stops` more light.
    ///
    /// Steps of a series are exact: adding a third of a stop and subtracting it again results in the original nominal value. A
    /// sum that no camera shows (an odd sixth) results in the last value before it. Adding zero returns the value unchanged,
    /// nominal or not.
    ///
    /// - Returns: `nil` for special values, and where the sum leaves `nominalRange`.
    func adding(_ stops: Stops) -> Self?

    /// How much more light this value gives the picture than `other`.
    ///
    /// Exact between nominal values, else rounded to the nearest sixth.
    ///
    /// - Returns: `nil` if either value is special.
    func stops(from other: Self) -> Stops?

    /// The values a camera shows, a step apart, that lie within `range`; ascending, both ends included, no special ones.
    ///
    /// The numbers are observed behaviour: what displays and menus of current cameras show.
    static func nominalSeries(_ step: StopFraction, in range: ClosedRange<Self>) -> [Self]
}

extension ExposureSetting {
    /// All values that a camera shows, a step apart, ascending.
    public static func nominalSeries(_ step: StopFraction) -> [Self] {
        nominalSeries(step, in: nominalRange)
    }

    /// The one of `values` that is nearest to this one in stops: what to ask of a camera that offers only those.
    ///
    /// Special values among them are passed over; a special value finds only itself. Of two equally near, the one that
    /// gives less light is chosen, whatever the order of `values`.
    ///
    /// - Returns: `nil` if nothing matches. Complexity: one pass.
    public func nearest(in values: some Sequence<Self>) -> Self? {
        guard let ownLight = relativeLight else { return values.first { $0 == self } }
        var best: (value: Self, light: Double, distance: Double)?
        for value in values {
            if value == self { return value }
            guard let light = value.relativeLight else { continue }
            let distance = (light - ownLight).magnitude
            if let current = best {
                // Positions are sixths divided by six: what differs by less than this is the same place.
                let gain = current.distance - distance
                guard gain > 1e-9 || (gain > -1e-9 && light < current.light) else { continue }
            }
            best = (value, light, distance)
        }
        return best?.value
    }

    /// The nominal value of a series that is nearest in stops; a special value is itself.
    public func rounded(to step: StopFraction) -> Self {
        nearest(in: Self.nominalSeries(step)) ?? self
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
