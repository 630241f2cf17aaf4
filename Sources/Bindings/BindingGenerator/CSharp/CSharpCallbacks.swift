import BindingModel

/// Writes the functions that the library calls, each of which calls one of the program.
struct CSharpCallbacks {
    let library: LoweredLibrary
    let types: CSharpTypes
    let members: CSharpMembers
    private let convert: CSharpConversions

    init(_ library: LoweredLibrary, _ types: CSharpTypes, _ members: CSharpMembers) {
        (self.library, self.types, self.members) = (library, types, members)
        convert = CSharpConversions(types: types)
    }

    // MARK: Types

    /// The reason why a program in C# cannot provide the function; nil if it can.
    static func refusal(_ callback: LoweredCallback, _ types: CSharpTypes) -> String? {
        do {
            _ = try delegate(callback, types)
            return nil
        } catch {
            return error.reason
        }
    }

    /// Whether the function may be called later than the library expects: it returns nothing, and changes nothing.
    static func suitsContext(_ callback: LoweredCallback) -> Bool {
        !callback.closure.isAsync && callback.closure.failure == .never && callback.result.shape == .void
            && !callback.arguments.indices.contains(where: callback.changesInPlace)
    }

    /// The type of the function of the program.
    static func delegate(_ callback: LoweredCallback, _ types: CSharpTypes, form: CSharpTypes.Form = .plain)
        throws(CSharpOmission)
        -> String
    {
        if callback.arguments.indices.contains(where: callback.changesInPlace) {
            _ = try declaration(callback, types, "")
            return CSharpNames.pascal(Naming.local(of: callback.name, in: types.library.prefix))
        }
        var parameters: [String] = []
        for crossing in callback.arguments { parameters.append(try types.type(crossing, form: form)) }
        let result = try types.type(callback.result, form: form)
        return CSharpTypes.delegate(parameters, result, isAsync: callback.closure.isAsync)
    }

    /// The declaration of a function's type that changes its arguments.
    static func declaration(_ callback: LoweredCallback, _ types: CSharpTypes, _ name: String) throws(CSharpOmission) -> String {
        var parameters: [String] = []
        for (index, crossing) in callback.arguments.enumerated() {
            let name = CSharpNames.local(callback.ownParameters[index].name)
            parameters.append(
                "\(callback.changesInPlace(index) ? "ref " : "")\(try types.type(crossing, form: .annotated)) \(name)"
            )
        }
        return
            "public delegate \(try types.type(callback.result, form: .annotated)) \(name)(\(parameters.joined(separator: ", ")));"
    }

    // MARK: Text

    /// The types of functions with changed arguments.
    func delegates() -> [String] {
        var names: Set<String> = []
        return all.compactMap { callback in
            guard callback.arguments.indices.contains(where: callback.changesInPlace), names.insert(callback.name).inserted else {
                return nil
            }
            let name = CSharpNames.pascal(types.local(callback.name))
            return try? Self.declaration(callback, types, name)
        }
    }

    private var all: [LoweredCallback] {
        var written: Set<String> = []
        var callbacks: [LoweredCallback] = []
        for member in library.allMembers {
            if case .sequence = member.kind { continue }
            callbacks += member.ownFunctions.flatMap(\.callbacks).filter { written.insert($0.name).inserted }
        }
        return callbacks
    }

    func text() -> String {
        var writer = CodeWriter()
        let all = self.all
        writer.line(
            "/// <summary>The functions that the library calls. Static fields keep their delegates, which are never collected.</summary>"
        )
        writer.block("internal static unsafe class Callbacks_\n{") { writer in
            for callback in all where Self.refusal(callback, types) == nil {
                trampoline(callback, callback.name, &writer) {
                    "((\((try? Self.delegate(callback, types, form: .unnamed)) ?? ""))callback_.Function)(\($0))"
                }
            }
            for member in library.allMembers {
                if case .completion(let function) = member.kind { completion(function, &writer) }
            }
            for interface in library.interfaces where CSharpInterfaces.refusal(interface, types) == nil {
                self.interface(interface, &writer)
            }
            writer.line("internal static readonly bool IsReady = true;")
        }
        return writer.text
    }

