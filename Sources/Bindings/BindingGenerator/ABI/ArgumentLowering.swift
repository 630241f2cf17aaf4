import BindingModel

/// Lowers the parameters of a library's function to C parameters, and writes the thunk's code that converts them.
struct ArgumentLowering {
    var registry: Registry
    /// The function to which the parameters belong, for the names of callback types: `hotshoe_camera_observe`.
    let owner: String
    /// Additional functions for callbacks: the completion functions of asynchronous ones.
    var companions: [LoweredFunction] = []

    init(registry: Registry, owner: String) {
        self.registry = registry
        self.owner = owner
    }

    private var prefix: String { registry.prefix }

    /// Lowers one parameter.
    mutating func lower(_ parameter: Parameter, into thunk: inout ThunkBuilder) throws(LoweringError) -> ThunkArgument {
        if parameter.isVariadic {
            throw LoweringError(
                "takes any number of values (`\(parameter.name)...`): Swift cannot pass on an array there; add an overload with an array"
            )
        }
        switch parameter.type {
        case .closure(let closure): return try self.closure(parameter, closure, isOptional: false, into: &thunk)
        case .optional(.closure(let closure)): return try self.closure(parameter, closure, isOptional: true, into: &thunk)
        default: break
        }
        if case .sequence(let sequence) = parameter.type { return try stream(parameter, sequence, into: &thunk) }
        let crossing = try registry.crossing(parameter.type)
        let name = thunk.name(Naming.local(parameter.name, parameter.type))
        let local = name + "_"
        if parameter.isInout { return try changed(parameter, crossing, name, local, into: &thunk) }

        let default_ = parameter.defaultValue.map { DefaultValue(text: $0, type: parameter.type, registry: registry) }
        // The representation of an omitted argument in C.
        let saysNone = crossing.isNullable && !(crossing.isOptional && default_.map({ $0 != DefaultValue.none }) ?? false)
        let mayBeLeftOut = default_ != nil || (crossing.isOptional && !crossing.isNullable)

        if case .optional(let wrappedType) = parameter.type, !crossing.isNullable,
            default_.map({ $0 == DefaultValue.none }) ?? true
        {
            // `const T *`, null for nil.
            let wrapped = try registry.crossing(wrappedType)
            thunk.add(pointer(name, wrapped, parameter, isOptional: true))
            return ThunkArgument(
                parameter: parameter,
                statements: [
                    "let \(local): \(crossing.swift)",
                    "if let \(name) { \(local) = \(Conversion.fromC(wrapped, "\(name).pointee")) } else { \(local) = nil }",
                ],
                expression: labelled(parameter, local)
            )
        }
        let usesPointer = !saysNone && (mayBeLeftOut || (crossing.shape == .aggregate && !crossing.isPlain))
        let converted: String
        let isMissing: String
        if usesPointer {
            thunk.add(pointer(name, crossing, parameter, isOptional: default_ != nil))
            converted = Conversion.fromC(crossing, "\(name).pointee")
            isMissing = "\(name) == nil"
        } else {
            thunk.add(
                LoweredParameter(
                    name: name,
                    c: crossing.c,
                    swift: crossing.imported,
                    role: crossing.type == .queue ? .queue : .value(crossing, isOptional: crossing.isOptional || default_ != nil),
                    origin: parameter
                )
            )
            converted =
                crossing.shape == .handle && crossing.type == .queue
                ? "try take_queue(\(name))" : Conversion.fromC(crossing, name)
            isMissing = missing(crossing, name)
        }
        let usesSpan = parameter.type == .bytes(.span) || parameter.type == .bytes(.buffer)
        guard let default_, !(crossing.isNullable && default_ == DefaultValue.none) else {
            if usesPointer {
                return ThunkArgument(
                    parameter: parameter,
                    statements: [
                        "guard let \(name) else { throw .invalidArgument }",
                        "let \(local) = \(converted)",
                    ],
                    expression: labelled(parameter, local)
                )
            }
            if usesSpan {
                return ThunkArgument(
                    parameter: parameter,
                    statements: ["let \(local) = try take_buffer(\(name))"],
                    expression: labelled(parameter, parameter.type == .bytes(.span) ? "\(local).bytes" : local)
                )
            }
            return ThunkArgument(
                parameter: parameter,
                statements: ["let \(local) = \(converted)"],
                expression: labelled(parameter, local)
            )
        }
        let given = usesPointer ? Conversion.fromC(crossing, "\(name)!.pointee") : converted
        if case .source(let source) = default_ {
            return ThunkArgument(
                parameter: parameter,
                statements: ["let \(local): \(crossing.swift) = \(isMissing) ? \(source) : \(given.hoistingTry)"].map(
                    \.movingTryFirst
                ),
                expression: labelled(parameter, local)
            )
        }
        return ThunkArgument(
            parameter: parameter,
            statements: ["let \(local): Swift.Optional<\(crossing.swift)> = \(isMissing) ? .none : .some(\(given.hoistingTry))"]
                .map(\.movingTryFirst),
            expression: labelled(parameter, local),
            optionalLocal: local
        )
    }

