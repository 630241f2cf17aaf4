import BindingModel

/// The constraints of extensions and of generic declarations.
extension TypeResolver {
    /// The scope of a member, with the generic parameters that its constraints determine: `T` by `Value == [T]`.
    ///
    /// - Throws: if a constraint is not met: such members exist for some generic arguments only.
    func scope(_ outer: Scope, meetingConstraintsOf symbol: Symbol) throws(Unrepresentable) -> Scope {
        let known = table.owner[symbol.usr].flatMap { symbols[$0]?.generics?.constraints } ?? []
        let constraints = symbol.extensionConstraints + (symbol.generics?.constraints ?? []).filter { !known.contains($0) }
        var scope = outer
        var question = self
        let parameters = Set((symbol.generics?.parameters ?? []).map(\.name)).subtracting(scope.generics.keys)
        for constraint in constraints where constraint.kind == "sameType" {
            guard let argument = question.argument(constraint.lhs, scope) else { continue }
            _ = question.match(constraint.type, argument, finding: parameters, &scope.generics)
        }
        for constraint in constraints where !isMet(constraint, scope) {
            throw Unrepresentable("only there when \(constraint.lhs) is `\(constraint.rhs)`", isOfArguments: true)
        }
        return scope
    }

    /// The type that is the left side of a constraint; `nil` if it is not known.
    private mutating func argument(_ name: String, _ scope: Scope) -> BindingType? {
        // In an extension of a protocol of collections, `Self` is an array with a known element.
        if case .array? = scope.selfType, name == "Self.Element" { return scope.generics["Element"] }
        if let type = scope.generics[name] { return type }
        let path = name.split(separator: ".").map { NameSyntax(name: String($0)) }
        guard path.count > 1 else { return nil }
        return try? resolve(.named(path), scope, .contained)
    }

    /// Whether the arguments of a generic type meet a constraint; constraints on other parameters count as met.
    func isMet(_ constraint: SymbolGraph.Generics.Constraint, _ scope: Scope) -> Bool {
        var question = self
        return question.meets(constraint, scope)
    }

    private mutating func meets(_ constraint: SymbolGraph.Generics.Constraint, _ scope: Scope) -> Bool {
        guard let argument = argument(constraint.lhs, scope) else { return true }
        switch constraint.kind {
        case "sameType":
            // A type that depends on an unknown parameter is left to the compiler: `Key == (some Sequence<Key>).Element`.
            if constraint.rhs.contains("."), constraint.rhsPrecise == nil {
                return self.argument(constraint.rhs, scope).map { $0 == argument } ?? true
            }
            var generics = scope.generics
            return match(constraint.type, argument, finding: [], &generics) ?? true
        case "conformance":
            // Of an associated type, the compiler knows more conformances than there are tables of, unless the modules declare it.
            if constraint.lhs.contains("."), constraint.lhs != "Self.Element", !argument.isNamed { return true }
            return constraint.rhsPrecise.map { conforms(argument, to: $0) } ?? false
        default: return false
        }
    }

    /// Whether a type of a constraint is an argument; nil if that is unknown, as for an alias. Parameters without a meaning get one:
    /// `T` of `[T]` is `Int` for `[Int]`.
    private func match(
        _ type: TypeSyntax,
        _ argument: BindingType,
        finding parameters: Set<String>,
        _ generics: inout [String: BindingType]
    ) -> Bool? {
        switch (type, argument) {
        case (.optional(let wrapped), .optional(let argument)): return match(wrapped, argument, finding: parameters, &generics)
        case (.array(let element), .array(let argument)): return match(element, argument, finding: parameters, &generics)
        case (.array(let element), .bytes(.array)): return match(element, .integer(.uint8), finding: parameters, &generics)
        case (.dictionary(let key, let value), .dictionary(let keyArgument, let valueArgument)):
            return match([key, value], [keyArgument, valueArgument], finding: parameters, &generics)
        case (.tuple(let elements), .tuple(let arguments)):
            return match(elements.map(\.type), arguments.map(\.type), finding: parameters, &generics)
        case (.optional, _), (.array, _), (.dictionary, _), (.tuple, _): return argument.isAdapted ? nil : type.isVoid(argument)
        case (.named(let path), _): return match(path, argument, finding: parameters, &generics)
        default: return nil
        }
    }

    private func match(
        _ types: [TypeSyntax],
        _ arguments: [BindingType],
        finding parameters: Set<String>,
        _ generics: inout [String: BindingType]
    ) -> Bool? {
        guard types.count == arguments.count else { return false }
        var answer: Bool? = true
        for (type, argument) in zip(types, arguments) {
            switch match(type, argument, finding: parameters, &generics) {
            case true?: break
            case false?: return false
            case nil: answer = nil
            }
        }
        return answer
    }

