import BindingModel

/// Writes the Swift class that represents a foreign implementation of a protocol.
struct AdapterThunk {
    private let interface: LoweredInterface
    private let name: String
    private var type: String { interface.declaration.spelling }

    init(_ interface: LoweredInterface) {
        self.interface = interface
        name = Self.name(interface.declaration)
    }

    /// The name of a protocol's class.
    static func name(_ declaration: TypeDeclaration) -> String {
        // The runtime has no names of several words, so that none is equal to one of its classes, such as `ForeignContext`.
        (["Foreign", declaration.module] + declaration.path).filter { !$0.isEmpty }.joined(separator: "_")
    }

    /// The classes of the implementation, and of the default implementations if the protocol has any.
    var text: String {
        var writer = CodeWriter()
        implementation(&writer)
        if interface.requirements.contains(where: \.hasDefault) { defaults(&writer) }
        return writer.text
    }

    private func implementation(_ writer: inout CodeWriter) {
        writer.line("/// A foreign implementation of `\(type)`.")
        writer.block("final class \(name): BindingRuntime::ForeignObject, \(type), @unchecked Sendable {") { writer in
            writer.line("// SAFETY: immutable; the header requires functions that may be called on any thread.")
            writer.line("let foreign_functions: \(interface.table)")
            writer.gap()
            writer.block("nonisolated init(_ functions: \(interface.table), _ context: ForeignContext) {") { writer in
                writer.line("foreign_functions = functions")
                writer.line("super.init(context)")
            }
            writer.gap()
            writer.line("/// Creates an implementation without functions.")
            writer.line(
                "nonisolated static func unavailable() -> \(name) { \(name)(\(interface.table)(), ForeignContext(nil, release: nil)) }"
            )
            for requirement in interface.requirements {
                writer.gap()
                member(requirement, &writer) { call(requirement, &$0) }
            }
        }
    }

    /// Writes the class with the default implementations: it has only the members without one.
    private func defaults(_ writer: inout CodeWriter) {
        writer.gap()
        writer.line(
            "/// Default implementations of `\(type)`, for functions that a foreign implementation does not provide."
        )
        writer.block("final class Default\(name): \(type), @unchecked Sendable {") { writer in
            writer.line("// SAFETY: immutable, as the implementation it refers to.")
            writer.line("let foreign_base: \(name)")
            writer.line("init(base: \(name)) { foreign_base = base }")
            for requirement in interface.requirements where !requirement.hasDefault {
                writer.gap()
                member(requirement, &writer) { $0.line("\(Self.effects(requirement))foreign_base.\(Self.use(requirement))") }
            }
        }
    }

    /// Writes a member with a body.
    private func member(_ requirement: LoweredRequirement, _ writer: inout CodeWriter, _ body: (inout CodeWriter) -> Void) {
        let callback = requirement.callback
        switch requirement.member {
        case .property(let property):
            writer.block("var \(escaped(property.name)): \(callback.result.swift) {") { writer in
                writer.block("get\(callback.marks) {", "}", body)
                if property.isSettable { writer.line("set {}") }
            }
        case .function(let function):
            let parameters = zip(function.parameters, callback.arguments).enumerated().map { index, each in
                let (parameter, crossing) = each
                var escape = ""
                if case .closure(let closure) = parameter.type, closure.isEscaping { escape = "@escaping " }
                return "\(parameter.label.map(asLabel) ?? "_") value\(index): \(escape)\(crossing.swift)"
            }
            let list = parameters.joined(separator: ", ")
            let head = "func \(escaped(function.name))(\(list))\(callback.marks) -> \(callback.result.swift) {"
            writer.block(head, "}", body)
        }
    }

    /// Writes the statements that call the foreign function, or replace it if it is null.
    private func call(_ requirement: LoweredRequirement, _ writer: inout CodeWriter) {
        let callback = requirement.callback
        writer.line("guard let function = foreign_functions.\(swiftMember(callback.name)) else { \(missing(requirement)) }")
        let names = callback.arguments.indices.map { "value\($0)" }
        callback.call(&writer, names, function: "function", context: "foreign_context.pointer")
    }

    /// The statement for a function that is null.
    private func missing(_ requirement: LoweredRequirement) -> String {
        let callback = requirement.callback
        if requirement.hasDefault {
            return "return \(Self.effects(requirement))Default\(name)(base: self).\(Self.use(requirement))"
        }
        if let failure = callback.failure {
            let words = requirement.stem.split(separator: "_").joined(separator: " ")
            return "throw " + failure.convert("ForeignError(.notAvailable, \"\(words): not available\")")
        }
        return callback.result.shape == .void ? "return" : "return \(callback.fallback?.source ?? "")"
    }

    private static func effects(_ requirement: LoweredRequirement) -> String {
        let closure = requirement.callback.closure
        return (closure.failure != .never ? "try " : "") + (closure.isAsync ? "await " : "")
    }

    /// The use of a member, with its own parameters as arguments.
    private static func use(_ requirement: LoweredRequirement) -> String {
        switch requirement.member {
        case .property(let property): return escaped(property.name)
        case .function(let function):
            let arguments = function.parameters.enumerated().map { SwiftArgument(label: $1.label, value: "value\($0)").text }
            return "\(escaped(function.name))(\(arguments.joined(separator: ", ")))"
        }
    }
}