    static let attribute =
        "[global::System.Runtime.InteropServices.UnmanagedFunctionPointer(global::System.Runtime.InteropServices.CallingConvention.Cdecl)]"

    private func trampoline(
        _ callback: LoweredCallback,
        _ name: String,
        _ writer: inout CodeWriter,
        invoke: (String) -> String
    ) {
        let parameters = callback.parameters.map { "\(types.native($0.type)) \(Self.local($0.name))" }.joined(separator: ", ")
        let returns = types.native(callback.returns)
        writer.line(Self.attribute)
        writer.line("private delegate \(returns) \(name)_type(\(parameters));")
        writer.line("private static readonly \(name)_type \(name)_function = Call_\(name);")
        writer.line("internal static readonly global::System.IntPtr \(name)_pointer =")
        writer.line("    global::System.Runtime.InteropServices.Marshal.GetFunctionPointerForDelegate(\(name)_function);")
        writer.line()
        let body = self.body(callback, name, invoke)
        writer.block("private static \(returns) Call_\(name)(\(parameters))\n{") { writer in
            for line in body { writer.line(line) }
        }
        writer.line()
    }

    private static func local(_ name: String) -> String { CSharpNames.keywords.contains(name) ? "@\(name)" : "\(name)" }

    private func body(_ callback: LoweredCallback, _ name: String, _ invoke: (String) -> String) -> [String] {
        var inner: [String] = []
        var arguments: [String] = []
        var after: [String] = []
        for (index, (crossing, parameter)) in zip(callback.arguments, callback.ownParameters).enumerated() {
            let native = Self.local(parameter.name)
            let isPointer =
                callback.changesInPlace(index) || crossing.isPassedByPointer
                || (parameter.type.isConstantPointer && crossing.shape != .error)
            let type = (try? types.type(crossing)) ?? "object"
            inner.append("\(type) argument\(index) = \(convert.take(crossing, isPointer ? "(*\(native))" : native));")
            arguments.append("\(callback.changesInPlace(index) ? "ref " : "")argument\(index)")
            if callback.changesInPlace(index) { after.append("*\(native) = \(convert.lend(crossing, "argument\(index)"));") }
        }
        let context = "callback_"
        let isOfInterface = callback.contextFirst
        let start = isOfInterface ? [] : ["Callback_ \(context) = Callback_.Of(context);"]
        let result = callback.result
        let type = (try? types.type(result)) ?? "void"
        if callback.closure.isAsync {
            arguments.append("token_")
            let call = invoke(arguments.joined(separator: ", "))
            let complete = "Complete_\(callback.completer ?? "")"
            let start =
                start + inner + [
                    "Completions_.Start\(result.shape == .void ? "" : "<\(type)>")(completion, token_ => \(call), \(complete));"
                ]
            return Self.guarded(start, ["Native_.\(library.prefix)_completion_fail(completion, Failure_.Write(exception_));"])
        }
        let call = invoke(arguments.joined(separator: ", "))
        if result.shape == .void {
            if !isOfInterface, Self.suitsContext(callback) {
                inner.append("callback_.Run(() => \(call));")
            } else {
                inner.append("\(call);")
            }
            inner += after
        } else {
            inner.append("\(type) made_ = \(call);")
            inner += after
            let lent = convert.lend(result, "made_")
            let assigned = callback.returnsResult ? "returned_ = \(lent);" : "*result = \(lent);"
            if convert.needsArena(result) {
                inner.append("using (Arena_ arena_ = new Arena_(true)) { \(assigned) }")
            } else {
                inner.append(assigned)
            }
        }
        var before: [String] = []
        if callback.returnsResult {
            before.append("\(types.native(callback.returns)) returned_ = default(\(types.native(callback.returns)));")
        } else if result.shape != .void {
            before.append("*result = default(\(types.native(result.representation)));")
        }
        if callback.closure.failure == .never {
            return before + Self.guarded(start + inner, ["Callback_.Report(exception_);"])
                + (callback.returnsResult ? ["return returned_;"] : [])
        }
        return before + Self.guarded(start + inner + ["return Status_.Ok;"], ["return Failure_.Return(exception_, error);"])
    }