    /// A stream of the library, as a Swift stream.
    private mutating func stream(
        _ parameter: Parameter,
        _ sequence: SequenceType,
        into thunk: inout ThunkBuilder
    ) throws(LoweringError) -> ThunkArgument {
        guard sequence.isConstructible, parameter.defaultValue == nil else {
            throw LoweringError("takes a sequence: take an AsyncStream, an array, or a closure that gives the elements")
        }
        let crossing = try registry.crossing(parameter.type)
        registry.needsSource(crossing.c)
        let name = thunk.name(Naming.local(parameter.name))
        thunk.add(
            LoweredParameter(
                name: name,
                c: crossing.c,
                swift: crossing.imported,
                role: .value(crossing, isOptional: false),
                origin: parameter
            )
        )
        let convert = sequence.failure == .never ? "asyncStream" : "asyncThrowingStream"
        return ThunkArgument(
            parameter: parameter,
            statements: ["let \(name)_ = try held_\(crossing.word)(\(escaped(name))).\(convert)()"],
            expression: labelled(parameter, "\(name)_")
        )
    }

    private func pointer(_ name: String, _ crossing: Crossing, _ parameter: Parameter, isOptional: Bool) -> LoweredParameter {
        LoweredParameter(
            name: name,
            c: "const \(crossing.c) *",
            swift: "UnsafePointer<\(crossing.imported)>?",
            role: .pointer(crossing, isOptional: isOptional),
            origin: parameter
        )
    }

    private func missing(_ crossing: Crossing, _ name: String) -> String {
        switch crossing.shape {
        case .handle: "\(name).bits == 0"
        case .error: "\(name) == nil"
        default: "\(name).data == nil"
        }
    }

    private func labelled(_ parameter: Parameter, _ value: String) -> String {
        (parameter.label.map { "\(asLabel($0)): " } ?? "") + (parameter.isInout ? "&" : "") + value
    }

    /// An `inout` parameter: plain values are changed in place.
    private mutating func changed(
        _ parameter: Parameter,
        _ crossing: Crossing,
        _ name: String,
        _ local: String,
        into thunk: inout ThunkBuilder
    ) throws(LoweringError) -> ThunkArgument {
        guard crossing.isPlain else {
            throw LoweringError("changes its parameter `\(parameter.name)`, which is not a plain number or structure of numbers")
        }
        thunk.add(
            LoweredParameter(
                name: name,
                c: "\(crossing.c) *",
                swift: "UnsafeMutablePointer<\(crossing.imported)>?",
                role: .changed(crossing),
                origin: parameter
            )
        )
        thunk.tearDown.append("\(name).pointee = \(Conversion.toC(crossing, local))")
        return ThunkArgument(
            parameter: parameter,
            statements: [
                "guard let \(name) else { throw .invalidArgument }",
                "var \(local) = \(Conversion.fromC(crossing, "\(name).pointee"))",
            ],
            expression: labelled(parameter, local)
        )
    }

