import BindingModel

/// The body of the thunk that implements a C function.
struct FunctionThunk {
    private let function: LoweredFunction
    private let prefix: String

    init(_ function: LoweredFunction, prefix: String) {
        (self.function, self.prefix) = (function, prefix)
    }

    /// The statements of the body.
    var lines: [String] {
        switch function.implementation {
        case .call(let call): CallThunk(call).immediate(out: out)
        case .start(let call): CallThunk(call).start()
        case .result(let result): self.result(result)
        case .wait(let start, let taking, let result): wait(start, taking, result)
        case .retain(let handle): ["retainHandle(\(handle.place(first)))"]
        case .release(let handle): ["releaseHandle(\(handle.place(first)))"]
        case .next(let handle, let element): taking(handle, element, "next(nanoseconds: timeout_ns)")
        case .tryNext(let handle, let element): taking(handle, element, "tryNext()")
        case .descriptor(let handle): ["streamDescriptor(\(handle.place("stream")), result)"]
        case .close(let handle): ["closeStream(\(handle.place("stream")))"]
        case .onReady(let handle): ["notifyWhenReady(\(handle.place("stream")), queue, on_ready, context, release)"]
        case .subscribe(let handle, let callback): subscribe(handle, callback)
        case .makeStream(let source, let stream, let element): makeStream(source, stream, element)
        case .yield(let handle, let element): yield(handle, element)
        case .finishStream(let handle): finish(handle)
        case .fromError(let crossing): fromError(crossing)
        case .toError(let crossing): toError(crossing)
        case .upcast(let own, let target):
            cast("\(Self.attempt(own))give_\(target.word)(\(Conversion.valueFromC(own, value(first, own))))")
        case .downcast(let own, let target):
            cast(
                "try (\(Conversion.valueFromC(own, first)) as? \(target.swift)).map(give_\(target.word)) ?? \(target.imported)()"
            )
        case .complete(let crossing): complete(crossing)
        case .implement(let declaration, let table, let required, let crossing):
            implement(declaration, table, required, crossing)
        }
    }

    // MARK: Common statements

    private static let success = "return Status.ok.code"
    private static let needsResult = "guard let result else { return Status.invalidArgument.code }"

    /// The first statement of a thunk that looks up no handle: it fails after the shutdown.
    static func shutDownGuard(hasError: Bool = false) -> String {
        "if let closed = Handles.closed { \(hasError ? "return refuse(closed, error)" : "return closed.code") }"
    }

    /// Statements that may throw a `Status`, which the thunk returns.
    static func refusing(_ lines: [String]) -> [String] {
        ["do throws(Status) {"] + lines.map { "    " + $0 } + ["} catch {", "    return error.code", "}"]
    }

    private static func attempt(_ crossing: Crossing) -> String { crossing.canBeRefused ? "try " : "" }

    /// The first parameter's name as an identifier.
    private var first: String { escaped(function.parameters[0].name) }

    /// The name of the parameter for the result.
    private var out: String? { function.parameters.last { if case .result = $0.role { true } else { false } }?.name }

    /// The C value of a parameter that may be passed by pointer.
    private func value(_ name: String, _ crossing: Crossing) -> String { crossing.isPassedByPointer ? "\(name).pointee" : name }

    /// Statements that refuse a null pointer to a parameter's value.
    private func unwrap(_ name: String, _ crossing: Crossing) -> [String] {
        crossing.isPassedByPointer ? ["guard let \(name) else { throw .invalidArgument }"] : []
    }

    // MARK: Asynchronous calls

    private func result(_ result: Crossing) -> [String] {
        result.shape == .void
            ? ["takeResult(operation, error)"] : ["takeResult(operation, result, error, \(Conversion.giver(result)))"]
    }

    private func wait(_ start: String, _ taking: String, _ result: Crossing) -> [String] {
        let given = function.parameters.prefix { $0.role != .timeout }
        let arguments = (given.map { escaped($0.name) } + ["&operation"]).joined(separator: ", ")
        let hasValue = result.shape != .void
        var lines: [String] = []
        if hasValue {
            let contexts = given.indices.filter { given[$0].role == .context }
                .map { "(\(given[$0].name), \(given[$0 + 1].name))" }.joined(separator: ", ")
            let releasing = contexts.isEmpty ? "" : "release_contexts(\(contexts)); "
            lines.append("guard result != nil else { \(releasing)return refuse(.invalidArgument, error) }")
        }
        return lines + [
            "var operation = \(prefix)_operation()",
            "let status = waitStarted(\(start)(\(arguments)), operation, wait_ns, error)",
            "return endWait(operation, status == 0 ? \(taking)(operation, \(hasValue ? "result, " : "")error) : status)",
        ]
    }

