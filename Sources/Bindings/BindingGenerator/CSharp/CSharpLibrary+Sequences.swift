import BindingModel

/// Collections, streams and closures.
extension CSharpLibrary {
    // MARK: Collections

    /// The elements of a collection, or of a sequence that is none.
    func element(of c: String) -> (type: String, isList: Bool)? {
        let own = members.owned[c, default: []]
        for member in own {
            if case .trait(.elements, _) = member.member.kind, let result = member.call.function.result,
                case .array(let element)? = types.interface.content(result), let type = try? types.type(element, form: .unnamed)
            {
                let isList =
                    own.contains { if case .trait(.elementAt, _) = $0.member.kind { true } else { false } }
                    && own.contains { $0.name == "Count" }
                return (type, isList)
            }
            if member.member.iteration == .next, let result = member.call.function.result,
                let wrapped = types.interface.wrapped(result), let type = try? types.type(wrapped, form: .unnamed)
            {
                return (type, false)
            }
            if member.member.iteration == .begin, let iterator = member.call.function.result,
                let found = self.element(of: iterator.c)
            {
                return (found.type, false)
            }
        }
        return nil
    }

    func sequences(of c: String) -> [String] {
        guard let element = element(of: c) else { return [] }
        return ["global::System.Collections.Generic.\(element.isList ? "IReadOnlyList" : "IEnumerable")<\(element.type)>"]
    }

    mutating func elements(_ c: String) {
        guard let element = element(of: c) else { return }
        let own = members.owned[c, default: []]
        let generic = "global::System.Collections.Generic"
        writer.line()
        writer.line("/// <inheritdoc/>")
        if let list = own.first(where: { if case .trait(.elements, _) = $0.member.kind { true } else { false } }) {
            block("public \(generic).IEnumerator<\(element.type)> GetEnumerator()", ["return \(list.name)().GetEnumerator();"])
        } else if let next = own.first(where: { $0.member.iteration == .next }) {
            let value = next.call.function.result.flatMap(types.interface.wrapped)
            let unwrapped = value.map { types.isValueType($0) && !$0.isOptional } == true ? "found.Value" : "found"
            writer.line("public \(generic).IEnumerator<\(element.type)> GetEnumerator()")
            writer.block("{") { writer in
                writer.line("return Sequences_.Each<\(element.type)>(this, delegate (out \(element.type) element)")
                writer.line("{")
                writer.line("    \(next.function.returns) found = \(next.name)();")
                writer.line("    element = found == null ? default(\(element.type)) : \(unwrapped);")
                writer.line("    return found != null;")
                writer.line("});")
            }
        } else if let begin = own.first(where: { $0.member.iteration == .begin }) {
            block("public \(generic).IEnumerator<\(element.type)> GetEnumerator()", ["return \(begin.name)().GetEnumerator();"])
        }
        writer.line()
        writer.line(
            "global::System.Collections.IEnumerator global::System.Collections.IEnumerable.GetEnumerator() { return GetEnumerator(); }"
        )
        guard element.isList,
            let at = own.first(where: { if case .trait(.elementAt, _) = $0.member.kind { true } else { false } })
        else { return }
        writer.line()
        writer.line("int \(generic).IReadOnlyCollection<\(element.type)>.Count { get { return checked((int)Count); } }")
        writer.line()
        writer.line(
            "\(element.type) \(generic).IReadOnlyList<\(element.type)>.this[int index] { get { return \(at.name)(index); } }"
        )
    }

    // MARK: Streams

    mutating func sequence(_ handle: HandleType) {
        for member in library.allMembers where member.owner?.c == handle.c {
            switch member.kind {
            case .sequence(let sequence): stream(sequence)
            case .source(let yield, let finish): source(handle, yield, finish)
            case .makeSequence(let function): make(function, handle)
            default: break
            }
        }
    }

    mutating func stream(_ sequence: LoweredSequence) {
        guard let type = try? types.type(sequence.element) else { return }
        let native = types.native(sequence.element.representation)
        for (function, name, parameters, passed) in [
            (sequence.next, "WaitForNext", "long limit, ", "Bits, limit, "), (sequence.tryNext, "TakeNext", "", "Bits, "),
        ] {
            var lines = [
                "\(native) result_ = default(\(native));", "void* error_ = null;", "element = default(\(type));",
                "int status_ = Native_.\(function.name)(\(passed)&result_, &error_);", "global::System.GC.KeepAlive(this);",
                "if (status_ == Status_.ShutDown)\n{\n    Native_.\(library.prefix)_error_free(error_);\n    return Status_.End;\n}",
                "Failure_.Check(status_, error_);", "if (status_ != Status_.Ok) { return status_; }",
            ]
            switch types.interface.ownership(sequence.element) {
            case .none, .borrowed: lines.append("element = \(convert.take(sequence.element, "result_"));")
            case .object: lines.append("element = \(convert.own(sequence.element, "result_"));")
            case .error:
                lines.append("try { element = \(convert.take(sequence.element, "result_")); }")
                lines.append("finally { Native_.\(library.prefix)_error_free(result_); }")
            case .freed(let free):
                lines.append("try { element = \(convert.take(sequence.element, "result_")); }")
                lines.append("finally { Native_.\(free)(&result_); }")
            }
            block(
                "internal override int \(name)(\(parameters)out \(type) element)",
                (lines + ["return status_;"]).flatMap(\.lines)
            )
            writer.line()
        }
        block(
            "internal override int NotifyWhenReady(global::System.IntPtr function, global::System.IntPtr context)",
            [
                "int status_ = Native_.\(sequence.onReady.name)(Bits, 0, function, context, Callback_.Release);",
                "global::System.GC.KeepAlive(this);", "return status_;",
            ]
        )
        writer.line()
        writer.line("internal override int CloseNative() { return Native_.\(sequence.close.name)(Bits); }")
        writer.line()
        subscribing(sequence, type, native)
    }

