import BindingModel

/// The signature of a function in C#, and the statements that call the C function.
struct CSharpFunction {
    struct Parameter {
        var name: String
        var type: String
        /// The type with a mark for each reference that may be null.
        var annotated: String
        /// `ref`; empty for none.
        var modifier = ""
        /// The default value; nil for none.
        var preset: String?
        var documentation: String

        var text: String {
            "\(modifier.isEmpty ? "" : "\(modifier) ")\(annotated)\(name.isEmpty ? "" : " \(name)")\(preset.map { " = \($0)" } ?? "")"
        }
        /// The type for the comparison of overloads.
        var key: String { modifier.isEmpty ? type : "ref \(type)" }
    }

    /// The kind of the C function's receiver.
    enum Receiver {
        /// An argument.
        case argument
        /// The object of a method.
        case this
        /// The first parameter of an extension method.
        case extended(String)
    }

    let types: CSharpTypes
    let convert: CSharpConversions
    let call: LoweredCallable
    let receiver: Receiver
    var parameters: [Parameter] = []
    var returns = "void"
    /// The type of the result with a mark for each reference that may be null.
    var annotatedReturns = "void"
    /// The arguments of the C function.
    var passed: [String] = []
    /// The statements that refuse arguments, which come first.
    var checks: [String] = []
    /// The statements before the call, after it, and the objects that must stay alive.
    var before: [String] = []
    var after: [String] = []
    var kept: [String] = []
    /// The statements that make the contexts of functions, which come last before the call: it is the library that releases them.
    var contexts: [String] = []
    var blocks: [String] = []
    var needsArena = false
    var hasError = false
    var outputs: [(crossing: Crossing, variable: String, label: String)] = []
    var names: Set<String> = []
    /// Where the functions of the program are called, of which the library calls one later: on a queue that is a parameter, or as the
    /// context of the caller says.
    enum CallbackPlace {
        case chosen(String)
        case ofContext
    }
    var queue: CallbackPlace?
    var isOwnerKept = false
    /// The name of the parameter of the last value, for the changed one that follows.
    var lastValue: Int?

    /// Creates the signature; `value` is the name of the argument of a setter, and `isAccessor` says that another argument may not have
    /// that name. A function that a delegate or an interface stands for chooses no queue.
    init(
        _ call: LoweredCallable,
        types: CSharpTypes,
        receiver: Receiver,
        value: String? = nil,
        isAccessor: Bool = false,
        choosesQueue: Bool = true
    ) throws(CSharpOmission) {
        (self.types, self.call, self.receiver) = (types, call, receiver)
        convert = CSharpConversions(types: types)
        if isAccessor || value != nil { names.insert("value") }
        let function = call.function
        if !function.callbacks.isEmpty, let parameter = function.parameters.first(where: { $0.role == .queue }) {
            queue = choosesQueue ? .chosen(unique(parameter.name)) : .ofContext
        }
        let last = function.arguments.last?.name
        for parameter in function.parameters {
            try add(parameter, name: value != nil && parameter.name == last ? value : nil)
        }
        if let taking = call.taking {
            for parameter in taking.parameters { try addOutput(parameter) }
        }
        switch queue {
        case nil: break
        case .ofContext: before.insert(Self.place(Self.current), at: 0)
        case .chosen(let queue):
            before.insert(Self.place("\(queue) == null ? \(Self.current) : null"), at: 0)
            parameters.append(
                Parameter(
                    name: queue,
                    type: "Queue",
                    annotated: CSharpTypes.marked("Queue"),
                    preset: "null",
                    documentation:
                        "queue on which the function is called; null: the present synchronisation context, or a thread of the library"
                )
            )
        }
        try results()
        // Optional parameters come last.
        parameters = parameters.filter { $0.preset == nil } + parameters.filter { $0.preset != nil }
        if call.isAwaited {
            parameters.append(
                Parameter(
                    name: Self.tokenName,
                    type: "global::System.Threading.CancellationToken",
                    annotated: "global::System.Threading.CancellationToken",
                    preset: "default(global::System.Threading.CancellationToken)",
                    documentation: "cancels the call"
                )
            )
        }
    }

    var isAwaited: Bool { call.isAwaited }

    /// The name of the parameter that cancels a call.
    static let tokenName = "cancellationToken"

    /// Makes a parameter one that a caller cannot leave out.
    mutating func require(_ index: Int) {
        parameters[index].preset = nil
        parameters = parameters.filter { $0.preset == nil } + parameters.filter { $0.preset != nil }
    }

    private static let current = "global::System.Threading.SynchronizationContext.Current"

    private static func place(_ value: String) -> String {
        "global::System.Threading.SynchronizationContext place_ = \(value);"
    }

    /// The name with the case of an argument.
    static func plain(_ name: String) -> String {
        let local = CSharpNames.local(name.hasPrefix("@") ? String(name.dropFirst()) : name)
        return local.hasPrefix("@") ? String(local.dropFirst()) : local
    }

    mutating func unique(_ wanted: String) -> String {
        var name = CSharpNames.local(wanted)
        while !names.insert(name).inserted || [Self.tokenName, "self"].contains(name) { name += "Value" }
        return name
    }
}