    private func complete(_ crossing: Crossing) -> [String] {
        guard crossing.shape != .void else {
            return Self.refusing(["return try complete(completion, with: () as \(crossing.swift))"])
        }
        let conversion = "let value_ = \(Conversion.fromC(crossing, value("value", crossing)))"
        return Self.refusing(
            unwrap("value", crossing) + [conversion, "return try complete(completion, with: value_ as \(crossing.swift))"]
        )
    }

    // MARK: Streams

    private func taking(_ handle: HandleType, _ element: Crossing, _ request: String) -> [String] {
        ["takeElement(\(handle.place("stream")), result, error, \(Conversion.giver(element))) { $0.\(request) }"]
    }

    private func subscribe(_ handle: HandleType, _ callback: LoweredCallback) -> [String] {
        var onElement = callback.swiftClosure(function: "on_element", context: "context_.pointer").lines
        onElement[0] = "return subscribeStream(\(handle.place("stream")), queue, on_end, context_, result) \(onElement[0])"
        return [
            "let context_ = ForeignContext(context, release: release)",
            "guard let on_element else { return Status.invalidArgument.code }",
        ] + onElement
    }

    private func makeStream(_ source: HandleType, _ stream: HandleType, _ element: Crossing) -> [String] {
        [
            "guard let stream, let source else { return Status.invalidArgument.code }",
            "let made = StreamSource<\(element.swift)>.make()",
            "let bits = Handles.insert(made.stream, type: Types.\(stream.word).number)",
            "guard bits != 0 else { return Handles.failure.code }",
            "stream.pointee = \(stream.c)(bits: bits)",
            "source.pointee = \(source.c)(bits: Handles.insert(made.source, type: Types.\(source.word).number))",
            Self.success,
        ]
    }

    private func yield(_ handle: HandleType, _ element: Crossing) -> [String] {
        let converted = Conversion.fromC(element, value("element", element))
        return Self.refusing(
            ["let held = try \(handle.held(by: "source"))"] + unwrap("element", element)
                + ["return held.yield(\(converted)) ? Status.ok.code : Status.end.code"]
        )
    }

    private func finish(_ handle: HandleType) -> [String] {
        [
            "do throws(Status) {",
            "    let held = try \(handle.held(by: "source"))",
            "    held.finish(throwing: try error.map { (error) throws(Status) in try take_error(error) })",
            "    \(Self.success)",
            "} catch let refused {",
            "    return refused.code",
            "}",
        ]
    }

    // MARK: Errors and casts

    private func fromError(_ crossing: Crossing) -> [String] {
        [
            Self.shutDownGuard(),
            "guard let result, let value = Errors.value(error, as: \(crossing.swift).self) else { return Status.invalidArgument.code }",
            "result.pointee = \(Conversion.toC(crossing, "value"))",
            Self.success,
        ]
    }

    private func toError(_ crossing: Crossing) -> [String] {
        let store = "_ = Errors.store(\(Conversion.fromC(crossing, value("value", crossing))), result)"
        return [Self.shutDownGuard(), Self.needsResult] + Self.refusing(unwrap("value", crossing) + [store, Self.success])
    }

    private func cast(_ expression: String) -> [String] {
        let guards = function.parameters[0].crossing.map { unwrap(first, $0) } ?? []
        if guards.isEmpty { return ["Calls.library(result) { () throws(Status) in \(expression) }"] }
        let body = (guards + ["return \(expression)"]).map { "    " + $0 }
        return ["return Calls.library(result) { () throws(Status) in"] + body + ["}"]
    }

    // MARK: Protocols

    private func implement(
        _ declaration: TypeDeclaration,
        _ table: String,
        _ required: [String],
        _ crossing: Crossing
    ) -> [String] {
        [
            "let context_ = ForeignContext(context, release: release)", Self.shutDownGuard(),
            "guard let result, let functions else { return Status.invalidArgument.code }",
            "var table = \(table)()",
            "copy_table(functions, into: &table, size: functions.pointee.size)",
        ]
            + required.map { "guard table.\(swiftMember($0)) != nil else { return Status.invalidArgument.code }" }
            + ["result.pointee = give_\(crossing.word)(\(AdapterThunk.name(declaration))(table, context_))", Self.success]
    }
}
