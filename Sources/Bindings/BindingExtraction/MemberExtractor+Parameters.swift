import BindingModel

/// The parameters of functions.
extension MemberExtractor {
    /// The parameters of a function or subscript. One of a type without a counterpart is left to its default value, if it has one.
    func parameters(
        _ parameters: [ParameterSyntax],
        of symbol: Symbol,
        _ scope: Scope,
        _ resolver: inout TypeResolver
    ) throws(Unrepresentable) -> [Parameter] {
        var resolved: [Parameter] = []
        var problem: Unrepresentable?
        for parameter in parameters {
            do throws(Unrepresentable) {
                resolved.append(try self.parameter(parameter, scope, &resolver))
            } catch {
                guard parameter.defaultValue != nil else { throw error }
                problem = problem ?? error
            }
        }
        if let problem, resolved.contains(where: \.isVariadic) || isCallOfAnother(symbol, resolved) { throw problem }
        return try Self.withCounts(resolved)
    }

    /// Whether a call with these parameters only would be one of another function.
    private func isCallOfAnother(_ symbol: Symbol, _ parameters: [Parameter]) -> Bool {
        let base = symbol.path.last?.prefix { $0 != "(" } ?? ""
        let name = "\(base)(\(parameters.map { ($0.label ?? "_") + ":" }.joined()))"
        let siblings = symbols.table.owner[symbol.usr].map { symbols.table.members[$0] ?? [] } ?? globals
        return siblings.contains { symbols[$0]?.path.last == name }
    }

    /// The USRs of the functions outside types.
    private var globals: [String] { symbols.table.sorted.lazy.map(\.usr).filter { symbols.table.owner[$0] == nil } }

    private func parameter(
        _ syntax: ParameterSyntax,
        _ scope: Scope,
        _ resolver: inout TypeResolver
    ) throws(Unrepresentable) -> Parameter {
        let marks = syntax.element.specifiers
        if marks.contains("isolated") {
            throw Unrepresentable("runs where its caller does (`\(syntax.label ?? syntax.name):`): add an overload without it")
        }
        let isInout = marks.contains("inout")
        if let fixed = try fixedValue(syntax.element, scope, &resolver) {
            var parameter = Parameter(
                label: syntax.label,
                name: syntax.name,
                type: .void,
                isInout: isInout,
                fixedValue: fixed.value
            )
            parameter.fixedType = fixed.type
            return parameter
        }
        var type = try resolver.resolve(syntax.element.valueType, scope, [.anything, .parameter, .uncopied])
        let isUncopied = symbols.isUncopied(type)
        if isUncopied, case .optional = type {
            throw Unrepresentable("an optional `\(syntax.element.type)`, which cannot be copied")
        }
        if syntax.element.isVariadic, type.isPointer { throw Unrepresentable("any number of pointers") }
        if isInout, !type.canBeInout { throw Unrepresentable("inout parameter of type `\(syntax.element.type)`") }
        if case .closure(var closure) = type {
            // Except directly in a parameter, closures are escaping.
            closure.isEscaping = marks.contains("escaping")
            type = .closure(closure)
        }
        if syntax.element.isVariadic { type = type == .integer(.uint8) ? .bytes(.array) : .array(type) }
        var parameter = Parameter(
            label: syntax.label,
            name: syntax.name,
            type: type,
            defaultValue: isUncopied ? nil : syntax.defaultValue.map(DefaultValue.init(source:)),
            isInout: isInout,
            isVariadic: syntax.element.isVariadic
        )
        parameter.isConsumed = isUncopied && !marks.isDisjoint(with: ["consuming", "__owned"])
        return parameter
    }

    /// The value that is passed for a parameter for which a program has no choice: the system's random number generator, or a type.
    private func fixedValue(
        _ element: ElementSyntax,
        _ scope: Scope,
        _ resolver: inout TypeResolver
    ) throws(Unrepresentable) -> (value: String, type: String?)? {
        if case .named(let names) = element.type, names.count > 1, names.last?.name == "Type", names.last?.usr == nil {
            return try metatype(.named(names.dropLast()), scope, &resolver)
        }
        let isGenerator: Bool
        switch element.type {
        case .opaque(.named(let names)): isGenerator = names.last?.usr == KnownTypes.randomNumberGenerator
        case .named(let names): isGenerator = names.count == 1 && scope.generics[names[0].name] == .never && names[0].usr == nil
        default: isGenerator = false
        }
        return isGenerator ? ("Swift.SystemRandomNumberGenerator()", nil) : nil
    }

    /// A type as a value, if it is known which.
    private func metatype(
        _ type: TypeSyntax,
        _ scope: Scope,
        _ resolver: inout TypeResolver
    ) throws(Unrepresentable) -> (value: String, type: String?) {
        let type = try resolver.resolve(type, scope, .contained)
        if case .existential = type { throw Unrepresentable("a type as a value") }
        return ("(\(resolver.names.spelling(of: type))).self", resolver.names.word(for: type))
    }
}
