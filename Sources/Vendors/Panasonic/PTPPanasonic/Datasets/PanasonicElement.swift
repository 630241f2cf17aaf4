package import PTP

/// A number of a property, with its allowed values (observed behaviour).
///
/// UINT32 index from 1, UINT32 size of the rest, UINT32 0, UINT16 1, UINT16 1, UINT32 0, UINT32 1, UINT32 data type, UINT32 form; then the current value,
/// and for a range the minimum, the maximum and the step, otherwise a UINT32 count and the values.
package struct PanasonicElement: Hashable, Sendable {
    /// Content of an element.
    package enum Content: Hashable, Sendable {
        /// The current value, and the allowed ones: an enumeration, a range, or none.
        case number(DataValue, PropForm)
        /// Content of another data type, or that contradicts its size: the bytes after the type.
        case unknown(type: UInt32, [UInt8])
    }

    /// Index in its property, from 1.
    package var index: UInt32
    package var content: Content

    package init(_ index: UInt32, _ content: Content) { (self.index, self.content) = (index, content) }

    /// The current value; nil for unknown content.
    package var current: DataValue? { if case .number(let value, _) = content { value } else { nil } }

    /// Number of bytes between the size and the data type.
    private static let headSize = 16

    private enum Form {
        static let range: UInt32 = 1
        static let enumeration: UInt32 = 2
    }

    // MARK: Reading

    package init(_ reader: inout DatasetReader) throws(DatasetError) {
        let field = "Property.Element"
        index = try reader.integer(field)
        let start = reader.offset
        let size: UInt32 = try reader.integer(field)
        guard size >= Self.headSize + 4 else { throw DatasetError(field, at: start, .unexpectedNumber(UInt64(size))) }
        try reader.skip(Self.headSize, field)
        let type: UInt32 = try reader.integer(field)
        let bytes = try reader.raw(field, count: Int(size) - Self.headSize - 4)
        content = Self.number(bytes, type) ?? .unknown(type: type, bytes)
    }

    /// Parses the bytes after the data type; nil for another type, and for bytes that contradict their counts.
    private static func number(_ bytes: [UInt8], _ type: UInt32) -> Content? {
        guard let short = UInt16(exactly: type), let integer = IntegerDataType(rawValue: short), integer.size <= 8 else {
            return nil
        }
        let type = DataType(rawValue: integer.rawValue)
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        do throws(DatasetError) {
            let form: UInt32 = try reader.integer("Element.Form")
            let current = try DataValue(&reader, type: type, "Element.Current")
            switch form {
            case Form.range:
                let minimum = try DataValue(&reader, type: type, "Element.Minimum")
                let maximum = try DataValue(&reader, type: type, "Element.Maximum")
                let step = try DataValue(&reader, type: type, "Element.Step")
                return .number(current, .range(minimum: minimum, maximum: maximum, step: step))
            case Form.enumeration:
                let count = try reader.count("Element.Count", elementSize: integer.size)
                var values: [DataValue] = []
                values.reserveCapacity(count)
                for _ in 0..<count { values.append(try DataValue(&reader, type: type, "Element.Values")) }
                return .number(current, .enumeration(values))
            default: return .number(current, .none)
            }
        } catch { return nil }
    }

    // MARK: Writing

    /// The bytes of the element.
    package var encoded: [UInt8] {
        var body = DatasetWriter()
        body.integer(UInt32(0))
        body.integer(UInt16(1))
        body.integer(UInt16(1))
        body.integer(UInt32(0))
        body.integer(UInt32(1))
        switch content {
        case .unknown(let type, let bytes):
            body.integer(type)
            body.raw(bytes)
        case .number(let current, let form):
            body.integer(UInt32(current.type.rawValue))
            Self.write(current, form, to: &body)
        }
        var writer = DatasetWriter()
        writer.integer(index)
        writer.integer(UInt32(clamping: body.bytes.count))
        writer.raw(body.bytes)
        return writer.bytes
    }

    private static func write(_ current: DataValue, _ form: PropForm, to writer: inout DatasetWriter) {
        func raw(_ value: DataValue) -> [UInt8] { (try? value.encoded("Element.Value")) ?? [] }
        switch form {
        case .range(let minimum, let maximum, let step):
            writer.integer(Form.range)
            for value in [current, minimum, maximum, step] { writer.raw(raw(value)) }
        case .enumeration(let values):
            writer.integer(Form.enumeration)
            writer.raw(raw(current))
            writer.integer(UInt32(clamping: values.count))
            for value in values { writer.raw(raw(value)) }
        default:
            writer.integer(UInt32(0))
            writer.raw(raw(current))
            writer.integer(UInt32(0))
        }
    }
}
