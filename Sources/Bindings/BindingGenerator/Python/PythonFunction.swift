import BindingModel

/// The signature of a function in Python, and the arguments that it passes to the extension.
struct PythonFunction {
    struct Argument {
        var name: String
        var type: String
        /// The default value; nil for none.
        var preset: String?
        var documentation: String
        var isStar = false

        var text: String { isStar ? "*" : "\(name): \(type)\(preset.map { " = \($0)" } ?? "")" }
    }

    private let types: PythonTypes
    private let scope: Set<String>
    private let lowered: LoweredFunction
    private(set) var parameters: [Argument] = []
    /// The arguments of the extension's function.
    private(set) var passed: [String] = []
    private(set) var returns = "None"
    /// The number of values that the extension's function returns.
    private(set) var outputCount = 0
    /// Whether the last of them is the changed receiver.
    private(set) var changesReceiver = false
    /// Whether an initialiser may fail.
    private(set) var isFailable = false
    private var used: Set<String> = ["self", "cls"]
    private var queues: [Argument] = []

    init(_ member: PythonMember, types: PythonTypes, scope: Set<String>, isInterface: Bool) {
        self.types = types
        self.scope = scope
        lowered = member.lowered
        let isMember = ![.staticMethod, .classProperty].contains(member.kind) && lowered.owner != nil || lowered.purpose == .cast
        for parameter in lowered.parameters { add(parameter, isMember: isMember) }
        separate()
        results(member, isInterface)
        if case .function(let function)? = lowered.origin, case .initializer(isFailable: true) = function.kind {
            isFailable = true
        }
    }

    /// Adds the types of other functions to that of the first argument, which decides which function is called.
    mutating func accept(_ others: [String]) {
        if others.isEmpty || parameters.isEmpty { return }
        parameters[0].type = "Union[\(([parameters[0].type] + others).joined(separator: ", "))]"
    }

    /// Separates the arguments that only their names can identify: after one with a default value, and queues.
    private mutating func separate() {
        var isOptional = false
        for index in parameters.indices {
            if parameters[index].preset == nil, isOptional {
                parameters.insert(Argument(name: "*", type: "", preset: nil, documentation: "", isStar: true), at: index)
                parameters += queues
                return
            }
            isOptional = isOptional || parameters[index].preset != nil
        }
        if !queues.isEmpty {
            parameters.append(Argument(name: "*", type: "", preset: nil, documentation: "", isStar: true))
            parameters += queues
        }
    }

    private mutating func name(_ parameter: LoweredParameter) -> String {
        var name = PythonNames.local(parameter.origin?.name ?? parameter.name)
        while !used.insert(name).inserted { name += "_" }
        return name
    }

    private mutating func add(_ parameter: LoweredParameter, isMember: Bool) {
        switch parameter.role {
        case .receiver(let crossing), .changedReceiver(let crossing):
            if isMember { passed.append("self") } else { argument(parameter, crossing, isOptional: false) }
        case .value(let crossing, let isOptional), .pointer(let crossing, let isOptional):
            argument(parameter, crossing, isOptional: isOptional)
        case .changed(let crossing): argument(parameter, crossing, isOptional: false)
        case .memory(_, let isMutable):
            add(
                Argument(
                    name: name(parameter),
                    type: isMutable ? "Union[bytearray, memoryview]" : "_r.Buffer",
                    documentation: parameter.documentation
                )
            )
        case .callback(let isOptional): callback(parameter, isOptional)
        case .queue: queue(parameter)
        case .timeout:
            add(
                Argument(
                    name: name(parameter),
                    type: "Optional[_r.Duration]",
                    preset: "None",
                    documentation: parameter.documentation
                )
            )
        case .context, .release, .count, .operation, .error, .functions, .result, .replaced: break
        }
    }

    private mutating func add(_ argument: Argument) {
        parameters.append(argument)
        passed.append(argument.name)
    }

