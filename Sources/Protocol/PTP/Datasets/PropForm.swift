/// Allowed values of a property (ISO 15740 § 13.3.3, MTP 1.1 § 5.3.2).
public enum PropForm: Hashable, Sendable {
    /// The device does not specify the values.
    case none
    /// From `minimum` to `maximum` in steps, as received: the step may be 0, or the minimum above the maximum.
    case range(minimum: DataValue, maximum: DataValue, step: DataValue)
    /// A list of values.
    case enumeration([DataValue])
    /// A date and time as text; for objects only.
    case dateTime
    /// An array with a fixed number of elements; for objects only.
    case fixedLengthArray(count: UInt16)
    /// Text that matches a regular expression; for objects only.
    case regularExpression(String)
    /// An array of bytes with a maximum length; for objects only.
    case byteArray(maximumCount: UInt32)
    /// Text with a maximum length in bytes; for objects only.
    case longString(maximumCount: UInt32)

    /// Form flags in the protocol.
    private enum Flag {
        static let none: UInt8 = 0
        static let range: UInt8 = 1
        static let enumeration: UInt8 = 2
        static let dateTime: UInt8 = 3
        static let fixedLengthArray: UInt8 = 4
        static let regularExpression: UInt8 = 5
        static let byteArray: UInt8 = 6
        static let longString: UInt8 = 0xFF
    }

    /// Reads the flag and the form. A dataset that ends before the flag has no form (observed behaviour).
    init(_ reader: inout DatasetReader, type: DataType, _ field: String) throws(DatasetError) {
        let start = reader.offset
        guard reader.remaining > 0 else {
            self = .none
            return
        }
        let flag: UInt8 = try reader.integer(field)
        switch flag {
        case Flag.none: self = .none
        case Flag.range:
            self = .range(
                minimum: try DataValue(&reader, type: type, field),
                maximum: try DataValue(&reader, type: type, field),
                step: try DataValue(&reader, type: type, field)
            )
        case Flag.enumeration: self = .enumeration(try Self.values(&reader, type, field))
        case Flag.dateTime: self = .dateTime
        case Flag.fixedLengthArray: self = .fixedLengthArray(count: try reader.integer(field))
        case Flag.regularExpression: self = .regularExpression(try reader.string(field))
        case Flag.byteArray: self = .byteArray(maximumCount: try reader.integer(field))
        case Flag.longString: self = .longString(maximumCount: try reader.integer(field))
        default: throw DatasetError(field, at: start, .unknownForm(flag))
        }
    }

    private static func values(_ reader: inout DatasetReader, _ type: DataType, _ field: String) throws(DatasetError)
        -> [DataValue]
    {
        let start = reader.offset
        // Strings have at least one byte, arrays four.
        let size = type.integerType?.size ?? (type == .string ? 1 : 4)
        var count: Int
        do throws(DatasetError) {
            count = try reader.count(field, as: UInt16.self, elementSize: size)
        } catch {
            // Some printers write this count in the wrong byte order (observed behaviour).
            reader.rewind(to: start)
            let swapped = try reader.integer(field, as: UInt16.self).byteSwapped
            guard Int(swapped) * size <= reader.remaining else { throw error }
            count = Int(swapped)
        }
        var values: [DataValue] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try DataValue(&reader, type: type, field)) }
        return values
    }

    func write(to writer: inout DatasetWriter, _ field: String) throws(DatasetError) {
        switch self {
        case .none: writer.integer(Flag.none)
        case .range(let minimum, let maximum, let step):
            writer.integer(Flag.range)
            try minimum.write(to: &writer, field)
            try maximum.write(to: &writer, field)
            try step.write(to: &writer, field)
        case .enumeration(let values):
            guard let count = UInt16(exactly: values.count) else {
                throw DatasetError(field, at: writer.bytes.count, .tooManyElements(count: values.count, limit: 65535))
            }
            writer.integer(Flag.enumeration)
            writer.integer(count)
            for value in values { try value.write(to: &writer, field) }
        case .dateTime: writer.integer(Flag.dateTime)
        case .fixedLengthArray(let count):
            writer.integer(Flag.fixedLengthArray)
            writer.integer(count)
        case .regularExpression(let text):
            writer.integer(Flag.regularExpression)
            try writer.string(text, field)
        case .byteArray(let count):
            writer.integer(Flag.byteArray)
            writer.integer(count)
        case .longString(let count):
            writer.integer(Flag.longString)
            writer.integer(count)
        }
    }

    /// Returns whether every value of the form has this type.
    func fits(_ type: DataType) -> Bool {
        switch self {
        case .range(let minimum, let maximum, let step): [minimum, maximum, step].allSatisfy { $0.type == type }
        case .enumeration(let values): values.allSatisfy { $0.type == type }
        default: true
        }
    }
}
