import BindingModel

/// Expressions that convert values between C# and C.
struct CSharpConversions {
    let types: CSharpTypes
    private var interface: InterfaceTypes { types.interface }

    // MARK: From C

    /// The C# value of a C value that another owner keeps.
    func take(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .void: return ""
        case .scalar: return crossing.representation == .number(.bool) ? "\(expression) != 0" : expression
        case .duration: return "Times.ReadSpan(\(expression))"
        case .date: return "Times.ReadDate(\(expression))"
        case .text: return crossing.type == .url ? "Texts.ReadAddress(\(expression))" : "Texts.Read(\(expression))"
        case .bytes: return "Texts.Read(\(expression))"
        case .uuid: return "Times.Read(\(expression))"
        case .enumeration: return "(\(types.className(crossing)))\(expression)"
        case .error: return "Failure.Read(\(expression))"
        case .handle: return "Crossings.Take_\(types.local(crossing.c))(\(expression))"
        case .aggregate:
            if crossing.isNullable, let wrapped = interface.wrapped(crossing) { return take(wrapped, expression) }
            return "Crossings.Take_\(crossing.word)(\(expression))"
        }
    }

    /// The C# value of an object that the program owns.
    func own(_ crossing: Crossing, _ expression: String) -> String {
        if crossing.shape == .aggregate, let wrapped = interface.wrapped(crossing) { return own(wrapped, expression) }
        return "Crossings.Own_\(types.local(crossing.c))(\(expression))"
    }

    // MARK: To C

    /// The C value of a C# value, with what it needs in the arena.
    func lend(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .void: return ""
        case .scalar: return crossing.representation == .number(.bool) ? "(byte)(\(expression) ? 1 : 0)" : expression
        case .duration, .date, .uuid: return "Times.Write(\(expression))"
        case .text: return "arena_.Text(\(expression))"
        case .bytes: return "arena_.Bytes(\(expression))"
        case .enumeration: return "(int)\(expression)"
        case .error: return "arena_.Error(\(expression))"
        case .handle:
            if types.isClosure(crossing) || types.isInterface(crossing) {
                return "Crossings.Lend_\(types.local(crossing.c))(arena_, \(expression))"
            }
            return "arena_.Object(\(expression))"
        case .aggregate:
            if crossing.isNullable, let wrapped = interface.wrapped(crossing) { return lend(wrapped, expression) }
            return "Crossings.Lend_\(crossing.word)(\(crossing.isPlain ? "null" : "arena_"), \(expression))"
        }
    }

    /// Whether the conversion to C needs an arena.
    func needsArena(_ crossing: Crossing) -> Bool { !crossing.isPlain }

    /// The value of an argument that is not null, if null stands for none.
    func present(_ crossing: Crossing, _ expression: String) -> String {
        types.isValueType(crossing) && !crossing.isOptional ? "\(expression).Value" : expression
    }
}

/// Writes the class with the conversions of all types that have parts, and of objects.
struct CSharpCrossings {
    let library: LoweredLibrary
    let types: CSharpTypes
    let conversions: CSharpConversions
    private var writer = CodeWriter()

    init(_ library: LoweredLibrary, _ types: CSharpTypes) {
        (self.library, self.types) = (library, types)
        conversions = CSharpConversions(types: types)
    }

    func text() -> String {
        var copy = self
        copy.write()
        return copy.writer.text
    }

    private mutating func write() {
        var parts = CodeWriter()
        for handle in library.handles where handle.holder != .runtime { object(handle, &parts) }
        runtimeObject("subscription", "Subscription", &parts)
        runtimeObject("queue", "Queue", &parts)
        for aggregate in library.aggregates { self.aggregate(aggregate, &parts) }
        writer.line("/// <summary>Conversions of values between C# and C.</summary>")
        writer.block("internal static unsafe class Crossings\n{") { writer in
            var lines = parts.text.lines
            while lines.last?.isEmpty == true { lines.removeLast() }
            for line in lines { writer.line(line) }
        }
    }

    private func runtimeObject(_ word: String, _ name: String, _ writer: inout CodeWriter) {
        objectFunctions(
            word,
            name,
            "\(library.prefix)_\(word)_retain",
            "new \(name)(new \(name)Handle().Owning(bits))",
            [],
            &writer
        )
    }

