extension CType {
    /// The type in C: `const hotshoe_point *`.
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
}

extension Crossing {
    /// The C type as text.
    package var c: String { representation.text }
}