    /// Whether a type with a name is an argument.
    private func match(
        _ path: [NameSyntax],
        _ argument: BindingType,
        finding parameters: Set<String>,
        _ generics: inout [String: BindingType]
    ) -> Bool? {
        guard let name = path.last else { return nil }
        if path.count == 1, name.arguments.isEmpty {
            if let known = generics[name.name] { return known == argument }
            if parameters.contains(name.name) {
                generics[name.name] = argument
                return true
            }
        }
        if let type = name.sugared { return match(type, argument, finding: parameters, &generics) }
        switch argument {
        case .named(let identifier) where !name.arguments.isEmpty && symbols[identifier.usr]?.path.last == name.name:
            return match(name.arguments, identifier.arguments, finding: parameters, &generics)
        case .set(let element) where name.name == "Set":
            return match(name.arguments, [element], finding: parameters, &generics)
        default: break
        }
        if path.allSatisfy(\.arguments.isEmpty), names.isCalled(path.map(\.name), argument) { return true }
        let isKnown = table.typeNames.contains(name.name) || KnownTypes.names.contains(name.name)
        return isKnown && !argument.isAdapted ? false : nil
    }

    /// Whether a type conforms to a protocol, with its arguments.
    func conforms(_ identifier: TypeIdentifier, to usr: String) -> Bool {
        guard table.conforms(identifier.usr, to: usr) else { return false }
        let scope = symbols.scope(of: identifier)
        return table.conditions[identifier.usr]?[usr]?.contains { $0.allSatisfy { isMet($0, scope) } } ?? true
    }

    private func conforms(_ type: BindingType, to protocolUSR: String) -> Bool {
        if KnownTypes.markers.contains(protocolUSR) { return protocolUSR != KnownTypes.error || type == .error }
        if symbols[protocolUSR] == nil, isOfOtherModule(protocolUSR) { return true }
        if let usr = KnownTypes.usr(of: type), table.conforms(usr, to: protocolUSR) { return true }
        switch type {
        case .named(let identifier): return conforms(identifier, to: protocolUSR)
        case .bool: return protocolUSR == KnownTypes.equatable || protocolUSR == KnownTypes.hashable
        case .character, .duration:
            return [KnownTypes.equatable, KnownTypes.hashable, KnownTypes.comparable].contains(protocolUSR)
        case .integer(let integer):
            return KnownTypes.conforms(.integer(integer.isSigned ? .int : .uint), to: protocolUSR)
        case .float: return KnownTypes.conforms(.double, to: protocolUSR)
        case .double: return KnownTypes.conforms(type, to: protocolUSR)
        case .string: return KnownTypes.conforms(type, to: protocolUSR) || KnownTypes.textSequences.contains(protocolUSR)
        case .bytes(.array), .bytes(.data): return KnownTypes.arraySequences.contains(protocolUSR)
        case .array(let element), .set(let element), .optional(let element):
            return isContainer(type, protocolUSR)
                || KnownTypes.conditional.contains(protocolUSR) && conforms(element, to: protocolUSR)
        case .dictionary(let key, let value):
            return isContainer(type, protocolUSR)
                || KnownTypes.conditional.contains(protocolUSR) && conforms(key, to: protocolUSR)
                    && conforms(value, to: protocolUSR)
        default: return false
        }
    }

    /// Whether a container conforms to a protocol, whatever its elements are.
    private func isContainer(_ type: BindingType, _ protocolUSR: String) -> Bool {
        switch type {
        case .array: KnownTypes.arraySequences.contains(protocolUSR)
        case .set, .dictionary: KnownTypes.setSequences.contains(protocolUSR)
        default: false
        }
    }

    /// Whether a declaration is of a module that was neither given nor is one of Swift's: its conformances are unknown, and left to
    /// the compiler.
    private func isOfOtherModule(_ usr: String) -> Bool {
        guard let module = KnownTypes.module(of: usr) else { return false }
        return !(symbols.modules + symbols.supportModules).contains(module) && module != "Swift" && !module.hasPrefix("_")
            && !module.hasPrefix("Foundation")
    }
}

extension BindingType {
    /// Whether the modules declare the type.
    fileprivate var isNamed: Bool { if case .named = self { true } else { false } }

    /// Whether a simpler type represents it.
    fileprivate var isAdapted: Bool { if case .adapted = self { true } else { false } }
}

extension NameSyntax {
    /// A type of the standard library as it is usually written: `[Int]` for `Array<Int>`; nil for all others.
    fileprivate var sugared: TypeSyntax? {
        switch (name, arguments.count) {
        case ("Array", 1): .array(arguments[0])
        case ("Optional", 1): .optional(arguments[0])
        case ("Dictionary", 2): .dictionary(arguments[0], arguments[1])
        default: nil
        }
    }
}

extension TypeSyntax {
    /// Whether the type is `()` and so the argument.
    fileprivate func isVoid(_ argument: BindingType) -> Bool {
        if case .tuple(let elements) = self { elements.isEmpty && argument == .void } else { false }
    }
}

extension SymbolGraph.Generics.Constraint {
    /// The type on its right.
    fileprivate var type: TypeSyntax {
        var parser = TypeParser(TokenStream([SymbolGraph.Fragment(kind: "text", spelling: rhs)]))
        guard let type = try? parser.type(), parser.tokens.isAtEnd else { return .named([NameSyntax(name: rhs)]) }
        return type
    }
}