    private func object(_ handle: HandleType, _ writer: inout CodeWriter) {
        let local = types.local(handle.c)
        guard let lifetime = types.lifetimes[handle.c] else { return }
        let names = types.names
        let owning = "new \(names.handle(handle.c))().Owning(bits)"
        if handle.isClosure {
            guard let closure = types.closures[handle.c], let type = try? types.delegate(closure.call) else { return }
            let name = names.className(handle.c) ?? ""
            objectFunctions(local, type, lifetime.retain, "new \(name)(\(owning)).Invoke", [], &writer)
            return closureLending(handle, type, closure.make, &writer)
        }
        guard handle.isOfProtocol else {
            return objectFunctions(
                local,
                names.className(handle.c) ?? "",
                lifetime.retain,
                "new \(names.className(handle.c) ?? "")(\(owning))",
                [],
                &writer
            )
        }
        let type = names.interface(handle.c)
        objectFunctions(
            local,
            type,
            lifetime.retain,
            "new \(names.proxy(handle.c))(\(owning))",
            [
                "\(type) own = Implementations.Find(bits) as \(type);",
                "if (own != null)\n{\n    Native.\(lifetime.release)(bits);\n    return own;\n}",
            ],
            &writer
        )
        interfaceLending(handle, type, &writer)
    }

    private func objectFunctions(
        _ local: String,
        _ type: String,
        _ retain: String,
        _ made: String,
        _ before: [String],
        _ writer: inout CodeWriter
    ) {
        writer.block("internal static \(type) Own_\(local)(ulong bits)\n{") { writer in
            writer.line("if (bits == 0) { return null; }")
            for line in before { writer.line(line) }
            writer.line("return \(made);")
        }
        writer.line()
        writer.block("internal static \(type) Take_\(local)(ulong bits)\n{") { writer in
            writer.line("if (bits == 0) { return null; }")
            writer.line("Failure.Check(Native.\(retain)(bits));")
            writer.line("return Own_\(local)(bits);")
        }
        writer.line()
    }

    private func closureLending(_ handle: HandleType, _ type: String, _ make: LoweredFunction?, _ writer: inout CodeWriter) {
        let name = types.names.className(handle.c) ?? ""
        writer.block("internal static ulong Lend_\(types.local(handle.c))(Arena arena_, \(type) function)\n{") { writer in
            writer.line("if (function == null) { return 0; }")
            writer.line("\(name) own = function.Target as \(name);")
            writer.line("if (own != null) { return arena_.Object(own); }")
            guard let make, let passed = self.making(make) else {
                return writer.line("throw new global::System.NotSupportedException(\"a function of the program as \(name)\");")
            }
            writer.line("ulong bits = 0;")
            writer.line("Failure.Check(Native.\(make.name)(\(passed.joined(separator: ", "))));")
            writer.line("return arena_.Temporary(new \(types.names.handle(handle.c))().Owning(bits));")
        }
        writer.line()
    }

    /// Arguments of the function that makes a closure; nil if a closure cannot be made of them.
    private func making(_ make: LoweredFunction) -> [String]? {
        var passed: [String] = []
        for parameter in make.parameters {
            switch parameter.role {
            case .callback: passed.append("Callbacks.\(make.callback(of: parameter)?.name ?? "")_pointer")
            case .context: passed.append("new Callback((object)function).Context()")
            case .release: passed.append("Callback.Release")
            case .queue: passed.append("0")
            case .result: passed.append("&bits")
            case .error: passed.append("null")
            default: return nil
            }
        }
        guard let callback = make.callbacks.first(where: { each in make.parameters.contains { $0.type.name == each.name } }),
            CSharpCallbacks.refusal(callback, types) == nil
        else { return nil }
        return passed
    }

