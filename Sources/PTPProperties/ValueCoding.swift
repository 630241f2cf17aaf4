import CameraModel
import Exposure
import PTP

/// How a property's values stand on the wire. Pure.
enum ValueCoding: Sendable {
    /// Hundredths, UINT16: f/2.8 is 280 (ISO 15740 § 13.4.7).
    case fNumber
    /// Tenths of a millisecond, UINT32 (ISO 15740 § 13.4.13); all ones is bulb, one less time (observed behaviour).
    case exposureTime
    /// Numerator in the upper half, denominator in the lower half, UINT32 (observed behaviour).
    case fraction
    /// The number; all ones is automatic (ISO 15740 § 13.4.15).
    case isoSpeed(IntegerType)
    /// Thousandths of a stop, INT16 (ISO 15740 § 13.4.16); the smallest number is "unknown".
    case compensation
    /// 0 or 1, UINT8.
    case boolean
    case integer(IntegerType)
    /// The factor of an enlargement, UINT8.
    case zoom
    /// Numbers for common values.
    case choice(IntegerType, [CommonValue: Int])
    /// Numbers for a camera's own labels; others are their code with the highest bit set.
    case label(IntegerType, [String: Int])
    /// The camera's own number.
    case code(IntegerType)
    /// What people read.
    case text

    /// The type on the wire.
    var type: DataType {
        switch self {
        case .fNumber: .uint16
        case .exposureTime, .fraction: .uint32
        case .compensation: .int16
        case .boolean, .zoom: .uint8
        case .isoSpeed(let type), .integer(let type), .choice(let type, _), .label(let type, _), .code(let type):
            DataType(rawValue: type.rawValue)
        case .text: .string
        }
    }

    /// A value that stands for "there is none": all ones, of signed numbers the smallest, empty text.
    var unknown: DataValue {
        guard let integer = type.integerType else { return .string("") }
        let bits = integer.size * 8
        return integer.isSigned
            ? .integer(-(Int128(1) << (bits - 1)), as: integer)! : .integer((UInt128(1) << bits) - 1, as: integer)!
    }

    /// A value on the wire; nil where it has no place there.
    func encode(_ value: PropertyValue) -> DataValue? {
        guard let integer = type.integerType else { return .string(PTPDevice.wireText(value.label)) }
        return number(for: value).flatMap { .integer($0, as: integer) }
    }

    private func number(for value: PropertyValue) -> Int64? {
        switch (self, value.common) {
        case (.fNumber, .aperture(let aperture)): aperture.fNumber.map { Int64(($0 * 100).rounded()) }
        case (.exposureTime, .shutterSpeed(let speed)): Self.tenthsOfMilliseconds(speed)
        case (.fraction, .shutterSpeed(let speed)): Self.fraction(speed)
        case (.isoSpeed(let type), .isoSpeed(let speed)):
            speed == .automatic ? (Int64(1) << (type.size * 8)) - 1 : speed.speed.map { Int64($0) }
        case (.compensation, .exposureCompensation(let compensation)):
            compensation.stops.map { Int64(($0.doubleValue * 1000).rounded()) } ?? -32768
        case (.boolean, .boolean(let isOn)): isOn ? 1 : 0
        case (.integer, .integer(let number)): Int64(number)
        case (.zoom, .zoom(let zoom)): Int64(zoom.factor)
        case (.choice(_, let numbers), let common?): numbers[common].map { Int64($0) }
        case (.label(let type, let numbers), _):
            numbers[value.label.lowercased()].map { Int64($0) } ?? value.code.map { $0 | Int64(1) << (type.size * 8 - 1) }
        case (.code, _): value.code ?? value.integer.map { Int64($0) }
        default: nil
        }
    }

    private static let bulb: Int64 = 0xFFFF_FFFF
    private static let time: Int64 = 0xFFFF_FFFE

    private static func tenthsOfMilliseconds(_ speed: ShutterSpeed) -> Int64? {
        if speed == .bulb { return bulb }
        if speed == .time { return time }
        // The shortest would round to nothing.
        return speed.seconds.map { max(1, Int64(($0 * 10_000).rounded())) }
    }

    private static func fraction(_ speed: ShutterSpeed) -> Int64? {
        if speed == .bulb { return bulb }
        if speed == .time { return time }
        guard let numerator = speed.numerator, let denominator = speed.denominator, numerator < 0xFFFF, denominator <= 0xFFFF
        else {
            return nil
        }
        return Int64(numerator) << 16 | Int64(denominator)
    }

    /// What a number on the wire means, where the camera gives no list to look it up in.
    func decode(_ value: DataValue) -> CommonValue? {
        guard let number: Int64 = value.integer() else { return nil }
        switch self {
        case .fNumber: return Aperture(fNumber: Double(number) / 100).map { .aperture($0) }
        case .exposureTime:
            if number == Self.bulb { return .shutterSpeed(.bulb) }
            return ShutterSpeed(seconds: Double(number) / 10_000).map { .shutterSpeed($0) }
        case .fraction:
            if number == Self.bulb { return .shutterSpeed(.bulb) }
            return ShutterSpeed(numerator: UInt32(number >> 16), denominator: UInt32(number & 0xFFFF)).map { .shutterSpeed($0) }
        case .isoSpeed(let type):
            if number == (Int64(1) << (type.size * 8)) - 1 { return .isoSpeed(.automatic) }
            return ISOSpeed(Int(number)).map { .isoSpeed($0) }
        case .compensation: return .exposureCompensation(ExposureCompensation(Stops(nearest: Double(number) / 1000)))
        case .boolean: return .boolean(number != 0)
        case .integer, .code: return .integer(Int(number))
        case .zoom: return .zoom(ZoomLevel(factor: Int(number)))
        case .choice(_, let numbers): return numbers.first { $0.value == Int(number) }?.key
        case .label, .text: return nil
        }
    }
}
