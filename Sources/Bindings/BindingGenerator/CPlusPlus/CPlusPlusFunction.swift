import BindingModel

/// A function of the library, as declared and defined in C++.
struct CPlusPlusFunction {
    enum Place: Hashable {
        case constructor
        case member(isConst: Bool)
        case staticMember
        case free
    }

    struct Argument {
        var type: CPlusPlusParameter
        var name: String
        /// The default value; nil for none.
        var preset: String?
        /// The category for overload resolution.
        var category: CPlusPlusCategory
        /// The type that must be complete at the default value.
        var presetNeeds: String?
    }

    let types: CPlusPlusTypes
    let member: LoweredMember
    let lowered: LoweredFunction
    /// For an asynchronous call, the function that returns its result.
    let taking: LoweredFunction?
    var place: Place
    /// The name without the enclosing class.
    var name: String
    var arguments: [Argument] = []
    private(set) var returns = CPlusPlusReturn.void
    var setUp: [String] = []
    var passed: [String] = []
    var tearDown: [String] = []
    var borrowedContexts: [String] = []
    var result: Crossing?
    var hasError = false
    var usesArena = false
    /// Arguments that follow all others.
    var queues: [Argument] = []
    /// The class of the refined protocol that has the function, and the name there; nil for a function of the class itself.
    var inherited: (owner: String, name: String)?
    /// The name of the last callback, whose context and release follow.
    var lastCallback = ""

    init(
        _ member: LoweredMember,
        _ call: LoweredCallable,
        place: Place,
        name: String,
        types: CPlusPlusTypes,
        avoiding fields: Set<String> = []
    ) {
        (self.member, lowered, taking) = (member, call.function, call.taking)
        self.place = place
        self.name = name
        self.types = types
        var used = fields
        var callback: LoweredCallback?
        for parameter in lowered.parameters { add(parameter, &used, &callback) }
        arguments += queues
        // A default value requires one for each argument after it.
        var isLast = true
        for index in arguments.indices.reversed() {
            if !isLast { arguments[index].preset = nil }
            isLast = isLast && arguments[index].preset != nil
        }
        if place == .constructor {
            returns = .nothing
        } else if let taking {
            returns = .future(of: taking.result.map(types.value) ?? "void", qualifier: types.names.qualifier)
        } else {
            returns = result.map { .value(types.value($0)) } ?? .void
        }
    }

    /// Adds the argument for a parameter, and the statements that convert it.
    mutating func add(_ parameter: LoweredParameter, _ used: inout Set<String>, _ callback: inout LoweredCallback?) {
        var name = CPlusPlusNames.value(parameter.origin?.name ?? parameter.name)
        while used.contains(name) { name += "_given" }
        switch parameter.role {
        case .receiver(let crossing): receive(crossing, name, &used)
        case .changedReceiver(let crossing): change(crossing, "*this", local: "self_")
        case .value(let crossing, _):
            used.insert(name)
            value(crossing, parameter.isMissingIfNone, name, parameter.origin)
        case .pointer(let crossing, let presence):
            used.insert(name)
            pointer(crossing, presence, name, parameter.origin)
        case .changed(let crossing):
            used.insert(name)
            arguments.append(
                Argument(type: .reference(types.value(crossing)), name: name, preset: nil, category: category(crossing))
            )
            change(crossing, name, local: "\(name)_c")
        case .callback(let isOptional):
            used.insert(name)
            callback = lowered.callback(of: parameter)
            if let callback { self.callback(callback, isOptional, name) }
        case .context: if let callback { passed.append(context(callback, name)) }
        case .release: if let callback { passed.append(release(callback)) }
        case .queue: queue(parameter, &name, used)
        case .result(let crossing):
            result = crossing
            passed.append("&result_")
        case .error:
            hasError = true
            passed.append("&error_")
        case .operation: passed.append("&operation_")
        case .timeout: passed.append("-1")
        case .functions, .count: break
        case .replaced(let crossing, let isReceiver): replaced(crossing, isReceiver, parameter.name)
        case .memory(let crossing, let isMutable):
            used.insert(name)
            memory(crossing, isMutable, name)
        }
    }

    /// Adds a span of numbers.
    private mutating func memory(_ crossing: Crossing, _ isMutable: Bool, _ name: String) {
        let type = "\(types.names.qualifier)::span<\(isMutable ? "" : "const ")\(types.value(crossing))>"
        arguments.append(Argument(type: .value(type), name: name, preset: nil, category: .list))
        passed += ["\(name).data()", "\(name).size()"]
    }

    /// Assigns the changed value that the function returns.
    mutating func replaced(_ crossing: Crossing, _ isReceiver: Bool, _ name: String) {
        var value = "*this"
        if !isReceiver || place == .free, let last = arguments.indices.last {
            // The value before is the last argument, or the receiver the only one.
            arguments[last].type = .reference(types.value(crossing))
            arguments[last].preset = nil
            value = arguments[last].name
        }
        let local = "\(name)_c"
        setUp.append(types.variable(crossing, local))
        passed.append("&\(local)")
        if let free = types.free(crossing) {
            tearDown.append("const detail::guard<\(crossing.representation.cPlusPlus), \(free)> \(name)_guard(\(local));")
        }
        tearDown.append("\(value) = \(Self.own(crossing, local, types));")
    }

    /// A value that the function changes in place.
    mutating func change(_ crossing: Crossing, _ value: String, local: String) {
        setUp.append("\(crossing.representation.cPlusPlus) \(local) = \(lend(crossing, value));")
        passed.append("&\(local)")
        tearDown.append("\(value) = \(types.fromC(crossing, local));")
    }

    /// The queue of a callback is the last argument, with a default; a queue of the library's own is where it was declared.
    mutating func queue(_ parameter: LoweredParameter, _ name: inout String, _ used: Set<String>) {
        let type = "\(types.names.qualifier)::queue"
        if let origin = parameter.origin, origin.defaultValue == nil {
            arguments.append(Argument(type: .reference("const \(type)"), name: name, preset: nil, category: .queue))
        } else {
            let own = Set(lowered.parameters.compactMap(\.origin).map { CPlusPlusNames.value($0.name) })
            while used.contains(name) || own.contains(name) { name += "_given" }
            queues.append(Argument(type: .reference("const \(type)"), name: name, preset: "\(type)(nullptr)", category: .queue))
        }
        passed.append("\(name).get()")
    }

    mutating func lend(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .text: return "detail::lend_text(\(expression))"
        case .bytes: return "detail::lend_bytes(\(expression))"
        case .handle: return expression == "*this" ? "get()" : "\(expression).get()"
        default:
            if crossing.shape == .aggregate || crossing.shape == .error { usesArena = true }
            return types.toC(crossing, expression)
        }
    }
}
