import BindingModel

/// Writes the functions that the library calls, each of which calls one of the program.
struct RustCallbacks {
    let library: LoweredLibrary
    let types: RustTypes
    private let convert: RustConversions

    init(_ library: LoweredLibrary, _ types: RustTypes) {
        (self.library, self.types) = (library, types)
        convert = RustConversions(types: types)
    }

    // MARK: Types

    /// The reason why a program in Rust cannot provide the function; nil if it can.
    static func refusal(_ callback: LoweredCallback, _ types: RustTypes) -> String? {
        do {
            _ = try signature(callback, types, isScoped: false)
            return nil
        } catch {
            return error.reason
        }
    }

    /// Whether the function is called during the call only that receives it, on its thread.
    static func isScoped(_ callback: LoweredCallback, of function: LoweredFunction) -> Bool {
        function.threads.callbacks == .duringCall && !callback.closure.isEscaping && !callback.closure.isAsync
    }

    /// The types of the arguments.
    static func arguments(_ callback: LoweredCallback, _ types: RustTypes) throws(RustOmission) -> [String] {
        var arguments: [String] = []
        for (index, crossing) in callback.arguments.enumerated() {
            let isChanged = callback.closure.parameters.indices.contains(index) && callback.closure.parameters[index].isInout
            arguments.append("\(isChanged ? "&mut " : "")\(try types.owned(crossing))")
        }
        return arguments
    }

    /// What the function of the program returns.
    static func returned(_ callback: LoweredCallback, _ types: RustTypes, lifetime: String = "'static") throws(RustOmission)
        -> String
    {
        let result = try types.owned(callback.result)
        if callback.closure.isAsync { return "BoxFuture<\(lifetime), Result<\(result), Error>>" }
        return callback.closure.failure == .never ? result : "Result<\(result), Error>"
    }

    /// The bound of the function of the program.
    static func signature(_ callback: LoweredCallback, _ types: RustTypes, isScoped: Bool) throws(RustOmission) -> String {
        let list = try arguments(callback, types).joined(separator: ", ")
        return "\(isScoped ? "FnMut" : "Fn")(\(list))\(RustTypes.returning(try returned(callback, types)))"
    }

    /// The function of the program as the library keeps it.
    static func boxed(_ callback: LoweredCallback, _ types: RustTypes) -> String {
        "Box<dyn \((try? signature(callback, types, isScoped: false)) ?? "Fn()") + Send + Sync>"
    }

    /// The context with a function of the program, which the library releases.
    static func context(_ callback: LoweredCallback, _ types: RustTypes, _ function: String) -> String {
        "Box::into_raw(Box::new(Box::new(\(function)) as \(boxed(callback, types)))) as *mut std::os::raw::c_void"
    }

    /// A function that calls another one of the same arguments.
    static func forwarding(_ callback: LoweredCallback, _ types: RustTypes, _ function: String) -> String {
        let names = callback.arguments.indices.map { "argument\($0)" }.joined(separator: ", ")
        return "move |\(names)| \(function)(\(names))"
    }

    // MARK: Text

    func text() -> String {
        var writer = CodeWriter()
        var written: Set<String> = []
        for member in library.allMembers {
            if case .completion(let function) = member.kind { completion(function, &writer) }
            if case .sequence = member.kind { continue }
            for function in member.ownFunctions {
                for callback in function.callbacks where written.insert(callback.name).inserted {
                    if Self.refusal(callback, types) != nil { continue }
                    trampoline(callback, isScoped: Self.isScoped(callback, of: function), &writer)
                }
            }
        }
        for interface in library.interfaces where RustInterfaces.refusal(interface, types) == nil {
            for requirement in interface.requirements { requirement_(requirement, interface, &writer) }
            maker(interface, &writer)
        }
        return writer.text
    }

    private func open(_ callback: LoweredCallback, _ name: String, _ body: [String], _ writer: inout CodeWriter) {
        let list = callback.parameters.map { parameter in
            "\(RustNames.member(parameter.name)): \(native(parameter.type))"
        }.joined(separator: ", ")
        let returns = callback.returns == .void ? "" : " -> \(native(callback.returns))"
        writer.block("pub(crate) unsafe extern \"C\" fn call_\(name)(\(list))\(returns) {") { writer in
            for line in body { writer.line(line) }
        }
        writer.line()
    }

    /// A type of C with its path.
    private func native(_ type: CType) -> String {
        switch type {
        case .void, .character, .number: "\(types.native(type))".replacing("c_", with: "std::os::raw::c_")
        case .structure(let name), .opaque(let name), .function(let name), .enumeration(let name): "sys::\(name)"
        case .pointer(let pointee, let isConstant): "*\(isConstant ? "const" : "mut") \(native(pointee))"
        }
    }

    private func trampoline(_ callback: LoweredCallback, isScoped: Bool, _ writer: inout CodeWriter) {
        guard let signature = try? Self.signature(callback, types, isScoped: isScoped) else { return }
        let start =
            isScoped
            ? "let mut function_ = (*(context as *const std::cell::RefCell<&mut dyn \(signature)>)).borrow_mut();"
            : "let function_ = &*(context as *const \(Self.boxed(callback, types)));"
        let body = body(callback, [start]) { arguments in isScoped ? "(*function_)(\(arguments))" : "function_(\(arguments))" }
        open(callback, callback.name, body, &writer)
    }

