import BindingModel

/// The functions of the extension.
extension ExtensionEmitter {
    /// Writes a function, and returns its name.
    func function(_ member: PythonMember) -> String {
        if let taking = member.taking { function("take_\(taking.name)", taking, taking: nil) }
        function(member.native, member.lowered, taking: member.taking.map { "take_\($0.name)" })
        return member.native
    }

    /// Writes the description of a function, and the call of the library's function with arguments that are converted.
    private func function(_ name: String, _ lowered: LoweredFunction, taking: String?) {
        let function = ExtensionFunction(lowered, emitter: self)
        var rest = [Self.list("ARGUMENTS", function.arguments)]
        // What an asynchronous call returns is the result of the operation.
        rest.append(Self.list("OUTPUTS", taking == nil ? function.outputs : []))
        if let taking { rest.append("&function_\(taking)") }
        let head = "FUNCTION(\(name), \(lowered.name)(\(function.passed.joined(separator: ", "))),"
        let tail = rest.joined(separator: ", ") + ")"
        if head.utf8.count + tail.utf8.count < Self.width {
            writer.line("\(head) \(tail)")
        } else {
            writer.line(head)
            writer.line("    \(tail)")
        }
    }

    private static func list(_ macro: String, _ entries: [String]) -> String {
        entries.isEmpty ? "NONE" : "\(macro)(\(entries.joined(separator: ", ")))"
    }
}

/// The parts of a function of the extension, by the roles of the C function's parameters.
struct ExtensionFunction {
    private let emitter: ExtensionEmitter
    private let lowered: LoweredFunction
    /// How the arguments are converted.
    private(set) var arguments: [String] = []
    /// What the C function receives.
    private(set) var passed: [String] = []
    /// The results, then the arguments that are changed.
    private(set) var outputs: [String] = []
    private var resultCount = 0
    /// The index of the last function of the program.
    private var callbackIndex = 0

    init(_ lowered: LoweredFunction, emitter: ExtensionEmitter) {
        self.emitter = emitter
        self.lowered = lowered
        var changed: [String] = []
        for parameter in lowered.parameters { add(parameter, &changed) }
        outputs += changed
    }

    private mutating func add(_ parameter: LoweredParameter, _ changed: inout [String]) {
        switch parameter.role {
        case .receiver(let crossing), .value(let crossing, _):
            let index = argument(parameter.isMissingIfNone ? "GIVEN_OR_NONE" : "GIVEN", crossing)
            passed.append(parameter.isPointer ? "POINTER(\(index))" : "VALUE(\(crossing.c), \(index))")
        case .pointer(let crossing, let presence): passed.append("POINTER(\(argument(Self.form(presence), crossing)))")
        case .changedReceiver(let crossing), .changed(let crossing):
            let index = argument("GIVEN", crossing)
            passed.append("POINTER(\(index))")
            changed.append("CHANGED(\(emitter.word(crossing)), \(index))")
        case .memory(let crossing, let isMutable):
            passed.append("MEMORY(\(argument(isMutable ? "WRITTEN" : "READ", crossing)))")
        case .count: break
        case .callback: callback(parameter)
        case .context: passed.append("POINTER(\(callbackIndex))")
        case .release: passed.append(lowered.purpose == .onReady ? "drop_object" : "RELEASE(\(callbackIndex))")
        case .queue: queue()
        case .timeout: passed.append("VALUE(int64_t, \(argument("LIMIT")))")
        case .result(let crossing): outputs.append(result(crossing))
        case .replaced(let crossing, _): changed.append(result(crossing))
        case .error: passed.append("ERROR")
        case .operation: passed.append(lowered.purpose == .start ? "STARTED" : "OPERATION")
        case .functions: break
        }
    }

    private static func form(_ presence: LoweredParameter.Presence) -> String {
        switch presence {
        case .required: "GIVEN"
        case .optional, .defaulted: "GIVEN_OR_NULL"
        case .optionalOrDefaulted: "GIVEN_OR_DEFAULT"
        }
    }

    /// Adds an argument, and returns its index.
    private mutating func argument(_ form: String, _ crossing: Crossing? = nil) -> Int {
        arguments.append(crossing.map { "\(form)(\(emitter.word($0)))" } ?? form)
        return arguments.count - 1
    }

    /// A function of the program; that of a stream's subscription is a pair of functions.
    private mutating func callback(_ parameter: LoweredParameter) {
        let name = "call_\(parameter.type.name ?? "")"
        switch lowered.purpose {
        case .subscribe where parameter.type.name != lowered.callbacks.first?.name: passed.append("end_stream")
        case .onReady, .subscribe:
            callbackIndex = argument("PAIR")
            passed.append(lowered.purpose == .onReady ? "notify" : name)
        default:
            callbackIndex = argument("CALLABLE")
            passed.append("CALLBACK(\(callbackIndex), \(name))")
        }
    }

    private mutating func queue() {
        if lowered.purpose == .onReady { return passed.append("(\(emitter.prefix)_queue){0}") }
        arguments.append("GIVEN_OR_NONE(object_queue)")
        passed.append("VALUE(\(emitter.prefix)_queue, \(arguments.count - 1))")
    }

    /// Adds the place of a result, and returns what becomes of it.
    private mutating func result(_ crossing: Crossing) -> String {
        let index = resultCount
        resultCount += 1
        passed.append("RESULT(\(index))")
        switch emitter.types.interface.ownership(crossing) {
        case .borrowed: return "VIEWED(\(index))"
        case .object: return "OWNED(object_\(emitter.library.word(of: crossing.c)), \(index))"
        case .none: return "COPIED(\(emitter.word(crossing)), \(index))"
        case .error: return "FREED(\(emitter.word(crossing)), \(index), error)"
        case .freed(let function): return "FREED(\(emitter.word(crossing)), \(index), \(function))"
        }
    }
}