    /// Objects of the library that are of the protocol, of a protocol that refines it, or that the program implements.
    private func interfaceLending(_ handle: HandleType, _ type: String, _ writer: inout CodeWriter) {
        let (names, local) = (types.names, types.local(handle.c))
        let refining = library.handles.filter { other in
            other.isOfProtocol && other.c != handle.c && inherits(other, handle)
                && library.interfaces.contains { $0.c == other.c }
        }
        writer.block("internal static ulong Lend_\(local)(Arena arena_, \(type) value)\n{") { writer in
            writer.line("if (value == null) { return 0; }")
            writer.line("\(names.proxy(handle.c)) own = value as \(names.proxy(handle.c));")
            writer.line("if (own != null) { return arena_.Object(own); }")
            let native = names.derived(.nativeInterface, handle.c)
            writer.line("\(native) native = value as \(native);")
            writer.line(
                "if (native != null) { return arena_.Temporary(new \(names.handle(handle.c))().Owning(native.ConvertTo\(names.className(handle.c) ?? "")())); }"
            )
            for other in refining {
                guard let cast = self.cast(from: other.c, to: handle.c) else { continue }
                let refined = names.interface(other.c)
                writer.block("if (value is \(refined))\n{") { writer in
                    writer.line("ulong bits = 0;")
                    writer.line("Failure.Check(Native.\(cast)(Lend_\(types.local(other.c))(arena_, (\(refined))value), &bits));")
                    writer.line("return arena_.Temporary(new \(names.handle(handle.c))().Owning(bits));")
                }
            }
            guard let interface = library.interfaces.first(where: { $0.c == handle.c }),
                CSharpInterfaces.refusal(interface, types) == nil
            else {
                return writer.line(
                    "throw new global::System.ArgumentException(\"only the library implements \(type)\", \"value\");"
                )
            }
            writer.line(
                "return Implementations.Lend(arena_, value, typeof(\(type)), Callbacks.Make_\(local), () => new \(names.handle(handle.c))());"
            )
        }
        writer.line()
    }

    private func inherits(_ type: HandleType, _ base: HandleType) -> Bool {
        guard let declaration = type.declaration, let wanted = base.declaration?.identifier else { return false }
        return declaration.interfaces.contains(wanted)
    }

    /// The function that converts an object of one protocol to one that it refines.
    private func cast(from c: String, to target: String) -> String? {
        types.interface.type(c)?.casts.first { $0.isUpcast && $0.target.c == target }?.function.name
    }

    // MARK: Structures

    private func aggregate(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let crossing = aggregate.crossing
        guard let type = try? types.type(crossing) else { return }
        if case .optional = aggregate.content, crossing.isNullable { return }
        let native = types.native(crossing.representation)
        writer.block("internal static \(type) Take_\(crossing.word)(\(native) from)\n{") { writer in
            taking(aggregate, type, &writer)
        }
        writer.line()
        writer.block("internal static \(native) Lend_\(crossing.word)(Arena arena_, \(type) from)\n{") { writer in
            lending(aggregate, type, native, &writer)
        }
        writer.line()
    }

    private func taking(_ aggregate: Aggregate, _ type: String, _ writer: inout CodeWriter) {
        let convert = conversions
        switch aggregate.content {
        case .optional(let wrapped):
            writer.line("if (from.has_value == 0) { return null; }")
            writer.line("return \(convert.take(wrapped, "from.value"));")
        case .array(let element), .set(let element):
            let isSet = if case .set = aggregate.content { true } else { false }
            let item = (try? types.type(element)) ?? "object"
            let list = "global::System.Collections.Generic.\(isSet ? "HashSet" : "List")<\(item)>"
            writer.line("if (from.data == null) { return null; }")
            writer.line("\(list) list = new \(list)(\(isSet ? "" : "checked((int)from.count)"));")
            writer.line(
                "for (ulong index = 0; index < from.count; index++) { list.Add(\(convert.take(element, "from.data[index]"))); }"
            )
            writer.line("return list;")
        case .map(let key, let value, _):
            let types = "\((try? self.types.type(key)) ?? ""), \((try? self.types.type(value)) ?? "")"
            let map = "global::System.Collections.Generic.Dictionary<\(types)>"
            writer.line("if (from.data == null) { return null; }")
            writer.line("\(map) map = new \(map)();")
            writer.line(
                "for (ulong index = 0; index < from.count; index++) { map[\(convert.take(key, "from.data[index].key"))] = \(convert.take(value, "from.data[index].value")); }"
            )
            writer.line("return map;")
        case .tuple(let fields):
            let values = fields.map { convert.take($0.crossing, "from.\(CSharpNames.field($0.name))") }
            if fields.count < 2 { return writer.line("return new \(type)(\(values.joined(separator: ", ")));") }
            writer.line("return (\(values.joined(separator: ", ")));")
        case .range(let bound, _):
            writer.line("return new \(type)(\(convert.take(bound, "from.lower")), \(convert.take(bound, "from.upper")));")
        case .record(_, let fields):
            let values = fields.map { field in
                "\(CSharpNames.local(field.chosenName)): \(convert.take(field.crossing, "from.\(CSharpNames.field(field.name))"))"
            }
            writer.line("return new \(type)(\(values.joined(separator: ", ")));")
        case .variant(_, let cases):
            let names = CSharpVariants.caseNames(cases, of: type)
            let native = types.native(aggregate.crossing.representation)
            writer.block("switch (from.kind)\n{") { writer in
                for (index, each) in cases.enumerated() {
                    let place = "((\(native)_case_\(each.name)*)&from.word0)"
                    let values = each.payload.map { convert.take($0.crossing, "\(place)->\(CSharpNames.field($0.name))") }
                    writer.line("case \(index): return new \(type).\(names[index])(\(values.joined(separator: ", ")));")
                }
                writer.line("default: throw new global::System.InvalidOperationException(\"an unknown case of \(type)\");")
            }
        }
    }

