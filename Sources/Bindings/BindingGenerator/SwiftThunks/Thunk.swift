import BindingModel

/// Something of the library that is called: a function, a getter, a setter.
struct Callee {
    /// What it is called on.
    enum Receiver {
        case none
        case handle(HandleType)
        /// A value that crosses as a whole: a record, an enum, a number.
        case value(Crossing)
    }

    var receiver: Receiver
    var isMutating: Bool
    var parameters: [Parameter]
    var result: BindingType
    var effects: Effects
    /// Swift for the call, given the receiver and the arguments with their labels.
    var expression: (_ receiver: String, _ arguments: [String]) -> String
}

/// A parameter of the library's function, on its way from C.
struct Argument {
    var parameter: Parameter
    /// Declares the Swift values, from the C parameters.
    var statements: [String]
    /// The value where it was given: `count: count_`.
    var expression: String
    /// The local that is nil where the parameter was left out and Swift's default must step in.
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
    /// Names of C parameters that are taken: at first, by what the thunk itself needs.
    var names: Set<String> = [
        "error", "result", "operation", "wait_ns", "held", "pinned", "box", "outcome", "thrown", "refused", "status", "argument",
    ]
    var hasError = false
    /// Whether some argument can be refused.
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

    /// The thunk's lines around the setup and `call`, which ends with `return`.
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
