import BindingModel

/// Extracts functions and properties from declarations.
struct MemberExtractor {
    let symbols: LibrarySymbols
    let specializer: Specializer

    // MARK: Functions

    /// A function: for a generic one whose parameters the author chose, one for each of the types.
    func functions(
        _ symbol: Symbol,
        of owner: TypeIdentifier?,
        _ scope: Scope,
        _ resolver: inout TypeResolver
    ) throws(Unrepresentable) -> [Function] {
        var turn = SpecializationTurn()
        var found = [try function(symbol, of: owner, scope, in: &turn, &resolver)]
        while turn.index + 1 < turn.count {
            turn.advance()
            guard var next = try? function(symbol, of: owner, scope, in: &turn, &resolver) else { continue }
            next.specialization = turn.types.map { resolver.names.word(for: $0) }.joined(separator: "And")
            found.append(next)
        }
        return found
    }

    /// A function with the types of the first turn.
    func function(
        _ symbol: Symbol,
        of owner: TypeIdentifier?,
        _ outer: Scope,
        _ resolver: inout TypeResolver
    ) throws(Unrepresentable) -> Function {
        var turn = SpecializationTurn()
        return try function(symbol, of: owner, outer, in: &turn, &resolver)
    }

    private func function(
        _ symbol: Symbol,
        of owner: TypeIdentifier?,
        _ outer: Scope,
        in turn: inout SpecializationTurn,
        _ resolver: inout TypeResolver
    ) throws(Unrepresentable) -> Function {
        var declaration = try DeclarationParser.parse(symbol.fragments)
        let scope = try specializer.scope(outer, replacing: declaration, of: symbol, in: &turn, &resolver)
        var kind = Function.Kind.function
        var result = BindingType.void
        var taskFailure: Failure?
        if symbol.kind == "init" {
            kind = .initializer(isFailable: declaration.isFailable)
            guard let selfType = scope.selfType else { throw Unrepresentable("an initialiser required by a protocol") }
            result = declaration.isFailable ? .optional(selfType) : selfType
        } else if let task = try task(declaration, scope, &resolver) {
            (result, taskFailure) = task
        } else if let type = declaration.type {
            result = try resolver.resolve(type, scope.ofResult, [.anything, .outcome, .uncopied])
        }
        if symbol.kind == "func.op" {
            if declaration.modifiers.contains("postfix") {
                throw Unrepresentable("a postfix operator: add a method that does the same")
            }
            kind = .operation
        }
        if declaration.name == "callAsFunction" { kind = .call }
        let parameters = try parameters(declaration.parameters, of: symbol, scope, &resolver)
        declaration.effects.settleRethrowing(parameters)
        var function = Function(
            usr: symbol.usr,
            kind: kind,
            name: declaration.name,
            receiver: receiver(symbol, declaration, owner),
            parameters: parameters,
            result: result,
            effects: try effects(declaration, symbol, owner, scope, &resolver),
            notes: symbol.notes
        ).unwrapped.withChangedOperand(of: scope.selfType)
        if let taskFailure { function = function.awaited(failure: taskFailure) }
        try checkUncopied(function, owner)
        function.namesResult = declaration.genericParameters.contains {
            outer.generics[$0] == nil && GenericUses(of: $0, in: declaration).asParameter == 0
        }
        return function
    }

    /// The value and the errors of the task that a function returns; nil for one that returns none.
    private func task(
        _ declaration: DeclarationSyntax,
        _ scope: Scope,
        _ resolver: inout TypeResolver
    ) throws(Unrepresentable) -> (BindingType, Failure)? {
        guard let (value, failure) = declaration.type?.task else { return nil }
        return (try resolver.resolve(value, scope.ofResult, .contained), try resolver.failure(failure, scope))
    }

    // MARK: Properties

    func property(
        _ symbol: Symbol,
        of owner: TypeIdentifier?,
        _ outer: Scope,
        _ resolver: inout TypeResolver
    ) throws(Unrepresentable) -> PropertyDeclaration {
        let declaration = try DeclarationParser.parse(symbol.fragments)
        var turn = SpecializationTurn()
        let scope = try specializer.scope(outer, replacing: declaration, of: symbol, in: &turn, &resolver)
        guard let type = declaration.type else { throw Unrepresentable("its type is unknown") }
        let effects = try effects(declaration, symbol, owner, scope, &resolver)
        let facts = symbols.table.facts[symbol.usr]
        let isValue =
            owner.flatMap { symbols[$0.usr] }.map { owner in
                owner.kind == "struct" || owner.kind == "enum" || owner.kind == "protocol" && !symbols.isClassBound(owner.usr)
            } ?? false
        let isMember = !symbol.isStatic && owner != nil
        var receiver = self.receiver(symbol, declaration, owner)
        if isMember, isValue, declaration.accessors.contains("mutating get") { receiver = .mutated }
        var property = PropertyDeclaration(
            usr: symbol.usr,
            name: declaration.name,
            receiver: receiver,
            indices: try parameters(declaration.parameters, of: symbol, scope, &resolver),
            type: try resolver.resolve(type, scope.ofResult),
            effects: effects,
            isSettable: (facts?.hasSetter ?? declaration.accessors.contains { $0.hasSuffix("set") })
                && effects.isolation != .actor,
            setterMutates: isMember && isValue && !declaration.accessors.contains("nonmutating set"),
            notes: symbol.notes
        )
        property.isStored = isMember && isValue && facts?.hasStorage == true
        return property
    }

    // MARK: Common to both

    private func receiver(_ symbol: Symbol, _ declaration: DeclarationSyntax, _ owner: TypeIdentifier?) -> Receiver {
        let isStatic = symbol.isStatic || declaration.modifiers.contains("static")
        guard let owner, !isStatic, symbol.kind != "init", symbol.kind != "func" else { return .none }
        if declaration.modifiers.contains("mutating") { return .mutated }
        return declaration.modifiers.contains("consuming") && !symbols.isCopyable(owner) ? .consumed : .borrowed
    }

    private func effects(
        _ declaration: DeclarationSyntax,
        _ symbol: Symbol,
        _ owner: TypeIdentifier?,
        _ scope: Scope,
        _ resolver: inout TypeResolver
    ) throws(Unrepresentable) -> Effects {
        var effects = Effects(isAsync: declaration.effects.isAsync, failure: try resolver.failure(declaration.effects, scope))
        if declaration.modifiers.contains("MainActor") {
            effects.isolation = .mainActor
        } else if declaration.marks.contains(where: { symbols.table.conforms($0, to: KnownTypes.globalActor) }) {
            effects.isolation = .globalActor
        } else if let owner, symbols.isActor(owner.usr), !symbol.isStatic, symbol.kind != "init", symbol.kind != "func.op",
            !declaration.modifiers.contains(where: { $0.hasPrefix("nonisolated") })
        {
            effects.isolation = .actor
        }
        return effects
    }

    /// Throws if a call would have to keep a value that cannot be copied until it ends.
    private func checkUncopied(_ function: Function, _ owner: TypeIdentifier?) throws(Unrepresentable) {
        guard function.effects.mustBeAwaited else { return }
        let types = [function.result] + function.parameters.map(\.type)
        let isChanged = function.receiver == .mutated || function.receiver == .consumed
        let changed = isChanged ? owner.map { BindingType.named($0) } : nil
        if (types + [changed].compactMap(\.self)).contains(where: symbols.isUncopied) {
            throw Unrepresentable("an asynchronous function that takes, changes or returns a value that cannot be copied")
        }
    }
}
