import BindingModel

/// The members of classes, and the functions of the package.
extension PythonPackage {
    /// Writes what `body` writes, one level deeper.
    mutating func indented(_ body: (inout PythonPackage) -> Void) {
        var copy = self
        copy.writer = CodeWriter()
        body(&copy)
        var text = copy.writer.text.lines
        while text.last?.isEmpty == true { text.removeLast() }
        writer.indented { writer in for line in text.isEmpty ? ["pass"] : text { writer.line(line) } }
        (exported, registered) = (copy.exported, copy.registered)
    }

    /// Writes all members of a type.
    mutating func members(of c: String, in path: [String], handle: HandleType? = nil) {
        let own = members.owned[c, default: []]
        let scope = scope(c)
        for member in own where !member.isStream {
            writer.line()
            self.member(member, c, scope, path, handle)
        }
        extras(own, c, scope)
        if handle?.holder != .existential { callPairs(own, c, scope) }
    }

    private mutating func member(
        _ member: PythonMember,
        _ c: String,
        _ scope: Set<String>,
        _ path: [String],
        _ handle: HandleType?
    ) {
        var isInterface = false
        if handle?.holder == .existential { isInterface = true }
        var function = PythonFunction(member, types: types, scope: scope, isInterface: isInterface)
        let overloads = isInterface ? [] : overloads(of: member, in: members.owned[c, default: []], scope)
        let ofText = textInitializer(of: member, in: members.owned[c, default: []])
        let accepted = overloads.map(\.type) + (ofText == nil ? [] : [scope.contains("str") ? "_b.str" : "str"])
        function.accept(accepted + (numbers(member, function, overloads).isEmpty ? [] : ["float"]))
        func decorator(_ name: String) -> String { scope.contains(name) ? "@_b.\(name)" : "@\(name)" }
        switch member.kind {
        case .property: writer.line(decorator("property"))
        case .classProperty: writer.line("@_r.class_property")
        case .setter: writer.line("@\(member.name).setter")
        case .staticMethod: writer.line(decorator("staticmethod"))
        case .constructor, .method, .special: break
        }
        if member.kind == .special { return special(member, c, scope) }
        define(member, function, c, path, overloads, ofText)
    }

    /// Writes a function of the package.
    mutating func function(_ member: PythonMember) {
        if member.isStream { return }
        let function = PythonFunction(member, types: types, scope: [], isInterface: false)
        begin("", exporting: member.name)
        define(member, function, nil, [])
    }

    private mutating func define(
        _ member: PythonMember,
        _ function: PythonFunction,
        _ c: String?,
        _ path: [String],
        _ overloads: [Overload] = [],
        _ ofText: PythonMember? = nil
    ) {
        let settable = c.map { self.settable(member, function, $0) } ?? []
        var parameters = function.parameters.map(\.text)
        let isStarred = function.parameters.contains(where: \.isStar)
        if !settable.isEmpty, !isStarred { parameters.append(PythonFunction.Argument.star.text) }
        parameters += settable.map { "\($0.name): \($0.type) = _r.DEFAULT" }
        switch member.kind {
        case .constructor, .method, .property, .setter: if c != nil { parameters.insert("self", at: 0) }
        case .classProperty: parameters.insert("cls", at: 0)
        case .staticMethod, .special: break
        }
        let isConstructor = member.kind == .constructor
        let name = isConstructor ? "__init__" : member.name
        let returns = isConstructor || member.kind == .setter ? "None" : function.returns
        let remark = replacesInherited(member, c) ? "  # type: ignore[override]" : ""
        writer.line("def \(name)(\(parameters.joined(separator: ", "))) -> \(returns):\(remark)")
        let calls = overloads.flatMap { overload in
            [
                "if isinstance(\(function.parameters[0].name), \(overload.type)):",
                "    return _n.\(overload.member.native)(\(function.passed.joined(separator: ", ")))  # type: ignore[no-any-return]",
            ]
        }
        let setting = settable.map { "\($0.name)=\($0.name)" }.joined(separator: ", ")
        let body =
            calls + numbers(member, function, overloads) + self.body(member, function, c, ofText)
            + (settable.isEmpty ? [] : ["_r.set_given(self, \(setting))"])
        var text = member.kind == .setter ? [] : documentation(member, function)
        if let first = overloads.first {
            let isNumber = !numbers(member, function, overloads).isEmpty
            let remark = "A `\(first.type)`\(isNumber ? " or a number" : "") as argument: as `\(first.member.name)()`."
            text.insert(contentsOf: [remark] + (text.dropFirst().first?.isEmpty == false ? [""] : []), at: min(1, text.count))
        }
        indented { package in
            package.docstring(text, in: path)
            for line in body { package.writer.line(line) }
        }
    }