    // MARK: Closures

    private mutating func closure(
        _ parameter: Parameter,
        _ closure: ClosureType,
        isOptional: Bool,
        into thunk: inout ThunkBuilder
    ) throws(LoweringError) -> ThunkArgument {
        let base = thunk.callbacks.isEmpty ? "" : "_" + Words.snake(parameter.name)
        let typeName = owner + (base.isEmpty ? "" : base) + "_callback"
        let mayBeLeftOut = isOptional || parameter.defaultValue != nil
        let goesToQueue =
            closure.isEscaping && closure.result == .void && !closure.isAsync && closure.failure == .never
            && !closure.isMainActor && !thunk.parameters.contains { $0.role == .queue }
        let callback = try CallbackLowering.lower(
            closure,
            name: typeName,
            contextFirst: false,
            registry: &registry,
            companions: &companions
        )
        thunk.callbacks.append(callback.callback)
        if goesToQueue && !closure.parameters.contains(where: { $0.type == .bytes(.span) || $0.type == .bytes(.buffer) }) {
            let queue = thunk.name("queue")
            thunk.add(
                LoweredParameter(
                    name: queue,
                    c: "\(prefix)_queue",
                    swift: "\(prefix)_queue",
                    role: .queue,
                    documentation: "queue on which the function is called; null: the calling thread of the library"
                )
            )
        }
        let name = thunk.name(Naming.local(parameter.name))
        thunk.add(
            LoweredParameter(
                name: name,
                c: typeName,
                swift: "\(typeName)?",
                role: .callback(isOptional: mayBeLeftOut),
                origin: parameter
            )
        )
        let suffix = thunk.callbacks.count == 1 ? "" : name + "_"
        let context = thunk.name("\(suffix)context")
        thunk.add(
            LoweredParameter(
                name: context,
                c: "void *",
                swift: "UnsafeMutableRawPointer?",
                role: .context,
                documentation: "handed to `\(name)`"
            )
        )
        let release = thunk.name("\(suffix)release")
        thunk.add(
            LoweredParameter(
                name: release,
                c: "\(prefix)_release",
                swift: "\(prefix)_release?",
                role: .release,
                documentation:
                    "called once with `\(context)` when `\(name)` will not be called again, also if this function fails; may be null"
            )
        )
        let local = name + "_"
        // Before any argument can be rejected, because the context must be released in any case.
        thunk.setUp.insert("let \(context)_ = ForeignContext(\(context), release: \(release))", at: 0)
        let body = callback.swiftClosure(function: "\(name)Function", context: "\(context)_.pointer")
        var statements: [String] = []
        let queueName = thunk.parameters.last { $0.role == .queue }?.name
        let made: [String]
        if let queueName, goesToQueue {
            let names = closure.parameters.indices.map { "part\($0)" }
            let tuple =
                callback.swiftParameters.count == 1
                ? callback.swiftParameters[0] : "(\(callback.swiftParameters.joined(separator: ", ")))"
            let expanded =
                callback.swiftParameters.count == 1
                ? "$0" : callback.swiftParameters.indices.map { "$0.\($0)" }.joined(separator: ", ")
            made = [
                "let \(name)Direct: \(callback.swiftType) = \(body)",
                "let \(name)Queue = try take_optional_queue(\(queueName))",
                "let \(name)Delivery = \(name)Queue.map { queue in ForeignDelivery<\(tuple.isEmpty ? "Void" : tuple)>(queue: queue) { element in \(name)Direct(\(callback.swiftParameters.isEmpty ? "" : callback.swiftParameters.count == 1 ? "element" : callback.swiftParameters.indices.map { "element.\($0)" }.joined(separator: ", "))) } }",
                "let \(local): \(callback.swiftType) = { (\(names.joined(separator: ", "))) in",
                "    if let \(name)Delivery { \(name)Delivery.send((\(names.joined(separator: ", ")))) } else { \(name)Direct(\(names.joined(separator: ", "))) }",
                "}",
            ]
            _ = expanded
        } else {
            made = ["let \(local): \(callback.swiftType) = \(body)"]
        }
        if isOptional {
            statements.append("let \(local)optional: (\(callback.swiftType))?")
            statements.append("if let \(name)Function = \(name) {")
            statements += made.flatMap(\.lines).map { "    " + $0 }
            statements.append("    \(local)optional = \(local)")
            statements.append("} else {")
            statements.append("    \(local)optional = nil")
            statements.append("}")
            return ThunkArgument(
                parameter: parameter,
                statements: statements,
                expression: labelled(parameter, local + "optional")
            )
        }
        if parameter.defaultValue != nil {
            statements.append("let \(local): (\(callback.swiftType))?")
            statements.append("if let \(name)Function = \(name) {")
            statements += made.flatMap(\.lines).map { "    " + $0.replacingLocal(local, with: local + "given") }
            statements.append("    \(local) = \(local)given")
            statements.append("} else {")
            statements.append("    \(local) = nil")
            statements.append("}")
            return ThunkArgument(
                parameter: parameter,
                statements: statements,
                expression: labelled(parameter, local),
                optionalLocal: local
            )
        }
        statements.append("guard let \(name)Function = \(name) else { throw .invalidArgument }")
        statements += made
        if !closure.isEscaping { thunk.tearDown.append("withExtendedLifetime(\(context)_) {}") }
        return ThunkArgument(parameter: parameter, statements: statements, expression: labelled(parameter, local))
    }
}

