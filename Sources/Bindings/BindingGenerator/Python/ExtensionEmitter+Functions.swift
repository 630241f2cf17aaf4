import BindingModel

/// The functions of the extension.
extension ExtensionEmitter {
    mutating func function(_ member: PythonMember) {
        let function = ExtensionFunction(member.lowered, emitter: self)
        if let taking = member.taking { take(taking) }
        functions.append(member.native)
        writer.block("FUNCTION(\(member.native), \(function.argumentCount))", "END") { writer in
            body(function, member.lowered, &writer)
            if let taking = member.taking {
                writer.line("object = wrap_operation(operation, take_\(taking.name));")
            } else {
                outputs(function, &writer)
            }
        }
        writer.line()
    }

    private func body(_ function: ExtensionFunction, _ lowered: LoweredFunction, _ writer: inout CodeWriter) {
        for line in function.declarations + function.conversions { writer.line(line) }
        let call = "\(lowered.name)(\(function.passed.joined(separator: ", ")))"
        writer.line("CALL(\(call), \(function.hasError ? "error" : "NULL"))")
    }

    /// Converts what a function has returned, and frees it.
    private func outputs(_ function: ExtensionFunction, _ writer: inout CodeWriter) {
        switch function.outputs.count {
        case 0: writer.line("object = (Py_INCREF(Py_None), Py_None);")
        case 1: writer.line("object = \(function.outputs[0]);")
        default:
            writer.line("{")
            writer.line("    PyObject *parts[] = {\(function.outputs.joined(separator: ", "))};")
            writer.line("    object = tuple_of(parts, \(function.outputs.count));")
            writer.line("}")
        }
        for line in function.freeing { writer.line(line) }
    }

    /// The C function that returns the result of an operation.
    private mutating func take(_ lowered: LoweredFunction) {
        let function = ExtensionFunction(lowered, emitter: self)
        writer.block("RESULT(\(lowered.name))", "END") { writer in
            body(function, lowered, &writer)
            outputs(function, &writer)
        }
    }
}

/// The parts of a function of the extension, by the roles of the C function's parameters.
struct ExtensionFunction {
    private let emitter: ExtensionEmitter
    private let lowered: LoweredFunction
    private(set) var argumentCount = 0
    private(set) var declarations: [String]
    private(set) var conversions: [String] = []
    private(set) var passed: [String] = []
    private(set) var outputs: [String] = []
    private(set) var freeing: [String] = []
    private(set) var hasError = false
    /// The index of the last function of the program.
    private var callbackIndex = 0
    /// The last statement before the call: references for contexts.
    private var references: [String] = []
    private var changed: [String] = []

    init(_ lowered: LoweredFunction, emitter: ExtensionEmitter) {
        self.emitter = emitter
        self.lowered = lowered
        declarations = []
        for parameter in lowered.parameters { add(parameter) }
        outputs += changed
        conversions += references
    }

    private mutating func next() -> (index: Int, source: String) {
        defer { argumentCount += 1 }
        return (argumentCount, "arguments[\(argumentCount)]")
    }

    private mutating func add(_ parameter: LoweredParameter) {
        switch parameter.role {
        case .receiver(let crossing), .value(let crossing, _): value(crossing, parameter)
        case .pointer(let crossing, let presence): pointer(crossing, presence)
        case .changedReceiver(let crossing), .changed(let crossing): change(crossing)
        case .memory(let crossing, let isMutable): memory(crossing, isMutable)
        case .count: break
        case .callback: callback(parameter)
        case .context: context()
        case .release:
            passed.append(lowered.purpose == .onReady ? "drop_object" : "context\(callbackIndex) ? drop_object : NULL")
        case .queue: queue()
        case .timeout: timeout()
        case .result(let crossing): result(crossing, parameter.name)
        case .replaced(let crossing, _): replaced(crossing, parameter.name)
        case .error:
            hasError = true
            declarations.append("\(emitter.prefix)_error *error = NULL;")
            passed.append("&error")
        case .operation:
            if lowered.purpose == .start { declarations.append("\(emitter.prefix)_operation operation = {0};") }
            passed.append(lowered.purpose == .start ? "&operation" : "operation")
        case .functions: break
        }
    }

    private mutating func value(_ crossing: Crossing, _ parameter: LoweredParameter) {
        let index = next().index
        declarations.append(crossing.representation.declaringEmpty("a\(index)"))
        let given = parameter.isMissingIfNone ? "_GIVEN" : ""
        conversions.append("CONVERT\(given)(\(index), \(emitter.word(crossing)), &a\(index))")
        passed.append("\(parameter.isPointer ? "&" : "")a\(index)")
    }

