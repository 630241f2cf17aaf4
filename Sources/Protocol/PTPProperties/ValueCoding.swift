package import CameraModel
import Exposure
package import PTP

/// Encoding of a property's values in the protocol. Pure.
package enum ValueCoding: Sendable {
    /// Hundredths, UINT16: f/2.8 is 280 (ISO 15740 § 13.5.8); 0 and 0xFFFF mean that the camera chooses (observed behaviour).
    case fNumber
    /// Tenths of a millisecond, UINT32 (ISO 15740 § 13.5.14); 0xFFFFFFFF is bulb, 0xFFFFFFFD is time, 0 means that the camera
    /// chooses (observed behaviour).
    case exposureTime
    /// Numerator in the upper half, denominator in the lower half, UINT32; bulb and time as for ``exposureTime`` (observed
    /// behaviour).
    case fraction
    /// As ``fraction``, but times from 0.4 s on have tenths, 0 is bulb, and all bits set mean "no value" (observed behaviour).
    case tenthsFraction
    /// The ISO number; all bits set mean automatic (ISO 15740 § 13.5.16).
    case isoSpeed(IntegerDataType)
    /// Thousandths of a stop, INT16 (ISO 15740 § 13.5.17); the smallest number is "unknown".
    case compensation
    /// Percent, UINT8 (ISO 15740 § 13.5.2).
    case batteryPercent
    /// Steps from an empty battery to a full one, UINT8: cameras that count 0 to 3 (dumps of real bodies).
    case batterySteps(ClosedRange<Int64>)
    /// 0 or 1, UINT8.
    case boolean
    case integer(IntegerDataType)
    /// Magnification factor, UINT8.
    case zoom
    /// Numbers by common value.
    case choice(IntegerDataType, [CommonValue: Int])
    /// Numbers by label. Several labels may share a number, whose label is the first. Other labels are encoded as their code
    /// with the highest bit set.
    case label(IntegerDataType, KeyValuePairs<String, Int>)
    /// Numbers by common value or label, with several numbers per meaning.
    case table(ValueTable)
    /// A vendor's own encoding, as functions.
    case formula(NumberFormula)
    /// The camera's own number.
    case code(IntegerDataType)
    /// Display text.
    case text

    /// Data type in the protocol.
    package var type: DataType {
        switch self {
        case .fNumber: .uint16
        case .exposureTime, .fraction, .tenthsFraction: .uint32
        case .compensation: .int16
        case .boolean, .zoom, .batteryPercent, .batterySteps: .uint8
        case .isoSpeed(let type), .integer(let type), .choice(let type, _), .label(let type, _), .code(let type):
            DataType(rawValue: type.rawValue)
        case .table(let table): DataType(rawValue: table.type.rawValue)
        case .formula(let formula): DataType(rawValue: formula.type.rawValue)
        case .text: .string
        }
    }

    /// Whether a value means "none".
    package func isUnknown(_ value: DataValue) -> Bool {
        if case .formula(let formula) = self { return value.integer().map(formula.none.contains) ?? false }
        return value == unknown
    }

    /// The value for "none": all bits set, the smallest signed number, or an empty text.
    package var unknown: DataValue {
        guard let integer = type.integerType else { return .string("") }
        let bits = integer.size * 8
        return integer.isSigned
            ? .integer(-(Int128(1) << (bits - 1)), as: integer)! : .integer((UInt128(1) << bits) &- 1, as: integer)!
    }

    // MARK: Encoding

    /// Encodes a value; nil if the coding has no number for it.
    package func encode(_ value: PropertyValue) -> DataValue? {
        guard let integer = type.integerType else { return .string(value.label.asDatasetText()) }
        return number(for: value).flatMap { .integer($0, as: integer) }
    }

    private func number(for value: PropertyValue) -> Int64? {
        switch (self, value.common) {
        case (.fNumber, .aperture(let aperture)): aperture.fNumber.map { Int64(($0 * 100).rounded()) }
        case (.exposureTime, .shutterSpeed(let speed)): Self.tenthsOfMilliseconds(speed)
        case (.fraction, .shutterSpeed(let speed)): Self.fraction(speed)
        case (.tenthsFraction, .shutterSpeed(let speed)): speed == .bulb ? 0 : Self.tenthsFraction(speed)
        case (.isoSpeed(let type), .isoSpeed(let speed)):
            speed == .automatic ? Self.allOnes(type) : speed.speed.map { Int64($0) }
        case (.compensation, .exposureCompensation(let compensation)):
            compensation.stops.map { Int64(($0.doubleValue * 1000).rounded()) } ?? -32768
        case (.batteryPercent, .batteryLevel(let level)): Self.percents[level]
        case (.batterySteps(let steps), .batteryLevel(let level)):
            Self.percents[level].map { steps.lowerBound + ($0 * (steps.upperBound - steps.lowerBound) + 50) / 100 }
        case (.boolean, .boolean(let isOn)): isOn ? 1 : 0
        case (.integer, .integer(let number)): Int64(number)
        case (.zoom, .zoom(let zoom)): Int64(zoom.factor)
        case (.choice(_, let numbers), let common?): numbers[common].map { Int64($0) }
        case (.label(let type, let numbers), _):
            numbers.first { $0.key.lowercased() == value.label.lowercased() }.map { Int64($0.value) }
                ?? value.code.map { $0 | Int64(1) << (type.size * 8 - 1) }
        case (.table(let table), _): table.number(for: value)
        case (.formula(let formula), let common?): formula.number(common)
        case (.formula, nil): value.code
        case (.code, _): value.code ?? value.integer.map { Int64($0) }
        default: nil
        }
    }

    private static let bulb: Int64 = 0xFFFF_FFFF
    private static let time: Int64 = 0xFFFF_FFFD
    private static let percents: [BatteryLevel: Int64] = [.empty: 0, .quarter: 25, .half: 50, .threeQuarters: 75, .full: 100]

    private static func allOnes(_ type: IntegerDataType) -> Int64 {
        Int64(truncatingIfNeeded: (UInt128(1) << (type.size * 8)) &- 1)
    }

    private static func tenthsOfMilliseconds(_ speed: ShutterSpeed) -> Int64? {
        if speed == .bulb { return bulb }
        if speed == .time { return time }
        // The shortest times must not be rounded to 0.
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

    private static func tenthsFraction(_ speed: ShutterSpeed) -> Int64? {
        guard let seconds = speed.seconds else { return nil }
        guard seconds >= 0.35 else { return fraction(speed) }
        let tenths = (seconds * 10).rounded()
        return tenths < 0xFFFF ? Int64(tenths) << 16 | 10 : nil
    }

    // MARK: Decoding

    /// Decodes a value as a common value; nil for a device's own value.
    package func decode(_ value: DataValue) -> CommonValue? {
        guard let number: Int64 = value.integer() else { return nil }
        switch self {
        case .fNumber:
            if number == 0 || number == 0xFFFF { return .aperture(.automatic) }
            return Aperture(fNumber: Double(number) / 100).map { .aperture($0) }
        case .exposureTime: return Self.shutterSpeed(tenthsOfMilliseconds: number).map { .shutterSpeed($0) }
        case .fraction:
            if number == Self.bulb { return .shutterSpeed(.bulb) }
            if number == Self.time { return .shutterSpeed(.time) }
            return Self.speed(fraction: number)
        case .tenthsFraction: return number == 0 ? .shutterSpeed(.bulb) : Self.speed(fraction: number)
        case .isoSpeed(let type):
            return number == Self.allOnes(type) ? .isoSpeed(.automatic) : ISOSpeed(Int(number)).map { .isoSpeed($0) }
        case .compensation:
            return number == -32768
                ? nil : .exposureCompensation(ExposureCompensation(Stops(nearest: Double(number) / 1000)))
        case .batteryPercent: return Self.batteryLevel(percent: number).map { .batteryLevel($0) }
        case .batterySteps(let steps):
            guard steps.contains(number) else { return nil }
            let percent = (number - steps.lowerBound) * 100 / (steps.upperBound - steps.lowerBound)
            return Self.batteryLevel(percent: percent).map { .batteryLevel($0) }
        case .boolean: return .boolean(number != 0)
        case .integer: return .integer(Int(number))
        case .zoom: return .zoom(ZoomLevel(factor: Int(number)))
        case .choice(_, let numbers): return numbers.first { $0.value == Int(number) }?.key
        case .table(let table): return table[number]?.common
        // A camera may describe another type.
        case .formula(let formula): return IntegerValue(number, as: formula.type) == nil ? nil : formula.value(number)
        case .label, .code, .text: return nil
        }
    }

    private static func speed(fraction number: Int64) -> CommonValue? {
        let (numerator, denominator) = (UInt32(number >> 16 & 0xFFFF), UInt32(number & 0xFFFF))
        // Numbers with this numerator are not times.
        if numerator == 0xFFFF { return nil }
        return ShutterSpeed(numerator: numerator, denominator: denominator).map { .shutterSpeed($0) }
    }

    /// Returns the label of a device's own number; nil if unknown.
    package func label(_ number: Int64) -> String? {
        switch self {
        case .label(_, let numbers): return numbers.first { $0.value == Int(number) }?.key
        case .table(let table): return table[number]?.label
        case .formula(let formula): return formula.labels[number]
        // Observed behaviour.
        case .fraction: return number == 0xFFFF_FFFE ? "flash sync" : nil
        default: return nil
        }
    }

    private static func batteryLevel(percent: Int64) -> BatteryLevel? {
        switch percent {
        case ..<0, 101...: nil
        case 88...: .full
        case 63...: .threeQuarters
        case 38...: .half
        case 5...: .quarter
        default: .empty
        }
    }

    private static func shutterSpeed(tenthsOfMilliseconds ticks: Int64) -> ShutterSpeed? {
        switch ticks {
        case bulb: .bulb
        case time: .time
        case 0: .automatic
        default: nominalSpeeds[ticks] ?? ShutterSpeed(seconds: Double(ticks) / 10_000)
        }
    }

    /// Nominal shutter speeds for the coarse numbers of short times: the longest nominal time that is rounded or truncated to
    /// the number.
    private static let nominalSpeeds: [Int64: ShutterSpeed] = {
        var speeds: [Int64: ShutterSpeed] = [:]
        let longest = ShutterSpeed(numerator: 1, denominator: 4)!
        let nominal = ShutterSpeed.nominalSeries(.third, in: ShutterSpeed.nominalRange.lowerBound...longest)
        for rounding in [FloatingPointRoundingRule.toNearestOrAwayFromZero, .down] {
            for speed in nominal.reversed() {
                guard let seconds = speed.seconds else { continue }
                let ticks = Int64((seconds * 10_000).rounded(rounding))
                if ticks > 0, speeds[ticks] == nil { speeds[ticks] = speed }
            }
        }
        return speeds
    }()
}
