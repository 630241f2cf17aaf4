import BindingModel

/// The members of a type that were found.
struct MemberList {
    var functions: [Function] = []
    var properties: [PropertyDeclaration] = []
}

extension LibraryBuilder {
    /// Adds a member to the list, unless it is left out or represented otherwise.
    func addMember(_ symbol: Symbol, of owner: TypeIdentifier?, _ outer: Scope, to list: inout MemberList) {
        do throws(Unrepresentable) {
            try checkUsable(symbol)
            let isOfProtocol = table.owner[symbol.usr].flatMap { table.symbols[$0]?.kind } == "protocol"
            if symbol.path.last?.hasPrefix("_") == true, !isOfProtocol {
                throw Unrepresentable("its name begins with an underscore: by Swift's convention it is not for other modules")
            }
            let scope = try scope(outer, meetingConstraintsOf: symbol)
            if let owner, let coding = try coding(symbol, of: owner) {
                list.functions.append(coding)
                return ledger.generate(symbol.usr)
            }
            switch symbol.kind {
            case "method", "type.method", "func", "func.op", "init":
                list.functions += try functions(symbol, of: owner, scope)
            case "property", "type.property", "var", "subscript", "type.subscript":
                list.properties.append(try property(symbol, of: owner, scope))
            case "typealias": _ = try resolve(try aliasTarget(symbol), scope, [.anything, .uncopied])
            case "associatedtype": throw Unrepresentable("associated type")
            case "macro": throw Unrepresentable("a macro: it has no meaning outside Swift")
            default: throw Unrepresentable("a \(symbol.kind) has no counterpart in other languages")
            }
            ledger.generate(symbol.usr)
        } catch {
            ledger.omit(symbol.usr, error.reason, isOfArguments: error.isOfArguments)
        }
    }

    /// Removes functions with any number of values beside one with an array of them, which stands for both.
    func mergeVariadics(_ list: inout MemberList) {
        let arrays = list.functions.filter { !$0.parameters.contains(where: \.isVariadic) }
        list.functions.removeAll { function in
            guard function.parameters.contains(where: \.isVariadic) else { return false }
            guard let other = arrays.first(where: { function.differsByVariadics(from: $0) }) else { return false }
            ledger.substitute(function.usr, by: other.usr)
            return true
        }
    }

    /// Marks functions that differ from another one only in their results, of which a call must name the result.
    func markAmbiguousResults(_ functions: inout [Function], among all: [Function]) {
        let byName = Dictionary(grouping: all, by: \.name)
        for index in functions.indices where !functions[index].namesResult {
            let function = functions[index]
            functions[index].namesResult = (byName[function.name] ?? []).contains { other in
                other.result != function.result && other.receiver == function.receiver
                    && other.parameters.map(\.label) == function.parameters.map(\.label)
                    && other.parameters.map(\.type) == function.parameters.map(\.type)
            }
        }
    }

    func checkUsable(_ symbol: Symbol) throws(Unrepresentable) {
        if symbol.isSPI { throw Unrepresentable("SPI") }
        if symbol.isUnavailable { throw Unrepresentable("unavailable") }
    }

    func aliasTarget(_ symbol: Symbol) throws(Unrepresentable) -> TypeSyntax {
        let declaration = try DeclarationParser.parse(symbol.fragments)
        guard declaration.genericParameters.isEmpty else {
            throw Unrepresentable("a generic alias: it is followed where it is used")
        }
        guard let type = declaration.type else { throw Unrepresentable("what it stands for is unknown") }
        return type
    }

    // MARK: Functions

    /// A function: for a generic one whose parameters the author chose, one for each of the types.
    private func functions(_ symbol: Symbol, of owner: TypeIdentifier?, _ scope: Scope) throws(Unrepresentable) -> [Function] {
        resolution.turn = SpecializationTurn()
        var found = [try function(symbol, of: owner, scope)]
        while resolution.turn.index + 1 < resolution.turn.count {
            resolution.turn.advance()
            guard var next = try? function(symbol, of: owner, scope) else { continue }
            next.specialization = resolution.turn.types.map { word(for: $0) }.joined(separator: "And")
            found.append(next)
        }
        return found
    }

