import BindingModel

/// Writes the conversions of all types that have parts, and of functions.
struct RustCrossings {
    let library: LoweredLibrary
    let types: RustTypes
    let convert: RustConversions

    init(_ library: LoweredLibrary, _ types: RustTypes) {
        (self.library, self.types) = (library, types)
        convert = RustConversions(types: types)
    }

    func text() -> String {
        var writer = CodeWriter()
        for handle in library.handles where handle.isClosure { closure(handle, &writer) }
        for aggregate in library.aggregates { self.aggregate(aggregate, &writer) }
        return writer.text
    }

    // MARK: Values with parts

    private func aggregate(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let crossing = aggregate.crossing
        guard let type = try? types.owned(crossing), let argument = try? types.argument(crossing) else { return }
        if case .optional = aggregate.content, crossing.isNullable { return }
        let native = "sys::\(types.native(crossing.representation))"
        let (taking, lending) = (taking(aggregate, type), lending(aggregate, argument))
        writer.block("pub(crate) unsafe fn take_\(crossing.word)(from: \(native)) -> \(type) {") { writer in
            writer.block("unsafe {") { writer in writer.line(taking) }
        }
        writer.line()
        let plain = lending.contains("arena") ? "" : "_"
        writer.block("pub(crate) unsafe fn lend_\(crossing.word)(\(plain)arena: &mut Arena, from: \(argument)) -> \(native) {") {
            writer in
            writer.block("unsafe {") { writer in writer.line(lending) }
        }
        writer.line()
    }

    private func taking(_ aggregate: Aggregate, _ type: String) -> String {
        switch aggregate.content {
        case .optional(let wrapped):
            return "if from.has_value { Some(\(convert.take(wrapped, "from.value"))) } else { None }"
        case .array(let element):
            return "rt::slice(from.data, from.count).iter().map(|each| \(convert.take(element, "(*each)"))).collect()"
        case .set(let element):
            return "rt::slice(from.data, from.count).iter().map(|each| \(convert.take(element, "(*each)"))).collect()"
        case .map(let key, let value, _):
            let entry = "(\(convert.take(key, "each.key")), \(convert.take(value, "each.value")))"
            return "rt::slice(from.data, from.count).iter().map(|each| \(entry)).collect()"
        case .tuple(let fields):
            if fields.isEmpty { return "let _ = from;\n()" }
            return types.tuple(fields.map { convert.take($0.crossing, "from.\(RustNames.member($0.name))") })
        case .range(let bound, let isClosed):
            return "\(convert.take(bound, "from.lower"))\(isClosed ? "..=" : "..")\(convert.take(bound, "from.upper"))"
        case .record(_, let fields):
            if fields.isEmpty { return "let _ = from;\n\(type) {}" }
            let values = zip(RustNames.fields(fields), fields).map { name, field in
                "\(name): \(convert.take(field.crossing, "from.\(RustNames.member(field.name))")),"
            }
            return "\(type) {\n\(values.map { "    \($0)" }.joined(separator: "\n"))\n}"
        case .variant(_, let cases):
            let names = RustNames.variants(cases.map(\.chosenName))
            let arms = zip(names, cases).enumerated().map { index, each in
                let (name, own) = each
                if own.payload.isEmpty { return "    \(index) => \(type)::\(name)," }
                let values = own.payload.map {
                    convert.take($0.crossing, "from.as_.\(RustNames.member(own.name)).\(RustNames.member($0.name))")
                }
                return "    \(index) => \(type)::\(name)\(RustVariant(own).made(values)),"
            }
            return "match from.kind {\n\(arms.joined(separator: "\n"))\n    kind => rt::unknown(\"\(type)\", kind),\n}"
        }
    }

