import CameraModel
import Exposure
package import PTP
import PTPProperties

// A record as the standard's description, for the conversions that all drivers use.

extension SonyPropertyRecord {
    /// The record as the standard's description of a property.
    ///
    /// Lists that a body does not give are added: shutter speeds and apertures have the range of all numbers in version 2. A current
    /// value that means "none" is then in no list.
    package func description(_ version: SonyVersion) -> DevicePropDesc {
        var desc = DevicePropDesc(
            code,
            isSettable: isSettable(version),
            factoryDefault: factoryDefault,
            current: current,
            form: form
        )
        let number: Int64? = current.integer()
        switch form {
        case .range: if let added = nominalValues(number) { desc.form = .enumeration(added) }
        // Some bodies list 0 first, then from bright to dark.
        case .enumeration(let values) where type == .int16: desc.form = .enumeration(Self.ascending(values))
        default: break
        }
        if let settable, desc.isSettable {
            // The present value, for which the body has a value, may be one that cannot be set now.
            desc.form = .enumeration(settable.contains(current) || !lists(current) ? settable : settable + [current])
        }
        if code == .sonyFocusMagnifier { desc.current = magnification ?? current }
        if let number, SonyProperties.meansNothing(number, code) {
            desc.form = Self.excluding(current, desc.form, isSettable: desc.isSettable)
        }
        return desc
    }

    /// Whether the property can be set. In version 2 the controls have flags of their own, and the mode of the flash can be set although it
    /// is shown in grey (observed behaviour).
    private func isSettable(_ version: SonyVersion) -> Bool {
        switch (version, availability) {
        case (.v2, .enabled): true
        case (.v2, .disabled): isControl || code == .flashMode
        case (.v2, .displayOnly): isControl || code == .focusMode || code == .exposureMeteringMode
        case (.v3, .enabled): access & 0x7F != 0 || isControl
        default: false
        }
    }

    private func lists(_ value: DataValue) -> Bool {
        if case .enumeration(let values) = form { values.contains(value) } else { false }
    }

    /// The magnification with any place, as bodies list it.
    private var magnification: DataValue? {
        let number: UInt64? = current.integer()
        return number.flatMap { DataValue.integer(SonyMagnifier($0).listed, as: .uint64) }
    }

    /// The nominal values in thirds of a stop, and the present one; nil for other properties.
    private func nominalValues(_ number: Int64?) -> [DataValue]? {
        let coding: ValueCoding
        let values: [CommonValue]
        switch code {
        case .sonyShutterSpeed, .sonyShutterSpeed2:
            let speeds = ShutterSpeed.nominalSeries(.third, in: .s1_32000...ShutterSpeed(numerator: 30, denominator: 1)!)
            (coding, values) = (.tenthsFraction, [.shutterSpeed(.bulb)] + speeds.reversed().map { .shutterSpeed($0) })
        case .fNumber: (coding, values) = (.fNumber, Aperture.nominalSeries(.third).map { .aperture($0) })
        default: return nil
        }
        let numbers = values.compactMap { coding.encode(PropertyValue($0)) }
        guard let number, !SonyProperties.meansNothing(number, code), !numbers.contains(current) else { return numbers }
        return numbers + [current]
    }

    private static func ascending(_ values: [DataValue]) -> [DataValue] {
        values.sorted { ($0.integer() ?? Int64.max) < ($1.integer() ?? Int64.max) }
    }

    /// A form that does not have the present value.
    private static func excluding(_ value: DataValue, _ form: PropForm, isSettable: Bool) -> PropForm {
        switch form {
        case .enumeration(let values) where !values.isEmpty: return .enumeration(values.filter { $0 != value })
        case .range where isSettable: return form
        // A list of another number; "none" is never 1.
        default: return value.type.integerType.flatMap { .integer(1, as: $0) }.map { .enumeration([$0]) } ?? form
        }
    }
}
