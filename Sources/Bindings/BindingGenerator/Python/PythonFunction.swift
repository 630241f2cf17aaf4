import BindingModel

/// The signature of a function in Python, and the arguments that it passes to the extension.
struct PythonFunction {
    struct Argument {
        var name: String
        var type: String
        /// The default value; nil for none.
        var preset: Preset?
        var documentation: String
        var isStar = false

        var text: String { isStar ? "*" : "\(name): \(type)\(preset.map { " = \($0.text)" } ?? "")" }

        /// The mark after which only names identify arguments.
        static let star = Argument(name: "*", type: "", documentation: "", isStar: true)
    }

    /// A default value.
    enum Preset: Equatable {
        /// None, as a value or for one that only the library can express.
        case none
        /// The library's default, where None is a value.
        case libraryDefault
        case literal(String)

        var text: String {
            switch self {
            case .none: "None"
            case .libraryDefault: "_r.DEFAULT"
            case .literal(let text): text
            }
        }
    }

    private let types: PythonTypes
    private let scope: Set<String>
    private let lowered: LoweredFunction
    private(set) var parameters: [Argument] = []
    /// The arguments of the extension's function.
    private(set) var passed: [String] = []
    private(set) var returns = "None"
    /// Whether the result may be of any type, so that a type checker accepts it.
    private(set) var returnsAny = false
    /// The number of values that the extension's function returns.
    private(set) var outputCount = 0
    /// Whether the last of them is the changed receiver.
    private(set) var changesReceiver = false
    /// Whether an initialiser may fail.
    let isFailable: Bool
    /// Whether the type of which it is a member is an enumeration.
    private let isOfEnumeration: Bool
    private var used: Set<String> = ["self", "cls"]
    private var queues: [Argument] = []

    init(_ member: PythonMember, types: PythonTypes, scope: Set<String>, isInterface: Bool) {
        self.types = types
        self.scope = scope
        lowered = member.lowered
        let owner = member.member.owner
        isOfEnumeration = owner.flatMap { types.interface.type($0.c) }?.isEnumeration == true
        if case .constructor(_, isFailable: true, _) = member.member.kind { isFailable = true } else { isFailable = false }
        let isMember = ![.staticMethod, .classProperty].contains(member.kind) && owner != nil
        for parameter in lowered.parameters { add(parameter, isMember: isMember) }
        separate()
        results(member, isInterface)
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
                parameters.insert(.star, at: index)
                parameters += queues
                return
            }
            isOptional = isOptional || parameters[index].preset != nil
        }
        if !queues.isEmpty {
            parameters.append(.star)
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
            if isMember { passed.append("self") } else { argument(parameter, crossing) }
        case .value(let crossing, _), .pointer(let crossing, _), .changed(let crossing): argument(parameter, crossing)
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
                    preset: Preset.none,
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

    private mutating func argument(_ parameter: LoweredParameter, _ crossing: Crossing) {
        var type = types.annotation(crossing, isArgument: true, in: scope)
        if crossing.shape == .text, Self.isPath(parameter.origin?.name ?? parameter.name) { type = "_r.Path" }
        if crossing.type == .url { type = "_r.Path" }
        let preset = preset(parameter, crossing)
        let mayBeNone = parameter.isMissingIfNone && !crossing.isOptional && (preset == nil || preset == Preset.none)
        if mayBeNone { type = "Optional[\(type)]" }
        add(Argument(name: name(parameter), type: type, preset: preset, documentation: Self.remarked(parameter)))
    }

    private func preset(_ parameter: LoweredParameter, _ crossing: Crossing) -> Preset? {
        guard let value = parameter.origin?.defaultValue else { return nil }
        switch parameter.presence {
        case .required: return nil
        case .optional: return Preset.none
        case .defaulted:
            // Of two enumerations, the one that comes later is not defined yet.
            if crossing.shape == .enumeration, isOfEnumeration { return Preset.none }
            return types.literal(value, crossing).map { .literal($0) } ?? Preset.none
        case .optionalOrDefaulted:
            if value.constant == .null { return Preset.none }
            let literal = types.interface.wrapped(crossing).flatMap { types.literal(value, $0) }
            return literal.map { .literal($0) } ?? .libraryDefault
        }
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
        guard let callback = lowered.callback(of: parameter) else {
            return add(Argument(name: name(parameter), type: "Callable[[], object]", documentation: ""))
        }
        var type = types.annotation(callback, in: scope)
        if isOptional { type = "Optional[\(type)]" }
        let text = Self.remarked(parameter)
        add(Argument(name: name(parameter), type: type, preset: isOptional ? Preset.none : nil, documentation: text))
    }

    private mutating func queue(_ parameter: LoweredParameter) {
        var argument = Argument(name: name(parameter), type: "Optional[_r.Queue]", preset: Preset.none, documentation: "")
        argument.documentation = "queue on which the function is called; without one, a thread of the library"
        queues.append(argument)
        passed.append(argument.name)
    }

    private mutating func results(_ member: PythonMember, _ isInterface: Bool) {
        var crossings: [Crossing] = []
        var changed: [Crossing] = []
        for parameter in (member.taking ?? lowered).parameters {
            switch parameter.role {
            case .result(let crossing): crossings.append(crossing)
            case .changed(let crossing): changed.append(crossing)
            case .changedReceiver(let crossing), .replaced(let crossing, isReceiver: true):
                changesReceiver = true
                changed.append(crossing)
            case .replaced(let crossing, isReceiver: false): changed.append(crossing)
            default: break
            }
        }
        crossings += changed
        outputCount = crossings.count
        let outputs = crossings.map(result)
        let tuple = scope.contains("tuple") ? "_b.tuple" : "tuple"
        returns = outputs.count > 1 ? "\(tuple)[\(outputs.joined(separator: ", "))]" : outputs.first ?? "None"
        if changesReceiver, outputs.count <= 2, lowered.owner != nil, isOfRecord {
            returns = outputs.count == 2 ? outputs[0] : "None"
        }
        returnsAny = member.taking == nil && outputs.count == 1 && types.isAny(crossings[0])
        if member.taking != nil { returns = isInterface ? "Awaitable[\(returns)]" : "_r.Operation[\(returns)]" }
    }

    private var isOfRecord: Bool {
        if case .record? = lowered.parameters.first?.crossing.flatMap(types.interface.content) { true } else { false }
    }

    /// The annotation of a result; an object that may be absent is optional.
    private func result(_ crossing: Crossing) -> String { types.annotation(crossing, isArgument: false, in: scope) }
}
