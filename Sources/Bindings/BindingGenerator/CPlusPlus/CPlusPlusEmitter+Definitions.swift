import BindingModel

/// The definitions of the declared functions and conversions.
extension CPlusPlusEmitter {
    // MARK: Conversions

    mutating func conversions() {
        writer.line("namespace detail {")
        let conversions = CPlusPlusConversions(types: types)
        var words: Set<String> = []
        let aggregates = library.aggregates.filter { words.insert($0.crossing.word).inserted }
        for aggregate in aggregates { conversions.define(aggregate, &writer) }
        writer.gap()
        for type in library.types { failure(type) }
        writer.line("}  // namespace detail")
    }

    /// The heads of the conversions from and to errors.
    private func failureHeads(_ value: String) -> (from: String, to: String) {
        (
            "\(names.inline) std::optional<\(value)> from_error_pointer(const ::\(prefix)_error *failure, tag<\(value)>)",
            "\(names.inline) ::\(prefix)_error *to_error_pointer(const \(value) &value, tag<\(value)>)"
        )
    }

    /// Writes the declarations of the conversions of errors, which the templates of `error` call.
    mutating func declareFailures(_ part: HeaderTopics.Part) {
        writer.gap()
        writer.line("namespace detail {")
        for type in library.types where type.errors != nil && part.contains(library.topics.name(ofType: type.c)) {
            guard let crossing = type.crossing else { continue }
            let heads = failureHeads(types.value(crossing))
            writer.line(heads.from + ";")
            writer.line(heads.to + ";")
        }
        writer.line("}  // namespace detail")
    }

    private mutating func failure(_ type: LoweredType) {
        guard let crossing = type.crossing, let errors = type.errors else { return }
        let (types, macro) = (self.types, self.macro)
        let heads = failureHeads(types.value(crossing))
        writer.block(heads.from + " {") { writer in
            writer.line(types.variable(crossing, "result_"))
            writer.line("if (::\(errors.from.name)(failure, &result_) != \(macro)_OK) return std::nullopt;")
            if let free = types.free(crossing) {
                writer.line("const guard<\(crossing.representation.cPlusPlus), \(free)> guard_(result_);")
            }
            writer.line("return \(CPlusPlusFunction.own(crossing, "result_", types));")
        }
        writer.gap()
        writer.block(heads.to + " {") { writer in
            let isPointer = crossing.shape == .aggregate && !crossing.isPlain
            writer.line("arena arena_;")
            writer.line("const \(crossing.representation.cPlusPlus) value_c = \(types.toC(crossing, "value"));")
            if crossing.shape == .enumeration { writer.line("static_cast<void>(arena_);") }
            writer.line("::\(types.names.prefix)_error *result_ = nullptr;")
            writer.line("check(::\(errors.to.name)(\(isPointer ? "&" : "")value_c, &result_));")
            writer.line("return result_;")
        }
        writer.gap()
    }

    mutating func trampolines() {
        writer.line("namespace detail {")
        for member in library.allMembers {
            guard case .completion(let function) = member.kind else { continue }
            callbacks.answer(function, &writer)
            writer.gap()
        }
        for member in library.allMembers {
            // The functions of a stream's subscription are those of its template.
            if case .sequence = member.kind { continue }
            for callback in member.ownFunctions.flatMap(\.callbacks) {
                callbacks.trampoline(callback, &writer)
                writer.gap()
            }
        }
        writer.line("}  // namespace detail")
    }

    // MARK: Definitions

    mutating func members(_ item: Item) {
        let c = c(item)
        let name = names.type(word(item))
        var base: String?
        var type: LoweredType?
        switch item {
        case .tuple: return
        case .handle: break
        case .type(let each): type = each
        }
        let handle = handle(of: item)
        if case .object(let object)? = type?.declaration.kind, let parent = object.superclass,
            let declaration = types.interface.declaration(parent)
        {
            base = names.qualified(names.word(declaration))
        }
        scopes[c]?.define(&writer, owner: name, base: base)
        if let handle { defineStream(handle, name) }
        if let type {
            defineCasts(type)
            comparisons(type, name)
            defineIteration(type, name)
            if case .variant(let cases, true) = type.declaration.kind { recursive(type, cases, name) }
            if case .variant(let declaration, let cases)? = type.crossing.flatMap(types.interface.content) {
                CPlusPlusVariant(types: types).define(declaration, cases, name, &writer)
            }
        }
    }

    /// Writes the functions that `detail::stream_members` uses for a stream.
    mutating func declareStream(_ item: Item) {
        guard let handle = handle(of: item), let element = element(handle) else { return }
        guard let sequence = sequences[handle.c] else { return }
        let functions = [
            ("next", sequence.next), ("try_next", sequence.tryNext), ("descriptor", sequence.descriptor),
            ("close", sequence.close), ("on_ready", sequence.onReady), ("subscribe", sequence.subscribe),
        ]
        let types = self.types
        writer.gap()
        writer.block("struct detail::\(names.type(word(item)))_functions {", "};") { writer in
            for (stem, function) in functions { writer.line("static constexpr auto \(stem) = &::\(function.name);") }
            writer.line("using result_type = \(element.representation.cPlusPlus);")
            writer.line("using argument_type = \(element.argument.cPlusPlus);")
            writer.line("static \(types.value(element)) own(result_type &result_);")
            writer.line("static \(types.viewType(element)) view(argument_type element);")
        }
    }