    private func lending(_ aggregate: Aggregate, _ argument: String) -> String {
        let crossing = aggregate.crossing
        let native = "sys::\(types.native(crossing.representation))"
        func part(_ crossing: Crossing, _ reference: String) -> String {
            convert.lend(crossing, types.borrow(crossing, reference))
        }
        switch aggregate.content {
        case .optional(let wrapped):
            let value = convert.lend(wrapped, "value")
            return "match from {\n    Some(value) => \(native) { has_value: true, value: \(value) },\n    None => rt::none(),\n}"
        case .array(let element), .set(let element):
            return """
                let items: Vec<_> = from.iter().map(|each| \(part(element, "each"))).collect();
                \(native) { count: items.len(), data: arena.array(items) }
                """
        case .map(let key, let value, let entry):
            let pattern = types.isHashable(key) ? "(key, value)" : "(key, value)"
            return """
                let items: Vec<_> = from.iter().map(|\(pattern)| sys::\(entry) { key: \(part(key, "key")), value: \(part(value, "value")) }).collect();
                \(native) { count: items.len(), data: arena.array(items) }
                """
        case .tuple(let fields):
            if fields.isEmpty { return "let _ = from;\nrt::none()" }
            let values = fields.enumerated().map { "\(RustNames.member($1.name)): \(part($1.crossing, "(&from.\($0))"))" }
            return "\(native) { \(values.joined(separator: ", ")) }"
        case .range(let bound, let isClosed):
            let (lower, upper) = isClosed ? ("from.start()", "from.end()") : ("(&from.start)", "(&from.end)")
            return "\(native) { lower: \(part(bound, lower)), upper: \(part(bound, upper)) }"
        case .record(_, let fields):
            if fields.isEmpty { return "let _ = from;\nrt::none()" }
            let values = zip(RustNames.fields(fields), fields).map { name, field in
                "    \(RustNames.member(field.name)): \(part(field.crossing, "(&from.\(name))")),"
            }
            return "\(native) {\n\(values.joined(separator: "\n"))\n}"
        case .variant(_, let cases):
            let type = types.names.type(crossing.c)
            let names = RustNames.variants(cases.map(\.chosenName))
            let isSimple = cases.allSatisfy(\.payload.isEmpty)
            let arms = zip(names, cases).enumerated().map { index, each in
                let (name, own) = each
                if own.payload.isEmpty {
                    return "    \(type)::\(name) => \(native) { kind: \(index)\(isSimple ? "" : ", as_: rt::none()") },"
                }
                let variant = RustVariant(own)
                let values = zip(variant.locals, own.payload).map { local, field in
                    "\(RustNames.member(field.name)): \(part(field.crossing, local))"
                }
                let structure = "\(native)_case_\(own.name) { \(values.joined(separator: ", ")) }"
                let payload = "\(native)_payload { \(RustNames.member(own.name)): \(structure) }"
                return "    \(type)::\(name)\(variant.pattern) => \(native) { kind: \(index), as_: \(payload) },"
            }
            return "match \(types.isCopied(crossing) ? "&from" : "from") {\n\(arms.joined(separator: "\n"))\n}"
        }
    }

    // MARK: Functions

