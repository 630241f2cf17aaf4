package import PTP

/// A property, or a control, as GetAllExtDevicePropInfo (0x9209) describes it (observed behaviour).
///
/// The standard's DevicePropDesc with a further field, and, on bodies since 2024, a second list after an enumeration.
package struct SonyPropertyRecord: Hashable, Sendable {
    /// Whether a property can be set now; unknown numbers survive.
    package struct Availability: RawRepresentable, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Shown in grey on the body.
        package static let disabled = Availability(rawValue: 0)
        package static let enabled = Availability(rawValue: 1)
        /// Shown, and not settable.
        package static let displayOnly = Availability(rawValue: 2)
    }

    package var code: DevicePropCode
    /// 0: can be read only, 1: can be set; of a control with the highest bit set.
    package var access: UInt8
    package var availability: Availability
    package var factoryDefault: DataValue
    package var current: DataValue
    package var form: PropForm
    /// The values of an enumeration that can be set now; nil on bodies before 2024, where all can.
    package var settable: [DataValue]?

    /// Creates a record; without a factory default, the current value is used.
    package init(
        _ code: DevicePropCode,
        access: UInt8 = 1,
        _ availability: Availability = .enabled,
        factoryDefault: DataValue? = nil,
        current: DataValue,
        form: PropForm,
        settable: [DataValue]? = nil
    ) {
        (self.code, self.access, self.availability) = (code, access, availability)
        (self.factoryDefault, self.current) = (factoryDefault ?? current, current)
        (self.form, self.settable) = (form, settable)
    }

    /// Whether it is a control, which ControlDevice operates.
    package var isControl: Bool { access & 0x80 != 0 }

    /// Data type of the values.
    package var type: DataType { current.type }

    // MARK: Reading

    package init(_ reader: inout DatasetReader) throws(DatasetError) {
        code = try reader.code("ExtDeviceProp.Code")
        let type = DataType(rawValue: try reader.integer("ExtDeviceProp.DataType"))
        access = try reader.integer("ExtDeviceProp.GetSet")
        availability = Availability(rawValue: try reader.integer("ExtDeviceProp.IsEnabled"))
        factoryDefault = try DataValue(&reader, type: type, "ExtDeviceProp.FactoryDefault")
        current = try DataValue(&reader, type: type, "ExtDeviceProp.Current")
        (form, settable) = try Self.form(&reader, type)
    }

    private static func form(
        _ reader: inout DatasetReader,
        _ type: DataType
    ) throws(DatasetError) -> (PropForm, [DataValue]?) {
        let (field, start) = ("ExtDeviceProp.Form", reader.offset)
        switch try reader.integer(field, as: UInt8.self) {
        case 0: return (.none, nil)
        case 1:
            let minimum = try DataValue(&reader, type: type, field)
            let maximum = try DataValue(&reader, type: type, field)
            return (.range(minimum: minimum, maximum: maximum, step: try DataValue(&reader, type: type, field)), nil)
        case 2:
            let values = try values(&reader, type)
            return (.enumeration(values), hasSecondList(reader) ? try Self.values(&reader, type) : nil)
        case let flag: throw DatasetError(field, at: start, .unknownForm(flag))
        }
    }

    /// Smallest code of a property: a smaller number after an enumeration is the length of a second one.
    private static let leastCode: UInt16 = 0x200

    private static func hasSecondList(_ reader: borrowing DatasetReader) -> Bool {
        var ahead = copy reader
        guard let next = try? ahead.integer("ExtDeviceProp.Settable", as: UInt16.self) else { return false }
        return next < leastCode
    }

    private static func values(_ reader: inout DatasetReader, _ type: DataType) throws(DatasetError) -> [DataValue] {
        // Texts have at least one byte, arrays four.
        let size = type.integerType?.size ?? (type == .string ? 1 : 4)
        let count = try reader.count("ExtDeviceProp.Values", as: UInt16.self, elementSize: size)
        var values: [DataValue] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try DataValue(&reader, type: type, "ExtDeviceProp.Values")) }
        return values
    }

    // MARK: Writing

    package func write(to writer: inout DatasetWriter) throws(DatasetError) {
        writer.code(code)
        writer.integer(type.rawValue)
        writer.integer(access)
        writer.integer(availability.rawValue)
        try factoryDefault.write(to: &writer, "ExtDeviceProp.FactoryDefault")
        try current.write(to: &writer, "ExtDeviceProp.Current")
        switch form {
        case .range(let minimum, let maximum, let step):
            writer.integer(UInt8(1))
            for value in [minimum, maximum, step] { try value.write(to: &writer, "ExtDeviceProp.Form") }
        case .enumeration(let values):
            writer.integer(UInt8(2))
            try Self.write(values, to: &writer)
            // A length that is a property's code would be read as one.
            if let settable { try Self.write(Array(settable.prefix(Int(Self.leastCode) - 1)), to: &writer) }
        default: writer.integer(UInt8(0))
        }
    }

    private static func write(_ values: [DataValue], to writer: inout DatasetWriter) throws(DatasetError) {
        writer.integer(UInt16(clamping: values.count))
        for value in values.prefix(Int(UInt16.max)) { try value.write(to: &writer, "ExtDeviceProp.Values") }
    }
}
