extension CType {
    /// The type in C: `const weather_point *`.
    package var text: String {
        switch self {
        case .void: "void"
        case .character: "char"
        case .number(let number): number.rawValue
        case .structure(let name), .enumeration(let name), .opaque(let name), .function(let name): name
        case .pointer(let type, let isConstant):
            (isConstant ? "const " : "") + type.text + (type.pointee == nil ? " *" : "*")
        }
    }

    /// A declarator: `const char *name`, `int64_t count`.
    package func declaring(_ name: String) -> String { pointee == nil ? "\(text) \(name)" : text + name }

    /// The declaration of a variable that is empty: `weather_error *error = NULL;`.
    package func declaringEmpty(_ name: String) -> String { declaring(name) + (pointee == nil ? " = {0};" : " = NULL;") }
}

extension Crossing {
    /// The C type as text.
    package var c: String { representation.text }
}
