import BindingModel

/// Replaces the generic parameters of functions.
///
/// A program in another language needs one concrete type for each. It is the simplest type that meets the constraints: text,
/// a number, an array, any value of a protocol of the library, or no value for the result of a closure; otherwise a type that the
/// author of the bindings chose.
struct Specializer {
    /// The types that the author chose.
    let chosen: [BindingType]

    /// Adds the types that replace the generic parameters of a declaration to a scope.
    func scope(
        _ outer: Scope,
        replacing declaration: DeclarationSyntax,
        of symbol: Symbol,
        in turn: inout SpecializationTurn,
        _ resolver: inout TypeResolver
    ) throws(Unrepresentable) -> Scope {
        var scope = outer
        for name in declaration.genericParameters where scope.generics[name] == nil {
            scope.generics[name] = try replacement(for: name, in: declaration, symbol, scope, &turn, &resolver)
        }
        return scope
    }

    private func replacement(
        for name: String,
        in declaration: DeclarationSyntax,
        _ symbol: Symbol,
        _ scope: Scope,
        _ turn: inout SpecializationTurn,
        _ resolver: inout TypeResolver
    ) throws(Unrepresentable) -> BindingType {
        let constraints = symbol.generics?.constraints ?? []
        if let same = constraints.first(where: { $0.kind == "sameType" && $0.lhs == name }) {
            return try resolver.resolve(same.right, scope, .contained)
        }
        if let base = constraints.first(where: { $0.kind == "superclass" && $0.lhs == name }) {
            return try resolver.resolve(base.right, scope, .contained)
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
                if let type = try resolver.stand(in: protocols, arguments, scope) { return type }
            } catch {
                // Its elements depend on a parameter that has no type yet: `S1.Element == S2.Element`.
                guard let type = choose(for: name, constraints, scope, &turn, resolver) else { throw error }
                return type
            }
        }
        if uses.isPlainParameter, let type = resolver.existential(for: protocols) { return type }
        if let type = choose(for: name, constraints, scope, isMetatype: uses.isMetatype, &turn, resolver) { return type }
        if isChosen, let type = try resolver.stand(in: protocols, arguments, scope) { return type }
        let own = Set(constraints.filter { $0.lhs == name }.map { $0.rhsPrecise ?? "" })
        if own.isSubset(of: [KnownTypes.sendable]), !uses.isInInout, !uses.isArgument {
            return resolver.declare(own.isEmpty ? .any : .sendable)
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
        isMetatype: Bool = false,
        _ turn: inout SpecializationTurn,
        _ resolver: TypeResolver
    ) -> BindingType? {
        let own = constraints.filter { $0.lhs == name && !($0.rhsPrecise.map(KnownTypes.markers.contains) ?? false) }
        guard !own.isEmpty || isMetatype else { return nil }
        let found = chosen.filter { type in
            var inner = scope
            inner.generics[name] = type
            return own.allSatisfy { resolver.isMet($0, inner) }
        }
        return turn.next(of: found)
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

extension SymbolGraph.Generics.Constraint {
    /// The type on its left, which depends on a generic parameter.
    fileprivate var left: TypeSyntax { .named(lhs.split(separator: ".").map { NameSyntax(name: String($0)) }) }

    /// The type on its right.
    fileprivate var right: TypeSyntax {
        .named([NameSyntax(name: rhs, usr: rhsPrecise)])
    }
}
