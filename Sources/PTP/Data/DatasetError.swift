/// Bytes that are not the dataset that they should be, or a value that no dataset can hold.
public struct DatasetError: Error, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The field, or a count in it, asks for more bytes than are there.
        case endsEarly(neededBytes: UInt64, presentBytes: Int)
        /// A data type that nobody explains; what follows cannot be found.
        case unknownDataType(UInt16)
        /// A form of property values that nobody explains.
        case unknownForm(UInt8)
        /// Text with more than 254 UTF-16 units, or with a NUL in it.
        case textNotEncodable(utf16Count: Int)
        /// An array that has more elements than its count can say, or than are allowed.
        case tooManyElements(count: Int, limit: Int)
        /// A value of another type than the field has.
        case typeMismatch
        /// A number that cannot stand there, such as a length that does not cover its own head.
        case unexpectedNumber(UInt64)
        /// Text that is not ASCII, or has a NUL in it, where only that can be written.
        case textNotASCII
    }

    /// The standard's name of the field, such as "DeviceInfo.Model".
    public var field: String
    /// Where it begins, in bytes from the dataset's start.
    public var offset: Int
    public var reason: Reason

    public init(_ field: String, at offset: Int, _ reason: Reason) {
        self.field = field
        self.offset = offset
        self.reason = reason
    }

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