    private func body(_ callback: LoweredCallback, _ start: [String], _ invoke: (String) -> String) -> [String] {
        var inner: [String] = start
        var passed: [String] = []
        var after: [String] = []
        for (index, (crossing, parameter)) in zip(callback.arguments, callback.ownParameters).enumerated() {
            let native = RustNames.member(parameter.name)
            let isChanged = callback.closure.parameters.indices.contains(index) && callback.closure.parameters[index].isInout
            let isPointer =
                callback.changesInPlace(index) || crossing.isPassedByPointer
                || (parameter.type.isConstantPointer && crossing.shape != .error)
            let taken = convert.take(crossing, isPointer ? "(*\(native))" : native)
            inner.append("let \(isChanged ? "mut " : "")argument\(index) = \(taken);")
            passed.append("\(isChanged ? "&mut " : "")argument\(index)")
            if callback.changesInPlace(index) {
                after.append("*\(native) = \(convert.lend(crossing, types.borrow(crossing, "(&argument\(index))")));")
            }
        }
        let call = invoke(passed.joined(separator: ", "))
        let result = callback.result
        if callback.closure.isAsync {
            let completer = "complete_\(callback.completer ?? "")"
            return [
                "rt::start(completion.bits, || unsafe {", "    \(inner.joined(separator: "\n    "))", "    \(call)",
                "}, \(completer));",
            ]
        }
        let lent = convert.lend(result, types.borrow(result, "(&made_)"))
        if (after + [lent]).contains(where: { $0.contains("arena") }) { after.insert("let arena = &mut Arena::given();", at: 0) }
        if callback.closure.failure != .never {
            inner.append("let made_ = \(call)?;")
            inner += after
            if result.shape != .void { inner.append("*result = \(lent);") } else { inner.append("let () = made_;") }
            return ["unsafe {", "    rt::returned(error, || {"] + inner.map { "        \($0)" } + [
                "        Ok(())", "    })", "}",
            ]
        }
        if result.shape == .void {
            return ["rt::catch(|| unsafe {"] + (inner + ["\(call);"] + after).map { "    \($0)" } + ["});"]
        }
        inner.append("let made_ = \(call);")
        inner += after
        if callback.returnsResult {
            inner.append("returned_ = \(lent);")
            return ["let mut returned_ = unsafe { rt::none() };", "rt::catch(|| unsafe {"] + inner.map { "    \($0)" } + [
                "});", "returned_",
            ]
        }
        inner.append("*result = \(lent);")
        return ["unsafe { *result = rt::none() };", "rt::catch(|| unsafe {"] + inner.map { "    \($0)" } + ["});"]
    }

    /// The function that completes an asynchronous function of the program.
    private func completion(_ function: LoweredFunction, _ writer: inout CodeWriter) {
        let completion = "sys::\(library.prefix)_completion { bits }"
        guard let value = function.parameters.dropFirst().first, let crossing = value.crossing else {
            writer.block("unsafe fn complete_\(function.name)(bits: u64, _value: &()) -> i32 {") { writer in
                writer.line("unsafe { sys::\(function.name)(\(completion)) }")
            }
            return writer.line()
        }
        guard let type = try? types.owned(crossing) else { return }
        let lent = convert.lend(crossing, types.borrow(crossing, "value"))
        writer.block("unsafe fn complete_\(function.name)(bits: u64, value: &\(type)) -> i32 {") { writer in
            writer.block("unsafe {") { writer in
                if lent.contains("arena") { writer.line("let arena = &mut Arena::lent();") }
                writer.line("let native = \(lent);")
                writer.line("sys::\(function.name)(\(completion), \(value.isPointer ? "&native" : "native"))")
            }
        }
        writer.line()
    }

    // MARK: Protocols

    private func requirement_(_ requirement: LoweredRequirement, _ interface: LoweredInterface, _ writer: inout CodeWriter) {
        let callback = requirement.callback
        let type = "dyn \(types.names.trait(interface.c))"
        let method = RustInterfaces.method(requirement)
        let start = "let target_ = rt::target::<\(type)>(context);"
        let body = body(callback, [start]) { arguments in
            if !callback.closure.isAsync { return "target_.with(|object| object.\(method)(\(arguments)))" }
            return """
                match target_.shared() {
                        Some(object) => Box::pin(async move { object.\(method)(\(arguments)).await }) as BoxFuture<'static, _>,
                        None => Box::pin(std::future::ready(target_.with(|object| rt::block_on(object.\(method)(\(arguments)))))),
                    }
                """
        }
        open(callback, "\(interface.c)_\(callback.name)", body, &writer)
    }

    private func maker(_ interface: LoweredInterface, _ writer: inout CodeWriter) {
        let local = types.names.local(interface.c)
        let type = "dyn \(types.names.trait(interface.c))"
        let object = types.names.type(interface.c)
        let head =
            "pub(crate) fn make_\(local)(target: rt::Target<\(type)>, object: Option<rt::Shared>, without: usize) -> \(object) {"
        writer.line("/// Makes an object of the library that calls one of the program; without the function with an index.")
        writer.block(head) { writer in
            writer.line("rt::ready();")
            writer.block("unsafe {") { writer in
                writer.block("let table = sys::\(interface.table) {", "};") { writer in
                    writer.line("size: std::mem::size_of::<sys::\(interface.table)>(),")
                    for (index, requirement) in interface.requirements.enumerated() {
                        let name = requirement.callback.name
                        let function = "Some(call_\(interface.c)_\(name))"
                        let value = requirement.hasDefault ? "if without == \(index) { None } else { \(function) }" : function
                        writer.line("\(RustNames.member(name)): \(value),")
                    }
                }
                writer.line("let _ = without;")
                writer.line("let mut result = rt::none();")
                let context = "rt::Implementation::context(target, object)"
                writer.line(
                    "rt::must(sys::\(interface.creator.name)(&table, \(context), Some(rt::release_implementation), &mut result));"
                )
                writer.line("rt::owned(result.bits)")
            }
        }
        writer.line()
    }
}
