import BindingModel

/// The Swift class that represents a foreign implementation of a protocol.
enum Adapter {
    static func name(_ declaration: TypeDeclaration) -> String { "Foreign" + declaration.path.joined() }
}

extension LibraryLowering {
    /// Lowers a protocol to a table of functions.
    mutating func lowerInterface(_ declaration: TypeDeclaration, _ interface: InterfaceType) -> LoweredInterface? {
        let c = typeNames[declaration.identifier]!
        guard let crossing = try? registry.crossing(.existential(declaration.identifier)) else { return nil }
        let table = "\(c)_functions"
        var members: [LoweredCallback] = []
        var required: Set<String> = []
        var companions: [LoweredFunction] = []
        var adapter: [String] = []
        var forwarding: [String] = []
        var memberNames: Set<String> = ["size"]
        do throws(LoweringError) {
            for requirement in interface.requirements {
                let (closure, wanted, declared, call, isProperty) = try shape(requirement.member)
                var name = wanted
                if Naming.keywords.contains(name) { name += "_" }
                while !memberNames.insert(name).inserted { name += "_" }
                var lowered = try CallbackLowering.lower(
                    closure,
                    name: "\(c)_\(wanted)_callback",
                    contextFirst: true,
                    registry: &registry,
                    companions: &companions
                )
                lowered.callback.name = name
                lowered.callback.summary = documentation(requirement.member)
                switch requirement.member {
                case .function(let function): lowered.callback.origin = .function(function)
                case .property(let property): lowered.callback.origin = .property(property)
                }
                members.append(lowered.callback)
                let missing: String
                if requirement.hasDefault {
                    missing =
                        "\(closure.failure != .never ? "try " : "")\(closure.isAsync ? "await " : "")Default\(Adapter.name(declaration))(base: self).\(call)"
                } else if closure.failure != .never {
                    let failure = "ForeignError(.notAvailable, \"\(wanted.replacing("_", with: " ")): not available\")"
                    missing = "throw " + (lowered.makeFailure == "$0" ? failure : "(\(lowered.makeFailure!))(\(failure))")
                } else {
                    required.insert(name)
                    missing = closure.result == .void ? "return" : "return \(lowered.fallback)"
                    if closure.result != .void, lowered.fallback.isEmpty {
                        throw LoweringError("a member that cannot fail gives an object")
                    }
                }
                var writer = CodeWriter()
                writer.block("\(declared) {") { writer in
                    let inner: (inout CodeWriter) -> Void = { writer in
                        writer.line(
                            "guard let function = functions.\(swiftMember(name)) else { \(missing.hasPrefix("throw") || missing.hasPrefix("return") ? missing : "return \(missing)") }"
                        )
                        lowered.body(
                            &writer,
                            lowered.parameters.indices.map { "value\($0)" },
                            function: "function",
                            context: "context.pointer"
                        )
                    }
                    if isProperty {
                        let effects =
                            (closure.isAsync ? " async" : "")
                            + (closure.failure == .never
                                ? ""
                                : lowered.failureType.map { closure.failure == .untyped ? " throws" : " throws(\($0))" } ?? "")
                        writer.block("get\(effects) {") { inner(&$0) }
                        if case .property(let property) = requirement.member, property.isSettable { writer.line("set {}") }
                    } else {
                        inner(&writer)
                    }
                }
                adapter.append(writer.text)
                if !requirement.hasDefault {
                    var forward = CodeWriter()
                    forward.block("\(declared) {") { writer in
                        let effects = (closure.failure != .never ? "try " : "") + (closure.isAsync ? "await " : "")
                        if isProperty {
                            let marks =
                                (closure.isAsync ? " async" : "")
                                + (closure.failure == .never
                                    ? "" : closure.failure == .untyped ? " throws" : " throws(\(lowered.failureType ?? ""))")
                            writer.block("get\(marks) {") { $0.line("\(effects)base.\(call)") }
                            if case .property(let property) = requirement.member, property.isSettable { writer.line("set {}") }
                        } else {
                            writer.line("\(effects)base.\(call)")
                        }
                    }
                    forwarding.append(forward.text)
                }
            }
        } catch {
            omit(
                declaration.identifier.usr,
                declaration.path.joined(separator: ".") + " implemented outside",
                declaration.module,
                declaration.notes,
                error.reason
            )
            return nil
        }
        let name = Adapter.name(declaration)
        var writer = CodeWriter()
        writer.line("/// A foreign implementation of `\(declaration.spelling)`.")
        writer.block("final class \(name): \(declaration.spelling), @unchecked Sendable {") { writer in
            writer.line("// SAFETY: immutable; the header requires functions that may be called on any thread.")
            writer.line("let functions: \(table)")
            writer.line("let context: ForeignContext")
            writer.gap()
            writer.block("nonisolated init(_ functions: \(table), _ context: ForeignContext) {") { writer in
                writer.line("self.functions = functions")
                writer.line("self.context = context")
            }
            writer.gap()
            writer.line("/// Creates an implementation without functions.")
            writer.line(
                "nonisolated static func unavailable() -> \(name) { \(name)(\(table)(), ForeignContext(nil, release: nil)) }"
            )
            for member in adapter {
                writer.gap()
                writer.line(String(member.dropLast()))
            }
        }
        if interface.requirements.contains(where: \.hasDefault) {
            writer.gap()
            writer.line(
                "/// Default implementations of `\(declaration.spelling)`, for functions that a foreign implementation does not provide."
            )
            writer.block("final class Default\(name): \(declaration.spelling), @unchecked Sendable {") { writer in
                writer.line("// SAFETY: immutable, as the implementation it refers to.")
                writer.line("let base: \(name)")
                writer.line("init(base: \(name)) { self.base = base }")
                for member in forwarding {
                    writer.gap()
                    writer.line(String(member.dropLast()))
                }
            }
        }
        let create = LoweredFunction(
            name: "\(c)_create",
            purpose: .implement,
            parameters: [
                LoweredParameter(
                    name: "functions",
                    c: "const \(table) *",
                    swift: "UnsafePointer<\(table)>?",
                    role: .context,
                    documentation: "copied; a function that is null is not available, or has the library's default implementation"
                ),
                LoweredParameter(
                    name: "context",
                    c: "void *",
                    swift: "UnsafeMutableRawPointer?",
                    role: .context,
                    documentation: "passed to each function"
                ),
                LoweredParameter(
                    name: "release",
                    c: "\(prefix)_release",
                    swift: "\(prefix)_release?",
                    role: .release,
                    documentation:
                        "called once with `context` when no function will be called again, also if this function fails; may be null"
                ),
                LoweredParameter(name: "result", c: "\(c) *", swift: "UnsafeMutablePointer<\(c)>?", role: .result(crossing)),
            ],
            summary: [
                "Creates an object that the program implements. Its functions are called on any thread, also concurrently.",
                "Their arguments are borrowed for the duration of the call; their results become owned by the library.",
            ]
                + (required.isEmpty
                    ? [] : ["Required functions: " + required.sorted().map { "`\($0)`" }.joined(separator: ", ") + "."]),
            body: """
                let context_ = ForeignContext(context, release: release)
                \(CallLowering.shutDownGuard())
                guard let result, let functions else { return Status.invalidArgument.code }
                var table = \(table)()
                copy_table(functions, into: &table, size: functions.pointee.size)
                \(required.sorted().map { "guard table.\(swiftMember($0)) != nil else { return Status.invalidArgument.code }\n" }.joined())result.pointee = give_\(crossing.word)(\(name)(table, context_))
                return Status.ok.code

                """
        )
        _ = naming.claim(create.name, for: declaration.spelling)
        return LoweredInterface(
            declaration: declaration,
            c: c,
            table: table,
            members: members,
            required: required,
            functions: companions + [create],
            adapter: writer.text
        )
    }