    private mutating func pointer(_ crossing: Crossing, _ presence: LoweredParameter.Presence) {
        let (index, source) = next()
        declarations.append("\(crossing.representation.declaring("a\(index)")) = {0};")
        let (given, absent): (String, String?) =
            switch presence {
            case .required: ("", nil)
            case .optional, .defaulted: ("_GIVEN", "Py_None")
            case .optionalOrDefaulted: ("_UNLESS_DEFAULT", "Py_Ellipsis")
            }
        conversions.append("CONVERT\(given)(\(index), \(emitter.word(crossing)), &a\(index))")
        passed.append(absent.map { "\(source) != \($0) ? &a\(index) : NULL" } ?? "&a\(index)")
    }

    private mutating func change(_ crossing: Crossing) {
        let index = next().index
        declarations.append("\(crossing.representation.declaring("a\(index)")) = {0};")
        conversions.append("CONVERT(\(index), \(emitter.word(crossing)), &a\(index))")
        passed.append("&a\(index)")
        changed.append(emitter.from(crossing, "&a\(index)"))
    }

    private mutating func memory(_ crossing: Crossing, _ isMutable: Bool) {
        let (index, source) = next()
        declarations += ["void *a\(index) = NULL;", "size_t count\(index) = 0;"]
        conversions.append(
            "if (to_memory(\(source), &a\(index), &count\(index), sizeof(\(crossing.c)), \(isMutable ? 1 : 0), &arena)) goto done;"
        )
        passed += ["a\(index)", "count\(index)"]
    }

    /// A function of the program; that of a stream's subscription is a pair of functions.
    private mutating func callback(_ parameter: LoweredParameter) {
        if lowered.purpose == .subscribe, parameter.type.name != lowered.callbacks.first?.name {
            return passed.append("call_\(parameter.type.name ?? "")")
        }
        let (index, source) = next()
        callbackIndex = index
        declarations.append("PyObject *context\(index) = \(source) == Py_None ? NULL : \(source);")
        references.append("Py_XINCREF(context\(index));")
        if lowered.purpose == .onReady || lowered.purpose == .subscribe {
            conversions.append(
                "if (!PyTuple_Check(\(source)) || PyTuple_GET_SIZE(\(source)) != 2) {\n    wrong_type(\(source), \"a pair\");\n    goto done;\n}"
            )
            return passed.append(lowered.purpose == .onReady ? "notify" : "call_\(parameter.type.name ?? "")")
        }
        conversions.append(
            "if (context\(index) && !PyCallable_Check(context\(index))) {\n    wrong_type(context\(index), \"a function\");\n    goto done;\n}"
        )
        passed.append("context\(index) ? call_\(parameter.type.name ?? "") : NULL")
    }

    private mutating func context() { passed.append("context\(callbackIndex)") }

    private mutating func queue() {
        if lowered.purpose == .onReady { return passed.append("(\(emitter.prefix)_queue){0}") }
        let index = next().index
        declarations.append("\(emitter.prefix)_queue a\(index) = {0};")
        conversions.append("CONVERT_GIVEN(\(index), object_queue, &a\(index))")
        passed.append("a\(index)")
    }

    private mutating func timeout() {
        let index = next().index
        declarations.append("int64_t a\(index) = -1;")
        conversions.append("CONVERT_GIVEN(\(index), duration, &a\(index))")
        passed.append("a\(index)")
    }

    private mutating func result(_ crossing: Crossing, _ wanted: String) {
        let name = wanted == "result" ? "result" : "\(wanted)_result"
        declarations.append(crossing.representation.declaringEmpty(name))
        passed.append("&\(name)")
        if crossing.isBorrowed, let receiver = lowered.parameters.first?.crossing {
            outputs.append("view_of(a0.bits, &\(emitter.kind(receiver.c)), \(name))")
        } else {
            outputs.append(emitter.owned(crossing, name))
        }
        free(crossing, name)
    }

    private mutating func replaced(_ crossing: Crossing, _ name: String) {
        let name = "\(name)_result"
        declarations.append("\(crossing.representation.declaring(name)) = {0};")
        passed.append("&\(name)")
        changed.append(emitter.owned(crossing, name))
        free(crossing, name)
    }

    private mutating func free(_ crossing: Crossing, _ name: String) {
        switch emitter.types.interface.ownership(crossing) {
        case .none, .borrowed, .object: break
        case .error: freeing.append("\(emitter.prefix)_error_free(\(name));")
        case .freed(let function): freeing.append("\(function)(&\(name));")
        }
    }
}
