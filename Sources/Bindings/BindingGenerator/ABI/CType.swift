/// A C type, as data that each back end prints in its own language.
package indirect enum CType: Hashable, Sendable {
    /// A number that is the same in all languages.
    package enum Number: String, Hashable, Sendable {
        case bool
        case int
        case int8 = "int8_t"
        case int16 = "int16_t"
        case int32 = "int32_t"
        case int64 = "int64_t"
        case uint8 = "uint8_t"
        case uint16 = "uint16_t"
        case uint32 = "uint32_t"
        case uint64 = "uint64_t"
        case float
        case double
        case size = "size_t"

        /// Whether C has a keyword for it, and no header needs to define it.
        package var isKeyword: Bool {
            switch self {
            case .bool, .int, .float, .double: true
            case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .size: false
            }
        }

        /// The word in the names of other types: `int64`.
        package var word: String { isKeyword ? rawValue : String(rawValue.dropLast("_t".count)) }
    }

    case void
    /// A `char` of a text of the runtime.
    case character
    case number(Number)
    /// A structure that the header defines, by its name: a handle, a string, a record, an array.
    case structure(String)
    /// An `int32_t` under the name of an enumeration.
    case enumeration(String)
    /// A structure that the header only declares, and which is used through pointers: an error.
    case opaque(String)
    /// A function pointer, by the name of its type.
    case function(String)
    case pointer(CType, isConstant: Bool)

    /// A pointer through which the function writes, or reads and writes.
    package static func pointer(_ type: CType) -> CType { .pointer(type, isConstant: false) }

    /// A pointer through which the function reads.
    package static func constant(_ type: CType) -> CType { .pointer(type, isConstant: true) }

    /// Whether it is a pointer to a constant.
    package var isConstantPointer: Bool {
        if case .pointer(_, isConstant: true) = self { true } else { false }
    }

    /// The type to which it points; nil if it is no pointer.
    package var pointee: CType? {
        if case .pointer(let type, _) = self { type } else { nil }
    }

    /// The name of the structure, enumeration or function pointer type; nil for all other types.
    package var name: String? {
        switch self {
        case .structure(let name), .enumeration(let name), .opaque(let name), .function(let name): name
        case .void, .character, .number, .pointer: nil
        }
    }
}
