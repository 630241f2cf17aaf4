/// Error of parsing or encoding a dataset.
public struct DatasetError: Error, Hashable, CustomStringConvertible {
    /// Kind of error.
    public enum Reason: Hashable, Sendable {
        /// The field, or the count in it, requires more bytes than are present.
        case endsEarly(neededBytes: UInt64, presentBytes: Int)
        /// A data type is unknown, so that the following fields cannot be located.
        case unknownDataType(UInt16)
        /// A form of property values is unknown.
        case unknownForm(UInt8)
        /// Text has more than 254 UTF-16 units, or contains a NUL.
        case textNotEncodable(utf16Count: Int)
        /// An array has more elements than its count can express, or than are allowed.
        case tooManyElements(count: Int, limit: Int)
        /// The value has another type than the field.
        case typeMismatch
        /// A number is invalid for the field, such as a length that is smaller than its own header.
        case unexpectedNumber(UInt64)
        /// Text contains a NUL or is not ASCII where ASCII is required.
        case textNotASCII
    }

    /// The standard's name of the field, such as "DeviceInfo.Model".
    public var field: String
    /// Offset of the field from the start of the dataset, in bytes.
    public var offset: Int
    /// Kind of error.
    public var reason: Reason

    /// Creates an error.
    public init(_ field: String, at offset: Int, _ reason: Reason) {
        self.field = field
        self.offset = offset
        self.reason = reason
    }

    /// Error message in English.
    public var description: String {
        let what =
            switch reason {
            case .endsEarly(let needed, let present): "needs \(needed) bytes, \(present) are there"
            case .unknownDataType(let code): "has the unknown data type \(hexadecimal(code))"
            case .unknownForm(let form): "has the unknown form \(hexadecimal(form))"
            case .textNotEncodable(let count): "text of \(count) UTF-16 units cannot be written: 254 are allowed, and no NUL"
            case .tooManyElements(let count, let limit): "has \(count) elements; \(limit) are allowed"
            case .typeMismatch: "has a value of another type"
            case .unexpectedNumber(let number): "is \(number), which cannot be"
            case .textNotASCII: "text cannot be written: only ASCII is allowed, and no NUL"
            }
        return "\(field) at byte \(offset) \(what)"
    }
}
