import BindingModel

/// Writes the class with the conversions of all types that have parts, and of objects.
struct CSharpCrossings {
    let library: LoweredLibrary
    let types: CSharpTypes
    let conversions: CSharpConversions
    var writer = CodeWriter()

    init(_ library: LoweredLibrary, _ types: CSharpTypes) {
        (self.library, self.types) = (library, types)
        conversions = CSharpConversions(types: types)
    }

    func text() -> String {
        var copy = self
        copy.write()
        return copy.writer.text
    }

    mutating func write() {
        var parts = CodeWriter()
        for handle in library.handles where handle.holder != .runtime { object(handle, &parts) }
        runtimeObject("subscription", "Subscription", &parts)
        runtimeObject("queue", "Queue", &parts)
        for aggregate in library.aggregates { self.aggregate(aggregate, &parts) }
        writer.line("/// <summary>Conversions of values between C# and C.</summary>")
        writer.block("internal static unsafe class Crossings_\n{") { writer in
            var lines = parts.text.lines
            while lines.last?.isEmpty == true { lines.removeLast() }
            for line in lines { writer.line(line) }
        }
    }

    func runtimeObject(_ word: String, _ name: String, _ writer: inout CodeWriter) {
        objectFunctions(
            word,
            name,
            "\(library.prefix)_\(word)_retain",
            "new \(name)(new \(name)Handle().Owning(bits))",
            [],
            &writer
        )
    }

    func object(_ handle: HandleType, _ writer: inout CodeWriter) {
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
                "\(type) own = Implementations_.Find(bits) as \(type);",
                "if (own != null)\n{\n    Native_.\(lifetime.release)(bits);\n    return own;\n}",
            ],
            &writer
        )
        interfaceLending(handle, type, &writer)
    }

    func objectFunctions(
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
            writer.line("Failure_.Check(Native_.\(retain)(bits));")
            writer.line("return Own_\(local)(bits);")
        }
        writer.line()
    }

    func closureLending(_ handle: HandleType, _ type: String, _ make: LoweredFunction?, _ writer: inout CodeWriter) {
        let name = types.names.className(handle.c) ?? ""
        writer.block("internal static ulong Lend_\(types.local(handle.c))(Arena_ arena_, \(type) function)\n{") { writer in
            writer.line("if (function == null) { return 0; }")
            writer.line("\(name) own = function.Target as \(name);")
            writer.line("if (own != null) { return arena_.Object(own); }")
            guard let make, let passed = self.making(make) else {
                return writer.line("throw new global::System.NotSupportedException(\"a function of the program as \(name)\");")
            }
            writer.line("ulong bits = 0;")
            writer.line("Failure_.Check(Native_.\(make.name)(\(passed.joined(separator: ", "))));")
            writer.line("return arena_.Temporary(new \(types.names.handle(handle.c))().Owning(bits));")
        }
        writer.line()
    }

    /// Arguments of the function that makes a closure; nil if a closure cannot be made of them.
    func making(_ make: LoweredFunction) -> [String]? {
        var passed: [String] = []
        for parameter in make.parameters {
            switch parameter.role {
            case .callback: passed.append("Callbacks_.\(make.callback(of: parameter)?.name ?? "")_pointer")
            case .context: passed.append("new Callback_((object)function).Context()")
            case .release: passed.append("Callback_.Release")
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
    func interfaceLending(_ handle: HandleType, _ type: String, _ writer: inout CodeWriter) {
        let (names, local) = (types.names, types.local(handle.c))
        let refining = library.handles.filter { other in
            other.isOfProtocol && other.c != handle.c && inherits(other, handle)
                && library.interfaces.contains { $0.c == other.c }
        }
        writer.block("internal static ulong Lend_\(local)(Arena_ arena_, \(type) value)\n{") { writer in
            writer.line("if (value == null) { return 0; }")
            writer.line("\(names.proxy(handle.c)) own = value as \(names.proxy(handle.c));")
            writer.line("if (own != null) { return arena_.Object(own); }")
            let native = names.derived(.nativeInterface, handle.c)
            writer.line("\(native) native = value as \(native);")
            let converted = "native.ConvertTo\(names.className(handle.c) ?? "")()"
            let owning = "new \(names.handle(handle.c))().Owning(\(converted))"
            writer.line("if (native != null) { return arena_.Temporary(\(owning)); }")
            for other in refining {
                guard let cast = self.cast(from: other.c, to: handle.c) else { continue }
                let refined = names.interface(other.c)
                writer.block("if (value is \(refined))\n{") { writer in
                    writer.line("ulong bits = 0;")
                    writer.line(
                        "Failure_.Check(Native_.\(cast)(Lend_\(types.local(other.c))(arena_, (\(refined))value), &bits));"
                    )
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
                "return Implementations_.Lend(arena_, value, typeof(\(type)), Callbacks_.Make_\(local), () => new \(names.handle(handle.c))());"
            )
        }
        writer.line()
    }

    func inherits(_ type: HandleType, _ base: HandleType) -> Bool {
        guard let declaration = type.declaration, let wanted = base.declaration?.identifier else { return false }
        return declaration.interfaces.contains(wanted)
    }

    /// The function that converts an object of one protocol to one that it refines.
    func cast(from c: String, to target: String) -> String? {
        types.interface.type(c)?.casts.first { $0.isUpcast && $0.target.c == target }?.function.name
    }
}