    /// A requirement as a closure, with its name in C, its declaration in Swift and its call expression.
    private func shape(
        _ member: Requirement.Member
    ) throws(LoweringError) -> (closure: ClosureType, name: String, declared: String, call: String, isProperty: Bool) {
        switch member {
        case .property(let property):
            let closure = ClosureType(
                parameters: [],
                result: property.type,
                isAsync: property.effects.isAsync,
                failure: property.effects.failure
            )
            var copy = registry
            let type = try copy.crossing(property.type).swift
            return (
                closure, "get_\(Words.snake(property.name))", "var \(escaped(property.name)): \(type)", escaped(property.name),
                true
            )
        case .function(let function):
            var parameters: [TupleElement] = []
            var declared: [String] = []
            var call: [String] = []
            var copy = registry
            for (index, parameter) in function.parameters.enumerated() {
                if parameter.isInout { throw LoweringError("a requirement that changes its parameter") }
                let swift: String
                if case .closure(let closure) = parameter.type {
                    swift = (closure.isEscaping ? "@escaping " : "") + (try copy.swiftType(of: closure))
                } else {
                    swift = try copy.crossing(parameter.type).swift
                }
                parameters.append(TupleElement(label: parameter.name, type: parameter.type))
                declared.append("\(parameter.label.map(asLabel) ?? "_") value\(index): \(swift)")
                call.append((parameter.label.map { "\(asLabel($0)): " } ?? "") + "value\(index)")
            }
            let closure = ClosureType(
                parameters: parameters,
                result: function.result,
                isAsync: function.effects.isAsync,
                failure: function.effects.failure
            )
            var effects = function.effects.isAsync ? " async" : ""
            switch function.effects.failure {
            case .never: break
            case .untyped: effects += " throws"
            case .typed(let identifier):
                guard let spelling = registry.declaration(identifier)?.spelling else {
                    throw LoweringError("throws an error that is not generated")
                }
                effects += " throws(\(spelling))"
            }
            let result = try copy.crossing(function.result).swift
            return (
                closure, try Self.stem(function, isObject: false),
                "func \(escaped(function.name))(\(declared.joined(separator: ", ")))\(effects) -> \(result)",
                "\(escaped(function.name))(\(call.joined(separator: ", ")))", false
            )
        }
    }

    private func documentation(_ member: Requirement.Member) -> [String] {
        switch member {
        case .function(let function): Documentation(function.notes.documentation).body
        case .property(let property): Documentation(property.notes.documentation).body
        }
    }
}