    /// Writes the conversions of functions: of the library's to Rust, and of the program's to the library.
    private func closure(_ handle: HandleType, _ writer: inout CodeWriter) {
        guard let closure = types.closures[handle.c], let lifetime = types.lifetimes[handle.c],
            let arguments = try? types.arguments(closure.call), let type = try? types.owned(handle.crossing),
            let function = try? RustFunction(closure.call, types: types, receiver: .closure)
        else { return }
        let local = types.names.local(handle.c)
        let isShared = if case .closure(let closure) = handle.crossing.type { closure.isSendable } else { false }
        let names = arguments.map { RustNames.value($0.parameter.origin?.name ?? $0.parameter.name) }
        let list = zip(names, arguments).map { "\($0): \($1.type)" }.joined(separator: ", ")
        writer.line("/// A function of the library.")
        writer.block("pub(crate) struct Function_\(local) { bits: u64\(isShared ? "" : ", lock: std::sync::Mutex<()>") }", "") {
            _ in
        }
        writer.block("impl Drop for Function_\(local) {") { writer in
            writer.line("fn drop(&mut self) { unsafe { sys::\(lifetime.release)(sys::\(handle.c) { bits: self.bits }); } }")
        }
        writer.line()
        writer.block("pub(crate) unsafe fn own_\(local)(bits: u64) -> \(type) {") { writer in
            writer.line("let function_ = Function_\(local) { bits\(isShared ? "" : ", lock: std::sync::Mutex::new(())") };")
            writer.block("Arc::new(move |\(list)| {", "})") { writer in
                if isShared {
                    writer.line("let function_ = &function_;")
                } else {
                    writer.line("let function_ = &function_;")
                    writer.line("let _guard = function_.lock.lock();")
                }
                let body = function.body()
                writer.block("unsafe {") { writer in for line in body { writer.line(line) } }
            }
        }
        writer.line()
        writer.block("pub(crate) unsafe fn take_\(local)(bits: u64) -> \(type) {") { writer in
            writer.block("unsafe {") { writer in
                writer.line("rt::must(sys::\(lifetime.retain)(sys::\(handle.c) { bits }));")
                writer.line("cx::own_\(local)(bits)")
            }
        }
        writer.line()
        writer.block("pub(crate) unsafe fn lend_\(local)(arena: &mut Arena, function: &\(type)) -> u64 {") { writer in
            guard let make = closure.make,
                let callback = make.callbacks.first(where: { each in
                    make.parameters.contains { $0.type.name == each.name }
                }), let passed = making(make, callback)
            else {
                writer.line("let _ = (arena, function);")
                return writer.line(
                    "panic!(\"\(library.prefix): the library does not accept functions of this type inside a value\")"
                )
            }
            writer.block("unsafe {") { writer in
                writer.line("let function = function.clone();")
                writer.line(
                    "let context = \(RustCallbacks.context(callback, types, RustCallbacks.forwarding(callback, types, "function")));"
                )
                writer.line("let mut result = rt::none();")
                writer.line("rt::must(sys::\(make.name)(\(passed.joined(separator: ", "))));")
                writer.line("arena.temporary(result.bits, |bits| { sys::\(lifetime.release)(sys::\(handle.c) { bits }); })")
            }
        }
        writer.line()
    }

    /// Arguments of the function that makes a closure; nil if a closure cannot be made of them.
    private func making(_ make: LoweredFunction, _ callback: LoweredCallback) -> [String]? {
        guard RustCallbacks.refusal(callback, types) == nil else { return nil }
        var passed: [String] = []
        for parameter in make.parameters {
            switch parameter.role {
            case .callback: passed.append("Some(cx::call_\(callback.name))")
            case .context: passed.append("context")
            case .release: passed.append("Some(rt::release_box::<\(RustCallbacks.boxed(callback, types))>)")
            case .queue: passed.append("rt::none()")
            case .result: passed.append("&mut result")
            case .error: passed.append("std::ptr::null_mut()")
            default: return nil
            }
        }
        return passed
    }
}

/// The payload of a case.
struct RustVariant {
    private let isNamed: Bool
    /// The names of the fields; those of their variables in a pattern.
    let names: [String]
    let locals: [String]

    init(_ each: AggregateCase) {
        isNamed = !each.payload.isEmpty && each.payload.allSatisfy { $0.label != nil }
        names = RustNames.fields(each.payload)
        locals = each.payload.indices.map { "field\($0)" }
    }

    /// The declaration of the payload.
    func declared(_ types: [String]) -> String {
        isNamed ? made(types) : types.isEmpty ? "" : "(\(types.joined(separator: ", ")))"
    }

    /// The payload with values.
    func made(_ values: [String]) -> String {
        if values.isEmpty { return "" }
        if !isNamed { return "(\(values.joined(separator: ", ")))" }
        return " { \(zip(names, values).map { "\($0): \($1)" }.joined(separator: ", ")) }"
    }

    /// The pattern that binds the fields.
    var pattern: String { made(locals) }
}
