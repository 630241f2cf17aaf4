import CameraModel
import Exposure
import PTP
package import PTPProperties

/// Encodings of the exposure settings of Olympus and OM System bodies (observed behaviour).
package enum OlympusFormulas {
    /// Tenths of the f-number.
    package static let aperture = NumberFormula(.uint16, none: [0, 0xFFFF]) { value in
        guard case .aperture(let aperture) = value else { return nil }
        return aperture.fNumber.map { Int64(($0 * 10).rounded()) }
    } value: { number in
        number == 0 || number == 0xFFFF ? nil : Aperture(fNumber: Double(number) / 10).map { .aperture($0) }
    }

    /// Numerator in the upper half, denominator in the lower half; from 1/2.5 s on in tenths. Numbers of the bulb position follow.
    package static let shutterSpeed = NumberFormula(
        .uint32,
        none: [0, 0xFFFF_FFFF],
        labels: [0xFFFF_FFFD: "Live time", 0xFFFF_FFFA: "Live composite"]
    ) { value in
        guard case .shutterSpeed(let speed) = value else { return nil }
        if speed == .bulb { return bulb }
        if speed == .time { return time }
        guard let seconds = speed.seconds, let numerator = speed.numerator, let denominator = speed.denominator else {
            return nil
        }
        if numerator == 1, denominator > 2 { return denominator < 0xFFFF ? 1 << 16 | Int64(denominator) : nil }
        let tenths = (seconds * 10).rounded()
        return tenths >= 1 && tenths < 0xFFFF ? Int64(tenths) << 16 | 10 : nil
    } value: { number in
        switch number {
        case bulb: return .shutterSpeed(.bulb)
        case time: return .shutterSpeed(.time)
        case 0xFFFF_0000...: return nil
        default:
            return ShutterSpeed(numerator: UInt32(number >> 16), denominator: UInt32(number & 0xFFFF)).map { .shutterSpeed($0) }
        }
    }

    private static let bulb: Int64 = 0xFFFF_FFFC
    private static let time: Int64 = 0xFFFF_FFFB

    /// The ISO number in 16 bits. All ones mean that the body chooses.
    package static let isoSpeed = isoSpeed(.uint16, automatic: 0xFFFF, labels: [0xFFFD: "Low"])
    /// The ISO number in 32 bits.
    package static let wideISOSpeed = isoSpeed(.uint32, automatic: 0xFFFF_FFFF, labels: [0xFFFF_FFFD: "Low"])

    private static func isoSpeed(_ type: IntegerDataType, automatic: Int64, labels: [Int64: String]) -> NumberFormula {
        NumberFormula(type, none: [0], labels: labels) { value in
            guard case .isoSpeed(let speed) = value else { return nil }
            return speed == .automatic ? automatic : speed.speed.map { Int64($0) }
        } value: { number in
            if number == automatic { return .isoSpeed(.automatic) }
            return labels[number] == nil ? ISOSpeed(Int(number)).map { .isoSpeed($0) } : nil
        }
    }

    /// Thousandths of a stop, INT16 in a property of type UINT16.
    package static let compensation = NumberFormula(.uint16, none: [0xFFFF]) { value in
        guard case .exposureCompensation(let compensation) = value, let stops = compensation.stops else { return nil }
        // Bodies have thirds of a stop with one decimal.
        let thousandths = Int64((stops.doubleValue * 10).rounded()) * 100
        return Int16(exactly: thousandths).map { Int64(UInt16(bitPattern: $0)) }
    } value: { number in
        guard number != 0xFFFF, let bits = UInt16(exactly: number) else { return nil }
        return .exposureCompensation(ExposureCompensation(Stops(nearest: Double(Int16(bitPattern: bits)) / 1000)))
    }
}