    /// Writes the conversions of a stream's elements.
    private mutating func defineStream(_ handle: HandleType, _ name: String) {
        guard let element = element(handle), sequences[handle.c] != nil else { return }
        let types = self.types
        let functions = "detail::\(name)_functions"
        writer.block("\(names.inline) \(types.value(element)) \(functions)::own(result_type &result_) {") { writer in
            if let free = types.free(element) {
                writer.line("const guard<\(element.representation.cPlusPlus), \(free)> guard_(result_);")
            }
            writer.line("return \(CPlusPlusFunction.own(element, "result_", types));")
        }
        writer.block("\(names.inline) \(types.viewType(element)) \(functions)::view(argument_type element) {") { writer in
            writer.line("return \(types.view(element, element.isPassedByPointer ? "*element" : "element"));")
        }
        writer.gap()
    }

    private func handle(of item: Item) -> HandleType? {
        switch item {
        case .tuple: nil
        case .handle(let each): each
        case .type(let each): each.handle
        }
    }

    /// The casts from a superclass to this class; those to protocols are members.
    func casts(_ type: LoweredType) -> [(function: LoweredFunction, target: Crossing, head: String)] {
        type.casts.filter { !$0.isUpcast }.compactMap { function, to, _ in
            guard let from = function.receiver?.crossing else { return nil }
            let value = types.value(to)
            let owner = names.type(from.word)
            return (function, to, "template <>\n\(names.inline) std::optional<\(value)> \(owner)::as<\(value)>() const")
        }
    }

    private mutating func defineCasts(_ type: LoweredType) {
        for (function, to, head) in casts(type) {
            let crossing = "detail::of_nullable<\(types.crossing(to))>"
            // The head of a template is a line of its own.
            let lines = head.lines
            writer.line(lines[0])
            writer.definition(lines[1] + " {", ["return detail::call<\(crossing)>(::\(function.name), get());"])
        }
    }

    mutating func comparisons(_ type: LoweredType, _ name: String) {
        let operands = "(const \(name) &left, const \(name) &right)"
        for (trait, sign) in [(LoweredMember.Trait.equal, "=="), (.less, "<")] {
            guard let function = type.function(of: trait) else { continue }
            operation("\(names.inline) bool operator\(sign)\(operands)", function, ["left", "right"])
        }
        if let describe = type.function(of: .describe) {
            operation("\(names.inline) std::string to_string(const \(name) &value)", describe, ["value"])
        }
    }

    mutating func operation(_ head: String, _ function: LoweredFunction, _ operands: [String]) {
        guard let text = CPlusPlusScope.call(function, operands, types) else { return }
        writer.definition(head + " {", text)
    }

    mutating func recursive(_ type: LoweredType, _ cases: [VariantCase], _ name: String) {
        guard let kind = type.caseKind else { return }
        writer.block("\(names.inline) \(name)::kind_type \(name)::kind() const {") { writer in
            writer.line("std::int32_t result_{};")
            writer.line("detail::check(::\(kind.name)(get(), &result_));")
            writer.line("return static_cast<kind_type>(result_);")
        }
        writer.gap()
        let structures = cases.indices.map { CPlusPlusVariant.caseName(type.declaration, $0, name) }
        for (index, structure) in structures.enumerated() {
            guard let make = scopes[type.c]?.maker(ofCase: index)?.name else { continue }
            let parts = payload(type, index).map { "value.\(CPlusPlusNames.field($0.name, in: structure))" }
            writer.line(
                "\(names.inline) \(name)::\(name)(const \(name)::\(structure) &\(parts.isEmpty ? "" : "value")) : \(name)(\(make)(\(parts.joined(separator: ", ")))) {}"
            )
        }
        writer.gap()
    }

    /// Writes the function that calls one of several functions for the present case.
    mutating func recursiveVisit(_ type: LoweredType, _ cases: [VariantCase], _ name: String) {
        let structures = cases.indices.map { CPlusPlusVariant.caseName(type.declaration, $0, name) }
        let emitter = self
        writer.gap()
        writer.line("template <class... Functions>")
        writer.block("decltype(auto) \(name)::visit(Functions &&...functions) const {") { writer in
            writer.line("const auto chosen = \(names.qualifier)::overloaded{std::forward<Functions>(functions)...};")
            writer.line("switch (kind()) {")
            for (index, structure) in structures.enumerated() {
                let payload = emitter.payload(type, index)
                let label = "  case kind_type::\(CPlusPlusNames.value(cases[index].chosenName)): "
                guard let get = emitter.scopes[type.c]?.reader(ofCase: index)?.name, !payload.isEmpty else {
                    writer.line(label + "return chosen(\(structure){});")
                    continue
                }
                writer.line(label + "{")
                writer.line("    auto parts = *\(get)();")
                let isLabelled = cases[index].payload.contains { $0.label != nil }
                let parts = payload.enumerated().map { place, part in
                    payload.count == 1
                        ? "std::move(parts)"
                        : isLabelled ? "std::move(parts.\(part.name))" : "std::get<\(place)>(std::move(parts))"
                }
                writer.line("    return chosen(\(structure){\(parts.joined(separator: ", "))});")
                writer.line("  }")
            }
            writer.line("}")
            // A case may be called as one of these classes.
            writer.line("throw \(names.qualifier)::error(\(names.qualifier)::status::invalid_argument);")
        }
        writer.gap()
    }
}