    private mutating func argument(_ parameter: LoweredParameter, _ crossing: Crossing, isOptional: Bool) {
        var type = types.annotation(crossing, isArgument: true, in: scope)
        if crossing.shape == .text, Self.isPath(parameter.origin?.name ?? parameter.name) { type = "_r.Path" }
        if crossing.type == .url { type = "_r.Path" }
        var preset: String?
        if let value = parameter.origin?.defaultValue, isOptional || crossing.isOptional {
            preset = types.literal(value, crossing) ?? (crossing.isOptional && isOptional ? "_r.DEFAULT" : "None")
            if crossing.isOptional, value.constant != .null, let wrapped = types.wrapped(crossing) {
                preset = types.literal(value, wrapped) ?? "_r.DEFAULT"
            }
            // Of two enumerations, the one that comes later is not defined yet.
            if crossing.shape == .enumeration, lowered.owner.map(types.enumerations.contains) == true { preset = "None" }
        }
        let mayBeNone = isOptional && !crossing.isOptional && (preset == nil || preset == "None")
        if mayBeNone { type = "Optional[\(type)]" }
        add(
            Argument(
                name: name(parameter),
                type: type,
                preset: preset,
                documentation: Self.remarked(parameter)
            )
        )
    }

    /// Whether the name of a text is one for the path of a file.
    private static func isPath(_ name: String) -> Bool {
        let word = Words.snake(name)
        return ["path", "folder", "directory"].contains { word == $0 || word.hasSuffix("_\($0)") }
    }

    /// The documentation of a parameter. That it may be None is part of its type.
    private static func remarked(_ parameter: LoweredParameter) -> String {
        let remarks = parameter.remarks.compactMap { remark -> String? in
            switch remark {
            case .consumed: "Consumed: the object is invalid after the call, also if that fails with an error."
            case .nullIsDefault(let value?): "The default is \(value)."
            case .nullIsDefault(nil), .nullIsNone, .argumentsAreBorrowed, .mayBeNull: nil
            }
        }
        return ([parameter.documentation] + remarks).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private mutating func callback(_ parameter: LoweredParameter, _ isOptional: Bool) {
        guard let callback = lowered.callbacks.first(where: { $0.name == parameter.type.name }) else {
            return add(Argument(name: name(parameter), type: "Callable[[], object]", documentation: ""))
        }
        var type = types.annotation(callback, in: scope)
        if isOptional { type = "Optional[\(type)]" }
        let text = Self.remarked(parameter)
        add(Argument(name: name(parameter), type: type, preset: isOptional ? "None" : nil, documentation: text))
    }

    private mutating func queue(_ parameter: LoweredParameter) {
        var argument = Argument(name: name(parameter), type: "Optional[_r.Queue]", preset: "None", documentation: "")
        argument.documentation = "queue on which the function is called; without one, a thread of the library"
        queues.append(argument)
        passed.append(argument.name)
    }

    private mutating func results(_ member: PythonMember, _ isInterface: Bool) {
        var outputs: [String] = []
        var changed: [String] = []
        for parameter in (member.taking ?? lowered).parameters {
            switch parameter.role {
            case .result(let crossing): outputs.append(result(crossing))
            case .changed(let crossing): changed.append(result(crossing))
            case .changedReceiver(let crossing), .replaced(let crossing, isReceiver: true):
                changesReceiver = true
                changed.append(result(crossing))
            case .replaced(let crossing, isReceiver: false): changed.append(result(crossing))
            default: break
            }
        }
        outputs += changed
        outputCount = outputs.count
        let tuple = scope.contains("tuple") ? "_b.tuple" : "tuple"
        returns = outputs.count > 1 ? "\(tuple)[\(outputs.joined(separator: ", "))]" : outputs.first ?? "None"
        if changesReceiver, outputs.count <= 2, lowered.owner.map(isRecord) == true {
            returns = outputs.count == 2 ? outputs[0] : "None"
        }
        if member.taking != nil { returns = isInterface ? "Awaitable[\(returns)]" : "_r.Operation[\(returns)]" }
    }

    private func isRecord(_ c: String) -> Bool {
        if case .record? = lowered.parameters.first?.crossing.flatMap(types.content) { true } else { false }
    }

    /// The annotation of a result; an object that may be absent is optional.
    private func result(_ crossing: Crossing) -> String { types.annotation(crossing, isArgument: false, in: scope) }
}
