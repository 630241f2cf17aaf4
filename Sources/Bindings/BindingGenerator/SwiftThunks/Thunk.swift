import BindingModel

/// A callable member of the library: a function, a getter, a setter.
struct Callee {
    /// The receiver of the call.
    enum Receiver {
        case none
        case handle(HandleType)
        /// A value that is passed as a whole: a record, an enum, a number.
        case value(Crossing)
    }

    var receiver: Receiver
    var isMutating: Bool
    var parameters: [Parameter]
    var result: BindingType
    var effects: Effects
    /// The Swift expression of the call, for the receiver and the arguments with their labels.
    var expression: (_ receiver: String, _ arguments: [String]) -> String
}

/// A parameter of the library's function, converted from C.
struct ThunkArgument {
    var parameter: Parameter
    /// Statements that declare the Swift values, from the C parameters.
    var statements: [String]
    /// The argument expression if the caller passed a value: `count: count_`.
    var expression: String
    /// The local that is nil if the caller omitted the argument and Swift's default applies.
    var optionalLocal: String?
}

/// Builds one C function around a callee: its parameters and the thunk's body.
struct ThunkBuilder {
    let prefix: String
    /// Lines before the call.
    var setUp: [String] = []
    /// Lines after the call, before results are written.
    var tearDown: [String] = []
    var parameters: [LoweredParameter] = []
    var callbacks: [LoweredCallback] = []
    /// Names of C parameters that are in use, initially by the thunk itself.
    var names: Set<String> = [
        "error", "result", "operation", "wait_ns", "held", "pinned", "box", "outcome", "thrown", "refused", "status", "argument",
    ]
    var hasError = false
    /// Whether the conversion of an argument can fail.
    var canRefuse = false

    init(prefix: String) {
        self.prefix = prefix
    }

    /// A name that no other parameter has.
    mutating func name(_ wanted: String) -> String {
        var name = wanted
        while !names.insert(name).inserted { name += "_" }
        return name
    }

    mutating func add(_ parameter: LoweredParameter) { parameters.append(parameter) }

    /// The thunk's lines: the setup and `call`, which ends with `return`.
    func body(_ call: [String]) -> String {
        var writer = CodeWriter()
        let lines = setUp + call
        let throwsStatus = lines.contains { $0.contains("try ") || $0.contains("throw ") }
        if throwsStatus {
            writer.line("do throws(Status) {")
            writer.indented { writer in for line in lines { writer.line(line) } }
            writer.line("} catch {")
            writer.line(hasError ? "    return refuse(error, error_)" : "    return error.code")
            writer.line("}")
        } else {
            for line in lines { writer.line(line) }
        }
        return writer.text
    }
}
