package import PTP

/// A setting without effect in the standard's form (DevicePropDesc). The camera does not have it; the body's memory keeps it.
///
/// The device answers the standard's operations on properties for it.
package struct BodySetting: Sendable {
    let code: DevicePropCode
    /// Factory default.
    let original: DataValue
    /// Allowed values.
    let form: PropForm
    /// Whether initiators can set it; a reading keeps its factory default.
    let isSettable: Bool

    /// Creates a setting with its description.
    package init(_ code: DevicePropCode, _ original: DataValue, _ form: PropForm, isSettable: Bool = true) {
        (self.code, self.original, self.form, self.isSettable) = (code, original, form, isSettable)
    }

    /// Creates a numeric setting, which may have any number if none is listed. The factory default is the first number unless given.
    /// Numbers that the type cannot have are left out.
    package init(_ code: DevicePropCode, _ type: IntegerDataType, _ numbers: [Int64], initially number: Int64? = nil) {
        let offered = numbers.compactMap { DataValue.integer($0, as: type) }
        let original = number.flatMap { .integer($0, as: type) } ?? offered.first ?? .integer(0, as: type)!
        self.init(code, original, offered.isEmpty ? .none : .enumeration(offered))
    }

    /// Creates a text that may have any value. The factory default is empty.
    package init(text code: DevicePropCode) { self.init(code, .string(""), .none) }

    func value(_ memory: BodyMemory) -> DataValue {
        memory[code.rawValue].flatMap { PTPDevice.value(in: $0, original.type) } ?? original
    }

    func description(_ memory: BodyMemory) -> DevicePropDesc {
        DevicePropDesc(code, isSettable: isSettable, factoryDefault: original, current: value(memory), form: form)
    }

    /// Stores data that the initiator has sent.
    func set(_ data: [UInt8], _ memory: BodyMemory) throws(Refusal) {
        guard isSettable else { throw Refusal(.accessDenied) }
        guard let value = PTPDevice.value(in: data, original.type) else { throw Refusal(.invalidDevicePropFormat) }
        guard allows(value) else { throw Refusal(.invalidDevicePropValue) }
        memory[code.rawValue] = data
    }

    private func allows(_ value: DataValue) -> Bool {
        switch form {
        case .enumeration(let values): return values.contains(value)
        case .range(let minimum, let maximum, _):
            guard let low: Int64 = minimum.integer(), let high: Int64 = maximum.integer(), let number: Int64 = value.integer()
            else {
                return false
            }
            return low <= number && number <= high
        default: return true
        }
    }

    /// Restores the factory default.
    func reset(_ memory: BodyMemory) { memory[code.rawValue] = nil }
}
