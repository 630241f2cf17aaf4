import BindingModel

extension LibraryLowering {
    /// Lowers a protocol to a table of functions; nil, with an omission, if C code cannot implement it.
    mutating func lowerInterface(_ declaration: TypeDeclaration, _ interface: InterfaceType) -> LoweredInterface? {
        let c = typeNames[declaration.identifier]!
        guard let crossing = try? registry.crossing(.existential(declaration.identifier)) else { return nil }
        var requirements: [LoweredRequirement] = []
        var companions: [LoweredMember] = []
        var names: Set<String> = ["size"]
        let before = registry
        do throws(LoweringError) {
            for requirement in interface.requirements {
                requirements.append(try lower(requirement, c, &names, &companions))
            }
        } catch {
            // Closures of the requirements have no functions.
            registry = before
            omit(
                declaration.identifier.usr,
                declaration.path.joined(separator: ".") + " implemented outside",
                declaration.module,
                declaration.notes,
                error.reason
            )
            return nil
        }
        let table = "\(c)_functions"
        let creator = implementing(declaration, c, table, requirements, crossing)
        _ = naming.claim(creator.name, for: declaration.spelling)
        return LoweredInterface(
            declaration: declaration,
            c: c,
            table: table,
            requirements: requirements,
            companions: companions,
            creator: creator
        )
    }

    private mutating func lower(
        _ requirement: Requirement,
        _ c: String,
        _ names: inout Set<String>,
        _ companions: inout [LoweredMember]
    ) throws(LoweringError) -> LoweredRequirement {
        let (closure, verb, name) = try shape(requirement.member)
        let stem = Self.distinguished(verb + name, requirement.member, from: names)
        var unique = stem
        if Naming.keywords.contains(unique) { unique += "_" }
        while !names.insert(unique).inserted { unique += "_" }
        let firstCompanion = companions.count
        var callback = try CallbackLowering.lower(
            closure,
            base: "\(c)_\(stem)",
            contextFirst: true,
            registry: &registry,
            companions: &companions
        )
        for index in companions[firstCompanion...].indices {
            guard case .completion(var function) = companions[index].kind, function.name == callback.completer else { continue }
            function.summary = ["Completes a call of the asynchronous function `\(unique)` of `\(c)_functions`."]
            companions[index].kind = .completion(function)
        }
        callback.name = unique
        switch requirement.member {
        case .function(let function):
            (callback.origin, callback.summary) = (.function(function), Documentation(function.notes.documentation).body)
        case .property(let property):
            (callback.origin, callback.summary) = (.property(property), Documentation(property.notes.documentation).body)
        }
        return LoweredRequirement(
            member: requirement.member,
            callback: callback,
            stem: stem,
            word: String(stem.dropFirst(verb.count)),
            hasDefault: requirement.hasDefault
        )
    }

    /// The name of a requirement that no other has: with labels if another has the short name, else with a number.
    private static func distinguished(_ stem: String, _ member: Member, from names: Set<String>) -> String {
        guard names.contains(stem) else { return stem }
        var long = stem
        if case .function(let function) = member {
            // As many labels as distinguish it.
            for label in function.parameters.compactMap(\.label) where names.contains(long) { long += "_\(Words.snake(label))" }
        }
        var unique = long
        var number = 2
        while names.contains(unique) {
            unique = "\(long)_\(number)"
            number += 1
        }
        return unique
    }

    /// A requirement as a closure, with its name in C: the verb of an accessor, and the rest.
    private func shape(_ member: Member) throws(LoweringError) -> (closure: ClosureType, verb: String, name: String) {
        switch member {
        case .property(let property):
            let closure = ClosureType(
                parameters: [],
                result: property.type,
                isAsync: property.effects.isAsync,
                failure: property.effects.failure
            )
            return (closure, "get_", Words.snake(property.name))
        case .function(let function):
            if function.parameters.contains(where: \.isInout) { throw LoweringError("a requirement that changes its parameter") }
            let closure = ClosureType(
                parameters: function.parameters.map { TupleElement(label: $0.name, type: $0.type) },
                result: function.result,
                isAsync: function.effects.isAsync,
                failure: function.effects.failure
            )
            return (closure, "", try Self.stem(function, isObject: false))
        }
    }

    /// The function that creates an object that the program implements.
    private func implementing(
        _ declaration: TypeDeclaration,
        _ c: String,
        _ table: String,
        _ requirements: [LoweredRequirement],
        _ crossing: Crossing
    ) -> LoweredFunction {
        let required = requirements.filter(\.isRequired).map(\.callback.name).sorted()
        var summary = [
            "Creates an object that the program implements. Its functions are called on any thread, also concurrently.",
            "Their arguments are borrowed for the duration of the call; their results become owned by the library.",
        ]
        if !required.isEmpty {
            summary.append("Required functions: " + required.map { "`\($0)`" }.joined(separator: ", ") + ".")
        }
        return LoweredFunction(
            name: "\(c)_create",
            purpose: .implement,
            parameters: [
                LoweredParameter(
                    name: "functions",
                    type: .constant(.structure(table)),
                    role: .functions,
                    documentation: "copied; a function that is null is not available, or has the library's default implementation"
                ),
                .context(documentation: "passed to each function"),
                .release(
                    prefix,
                    documentation:
                        "called once with `context` when no function will be called again, also if this function fails; may be null"
                ),
                .result("result", crossing),
            ],
            summary: summary,
            implementation: .implement(declaration, table: table, required: required, crossing)
        )
    }
}