    private func lending(_ aggregate: Aggregate, _ type: String, _ native: String, _ writer: inout CodeWriter) {
        let convert = conversions
        writer.line("\(native) to = default(\(native));")
        switch aggregate.content {
        case .optional(let wrapped):
            writer.line("if (from == null) { return to; }")
            writer.line("to.has_value = 1;")
            writer.line("to.value = \(convert.lend(wrapped, convert.present(wrapped, "from")));")
        case .array(let element), .set(let element):
            let item = types.native(element.representation)
            writer.line("if (from == null) { return to; }")
            writer.line("int count = from.Count;")
            writer.line("to.data = (\(item)*)arena_.Allocate(count, sizeof(\(item)));")
            writer.line("int index = 0;")
            writer.line("foreach (\((try? types.type(element)) ?? "var") element in from)")
            writer.line("{")
            writer.line("    if (index == count) { break; }")
            writer.line("    to.data[index] = \(convert.lend(element, "element"));")
            writer.line("    index++;")
            writer.line("}")
            writer.line("to.count = (ulong)index;")
        case .map(let key, let value, let entry):
            writer.line("if (from == null) { return to; }")
            writer.line("int count = from.Count;")
            writer.line("to.data = (Native.\(entry)*)arena_.Allocate(count, sizeof(Native.\(entry)));")
            writer.line("int index = 0;")
            writer.line("foreach (var each in from)")
            writer.line("{")
            writer.line("    if (index == count) { break; }")
            writer.line("    to.data[index].key = \(convert.lend(key, "each.Key"));")
            writer.line("    to.data[index].value = \(convert.lend(value, "each.Value"));")
            writer.line("    index++;")
            writer.line("}")
            writer.line("to.count = (ulong)index;")
        case .tuple(let fields):
            for (index, field) in fields.enumerated() {
                writer.line("to.\(CSharpNames.field(field.name)) = \(convert.lend(field.crossing, "from.Item\(index + 1)"));")
            }
        case .range(let bound, _):
            writer.line("to.lower = \(convert.lend(bound, "from.Lower"));")
            writer.line("to.upper = \(convert.lend(bound, "from.Upper"));")
        case .record(let declaration, let fields):
            if !types.isStructure(declaration, aggregate.crossing) {
                writer.line("if (from == null) { throw new global::System.ArgumentNullException(\"\(type)\"); }")
            }
            let names = CSharpRecords.fieldNames(fields, of: type)
            for (name, field) in zip(names, fields) {
                writer.line("to.\(CSharpNames.field(field.name)) = \(convert.lend(field.crossing, "from.\(name)"));")
            }
        case .variant(_, let cases):
            let names = CSharpVariants.caseNames(cases, of: type)
            writer.line("if (from == null) { throw new global::System.ArgumentNullException(\"\(type)\"); }")
            writer.line("to.kind = from.Number;")
            for (index, each) in cases.enumerated() where !each.payload.isEmpty {
                let fields = CSharpVariants.fieldNames(each)
                writer.block("if (to.kind == \(index))\n{") { writer in
                    writer.line("\(type).\(names[index]) own = (\(type).\(names[index]))from;")
                    for (name, field) in zip(fields, each.payload) {
                        let place = "((\(native)_case_\(each.name)*)&to.word0)->\(CSharpNames.field(field.name))"
                        writer.line("\(place) = \(convert.lend(field.crossing, "own.\(name)"));")
                    }
                }
            }
        }
        writer.line("return to;")
    }
}