    /// The stored properties of a struct that its constructor sets afterwards, because the initialiser has no parameters for them.
    private func settable(_ member: PythonMember, _ function: PythonFunction, _ c: String) -> [(name: String, type: String)] {
        guard member.kind == .constructor else { return [] }
        return members.owned[c, default: []].compactMap { setter in
            guard setter.kind == .setter, case .property(let property) = setter.member.kind, property.declaration.isStored,
                !function.parameters.contains(where: { $0.name == setter.name }),
                let value = PythonFunction(setter, types: types, scope: scope(c), isInterface: false).parameters.first
            else { return nil }
            return (setter.name, value.type)
        }
    }

    /// Whether a member of the class replaces one of its objects, which a protocol of the class has.
    private func replacesInherited(_ member: PythonMember, _ c: String?) -> Bool {
        let replaced: PythonMember.Kind
        switch member.kind {
        case .classProperty: replaced = .property
        case .staticMethod: replaced = .method
        default: return false
        }
        guard let type = c.flatMap(types.interface.type), type.handle != nil else { return false }
        let interfaces = type.declaration.interfaces.compactMap { library.registry.names[$0] }
        return interfaces.contains { interface in
            members.owned[interface, default: []].contains { $0.name == member.name && $0.kind == replaced }
        }
    }

    /// The statements for a number as the first argument of a function that accepts a text.
    private func numbers(_ member: PythonMember, _ function: PythonFunction, _ overloads: [Overload]) -> [String] {
        guard let text = overloads.first(where: \.isText) else { return [] }
        for parameter in member.lowered.parameters {
            switch parameter.role {
            case .receiver, .changedReceiver: continue
            case .value(let crossing, _), .pointer(let crossing, _):
                return numberStatements(function.parameters[0].name, crossing, text: text, function.passed)
            default: return []
            }
        }
        return []
    }

    private func body(
        _ member: PythonMember,
        _ function: PythonFunction,
        _ c: String?,
        _ ofText: PythonMember?
    ) -> [String] {
        let call = "_n.\(member.native)(\(function.passed.joined(separator: ", ")))"
        if let ofText {
            let first = function.parameters[0].name
            return [
                "if isinstance(\(first), str):",
                "    made = _n.\(ofText.native)(\(first))",
                "else:",
                "    made = \(call)",
                "if made is None:",
                "    raise ValueError(f\"{\(first)!r} is no valid value\")",
                "_n.adopt(self, made)",
            ]
        }
        if member.kind == .constructor {
            let isError = c.flatMap(types.interface.type)?.declaration.isError == true
            if isError {
                return ["made = \(call)", "super().__init__(str(made), type(self).__name__)", "self._handle = made._handle"]
            }
            guard function.isFailable else { return ["_n.adopt(self, \(call))"] }
            return [
                "made = \(call)", "if made is None:", "    raise ValueError(\"the value is not valid\")", "_n.adopt(self, made)",
            ]
        }
        if function.changesReceiver, let c, isAssignable(c) {
            switch function.outputCount {
            case 1: return ["self._assign(\(call))"]
            case 2: return ["result, changed = \(call)", "self._assign(changed)", "return result  # type: ignore[no-any-return]"]
            default: break
            }
        }
        if function.outputCount == 0 && member.taking == nil { return [call] }
        return ["return \(call)" + (function.returnsAny ? "" : "  # type: ignore[no-any-return]")]
    }

