import BindingModel

/// The types that replace the generic parameters of functions.
///
/// A program in another language needs one concrete type for each. It is the simplest type that meets the constraints: text,
/// a number, an array, any value of a protocol of the library, or no value for the result of a closure; otherwise a type that the
/// author of the bindings chose.
extension LibraryBuilder {
    /// Adds the types that replace the generic parameters of a declaration to a scope.
    func scope(_ outer: Scope, replacing declaration: DeclarationSyntax, of symbol: Symbol) throws(Unrepresentable) -> Scope {
        var scope = outer
        for name in declaration.genericParameters where scope.generics[name] == nil {
            scope.generics[name] = try replacement(for: name, in: declaration, symbol, scope)
        }
        return scope
    }

    private func replacement(
        for name: String,
        in declaration: DeclarationSyntax,
        _ symbol: Symbol,
        _ scope: Scope
    ) throws(Unrepresentable) -> BindingType {
        let constraints = symbol.generics?.constraints ?? []
        if let same = constraints.first(where: { $0.kind == "sameType" && $0.lhs == name }) {
            return try resolve(same.right, scope, .contained)
        }
        if let base = constraints.first(where: { $0.kind == "superclass" && $0.lhs == name }) {
            return try resolve(base.right, scope, .contained)
        }
        let protocols = constraints.filter { $0.kind == "conformance" && $0.lhs == name }.compactMap(\.rhsPrecise)
        let arguments = Self.associatedTypes(of: name, constraints)
        let uses = GenericUses(of: name, in: declaration)
        if protocols.contains(KnownTypes.error) { return .error }
        // A mark for the parameter that the system's generator stands for.
        if protocols == [KnownTypes.randomNumberGenerator] { return .never }
        if protocols.allSatisfy(KnownTypes.markers.contains), uses.isGivenByClosuresOnly { return .void }
        let isChosen = uses.asParameter == 0 || uses.isMetatype
        if !isChosen {
            do throws(Unrepresentable) {
                if let type = try stand(in: protocols, arguments, scope) { return type }
            } catch {
                // Its elements depend on a parameter that has no type yet: `S1.Element == S2.Element`.
                guard let type = choose(for: name, constraints, scope) else { throw error }
                return type
            }
        }
        if uses.isPlainParameter, let type = existential(for: protocols) { return type }
        if let type = choose(for: name, constraints, scope, isMetatype: uses.isMetatype) { return type }
        if isChosen, let type = try stand(in: protocols, arguments, scope) { return type }
        let own = Set(constraints.filter { $0.lhs == name }.map { $0.rhsPrecise ?? "" })
        if own.isSubset(of: [KnownTypes.sendable]), !uses.isInInout, !uses.isArgument {
            return declare(own.isEmpty ? .any : .sendable)
        }
        throw Unrepresentable("generic without a concrete use: `\(name)`")
    }

    /// The types of a parameter's associated types, by name, from constraints such as `S.Element == Int` and `Element == S.Element`.
    private static func associatedTypes(
        of name: String,
        _ constraints: [SymbolGraph.Generics.Constraint]
    ) -> [String: TypeSyntax] {
        var found: [String: TypeSyntax] = [:]
        for constraint in constraints where constraint.kind == "sameType" {
            for (side, type) in [(constraint.lhs, constraint.right), (constraint.rhs, constraint.left)]
            where side.hasPrefix(name + ".") {
                let associated = String(side.dropFirst(name.count + 1))
                if found[associated] == nil { found[associated] = type }
            }
        }
        return found
    }

    /// The type that the author chose which meets constraints on a parameter; of several, that of the present turn. There must be a
    /// constraint, or an argument that is the type.
    private func choose(
        for name: String,
        _ constraints: [SymbolGraph.Generics.Constraint],
        _ scope: Scope,
        isMetatype: Bool = false
    ) -> BindingType? {
        let own = constraints.filter { $0.lhs == name && !($0.rhsPrecise.map(KnownTypes.markers.contains) ?? false) }
        guard !own.isEmpty || isMetatype else { return nil }
        let found = resolution.chosen.filter { type in
            var inner = scope
            inner.generics[name] = type
            return own.allSatisfy { isMet($0, inner) }
        }
        return resolution.turn.next(of: found)
    }

    /// The simplest type of the standard library that meets constraints; `nil` if there is none. `arguments` are the types of
    /// associated types, by name.
    func stand(in protocols: [String], _ arguments: [String: TypeSyntax], _ scope: Scope) throws(Unrepresentable) -> BindingType?
    {
        let wanted = Set(protocols).subtracting(KnownTypes.markers)
        guard !wanted.isEmpty else { return nil }
        if let bound = arguments["Bound"], wanted.contains(KnownTypes.rangeExpression) {
            return .range(try resolve(bound, scope, .contained), isClosed: false)
        }
        if wanted.isSubset(of: KnownTypes.sequences) {
            if let element = arguments["Element"] { return try resolve(.array(element), scope, .contained) }
            return wanted.isDisjoint(with: KnownTypes.byteSequences) ? nil : .bytes(.array)
        }
        if wanted.contains(KnownTypes.rawRepresentable), wanted.isSubset(of: KnownTypes.rawNames), let raw = arguments["RawValue"]
        {
            let base = try resolve(raw, scope, .contained)
            return base == .string || base == .integer(.int) ? .adapted(.rawName(base, spelling(of: base))) : nil
        }
        return KnownTypes.stands.first { stand in
            wanted.allSatisfy { stand.protocols.contains($0) || table.conforms(stand.usr, to: $0) }
        }?.type
    }

    /// The protocol of the library whose conforming types meet all constraints, or the composition of those that do, if the values
    /// have a type.
    private func existential(for protocols: [String]) -> BindingType? {
        let wanted = protocols.filter { !KnownTypes.markers.contains($0) }
        let found = wanted.first { usr in
            table.symbols[usr]?.kind == "protocol" && problem(with: usr) == nil
                && Set(wanted).isSubset(of: refinements(of: usr))
        }
        guard let found else { return wanted.count > 1 ? try? composition(of: wanted, "") : nil }
        let identifier = TypeIdentifier(usr: found)
        requestDeclaration(for: identifier)
        return .existential(identifier)
    }
}

/// The turns of a declaration of which one is generated for each type that the author chose for its generic parameters.
struct SpecializationTurn {
    /// The number of the present turn.
    private(set) var index = 0
    /// Number of turns.
    private(set) var count = 1
    /// The types of the present turn.
    private(set) var types: [BindingType] = []

    /// Begins the next turn.
    mutating func advance() {
        index += 1
        types = []
    }

    /// The type of the present turn; with fewer types than turns, the last one.
    mutating func next(of found: [BindingType]) -> BindingType? {
        count = max(count, found.count)
        guard let type = found.isEmpty ? nil : found[min(index, found.count - 1)] else { return nil }
        types.append(type)
        return type
    }
}

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

extension SymbolGraph.Generics.Constraint {
    /// The type on its left, which depends on a generic parameter.
    fileprivate var left: TypeSyntax { .named(lhs.split(separator: ".").map { NameSyntax(name: String($0)) }) }

    /// The type on its right.
    fileprivate var right: TypeSyntax {
        .named([NameSyntax(name: rhs, usr: rhsPrecise)])
    }
}
