/// A value of any type that the protocol has (ISO 15740 § 5.3).
public enum DataValue: Hashable, Sendable {
    case integer(IntegerValue)
    case array(IntegerArray)
    case string(String)

    /// A whole number of the type that it has on the wire; nil if it does not fit.
    public static func integer(_ number: some BinaryInteger, as type: IntegerType) -> DataValue? {
        IntegerValue(number, as: type).map { .integer($0) }
    }

    public var type: DataType {
        switch self {
        case .integer(let value): DataType(rawValue: value.type.rawValue)
        case .array(let array): .array(of: array.elementType)
        case .string: .string
        }
    }

    /// The number, if it is one and fits.
    public func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        if case .integer(let value) = self { value.integer() } else { nil }
    }

    /// The text, if it is one.
    public var string: String? { if case .string(let text) = self { text } else { nil } }

    /// Reads a value of a type.
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

    /// Reads a value that stands alone, such as the data of GetDevicePropValue.
    public init(_ bytes: RawSpan, type: DataType, _ field: String) throws(DatasetError) {
        var reader = DatasetReader(bytes)
        try self.init(&reader, type: type, field)
    }

    /// Writes the value, without its type.
    public func write(to writer: inout DatasetWriter, _ field: String) throws(DatasetError) {
        switch self {
        case .integer(let value): value.write(to: &writer)
        case .array(let array): array.write(to: &writer)
        case .string(let text): try writer.string(text, field)
        }
    }

    /// The bytes of the value alone.
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

/// An array of whole numbers of one type, kept as the bytes that it came in.
public struct IntegerArray: Hashable, Sendable, RandomAccessCollection, CustomStringConvertible {
    public let elementType: IntegerType
    private let bytes: [UInt8]

    /// Takes numbers that must all fit; nil if one does not.
    public init?(_ numbers: [some BinaryInteger], of type: IntegerType) {
        var writer = DatasetWriter()
        for number in numbers {
            guard let value = IntegerValue(number, as: type) else { return nil }
            value.write(to: &writer)
        }
        bytes = writer.bytes
        elementType = type
    }

    init(_ reader: inout DatasetReader, _ type: IntegerType, _ field: String) throws(DatasetError) {
        let count = try reader.count(field, elementSize: type.size)
        bytes = try reader.raw(field, count: count * type.size)
        elementType = type
    }

    func write(to writer: inout DatasetWriter) {
        writer.integer(UInt32(clamping: count))
        writer.raw(bytes)
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { bytes.count / elementType.size }

    public subscript(index: Int) -> IntegerValue {
        precondition(indices.contains(index), "no such element")
        let span = bytes.span
        var reader = unsafe DatasetReader(span.extracting(index * elementType.size..<(index + 1) * elementType.size).bytes)
        // Its bytes are there.
        return try! IntegerValue(&reader, elementType, "element")
    }

    /// "[1, 2, 3]"; of more than 16 elements the first, and how many there are.
    public var description: String {
        let shown = prefix(16).map(\.description).joined(separator: ", ")
        return count > 16 ? "[\(shown), … \(count) in all]" : "[\(shown)]"
    }
}
