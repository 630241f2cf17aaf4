extension CType {
    /// The type as Swift imports it from the header: `UnsafePointer<weather_point>?`.
    var imported: String {
        switch self {
        case .void: "Void"
        case .character: "CChar"
        case .number(let number): number.imported
        case .structure(let name), .opaque(let name): name
        case .enumeration: "Int32"
        case .function(let name): "\(name)?"
        case .pointer(.opaque, _): "OpaquePointer?"
        case .pointer(.void, let isConstant): isConstant ? "UnsafeRawPointer?" : "UnsafeMutableRawPointer?"
        case .pointer(let type, let isConstant): "\(isConstant ? "UnsafePointer" : "UnsafeMutablePointer")<\(type.imported)>?"
        }
    }
}

extension CType.Number {
    fileprivate var imported: String {
        switch self {
        case .bool: "Bool"
        case .int, .int32: "Int32"
        case .int8: "Int8"
        case .int16: "Int16"
        case .int64: "Int64"
        case .uint8: "UInt8"
        case .uint16: "UInt16"
        case .uint32: "UInt32"
        case .uint64: "UInt64"
        case .float: "Float"
        case .double: "Double"
        case .size: "Int"
        }
    }
}

extension Crossing {
    /// The C type as Swift imports it from the header: `Int64`, `weather_station`.
    var imported: String { representation.imported }

    /// The initial value of a C variable of this type, before a function sets it.
    var initialValue: String { shape == .error ? "OpaquePointer?.none" : "\(imported)()" }
}