    private static func guarded(_ lines: [String], _ handler: [String]) -> [String] {
        ["LibraryThreads_.Enter();", "try", "{"] + lines.map { "    \($0)" } + [
            "}", "catch (global::System.Exception exception_)", "{",
        ] + handler.map { "    \($0)" } + ["}"]
    }

    /// The function that completes an asynchronous function of the program.
    private func completion(_ function: LoweredFunction, _ writer: inout CodeWriter) {
        guard let value = function.parameters.dropFirst().first, let crossing = value.crossing else {
            writer.line(
                "private static int Complete_\(function.name)(ulong completion) { return Native_.\(function.name)(completion); }"
            )
            return writer.line()
        }
        guard let type = try? types.type(crossing) else { return }
        writer.block("private static int Complete_\(function.name)(ulong completion, \(type) value)\n{") { writer in
            let lent = convert.lend(crossing, "value")
            writer.block("using (Arena_ arena_ = new Arena_())\n{") { writer in
                if value.isPointer {
                    writer.line("\(types.native(crossing.representation)) native = \(lent);")
                    writer.line("return Native_.\(function.name)(completion, &native);")
                } else {
                    writer.line("return Native_.\(function.name)(completion, \(lent));")
                }
            }
        }
        writer.line()
    }

    // MARK: Protocols

    private func interface(_ interface: LoweredInterface, _ writer: inout CodeWriter) {
        let type = types.names.interface(interface.c)
        let local = types.local(interface.c)
        for requirement in interface.requirements {
            guard let member = members.member(of: requirement, in: interface.c) else { continue }
            let callback = requirement.callback
            // A requirement of the main actor, which the library calls without waiting.
            let isEnded = member.function.isAwaited && !callback.closure.isAsync
            trampoline(callback, "\(interface.c)_\(callback.name)", &writer) { arguments in
                let target = "((\(type))Target(context)).\(member.name)"
                if member.kind == .property { return target }
                guard isEnded else { return "\(target)(\(arguments))" }
                let token = "default(global::System.Threading.CancellationToken)"
                return "Completions_.Ended(\(target)(\(arguments.isEmpty ? token : "\(arguments), \(token)")))"
            }
        }
        writer.line("internal static ulong Make_\(local)(global::System.IntPtr context) { return Make_\(local)(context, -1); }")
        writer.line()
        writer.line("/// <summary>Makes an object without the function at an index, for its default implementation.</summary>")
        writer.block("internal static ulong Make_\(local)(global::System.IntPtr context, int without)\n{") { writer in
            writer.line("Native_.\(interface.table) table = default(Native_.\(interface.table));")
            writer.line("table.size = (ulong)sizeof(Native_.\(interface.table));")
            for (index, requirement) in interface.requirements.enumerated() {
                let name = requirement.callback.name
                let condition = requirement.hasDefault ? "if (without != \(index)) { " : ""
                writer.line(
                    "\(condition)table.\(CSharpNames.field(name)) = \(interface.c)_\(name)_pointer;\(condition.isEmpty ? "" : " }")"
                )
            }
            writer.line("ulong bits = 0;")
            writer.line("Failure_.Check(Native_.\(interface.creator.name)(&table, context, Implementations_.Release, &bits));")
            writer.line("return bits;")
        }
        writer.line()
        if interface.c == library.interfaces.first(where: { CSharpInterfaces.refusal($0, types) == nil })?.c {
            writer.block("private static object Target(global::System.IntPtr context)\n{") { writer in
                writer.line("object target = Implementations_.Of(context).Target;")
                writer.line(
                    "if (target == null) { throw new global::System.NotSupportedException(\"the object of the program was collected\"); }"
                )
                writer.line("return target;")
            }
            writer.line()
        }
    }
}
