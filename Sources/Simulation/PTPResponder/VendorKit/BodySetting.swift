package import PTP

/// A setting without effect in the standard's form (DevicePropDesc). The camera does not have it; the body's memory keeps it.
///
/// The device answers the standard's operations on properties for it.
package struct BodySetting: Sendable {
    let code: DevicePropCode
    let type: DataType
    /// Allowed values.
    let offered: [DataValue]
    /// Factory default.
    let original: DataValue

    /// Creates a numeric setting. Numbers that the type cannot have are left out. The factory default is the first number unless given.
    package init(_ code: DevicePropCode, _ type: IntegerDataType, _ numbers: [Int64], initially number: Int64? = nil) {
        self.code = code
        self.type = DataType(rawValue: type.rawValue)
        offered = numbers.compactMap { .integer($0, as: type) }
        original = number.flatMap { .integer($0, as: type) } ?? offered.first ?? .string("")
    }

    /// Creates a text that may have any value. The factory default is empty.
    package init(text code: DevicePropCode) { (self.code, type, offered, original) = (code, .string, [], .string("")) }

    func value(_ memory: BodyMemory) -> DataValue {
        memory[code.rawValue].flatMap { PTPDevice.value(in: $0, type) } ?? original
    }

    func description(_ memory: BodyMemory) -> DevicePropDesc {
        DevicePropDesc(
            code,
            isSettable: true,
            factoryDefault: original,
            current: value(memory),
            form: offered.isEmpty ? .none : .enumeration(offered)
        )
    }

    /// Stores data that the initiator has sent.
    func set(_ data: [UInt8], _ memory: BodyMemory) throws(Refusal) {
        guard let value = PTPDevice.value(in: data, type) else { throw Refusal(.invalidDevicePropFormat) }
        guard offered.isEmpty || offered.contains(value) else { throw Refusal(.invalidDevicePropValue) }
        memory[code.rawValue] = data
    }

    /// Restores the factory default.
    func reset(_ memory: BodyMemory) { memory[code.rawValue] = nil }
}
