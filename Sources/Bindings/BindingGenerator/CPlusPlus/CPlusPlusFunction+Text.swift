/// The declaration and the definition.
extension CPlusPlusFunction {
    /// The parameters in parentheses.
    private func list(presets: Bool) -> String { "(\(parameters(presets: presets).joined(separator: ", ")))" }

    /// The declarations of the parameters, with default values if their types are complete.
    private func parameters(presets: Bool, complete: (String) -> Bool = { _ in true }) -> [String] {
        var presets = presets
        var parts: [String] = []
        for argument in arguments.reversed() {
            if presets, let needs = argument.presetNeeds, !complete(needs) { presets = false }
            parts.append(argument.type.declaring(argument.name) + (presets ? argument.preset.map { " = \($0)" } ?? "" : ""))
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
        text += returns.head
        let parameters = parameters(presets: true, complete: complete)
        let depth = place == .free ? 0 : 1
        CPlusPlusText.declare("\(text)\(name)(", parameters, ")\(isConst ? " const" : "");", depth: depth, &writer)
    }

    /// The definition, outside of the class `owner`.
    func definition(_ owner: String?, base: String? = nil) -> (head: String, body: [String]) {
        let scope = owner.map { "\($0)::" } ?? ""
        var head =
            "\(types.names.inline) " + returns.head + scope + name + list(presets: false)
            + (isConst ? " const" : "")
        if let base, place == .constructor { head += " : \(base)(nullptr)" }
        return (head + " {", body())
    }

    /// The statement that calls the function of a refined protocol.
    private func forward(to owner: String, _ name: String) -> String {
        let passed = arguments.map { $0.type.passing($0.name) }.joined(separator: ", ")
        let isVoid = if case .void = returns { true } else { false }
        return (isVoid ? "" : "return ") + "\(owner)(*this).\(name)(\(passed));"
    }

    private func body() -> [String] {
        if let inherited { return [forward(to: inherited.owner, inherited.name)] }
        if borrowedContexts.isEmpty && tearDown.isEmpty {
            return (usesArena ? ["detail::arena arena_;"] : []) + setUp + direct()
        }
        var lines = isFirst ? ["detail::ready();"] : []
        if usesArena { lines.append("detail::arena arena_;") }
        lines += setUp
        let call = "::\(lowered.name)(\(passed.joined(separator: ", ")))"
        if let result { lines.append(types.variable(result, "result_")) }
        if hasError { lines.append("::\(types.names.prefix)_error *error_ = nullptr;") }
        let check = hasError ? ", &error_" : ""
        lines.append("const auto status_ = \(call);")
        if let result, let free = types.free(result) { lines.append(Self.guarding(result, free, types)) }
        for context in borrowedContexts { lines.append("\(context).rethrow(\(hasError ? "&error_" : ""));") }
        lines.append("detail::check(status_\(check));")
        lines += tearDown
        guard let result else { return lines }
        if place == .constructor {
            lines.append("set_bits(result_.bits);")
        } else {
            lines.append("return \(Self.own(result, "result_", types));")
        }
        return lines
    }

    /// Whether the function may be the first one that a program calls.
    private var isFirst: Bool { if case .member = place { false } else { true } }

    /// The statements of a call after which only its result is converted.
    private func direct() -> [String] {
        let given = passed.filter { !["&result_", "&error_", "&operation_"].contains($0) }
        let function = isFirst ? "detail::ready(::\(lowered.name))" : "::\(lowered.name)"
        let list = ([function] + given).joined(separator: ", ")
        if let taking {
            let result =
                taking.result.map { "detail::result_of<\(types.crossing($0)), ::\(taking.name)>" }
                ?? "detail::end_of<::\(taking.name)>"
            return ["return detail::start(\(result), \(list));"]
        }
        guard let result else {
            if hasError { return ["detail::try_call_void(\(list));"] }
            return ["detail::check(\(function)(\(given.joined(separator: ", "))));"]
        }
        let call = hasError ? "try_call" : "call"
        if place == .constructor {
            return ["set_bits(detail::\(call)<detail::of_new<\(result.representation.cPlusPlus)>>(\(list)));"]
        }
        return ["return detail::\(call)<\(types.crossing(result))>(\(list));"]
    }

    private static func guarding(_ result: Crossing, _ free: String, _ types: CPlusPlusTypes) -> String {
        "const detail::guard<\(result.representation.cPlusPlus), \(free)> guard_(result_);"
    }

    /// The C++ value of a result: objects and errors are adopted, all other values are copied.
    static func own(_ result: Crossing, _ expression: String, _ types: CPlusPlusTypes) -> String {
        switch result.shape {
        case .handle, .error: return "\(types.value(result))::adopt(\(expression))"
        case .aggregate:
            let isAdopted = [.object, .error].contains(types.interface.ownership(result))
            if isAdopted, let wrapped = types.interface.wrapped(result) {
                return
                    "\(types.isNull(wrapped, expression)) ? std::nullopt : \(types.value(result))(\(own(wrapped, expression, types)))"
            }
            return types.fromC(result, expression)
        default: return types.fromC(result, expression)
        }
    }

    /// Whether a call could be ambiguous between two functions of one name.
    func conflicts(with other: CPlusPlusFunction) -> Bool {
        let (least, most) = (arguments.filter { $0.preset == nil }.count, arguments.count)
        let (otherLeast, otherMost) = (other.arguments.filter { $0.preset == nil }.count, other.arguments.count)
        guard max(least, otherLeast) <= min(most, otherMost) else { return false }
        for count in max(least, otherLeast)...min(most, otherMost) {
            let differs = (0..<count).contains { arguments[$0].category.differs(from: other.arguments[$0].category) }
            if !differs { return true }
        }
        return false
    }
}
