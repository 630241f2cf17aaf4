/// The places in which a declaration uses one of its generic parameters.
struct GenericUses {
    /// Number of uses in parameters, without the results of closures.
    private(set) var asParameter = 0
    /// Number of parameters that have exactly this type.
    private var asWholeParameter = 0
    private var inClosureResults = 0
    /// Number of uses in the result, and whether it is exactly this type.
    private var inResult = 0
    private var isWholeResult = false
    /// Whether an argument that the function changes has the type.
    private(set) var isInInout = false
    /// Whether a parameter is the type itself.
    private(set) var isMetatype = false
    /// Whether it is the argument of a generic type that is no collection of the standard library.
    private(set) var isArgument = false

    init(of name: String, in declaration: DeclarationSyntax) {
        let whole = TypeSyntax.named([NameSyntax(name: name)])
        for parameter in declaration.parameters {
            count(name, in: parameter.element.type)
            if parameter.element.type == .named([NameSyntax(name: name), NameSyntax(name: "Type")]) { isMetatype = true }
            isArgument = isArgument || parameter.element.type.hasArgument(name)
            if parameter.element.specifiers.contains("inout"), parameter.element.type.uses(of: name) > 0 { isInInout = true }
            if parameter.element.type == whole, !parameter.element.isVariadic { asWholeParameter += 1 }
        }
        if let type = declaration.type {
            inResult = type.uses(of: name)
            isArgument = isArgument || type.hasArgument(name)
            isWholeResult = type == whole
        }
    }

    private mutating func count(_ name: String, in type: TypeSyntax) {
        if case .function(let function) = type {
            for parameter in function.parameters { asParameter += parameter.type.uses(of: name) }
            inClosureResults += function.result.uses(of: name)
        } else if case .optional(let wrapped) = type {
            count(name, in: wrapped)
        } else {
            asParameter += type.uses(of: name)
        }
    }

    /// Whether only the results of closure parameters determine the type.
    var isGivenByClosuresOnly: Bool {
        asParameter == 0 && inClosureResults > 0 && (inResult == 0 || isWholeResult)
    }

    /// Whether one parameter has the type and nothing else depends on it, so that any value of a protocol can be passed.
    var isPlainParameter: Bool {
        asParameter == 1 && asWholeParameter == 1 && inClosureResults == 0 && (inResult == 0 || isWholeResult)
    }
}

extension TypeSyntax {
    /// Whether a generic type within this one has a generic parameter among its arguments.
    fileprivate func hasArgument(_ name: String) -> Bool {
        switch self {
        case .named(let names): names.contains { $0.arguments.contains { $0.uses(of: name) > 0 } }
        case .optional(let type), .array(let type), .existential(let type), .opaque(let type), .suppressed(let type):
            type.hasArgument(name)
        case .dictionary(let key, let value): key.uses(of: name) > 0 || value.hasArgument(name)
        case .tuple(let elements): elements.contains { $0.type.hasArgument(name) }
        case .function(let function):
            function.result.hasArgument(name) || function.parameters.contains { $0.type.hasArgument(name) }
        case .composition(let types): types.contains { $0.hasArgument(name) }
        }
    }

    /// Number of times that a type names a generic parameter.
    func uses(of name: String) -> Int {
        switch self {
        case .named(let names):
            (names[0].usr == nil && names[0].name == name ? 1 : 0)
                + names.flatMap(\.arguments).reduce(0) { $0 + $1.uses(of: name) }
        case .optional(let type), .array(let type), .existential(let type), .opaque(let type), .suppressed(let type):
            type.uses(of: name)
        case .dictionary(let key, let value): key.uses(of: name) + value.uses(of: name)
        case .tuple(let elements): elements.reduce(0) { $0 + $1.type.uses(of: name) }
        case .function(let function):
            function.parameters.reduce(function.result.uses(of: name)) { $0 + $1.type.uses(of: name) }
        case .composition(let types): types.reduce(0) { $0 + $1.uses(of: name) }
        }
    }
}