    /// Whether a changed value replaces the fields of the object.
    private func isAssignable(_ c: String) -> Bool {
        if case .record? = types.interface.type(c)?.declaration.kind { true } else { false }
    }

    // MARK: Methods with names of Python's

    private mutating func special(_ member: PythonMember, _ c: String, _ scope: Set<String>) {
        let name = names.className(c) ?? "Any"
        let native = "_n.\(member.native)"
        guard case .trait(let trait, _) = member.member.kind else { return }
        switch trait {
        case .equal:
            writer.line("def __eq__(self, other: object) -> \(scope.contains("bool") ? "_b.bool" : "bool"):")
            writer.line("    if not isinstance(other, \(name)):")
            writer.line("        return NotImplemented")
            writer.line("    return \(native)(self, other)  # type: ignore[no-any-return]")
        case .less:
            writer.line("def __lt__(self, other: \(name)) -> _b.bool:")
            writer.line("    return \(native)(self, other)  # type: ignore[no-any-return]")
            for (method, expression) in [
                ("__le__", "not other < self"), ("__gt__", "other < self"), ("__ge__", "not self < other"),
            ] {
                writer.line()
                writer.line("def \(method)(self, other: \(name)) -> _b.bool:")
                writer.line("    return \(expression)")
            }
        case .hash:
            writer.line("def __hash__(self) -> _b.int:")
            writer.line("    return \(native)(self)  # type: ignore[no-any-return]")
        case .describe:
            writer.line("def __str__(self) -> _b.str:")
            writer.line("    return \(native)(self)  # type: ignore[no-any-return]")
            guard let type = types.interface.type(c), type.handle != nil, !type.declaration.isError else { return }
            let own = members.owned[c, default: []]
            let isOfText = own.contains { $0.member.isFromText && ($0.kind == .constructor || textInitializer(in: own) != nil) }
            writer.line()
            writer.line("def __repr__(self) -> _b.str:")
            writer.line("    return _r.\(isOfText ? "readable" : "described")(self)")
        case .count:
            writer.line("def __len__(self) -> _b.int:")
            writer.line("    return \(native)(self)  # type: ignore[no-any-return]")
        case .elementAt:
            writer.line("def __getitem__(self, position: _b.int) -> Any:")
            writer.line("    return \(native)(self, position)")
        case .allCases, .elements, .clone: break
        }
    }

    /// Whether a member is a property `count` whose values are integers.
    private static func isCount(_ member: PythonMember) -> Bool {
        guard member.kind == .property, member.name == "count", case .property(let property) = member.member.kind else {
            return false
        }
        if case .integer = property.declaration.type { return true } else { return false }
    }

    /// Methods that call others: operators, `__call__`, `__iter__`.
    private mutating func extras(_ own: [PythonMember], _ c: String, _ scope: Set<String>) {
        operators(own, c)
        for member in own {
            if member.kind == .method, let iteration = member.member.iteration { self.iteration(iteration, member, scope) }
            if case .trait(.elements, _) = member.member.kind {
                writer.line()
                writer.line("def __iter__(self) -> Iterator[Any]:")
                writer.line("    return iter(self.\(member.name)())")
                // Without a property of that name, the number of elements has a function of its own.
                if own.contains(where: Self.isCount) {
                    writer.line()
                    writer.line("def __len__(self) -> _b.int:")
                    writer.line("    return self.count  # type: ignore[no-any-return]")
                }
            }
            if member.name == "call", member.kind == .method {
                writer.line()
                writer.line("def __call__(self, *arguments: Any) -> Any:")
                writer.line("    return self.call(*arguments)")
            }
        }
    }

    /// Writes the methods with which Python iterates over a sequence, or over the rest of one.
    private mutating func iteration(_ iteration: LoweredMember.Iteration, _ member: PythonMember, _ scope: Set<String>) {
        let function = PythonFunction(member, types: types, scope: scope, isInterface: false)
        switch iteration {
        case .begin:
            writer.line()
            writer.line("def __iter__(self) -> \(function.returns):")
            writer.line("    return self.\(member.name)()")
        case .next:
            writer.line()
            let wrapped = member.lowered.result.flatMap(types.interface.wrapped)
            let element = wrapped.map { types.annotation($0, isArgument: false, in: scope) } ?? "Any"
            writer.line("def __iter__(self) -> Iterator[\(element)]:")
            writer.line("    return self")
            writer.line()
            writer.line("def __next__(self) -> \(element):")
            writer.line("    element = self.\(member.name)()")
            writer.line("    if element is None:")
            writer.line("        raise StopIteration")
            writer.line("    return element")
        }
    }

