/// The opening of a lens as an f-number, or the camera's own choice of it.
///
/// The number is kept as cameras show it, to a hundredth: f/0.95, f/1.7 and f/3.3 stay what they are. Apertures ascend by
/// number, from wide to narrow, and `automatic` stands before all of them.
public struct Aperture: ExposureSetting {
    private enum Setting: Hashable {
        case automatic
        case hundredths(UInt16)
    }

    private let setting: Setting

    /// The camera chooses the aperture.
    public static let automatic = Aperture(setting: .automatic)

    /// Creates an aperture from an f-number between 0.5 and 128, rounded to a hundredth; otherwise `nil`.
    ///
    /// f/0.5 is the physical limit in air, f/128 the end of large-format scales.
    public init?(fNumber: Double) {
        let hundredths = (fNumber * 100).rounded()
        guard (50...12800).contains(hundredths) else { return nil }
        self.init(hundredths: UInt16(hundredths))
    }

    init(hundredths: UInt16) {
        self.init(setting: .hundredths(hundredths))
    }

    private init(setting: Setting) {
        self.setting = setting
    }

    /// The f-number, as shown; `nil` for `automatic`.
    public var fNumber: Double? { hundredths.map { Double($0) / 100 } }

    /// The f-number times 100; `nil` for `automatic`.
    var hundredths: UInt16? {
        guard case .hundredths(let hundredths) = setting else { return nil }
        return hundredths
    }

    /// Orders by f-number: wide before narrow, and `automatic` before all.
    public static func < (lhs: Aperture, rhs: Aperture) -> Bool {
        switch (lhs.hundredths, rhs.hundredths) {
        case (let lhs?, let rhs?): lhs < rhs
        case (nil, _?): true
        case (_, nil): false
        }
    }
}

extension Aperture {
    private static let scale = NominalScale<Aperture>(
        light: .falls,
        thirds: (NominalValues.apertureThirds.first, NominalValues.apertureThirds.hundredths.map(Aperture.init(hundredths:))),
        halves: (NominalValues.apertureHalves.first, NominalValues.apertureHalves.hundredths.map(Aperture.init(hundredths:))),
        // The light depends on the square of the f-number.
        measure: { 12 * LightRatio.stops(in: $0.fNumber ?? 1) }
    )

    /// f/0.95 to f/64.
    public static var nominalRange: ClosedRange<Aperture> { f0_95...Aperture(hundredths: 6400) }

    /// Whether this is an f-number; false for `automatic`.
    public var isOrdinary: Bool { setting != .automatic }

    /// The light relative to f/1, in stops: -5 for f/5.6; `nil` for `automatic`.
    public var relativeLight: Double? { isOrdinary ? Self.scale.light(of: self) : nil }

    /// The nominal aperture that lets in `stops` more light: f/8 plus one stop is f/5.6. See
    /// ``ExposureSetting/adding(_:)``.
    public func adding(_ stops: Stops) -> Aperture? {
        isOrdinary ? Self.scale.value(self, adding: stops) : nil
    }

    /// How much more light this aperture lets in than `other`; `nil` if either is `automatic`.
    public func stops(from other: Aperture) -> Stops? {
        isOrdinary && other.isOrdinary ? Self.scale.stops(of: self, from: other) : nil
    }

    /// The f-numbers a camera shows, a step apart, within `range`; from wide to narrow.
    public static func nominalSeries(_ step: StopFraction, in range: ClosedRange<Aperture>) -> [Aperture] {
        scale.values(step).filter(range.contains)
    }
}

extension Aperture {
    /// "f/2.8", without needless decimals, or "auto".
    public var description: String {
        guard let hundredths else { return "auto" }
        return "f/" + decimalText(hundredths: Int(hundredths))
    }

    /// Parses an f-number: "f/2.8", "F2.8", "ƒ/2,8", "1:2.8" or only "2.8"; "auto" for `automatic`.
    ///
    /// - Returns: `nil` for anything else, and for numbers outside f/0.5 to f/128.
    public init?(_ description: String) {
        guard var cursor = TextCursor(description) else { return nil }
        if cursor.readRest("auto", "automatic", "f/auto") {
            self = .automatic
            return
        }
        if !cursor.read(anyOf: "1:"), cursor.read(anyOf: "f", "ƒ") {
            _ = cursor.read(anyOf: "/")
        }
        cursor.skipSpace()
        guard let number = cursor.readDecimal(), cursor.isAtEnd else { return nil }
        self.init(fNumber: number.doubleValue)
    }
}

/// A number of hundredths as a decimal without trailing zeros.
private func decimalText(hundredths: Int) -> String {
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest.isMultiple(of: 10) ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
}