/// How a thunk handles a parameter's default value.
enum DefaultValue: Equatable {
    /// The default is nil, which "none" already means.
    case none
    /// The default can be written into the thunk.
    case source(String)
    /// The thunk omits the argument, because the default can be evaluated only in Swift.
    case omit

    init(text: String, type: BindingType, registry: Registry) {
        if text == "nil" {
            self = .none
        } else if Self.isLiteral(text) {
            self = .source(text)
        } else if case .named(let identifier) = type, let declaration = registry.declaration(identifier), text.hasPrefix(".") {
            let name = String(text.dropFirst())
            let cases: [String] =
                switch declaration.kind {
                case .enumeration(let cases): cases.map(\.name)
                case .variant(let cases, _): cases.filter(\.payload.isEmpty).map(\.name)
                default: []
                }
            self = cases.contains(name) ? .source(text) : .omit
        } else {
            self = .omit
        }
    }

    private static func isLiteral(_ text: String) -> Bool {
        if ["true", "false", "[]", "[:]"].contains(text) { return true }
        let digits = text.hasPrefix("-") ? text.dropFirst() : Substring(text)
        if let first = digits.first, first.isNumber {
            return digits.allSatisfy { $0.isNumber || $0 == "_" || $0 == "." || $0 == "e" || $0 == "x" || $0.isHexDigit }
        }
        // A string without interpolation.
        return text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
            && !text.dropFirst().dropLast().contains { $0 == "\\" || $0 == "\"" }
    }
}

extension String {
    /// The expression without its `try`, which is written in another place.
    fileprivate var hoistingTry: String { self.hasPrefix("try ") ? "\u{1}" + dropFirst(4) : self }

    /// `let a: A = x ? y : try z` as `let a: A = try x ? y : z`.
    fileprivate var movingTryFirst: String {
        guard let mark = firstIndex(of: "\u{1}") else { return self }
        var text = self
        text.remove(at: mark)
        guard let equals = text.firstRange(of: " = ") else { return text }
        return text[..<equals.upperBound] + "try " + text[equals.upperBound...]
    }

    fileprivate func replacingLocal(_ name: String, with other: String) -> String {
        hasPrefix("let \(name):") ? "let \(other):" + dropFirst("let \(name):".count) : self
    }
}