    /// Operators of a value with another one, on its right or left. Several of one sign are tried in their order.
    private mutating func operators(_ own: [PythonMember], _ c: String) {
        func operators(_ sign: String, operands count: Int) -> [PythonMember] {
            own.filter { member in
                guard member.kind == .staticMethod, case .operation(let call, sign) = member.member.kind else { return false }
                return call.function.arguments.count == count
            }
        }
        for (sign, method) in [("-", "neg"), ("+", "pos"), ("~", "invert")] {
            guard let member = operators(sign, operands: 1).first else { continue }
            writer.line()
            writer.line("def __\(method)__(self) -> Any:")
            writer.line("    return self.\(member.name)(self)")
        }
        let methods = [("+", "add"), ("-", "sub"), ("*", "mul"), ("/", "truediv"), ("%", "mod")]
        for (sign, method) in methods {
            let functions = operators(sign, operands: 2)
            func names(at place: Int) -> String {
                functions.filter { function in
                    let operands = function.lowered.parameters.compactMap(\.crossing)
                    return operands.indices.contains(place) && operands[place].c == c && (place == 0 || operands[0].c != c)
                }.map { "self.\($0.name)" }.joined(separator: ", ")
            }
            for (place, name) in [(0, "__\(method)__"), (1, "__r\(method)__")] where !names(at: place).isEmpty {
                writer.line()
                writer.line("def \(name)(self, other: Any) -> Any:")
                writer.line("    return _r.operated((\(names(at: place)),), \(place == 0 ? "self, other" : "other, self"))")
            }
        }
    }

    // MARK: Documentation

    func documentation(_ notes: DeclarationNotes) -> [String] {
        var lines = Documentation(notes.documentation).body
        if let deprecation = notes.deprecation {
            lines += ["", "Deprecated" + (deprecation.message.map { ": \($0)" } ?? "") + "."]
        }
        return lines
    }

    /// The documentation of a function with its parameters, result and errors.
    private func documentation(_ member: PythonMember, _ function: PythonFunction) -> [String] {
        let lowered = member.lowered
        var lines = lowered.summary
        while lines.last?.isEmpty == true { lines.removeLast() }
        var tags: [String] = []
        for parameter in function.parameters where !parameter.documentation.isEmpty {
            tags.append(":param \(parameter.name): \(parameter.documentation)")
        }
        let results = (member.taking ?? lowered).parameters.filter { if case .result = $0.role { true } else { false } }
        if member.kind != .property, let text = results.first?.documentation, !text.isEmpty { tags.append(":returns: \(text)") }
        for error in lowered.errors { tags.append(":raises Error: \(error)") }
        if let deprecation = lowered.deprecation {
            lines += ["", "Deprecated" + (deprecation.message.map { ": \($0)" } ?? "") + "."]
        }
        return tags.isEmpty ? lines : lines + (lines.isEmpty ? [] : [""]) + tags
    }

    /// Writes a documentation string.
    mutating func docstring(_ text: [String], in path: [String], otherwise: String? = nil) {
        var lines = prose.lines(text, in: path, width: 112)
        while lines.last?.isEmpty == true { lines.removeLast() }
        if lines.isEmpty, let otherwise { lines = [otherwise] }
        if lines.isEmpty { return }
        lines = lines.map {
            $0.replacing("\\", with: "\\\\").replacing("\"\"\"", with: "\\\"\\\"\\\"")
        }
        if lines.count == 1 { return writer.line("\"\"\"\(lines[0])\(lines[0].hasSuffix("\"") ? " " : "")\"\"\"") }
        writer.line("\"\"\"\(lines[0])")
        for line in lines.dropFirst() { writer.line(line) }
        writer.line("\"\"\"")
    }
}