    /// Writes the function with which the library hands over each element, and the one that subscribes it.
    private mutating func subscribing(_ sequence: LoweredSequence, _ type: String, _ native: String) {
        guard let callback = sequence.subscribe.callbacks.first, let parameter = callback.ownParameters.first else { return }
        let isPointer = sequence.element.isPassedByPointer || parameter.type.isConstantPointer && sequence.element.shape != .error
        let passed = types.native(parameter.type)
        writer.line(CSharpCallbacks.attribute)
        writer.line("private delegate void ElementFunction(\(passed) element, global::System.IntPtr context);")
        writer.line()
        writer.line("private static readonly ElementFunction Receiving = Receive;")
        writer.line()
        writer.line("private static readonly global::System.IntPtr ReceivingPointer =")
        writer.line("    global::System.Runtime.InteropServices.Marshal.GetFunctionPointerForDelegate(Receiving);")
        writer.line()
        block(
            "private static void Receive(\(passed) element, global::System.IntPtr context)",
            [
                "LibraryThreads_.Enter();", "if (LibraryThreads_.IsEnding) { return; }",
                "StreamSubscription<\(type)> subscription = (StreamSubscription<\(type)>)Callback_.Of(context).Function;",
                "try { subscription.Receive(\(convert.take(sequence.element, isPointer ? "(*element)" : "element"))); }",
                "catch (global::System.Exception exception) { Callback_.Report(exception); }",
            ]
        )
        writer.line()
        block(
            "internal override int SubscribeNative(global::System.IntPtr onEnd, global::System.IntPtr context, ulong* result)",
            [
                "int status_ = Native_.\(sequence.subscribe.name)(Bits, 0, ReceivingPointer, onEnd, context, Callback_.Release, result);",
                "global::System.GC.KeepAlive(this);", "return status_;",
            ]
        )
        writer.line()
    }

    mutating func source(_ handle: HandleType, _ yield: LoweredFunction, _ finish: LoweredFunction) {
        guard case .source(let element, _) = handle.holder, let type = try? types.type(element) else { return }
        let isPointer = yield.parameters.last?.isPointer == true
        let native = types.native(element.representation)
        var lines = ["using (Arena_ arena_ = new Arena_())", "{"]
        if isPointer {
            lines += [
                "    \(native) native = \(convert.lend(element, "element"));",
                "    int status_ = Native_.\(yield.name)(Bits, &native);",
            ]
        } else {
            lines.append("    int status_ = Native_.\(yield.name)(Bits, \(convert.lend(element, "element")));")
        }
        lines += ["    global::System.GC.KeepAlive(this);", "    return status_;", "}"]
        block("internal override int YieldNative(\(type) element)", lines)
        writer.line()
        block(
            "internal override int FinishNative(global::System.Exception error)",
            [
                "using (Arena_ arena_ = new Arena_())", "{",
                "    int status_ = Native_.\(finish.name)(Bits, arena_.Error(error));",
                "    global::System.GC.KeepAlive(this);", "    return status_;", "}",
            ]
        )
    }

    mutating func make(_ function: LoweredFunction, _ handle: HandleType) {
        guard let name = names.className(handle.c), function.parameters.count == 2,
            let source = function.parameters[1].crossing
        else { return }
        writer.line(
            "/// <summary>Creates a stream to pass to the library, and the source through which the program feeds it.</summary>"
        )
        writer.line("/// <param name=\"source\">the source</param>")
        writer.line("/// <returns>the stream</returns>")
        block(
            "public static \(name) Create(out \(names.className(source.c) ?? "") source)",
            [
                CSharpFunction.loaded, "ulong stream_ = 0;", "ulong source_ = 0;",
                "Failure_.Check(Native_.\(function.name)(&stream_, &source_));",
                "source = \(convert.own(source, "source_"));", "return Crossings_.Own_\(types.local(handle.c))(stream_);",
            ]
        )
        writer.line()
    }

    // MARK: Closures

    /// Writes the class behind a delegate that calls a function of the library.
    mutating func closure(_ handle: HandleType) {
        guard let closure = types.closures[handle.c], let name = names.className(handle.c),
            (try? types.delegate(closure.call)) != nil,
            let function = try? CSharpFunction(closure.call, types: types, receiver: .this, choosesQueue: false)
        else { return }
        writer.line("/// <summary>A function of the library.</summary>")
        let parameters = function.parameters.map { "\($0.type) \($0.name)" }.joined(separator: ", ")
        let taker = "TakeResult"
        classBlock("internal sealed unsafe class \(name) : LibraryObject") { library in
            library.writer.line("internal \(name)(ObjectHandle handle) : base(handle) { }")
            library.writer.line()
            library.block("internal \(function.returns) Invoke(\(parameters))", function.body(taker: taker))
            guard let taking = function.taking() else { return }
            library.writer.line()
            library.block("private static \(taking.type) \(taker)(ulong operation)", taking.lines)
        }
        handleClass(handle.c)
    }
}
