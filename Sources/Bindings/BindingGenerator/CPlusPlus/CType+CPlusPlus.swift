extension CType {
    /// The type in C++, with `::` before the library's own, because a class may have the same name: `const ::weather_point *`.
    var cPlusPlus: String {
        switch self {
        case .void: "void"
        case .character: "char"
        case .number(let number): number.isKeyword ? number.rawValue : "std::\(number.rawValue)"
        case .structure(let name), .enumeration(let name), .opaque(let name), .function(let name): "::\(name)"
        case .pointer(let type, let isConstant):
            (isConstant ? "const " : "") + type.cPlusPlus + (type.pointee == nil ? " *" : "*")
        }
    }

    /// A declarator in C++: `const ::weather_point *value`.
    func declaringCPlusPlus(_ name: String) -> String { cPlusPlus + (pointee == nil ? " " : "") + name }
}