    func function(_ symbol: Symbol, of owner: TypeIdentifier?, _ outer: Scope) throws(Unrepresentable) -> Function {
        var declaration = try DeclarationParser.parse(symbol.fragments)
        let scope = try scope(outer, replacing: declaration, of: symbol)
        var kind = Function.Kind.function
        var result = BindingType.void
        var taskFailure: Failure?
        if symbol.kind == "init" {
            kind = .initializer(isFailable: declaration.isFailable)
            guard let selfType = scope.selfType else { throw Unrepresentable("an initialiser required by a protocol") }
            result = declaration.isFailable ? .optional(selfType) : selfType
        } else if let task = try task(declaration, scope) {
            (result, taskFailure) = task
        } else if let type = declaration.type {
            result = try resolve(type, scope.ofResult, [.anything, .outcome, .uncopied])
        }
        if symbol.kind == "func.op" {
            if declaration.modifiers.contains("postfix") {
                throw Unrepresentable("a postfix operator: add a method that does the same")
            }
            kind = .operation
        }
        if declaration.name == "callAsFunction" { kind = .call }
        let parameters = try parameters(declaration.parameters, of: symbol, scope)
        declaration.effects.settleRethrowing(parameters)
        var function = Function(
            usr: symbol.usr,
            kind: kind,
            name: declaration.name,
            receiver: self.receiver(symbol, declaration, owner),
            parameters: parameters,
            result: result,
            effects: try effects(declaration, symbol, owner, scope),
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
    private func task(_ declaration: DeclarationSyntax, _ scope: Scope) throws(Unrepresentable) -> (BindingType, Failure)? {
        guard let (value, failure) = declaration.type?.task else { return nil }
        return (try resolve(value, scope.ofResult, .contained), try self.failure(failure, scope))
    }

    // MARK: Properties

    func property(_ symbol: Symbol, of owner: TypeIdentifier?, _ outer: Scope) throws(Unrepresentable) -> PropertyDeclaration {
        let declaration = try DeclarationParser.parse(symbol.fragments)
        let scope = try self.scope(outer, replacing: declaration, of: symbol)
        guard let type = declaration.type else { throw Unrepresentable("its type is unknown") }
        let effects = try effects(declaration, symbol, owner, scope)
        let facts = table.facts[symbol.usr]
        let isValue =
            owner.flatMap { table.symbols[$0.usr] }.map { owner in
                owner.kind == "struct" || owner.kind == "enum" || owner.kind == "protocol" && !isClassBound(owner.usr)
            } ?? false
        let isMember = !symbol.isStatic && owner != nil
        var receiver = self.receiver(symbol, declaration, owner)
        if isMember, isValue, declaration.accessors.contains("mutating get") { receiver = .mutated }
        var property = PropertyDeclaration(
            usr: symbol.usr,
            name: declaration.name,
            receiver: receiver,
            indices: try parameters(declaration.parameters, of: symbol, scope),
            type: try resolve(type, scope.ofResult),
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
        return declaration.modifiers.contains("consuming") && !isCopyable(owner) ? .consumed : .borrowed
    }

    private func effects(
        _ declaration: DeclarationSyntax,
        _ symbol: Symbol,
        _ owner: TypeIdentifier?,
        _ scope: Scope
    ) throws(Unrepresentable) -> Effects {
        var effects = Effects(isAsync: declaration.effects.isAsync, failure: try failure(declaration.effects, scope))
        if declaration.modifiers.contains("MainActor") {
            effects.isolation = .mainActor
        } else if declaration.marks.contains(where: { table.conforms($0, to: KnownTypes.globalActor) }) {
            effects.isolation = .globalActor
        } else if let owner, isActor(owner), !symbol.isStatic, symbol.kind != "init", symbol.kind != "func.op",
            !declaration.modifiers.contains(where: { $0.hasPrefix("nonisolated") })
        {
            effects.isolation = .actor
        }
        return effects
    }

    func isActor(_ identifier: TypeIdentifier) -> Bool {
        table.symbols[identifier.usr]?.fragments.contains { $0.spelling == "actor" && $0.kind == "keyword" } ?? false
    }
}
