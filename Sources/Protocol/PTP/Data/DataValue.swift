/// A value of any data type of the protocol (ISO 15740 § 5.3).
public enum DataValue: Hashable, Sendable {
    /// An integer.
    case integer(IntegerValue)
    /// An array of integers.
    case array(IntegerArray)
    /// Text.
    case string(String)

    /// Returns an integer value of a type; nil if the number does not fit.
    public static func integer(_ number: some BinaryInteger, as type: IntegerDataType) -> DataValue? {
        IntegerValue(number, as: type).map { .integer($0) }
    }

    /// Data type of the value.
    public var type: DataType {
        switch self {
        case .integer(let value): DataType(rawValue: value.type.rawValue)
        case .array(let array): .array(of: array.elementType)
        case .string: .string
        }
    }

    /// Returns the integer as a Swift integer; nil for other values, and if it does not fit.
    public func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        if case .integer(let value) = self { value.integer() } else { nil }
    }

    /// The text; nil for other values.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// Reads a value of a data type.
    ///
    /// - Parameters:
    ///   - reader: Reader at the first byte of the value; continues after the value.
    ///   - type: Data type of the value.
    ///   - field: Name of the field for errors.
    /// - Throws: ``DatasetError`` if the bytes end early or the type is unknown.
    public init(_ reader: inout DatasetReader, type: DataType, _ field: String) throws(DatasetError) {
        if let integer = type.integerType {
            self = .integer(try IntegerValue(&reader, integer, field))
        } else if let element = type.elementType {
            self = .array(try IntegerArray(&reader, element, field))
        } else if type == .string {
            self = .string(try reader.string(field))
        } else {
            throw DatasetError(field, at: reader.offset, .unknownDataType(type.rawValue))
        }
    }

    /// Parses a standalone value, such as the data of GetDevicePropValue. Ignores bytes after the value.
    ///
    /// - Throws: ``DatasetError`` if the bytes end early or the type is unknown.
    public init(_ bytes: RawSpan, type: DataType, _ field: String) throws(DatasetError) {
        var reader = DatasetReader(bytes)
        try self.init(&reader, type: type, field)
    }

    /// Writes the value without its data type.
    ///
    /// - Throws: ``DatasetError`` for text that cannot be encoded.
    public func write(to writer: inout DatasetWriter, _ field: String) throws(DatasetError) {
        switch self {
        case .integer(let value): value.write(to: &writer)
        case .array(let array): array.write(to: &writer)
        case .string(let text): try writer.string(text, field)
        }
    }

    /// Returns the encoded value.
    ///
    /// - Throws: ``DatasetError`` for text that cannot be encoded.
    public func encoded(_ field: String) throws(DatasetError) -> [UInt8] {
        var writer = DatasetWriter()
        try write(to: &writer, field)
        return writer.bytes
    }
}

extension DataValue: CustomStringConvertible {
    /// The number, the text, or the numbers in brackets.
    public var description: String {
        switch self {
        case .integer(let value): value.description
        case .string(let text): text
        case .array(let array): array.description
        }
    }
}

/// An array of integers of one type, stored in encoded form.
public struct IntegerArray: Hashable, Sendable, RandomAccessCollection, CustomStringConvertible {
    /// Type of the elements.
    public let elementType: IntegerDataType
    private let bytes: [UInt8]

    /// Creates an array; nil if one of the numbers does not fit the type.
    public init?(_ numbers: [some BinaryInteger], of type: IntegerDataType) {
        var writer = DatasetWriter()
        for number in numbers {
            guard let value = IntegerValue(number, as: type) else { return nil }
            value.write(to: &writer)
        }
        bytes = writer.bytes
        elementType = type
    }

    init(_ reader: inout DatasetReader, _ type: IntegerDataType, _ field: String) throws(DatasetError) {
        let count = try reader.count(field, elementSize: type.size)
        bytes = try reader.raw(field, count: count * type.size)
        elementType = type
    }

    func write(to writer: inout DatasetWriter) {
        writer.integer(UInt32(clamping: count))
        writer.raw(bytes)
    }

    /// 0.
    public var startIndex: Int { 0 }
    /// Number of elements.
    public var endIndex: Int { bytes.count / elementType.size }

    /// The element at an index, which must be valid.
    public subscript(index: Int) -> IntegerValue {
        precondition(indices.contains(index), "no such element")
        let span = bytes.span
        var reader = unsafe DatasetReader(span.extracting(index * elementType.size..<(index + 1) * elementType.size).bytes)
        // The precondition ensures that the bytes are present.
        return try! IntegerValue(&reader, elementType, "element")
    }

    /// Text such as "[1, 2, 3]"; of more than 16 elements the first 16, and the count.
    public var description: String {
        let shown = prefix(16).map(\.description).joined(separator: ", ")
        return count > 16 ? "[\(shown), … \(count) in all]" : "[\(shown)]"
    }
}
