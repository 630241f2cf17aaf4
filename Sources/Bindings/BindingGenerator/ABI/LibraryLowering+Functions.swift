import BindingModel

/// Functions: what they call.
extension LibraryLowering {
    mutating func lower(_ original: Function, of owner: Owner?) -> [LoweredMember] {
        let shown = "\(original.name)(\(original.parameters.map { ($0.label ?? "_") + ":" }.joined()))"
        var function = original
        function.parameters = limited(original.parameters)
        let labels = function.parameters.filter { $0.fixedValue == nil }.map(\.label)
        let before = registry
        do {
            let member = try lowered(function, labels, of: owner)
            let fixed = original.parameters[...].filter { !function.parameters.contains($0) }.map { "`\($0.name)`" }
            if !fixed.isEmpty {
                let reason =
                    "has more than \(Self.mostOmitted) default values that only Swift can express: \(fixed.joined(separator: ", ")) "
                    + "always \(fixed.count == 1 ? "has its" : "have their") default value"
                omit(function.usr, shown, owner?.spelling ?? "", function.notes, reason)
            }
            return [member]
        } catch {
            // Closures of the parameters have no functions.
            registry = before
            omit(function.usr, shown, owner?.spelling ?? "", function.notes, error.reason)
            return []
        }
    }

    /// The number of parameters with a default value that only Swift can express of one function. Each doubles the number of calls
    /// that its thunk has, because Swift code cannot choose at run time whether it passes an argument.
    private static let mostOmitted = 6

    /// Parameters without those with a default value that are too many.
    private func limited(_ parameters: [Parameter]) -> [Parameter] {
        var count = 0
        return parameters.enumerated().filter { index, parameter in
            guard let value = parameter.defaultValue, parameter.fixedValue == nil else { return true }
            let isClosure = if case .closure = parameter.type { true } else { false }
            guard isClosure || DefaultHandling(value, type: parameter.type, registry: registry) == .omitted else { return true }
            // Without a label, the next argument would take its place.
            if parameter.label == nil, parameters[(index + 1)...].contains(where: { $0.label == nil }) { return true }
            count += 1
            return count <= Self.mostOmitted
        }.map(\.element)
    }

    private mutating func lowered(
        _ original: Function,
        _ labels: [String?],
        of owner: Owner?
    ) throws(LoweringError) -> LoweredMember {
        var function = original
        if case .initializer = function.kind, function.parameters.first?.label == "rawValue", function.parameters.count == 1 {
            // The original is the documentation of the standard library.
            function.notes.documentation = "Returns the value with this raw value; nil if there is none."
        }
        if function.isCoding { registry.use("Foundation") }
        let spelling = owner?.spelling ?? ""
        let stem = try Self.chosenStem(function, owner)
        let (name, shared) = claimName(
            owner,
            stem,
            labels,
            function.parameters,
            for: "\(spelling).\(function.name)",
            isChosen: function.foreignName != nil
        )
        var receiver = Callee.Receiver.none
        if function.receiver != .none, let owner { receiver = owner.receiver }
        var callee = Callee(
            receiver: receiver,
            isMutating: function.receiver == .mutated,
            parameters: function.parameters,
            result: function.result,
            effects: function.effects,
            operation: operation(function, owner)
        )
        callee.namesResult = function.namesResult
        callee.isConsuming = function.receiver == .consumed
        // Other languages have only the common operators.
        if function.kind == .operation, OperatorWords.common[function.name] == nil { function.kind = .function }
        var call = try callable(Self.copying(callee), name, shared, owner, .function(function), function.notes, .call)
        call = call.mapping(ofCompanions: false) { lowered in
            var lowered = lowered
            lowered.baseStem = stem
            return lowered
        }
        return LoweredMember(Self.kind(of: function, call))
    }

    /// What a function is in other languages.
    private static func kind(of function: Function, _ call: LoweredCallable) -> LoweredMember.Kind {
        switch function.kind {
        case .initializer(let isFailable):
            let stem = call.function.uniqueStem
            return .constructor(call, isFailable: isFailable, isPrimary: initializerStems.contains(stem))
        case .call: return .call(call)
        case .operation: return .operation(call, sign: function.name)
        case .function: return function.receiver == .none ? .function(call) : .method(call)
        }
    }

    /// The names of initialisers, of objects and of values, which only the first one of a type has.
    private static let initializerStems = ["create", "make"]

    /// The part of a function's name that follows its type's, with the author's choices.
    private static func chosenStem(_ function: Function, _ owner: Owner?) throws(LoweringError) -> String {
        let isObject =
            owner.map { if case .handle(let handle) = $0.receiver { handle.holder == .object } else { false } } ?? false
        let stem = try Self.stem(function, isObject: isObject)
        return (function.foreignName.map(Words.snake) ?? stem) + (function.specialization.map { "_" + Words.snake($0) } ?? "")
    }

    private func operation(_ function: Function, _ owner: Owner?) -> Callee.Operation {
        var operation = plainOperation(function, owner)
        if function.isOfType { operation = .ofType(operation) }
        if function.returnsTask { operation = .awaiting(operation) }
        return function.returnsResult ? .unwrapping(operation) : operation
    }

    private func plainOperation(_ function: Function, _ owner: Owner?) -> Callee.Operation {
        switch function.kind {
        case .initializer: return .initializer(owner?.spelling ?? "")
        case .call: return .receiver
        case .operation: return function.receiver == .mutated ? .assignment(function.name) : .operator_(function.name)
        case .function:
            let name = function.swiftName ?? function.name
            guard let owner else { return .global(module: module(of: function.usr), name: name) }
            return function.receiver == .none ? .type(function.ownerSpelling ?? owner.spelling, name: name) : .member(name)
        }
    }

    /// A value with other parts than plain numbers is not changed in place, because its parts may be shared. The mutating
    /// function returns the changed copy.
    static func copying(_ callee: Callee) -> Callee {
        guard callee.isMutating, callee.result == .void, case .value(let crossing) = callee.receiver, !crossing.isPlain else {
            return callee
        }
        var changed = callee
        changed.isMutating = false
        changed.result = crossing.type
        changed.operation = .copying(callee.operation, crossing)
        return changed
    }

    /// The part of a function's name that follows its type's.
    static func stem(_ function: Function, isObject: Bool) throws(LoweringError) -> String {
        switch function.kind {
        case .initializer: return isObject ? initializerStems[0] : initializerStems[1]
        case .call: return "call"
        case .operation:
            if function.parameters.contains(where: \.isInout) {
                throw LoweringError("an operator that changes its operand: add a method that does the same")
            }
            let isUnary = function.parameters.count == 1 && function.receiver == .none
            return isUnary && function.name == "-" ? "negated" : OperatorWords.word(for: function.name)
        case .function:
            let base = Words.snake(function.name)
            if let first = function.parameters.first, first.fixedValue == nil, let label = first.label,
                Naming.prepositions.contains(label)
            {
                return "\(base)_\(Words.snake(label))"
            }
            return base
        }
    }

    /// The module of a global, which its USR begins with: `s:7Kitchen…`; nil if it is none of the library's.
    func module(of usr: String) -> String? {
        let rest = usr.drop { $0 != ":" }.dropFirst()
        let digits = rest.prefix { $0.isNumber }
        guard let length = Int(digits) else { return nil }
        let module = String(rest.dropFirst(digits.count).prefix(length))
        return library.modules.contains(module) ? module : nil
    }
}
