import BindingModel

/// Closures inside other types, and results of closures: objects with a `call` function, which a program can also create.
extension Registry {
    mutating func closure(_ type: BindingType, _ closure: ClosureType) throws(LoweringError) -> Crossing {
        let word = unique(try word(of: closure), type)
        var companions: [LoweredMember] = []
        let crossing = try CallbackLowering.callable(
            closure,
            name: "\(prefix)_\(word)",
            registry: &self,
            companions: &companions
        )
        // The function that creates one returns this type.
        crossings[type] = .success(crossing)
        companions = creating(closure, crossing) + companions
        closureMembers += companions
        return crossing
    }

    /// The word of a closure's type: `int64_and_string_to_bool_function`; `action` without parameters and result.
    private mutating func word(of closure: ClosureType) throws(LoweringError) -> String {
        var words: [String] = []
        for parameter in closure.parameters { words.append(structureWord(try crossing(parameter.type))) }
        var word = words.joined(separator: "_and_")
        if closure.result != .void { word += (word.isEmpty ? "" : "_") + "to_" + structureWord(try crossing(closure.result)) }
        var marks = closure.isAsync ? ["async"] : []
        if closure.failure != .never { marks.append("fallible") }
        return (marks + (word.isEmpty ? ["action"] : [word, "function"])).joined(separator: "_")
    }

    /// The function that makes the object from a function of the program; none if that cannot be such a closure.
    private mutating func creating(_ closure: ClosureType, _ crossing: Crossing) -> [LoweredMember] {
        let callee = Callee(
            receiver: .none,
            isMutating: false,
            parameters: [Parameter(label: nil, name: "function", type: .closure(closure))],
            result: .closure(closure),
            effects: Effects(),
            operation: .argument
        )
        let lowered = try? CallLowering.lower(
            callee,
            name: "\(crossing.c)_create",
            selfName: "function",
            origin: .function(Function(usr: "", kind: .initializer(isFailable: false), name: "init")),
            notes: DeclarationNotes(
                documentation:
                    "Creates a function of the library that calls one of the program.\n\n- Returns: the function, owned by the caller."
            ),
            registry: &self
        )
        guard let lowered else { return [] }
        let call = lowered.mapping { function in
            if function.owner != nil { return function }
            var function = function
            (function.stem, function.uniqueStem) = ("create", "create")
            return function
        }
        let member = LoweredMember(.constructor(call, isFailable: false, isPrimary: true))
        return [member.owned(by: typeName(crossing.c))]
    }
}
