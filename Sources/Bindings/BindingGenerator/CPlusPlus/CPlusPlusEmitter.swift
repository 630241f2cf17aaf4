import BindingModel

/// Writes the C++ header of a library: values, classes and functions over its C header.
struct CPlusPlusEmitter {
    let library: LoweredLibrary
    /// The functions of sequences, by the C names of their types.
    let sequences: [String: LoweredSequence]
    let types: CPlusPlusTypes
    let callbacks: CPlusPlusCallbacks
    let interfaces: CPlusPlusInterfaces
    var scopes: [String: CPlusPlusScope] = [:]
    var freeScope: CPlusPlusScope
    var writer = CodeWriter(indent: "  ", width: CodeWriter.headerWidth)
    /// The types that are already defined.
    var complete: Set<String> = []

    /// The comments in the words of C++.
    private(set) var prose: Prose
    let names: CPlusPlusNames
    let prefix: String
    let macro: String

    /// Returns the names, without suffix, and the texts of the headers, the last with the definitions of the functions.
    static func headers(_ library: LoweredLibrary) -> [(name: String, text: String)] {
        var emitter = CPlusPlusEmitter(library)
        let headers = library.topics.isDivided ? emitter.headers() : [(library.prefix, emitter.header())]
        emitter.writer = CodeWriter(indent: "  ", width: CodeWriter.headerWidth)
        return headers + [("\(library.prefix)_definitions", emitter.definitions())]
    }

    private init(_ library: LoweredLibrary) {
        self.library = library
        sequences = library.sequences
        types = CPlusPlusTypes(library)
        names = types.names
        prefix = library.prefix
        macro = prefix.uppercased()
        callbacks = CPlusPlusCallbacks(types: types)
        interfaces = CPlusPlusInterfaces(types: types)
        var typeNames: Set<String> = []
        for type in library.types where type.crossing != nil {
            typeNames.insert(types.names.type(types.names.word(type.declaration)))
        }
        for handle in library.handles { typeNames.insert(types.names.type(handle.word)) }
        freeScope = CPlusPlusScope(className: nil, types: types, typeNames: typeNames)
        prose = Prose(names: DocumentedNames(library), hasExceptions: true) { _ in nil }
        makeScopes()
        prose = Prose(names: prose.names, hasExceptions: true, name: documentedName())
    }

    /// The C++ names of declarations.
    private func documentedName() -> (DocumentedNames.Entity) -> String? {
        var functions: [String: String] = [:]
        for function in freeScope.functions { functions[function.lowered.name] = "\(function.name)()" }
        for scope in scopes.values {
            for function in scope.functions where function.inherited == nil {
                functions[function.lowered.name] = "\(scope.className.map { "\($0)::" } ?? "")\(function.name)()"
            }
        }
        let names = self.names
        return { entity in
            switch entity {
            case .type(let type): return names.type(names.word(type.declaration))
            case .enumCase(let type, let name):
                return "\(names.type(names.word(type.declaration)))::\(CPlusPlusNames.value(name))"
            case .function(let function): return functions[function.name]
            case .field(let field): return CPlusPlusRecord.name(field)
            }
        }
    }

    // MARK: Scopes

    mutating func makeScopes() {
        let kinds = Dictionary(library.types.map { ($0.c, $0) }, uniquingKeysWith: { first, _ in first })
        for member in library.allMembers {
            guard let owner = member.owner?.c else {
                if !isComparison(member, kinds) { freeScope.add(member) }
                continue
            }
            if case .enumeration? = kinds[owner]?.declaration.kind {
                freeScope.add(member, enumeration: kinds[owner])
                continue
            }
            if scopes[owner] == nil {
                let type = kinds[owner]
                var scope = CPlusPlusScope(
                    className: names.type(library.word(of: owner)),
                    types: types,
                    typeNames: []
                )
                scope.isHandle = type?.handle != nil || type == nil
                scope.path = type?.declaration.path ?? []
                if case .record(_, let fields)? = type?.crossing.flatMap(types.interface.content) {
                    scope.fields = Set(fields.map(CPlusPlusRecord.name))
                }
                // The structures of the cases.
                if case .variant(let cases, _)? = type?.declaration.kind {
                    scope.fields = Set(cases.indices.map { CPlusPlusVariant.caseName(type!.declaration, $0, scope.className!) })
                }
                scopes[owner] = scope
            }
            scopes[owner]!.add(member)
        }
        var finished: Set<TypeIdentifier> = []
        for type in library.types { inheritMembers(type, &finished) }
    }

    /// Gives the class of a protocol the members of the protocols that it refines, whose classes have theirs first.
    private mutating func inheritMembers(_ type: LoweredType, _ finished: inout Set<TypeIdentifier>) {
        guard case .interface = type.declaration.kind, finished.insert(type.declaration.identifier).inserted else { return }
        for identifier in type.declaration.interfaces {
            guard let base = library.types.first(where: { $0.declaration.identifier == identifier }) else { continue }
            inheritMembers(base, &finished)
            if let members = scopes[base.c] { scopes[type.c]?.inherit(members) }
        }
    }

    /// Whether a member of the library is a comparison that the type of its operands has because of a conformance.
    private func isComparison(_ member: LoweredMember, _ types: [String: LoweredType]) -> Bool {
        guard let trait = member.comparison, let first = member.callables.first?.function.parameters.first else { return false }
        switch first.role {
        case .value(let crossing, _), .pointer(let crossing, _): return types[crossing.c]?.has(trait) == true
        default: return false
        }
    }

    /// The definitions of all functions.
    private mutating func definitions() -> String {
        beginDefinitions()
        writer.line(runtimeDefinitions)
        section("Values across the C interface")
        conversions()
        section("Callbacks")
        trampolines()
        errorTypes()
        section("Definitions")
        for item in ordered() { members(item) }
        for interface in library.interfaces { interfaces.define(interface, callbacks, &writer) }
        section("Functions")
        free()
        writer.line("}  // namespace \(names.space)")
        hashDefinitions()
        writer.line(
            """

            #if defined(__GNUC__)
            #pragma GCC diagnostic pop
            #endif

            #endif  // \(macro)_DEFINITIONS_HPP
            """
        )
        return writer.text
    }

    /// The beginning of the file with the definitions, up to its namespace.
    private mutating func beginDefinitions() {
        writer.line(
            """
            // \(prefix): definitions of the functions of <\(prefix)/\(prefix).hpp>. Generated by hotshoe-bindgen; do not edit.
            //
            // Included by one source file of a program, or by the library \(prefix)_cpp; or everywhere if \(macro)_HEADER_ONLY is defined.
            #ifndef \(macro)_DEFINITIONS_HPP
            #define \(macro)_DEFINITIONS_HPP

            #include <\(prefix)/\(prefix).hpp>

            #if defined(__GNUC__)
            #pragma GCC diagnostic push
            #pragma GCC diagnostic ignored "-Wdeprecated-declarations"
            #endif

            namespace \(names.space) {

            #if !defined(\(macro)_HEADER_ONLY)
            const bool detail::definitions_of_\(String(library.fingerprint, radix: 16)) = true;
            #endif
            """
        )
    }

    mutating func section(_ title: String) {
        writer.gap()
        writer.line("// ---- \(title) \(String(repeating: "-", count: max(0, 108 - title.count)))")
        writer.line()
    }
}
