import CameraModel
import Exposure
import PTP
package import PTPProperties

/// Encodings of Panasonic's exposure settings (observed behaviour, and the definitions of the maker's development kit).
package enum PanasonicFormulas {
    /// Milliseconds with the highest bit set, or thousandths of the denominator: 8,000,000 is 1/8000 s. All ones are bulb, 0x0FFFFFFF means that
    /// the body chooses, 0x0FFFFFFE that it does not know.
    package static let shutterSpeed = NumberFormula(.uint32, none: [0, 0x0FFF_FFFE]) { value in
        guard case .shutterSpeed(let speed) = value else { return nil }
        if speed == .bulb { return bulb }
        if speed == .automatic { return automaticSpeed }
        guard let numerator = speed.numerator, let denominator = speed.denominator, let seconds = speed.seconds else {
            return nil
        }
        // Thousandths of a denominator reach 1/268435 s, before the numbers that mean something else.
        if numerator == 1, denominator > 1 { return denominator < 268_000 ? Int64(denominator) * 1000 : nil }
        return milliseconds | max(1, Int64((seconds * 1000).rounded()))
    } value: { number in
        switch number {
        case bulb: return .shutterSpeed(.bulb)
        case automaticSpeed: return .shutterSpeed(.automatic)
        case 0x0FFF_FFFE: return nil
        case milliseconds...:
            return ShutterSpeed(numerator: UInt32(number & 0x7FFF_FFFF), denominator: 1000).map { .shutterSpeed($0) }
        case 1...:
            let speed =
                number % 1000 == 0
                ? ShutterSpeed(numerator: 1, denominator: UInt32(number / 1000)) : ShutterSpeed(seconds: 1000 / Double(number))
            return speed.map { .shutterSpeed($0) }
        default: return nil
        }
    }

    private static let bulb: Int64 = 0xFFFF_FFFF
    private static let automaticSpeed: Int64 = 0x0FFF_FFFF
    private static let milliseconds: Int64 = 0x8000_0000

    /// Tenths of the f-number. All ones mean that the body chooses; 0xFFFE, and 0 without a lens, that it does not know.
    package static let aperture = NumberFormula(.uint16, none: [0, 0xFFFE]) { value in
        guard case .aperture(let aperture) = value else { return nil }
        if aperture == .automatic { return 0xFFFF }
        return aperture.fNumber.map { Int64(($0 * 10).rounded()) }
    } value: { number in
        switch number {
        case 0xFFFF: .aperture(.automatic)
        case 0xFFFE: nil
        default: Aperture(fNumber: Double(number) / 10).map { .aperture($0) }
        }
    }

    /// The ISO number. All ones mean that the body chooses, one less that it does so by the subject's motion, two less that it does not know.
    package static let isoSpeed = NumberFormula(
        .uint32,
        none: [0xFFFF_FFFD],
        labels: [0xFFFF_FFFE: "Intelligent ISO", 0: "Off"]
    ) { value in
        guard case .isoSpeed(let speed) = value else { return nil }
        return speed == .automatic ? 0xFFFF_FFFF : speed.speed.map { Int64($0) }
    } value: { number in
        switch number {
        case 0xFFFF_FFFF: .isoSpeed(.automatic)
        case 0xFFFF_FFFD, 0xFFFF_FFFE: nil
        default: ISOSpeed(Int(number)).map { .isoSpeed($0) }
        }
    }

    /// Thirds of a stop, with a bit for the sign.
    package static let compensation = NumberFormula(.uint16) { value in
        guard case .exposureCompensation(let compensation) = value, let stops = compensation.stops else { return nil }
        let thirds = Int64((stops.doubleValue * 3).rounded())
        return thirds.magnitude < 0x8000 ? signed(thirds) : nil
    } value: { number in
        .exposureCompensation(ExposureCompensation(Stops(thirds: Int(magnitude(number)))))
    }

    /// The number of a value with a bit for the sign.
    static func signed(_ value: Int64) -> Int64 { value < 0 ? 0x8000 | -value : value }

    /// The value of a number with a bit for the sign.
    static func magnitude(_ number: Int64) -> Int64 { number & 0x8000 != 0 ? -(number & 0x7FFF) : number & 0x7FFF }
}
