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
        var type: String
        var name: String
        /// The default value; nil for none.
        var preset: String?
        /// The type category for overload resolution.
        var category: String
        /// The type that must be complete at the default value.
        var presetNeeds: String?
    }

    let types: CPlusPlusTypes
    var lowered: LoweredFunction
    /// For an asynchronous call, the function that returns its result.
    var taking: LoweredFunction?
    var place: Place
    /// The name without the enclosing class.
    var name: String
    var arguments: [Argument] = []
    var returns = "void"
    private var setUp: [String] = []
    private var passed: [String] = []
    private var tearDown: [String] = []
    private var borrowedContexts: [String] = []
    private var result: Crossing?
    private var hasError = false
    private var usesArena = false
    /// Arguments that follow all others.
    private var queues: [Argument] = []

    init(
        _ lowered: LoweredFunction,
        taking: LoweredFunction?,
        place: Place,
        name: String,
        types: CPlusPlusTypes,
        avoiding fields: Set<String> = []
    ) {
        self.lowered = lowered
        self.taking = taking
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
            returns = ""
        } else if let taking {
            let given = taking.parameters.compactMap { if case .result(let crossing) = $0.role { crossing } else { nil } }.first
            returns = "\(types.names.qualifier)::future<\(given.map(types.value) ?? "void")>"
        } else {
            returns = result.map(types.value) ?? "void"
        }
    }

    /// Adds the argument for a parameter, and the statements that convert it.
    private mutating func add(_ parameter: LoweredParameter, _ used: inout Set<String>, _ callback: inout LoweredCallback?) {
        var name = Naming.local(parameter.origin?.name ?? parameter.name)
        while used.contains(name) { name += "_given" }
        switch parameter.role {
        case .receiver(let crossing): receive(crossing, name, &used)
        case .changedReceiver(let crossing): change(crossing, "*this", local: "self_")
        case .value(let crossing, let isOptional):
            used.insert(name)
            value(crossing, isOptional && !crossing.isOptional, name, parameter.origin)
        case .pointer(let crossing, let isOptional):
            used.insert(name)
            pointer(crossing, isOptional, name, parameter.origin)
        case .changed(let crossing):
            used.insert(name)
            arguments.append(
                Argument(type: "\(types.value(crossing)) &", name: name, preset: nil, category: category(crossing))
            )
            change(crossing, name, local: "\(name)_c")
        case .callback(let isOptional):
            used.insert(name)
            callback = lowered.callbacks.first { $0.name == parameter.type.name }
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
        case .functions: break
        case .replaced(let crossing, let isReceiver): replaced(crossing, isReceiver, parameter.name)
        case .memory(let crossing, let isMutable):
            used.insert(name)
            let type = "\(types.names.qualifier)::span<\(isMutable ? "" : "const ")\(types.value(crossing))>"
            arguments.append(Argument(type: type, name: name, preset: nil, category: "list"))
            passed += ["\(name).data()", "\(name).size()"]
        case .count: break
        }
    }

    /// Assigns the changed value that the function returns.
    private mutating func replaced(_ crossing: Crossing, _ isReceiver: Bool, _ name: String) {
        var value = "*this"
        if !isReceiver || place == .free, let last = arguments.indices.last {
            // The value before is the last argument, or the receiver the only one.
            arguments[last].type = "\(types.value(crossing)) &"
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
    private mutating func change(_ crossing: Crossing, _ value: String, local: String) {
        setUp.append("\(crossing.representation.cPlusPlus) \(local) = \(lend(crossing, value));")
        passed.append("&\(local)")
        tearDown.append("\(value) = \(types.fromC(crossing, local));")
    }

    /// The queue of a callback is the last argument, with a default; a queue of the library's own is where it was declared.
    private mutating func queue(_ parameter: LoweredParameter, _ name: inout String, _ used: Set<String>) {
        let type = "\(types.names.qualifier)::queue"
        if let origin = parameter.origin, origin.defaultValue == nil {
            arguments.append(Argument(type: "const \(type) &", name: name, preset: nil, category: "queue"))
        } else {
            while used.contains(name) { name += "_given" }
            queues.append(Argument(type: "const \(type) &", name: name, preset: "\(type)(nullptr)", category: "queue"))
        }
        passed.append("\(name).get()")
    }

    private mutating func lend(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .text: return "detail::lend_text(\(expression))"
        case .bytes: return "detail::lend_bytes(\(expression))"
        case .handle: return expression == "*this" ? "get()" : "\(expression).get()"
        default:
            if crossing.shape == .aggregate || crossing.shape == .error { usesArena = true }
            return types.toC(crossing, expression)
        }
    }

    // MARK: Arguments

    private mutating func receive(_ crossing: Crossing, _ name: String, _ used: inout Set<String>) {
        var expression = "*this"
        if place == .free {
            used.insert(name)
            arguments.append(Argument(type: types.parameter(crossing), name: name, preset: nil, category: category(crossing)))
            expression = name
        }
        if crossing.shape == .aggregate && !crossing.isPlain && !crossing.isNullable {
            setUp.append("const \(crossing.representation.cPlusPlus) self_ = \(lend(crossing, expression));")
            passed.append("&self_")
        } else {
            passed.append(lend(crossing, expression))
        }
    }

    private mutating func value(_ crossing: Crossing, _ mayBeLeftOut: Bool, _ name: String, _ origin: Parameter?) {
        if mayBeLeftOut, let text = origin?.defaultValue {
            if let literal = literal(text, crossing) {
                arguments.append(
                    Argument(type: types.parameter(crossing), name: name, preset: literal, category: category(crossing))
                )
            } else {
                let argument = optional(crossing, name)
                arguments.append(argument)
                passed.append(
                    "\(name) ? \(lend(crossing, "*\(name)")) : \(crossing.representation.cPlusPlus){}".replacing(
                        "*\(name).get()",
                        with: "\(name)->get()"
                    )
                )
                return
            }
        } else {
            var argument = Argument(type: types.parameter(crossing), name: name, preset: nil, category: category(crossing))
            if crossing.isOptional, origin?.defaultValue == "nil" {
                argument.preset = "std::nullopt"
                argument.presetNeeds = types.wrapped(crossing).flatMap(needs)
            }
            arguments.append(argument)
        }
        passed.append(lend(crossing, name))
    }

    private mutating func pointer(_ crossing: Crossing, _ isOptional: Bool, _ name: String, _ origin: Parameter?) {
        let c = crossing.representation.cPlusPlus
        let preset = isOptional ? origin?.defaultValue.flatMap { literal($0, crossing) } : nil
        if isOptional && preset == nil {
            var argument = optional(crossing, name)
            // An optional without a default value is a required argument.
            if origin?.defaultValue == nil { argument.preset = nil }
            arguments.append(argument)
            setUp.append("\(c) \(name)_c{};")
            setUp.append(
                "if (\(name)) \(name)_c = \(lend(crossing, "*\(name)"));".replacing("*\(name).get()", with: "\(name)->get()")
            )
            passed.append("\(name) ? &\(name)_c : nullptr")
        } else {
            arguments.append(Argument(type: types.parameter(crossing), name: name, preset: preset, category: category(crossing)))
            setUp.append("const \(c) \(name)_c = \(lend(crossing, name));")
            passed.append("&\(name)_c")
        }
    }

    private func optional(_ crossing: Crossing, _ name: String) -> Argument {
        Argument(
            type: types.optional(crossing),
            name: name,
            preset: "std::nullopt",
            category: category(crossing),
            presetNeeds: needs(crossing)
        )
    }

    /// The type that must be complete before an optional of it.
    private func needs(_ crossing: Crossing) -> String? {
        switch crossing.shape {
        case .handle: return String(crossing.c.dropFirst(types.names.prefix.count + 1))
        case .aggregate:
            switch types.content(crossing) {
            case .record, .variant: return crossing.word
            case .tuple(let fields):
                return fields.contains { $0.label != nil } ? crossing.word : fields.compactMap { needs($0.crossing) }.first
            case .optional(let wrapped): return needs(wrapped)
            case .range(let bound, _): return needs(bound)
            // A list of an incomplete type is permitted, a set is not.
            case .set(let element), .map(let element, _, _): return needs(element)
            case .array(let element): return needs(element)
            case nil: return nil
            }
        default: return nil
        }
    }

    private func category(_ crossing: Crossing) -> String {
        switch crossing.shape {
        case .scalar: return crossing.representation == .number(.bool) ? "bool" : "number"
        case .text, .bytes: return "text"
        case .aggregate:
            if let wrapped = types.wrapped(crossing) { return category(wrapped) }
            switch types.content(crossing) {
            case .array, .set, .map: return "list"
            default: return types.value(crossing)
            }
        default: return types.value(crossing)
        }
    }

    /// A default value as C++ source; nil if it cannot be expressed.
    private func literal(_ text: String, _ crossing: Crossing) -> String? { CPlusPlusLiteral.text(text, crossing, types) }

    // MARK: Callbacks

    private mutating func callback(_ callback: LoweredCallback, _ isOptional: Bool, _ name: String) {
        let type = CPlusPlusCallbacks.type(callback, types)
        arguments.append(Argument(type: type, name: name, preset: isOptional ? "nullptr" : nil, category: "function"))
        let held = "detail::callback<\(type)>"
        let isKept = isHeap(callback)
        // Selected first, because the context may have been moved when the call is made.
        let chosen = "const auto \(name)_call = \(name) ? &detail::call_\(callback.name) : nullptr;"
        if isOptional { setUp.append(chosen) }
        if isKept {
            setUp.append("auto \(name)_c = std::make_unique<\(held)>(std::move(\(name)));")
        } else {
            setUp.append("\(held) \(name)_c(std::move(\(name)), true);")
            borrowedContexts.append("\(name)_c")
        }
        passed.append(isOptional ? "\(name)_call" : "&detail::call_\(callback.name)")
        lastCallback = name
    }

    private var lastCallback = ""

    /// Whether the callback is called after the call has returned.
    private func isHeap(_ callback: LoweredCallback) -> Bool { callback.closure.isEscaping || taking != nil }

    private func context(_ callback: LoweredCallback, _ name: String) -> String {
        isHeap(callback) ? "\(lastCallback)_c.release()" : "&\(lastCallback)_c"
    }

    private func release(_ callback: LoweredCallback) -> String {
        isHeap(callback) ? "&detail::release<detail::callback<\(CPlusPlusCallbacks.type(callback, types))>>" : "nullptr"
    }

    // MARK: Text

    /// The parameters in parentheses.
    private func list(presets: Bool) -> String { "(\(parameters(presets: presets).joined(separator: ", ")))" }

    /// The declarations of the parameters, with default values if their types are complete.
    private func parameters(presets: Bool, complete: (String) -> Bool = { _ in true }) -> [String] {
        var presets = presets
        var parts: [String] = []
        for argument in arguments.reversed() {
            if presets, let needs = argument.presetNeeds, !complete(needs) { presets = false }
            let separator = argument.type.hasSuffix("&") ? "" : " "
            parts.append(
                "\(argument.type)\(separator)\(argument.name)" + (presets ? argument.preset.map { " = \($0)" } ?? "" : "")
            )
        }
        return parts.reversed()
    }

    private var isConst: Bool { place == .member(isConst: true) }

    /// Writes the declaration, without documentation comment.
    func declare(_ writer: inout CodeWriter, complete: (String) -> Bool) {
        var text = lowered.deprecation.map { CPlusPlusText.deprecated($0) + " " } ?? ""
        if place == .staticMember { text += "static " }
        if place == .free { text += types.names.inline + " " }
        if place == .constructor,
            arguments.count == 1 || arguments.first?.preset != nil || arguments.dropFirst().first?.preset != nil
        {
            text += "explicit "
        }
        text += returns.isEmpty ? "" : returns + " "
        let parameters = parameters(presets: true, complete: complete)
        let depth = place == .free ? 0 : 1
        CPlusPlusText.declare("\(text)\(name)(", parameters, ")\(isConst ? " const" : "");", depth: depth, &writer)
    }

    /// The definition, outside of the class `owner`.
    func definition(_ owner: String?, base: String? = nil) -> (head: String, body: [String]) {
        let scope = owner.map { "\($0)::" } ?? ""
        var head =
            "\(types.names.inline) " + (returns.isEmpty ? "" : returns + " ") + scope + name + list(presets: false)
            + (isConst ? " const" : "")
        if let base, place == .constructor { head += " : \(base)(nullptr)" }
        return (head + " {", body())
    }

    private func body() -> [String] {
        var lines: [String] = []
        switch place {
        case .member: break
        default: lines.append("detail::ready();")
        }
        if usesArena { lines.append("detail::arena arena_;") }
        lines += setUp
        let call = "::\(lowered.name)(\(passed.joined(separator: ", ")))"
        if let taking {
            lines.append("::\(types.names.prefix)_operation operation_{};")
            lines.append("detail::check(\(call));")
            lines.append(
                "return \(returns)(\(types.names.qualifier)::operation::adopt(operation_), [](::\(types.names.prefix)_operation done_)\(Self.arrow(returns)) {"
            )
            lines += Self.resultStatements(taking, types).map { "  " + $0 }
            lines.append("});")
            return lines
        }
        if let result { lines.append(types.variable(result, "result_")) }
        if hasError { lines.append("::\(types.names.prefix)_error *error_ = nullptr;") }
        let check = hasError ? ", &error_" : ""
        if borrowedContexts.isEmpty {
            lines.append("detail::check(\(call)\(check));")
            if let result, let free = types.free(result) { lines.append(Self.guarding(result, free, types)) }
        } else {
            lines.append("const auto status_ = \(call);")
            if let result, let free = types.free(result) { lines.append(Self.guarding(result, free, types)) }
            for context in borrowedContexts { lines.append("\(context).rethrow(\(hasError ? "&error_" : ""));") }
            lines.append("detail::check(status_\(check));")
        }
        lines += tearDown
        guard let result else { return lines }
        if place == .constructor {
            lines.append("set_bits(result_.bits);")
        } else {
            lines.append("return \(Self.own(result, "result_", types));")
        }
        return lines
    }

    private static func arrow(_ returns: String) -> String {
        // The text between the brackets of `kitchen::future<T>`.
        guard let start = returns.firstIndex(of: "<") else { return "" }
        return " -> " + returns[returns.index(after: start)...].dropLast()
    }

    private static func guarding(_ result: Crossing, _ free: String, _ types: CPlusPlusTypes) -> String {
        "const detail::guard<\(result.representation.cPlusPlus), \(free)> guard_(result_);"
    }

    /// The C++ value of a result: objects and errors are adopted, all other values are copied.
    static func own(_ result: Crossing, _ expression: String, _ types: CPlusPlusTypes) -> String {
        switch result.shape {
        case .handle, .error: return "\(types.value(result))::adopt(\(expression))"
        case .aggregate:
            if result.isNullable, let wrapped = types.wrapped(result), wrapped.shape == .handle || wrapped.shape == .error {
                return
                    "\(types.isNull(wrapped, expression)) ? std::nullopt : \(types.value(result))(\(own(wrapped, expression, types)))"
            }
            return types.fromC(result, expression)
        default: return types.fromC(result, expression)
        }
    }

    /// The statements that return an operation's result.
    private static func resultStatements(_ taking: LoweredFunction, _ types: CPlusPlusTypes) -> [String] {
        var result: Crossing?
        for parameter in taking.parameters { if case .result(let crossing) = parameter.role { result = crossing } }
        var lines: [String] = []
        if let result { lines.append(types.variable(result, "result_")) }
        lines.append("::\(types.names.prefix)_error *error_ = nullptr;")
        lines.append("detail::check(::\(taking.name)(done_, \(result == nil ? "" : "&result_, ")&error_), &error_);")
        guard let result else { return lines }
        if let free = types.free(result) { lines.append(guarding(result, free, types)) }
        lines.append("return \(own(result, "result_", types));")
        return lines
    }

    /// Whether a call could be ambiguous between two functions of one name.
    func conflicts(with other: CPlusPlusFunction) -> Bool {
        let (least, most) = (arguments.filter { $0.preset == nil }.count, arguments.count)
        let (otherLeast, otherMost) = (other.arguments.filter { $0.preset == nil }.count, other.arguments.count)
        guard max(least, otherLeast) <= min(most, otherMost) else { return false }
        for count in max(least, otherLeast)...min(most, otherMost) {
            let differs = (0..<count).contains { Self.differ(arguments[$0].category, other.arguments[$0].category) }
            if !differs { return true }
        }
        return false
    }

    private static func differ(_ left: String, _ right: String) -> Bool {
        if left == right { return false }
        let loose: [Set<String>] = [["number", "bool"], ["text", "bool"], ["text", "list"]]
        return !loose.contains([left, right])
    }
}
