import BindingModel

/// Writes the C++ header of a library: values, classes and functions over its C header.
struct CPlusPlusEmitter {
    let library: LoweredLibrary
    let types: CPlusPlusTypes
    let callbacks: CPlusPlusCallbacks
    let interfaces: CPlusPlusInterfaces
    var scopes: [String: CPlusPlusScope] = [:]
    var freeScope: CPlusPlusScope
    var writer = CodeWriter(indent: "  ")
    /// The types that are already defined.
    var complete: Set<String> = []

    /// The comments in the words of C++.
    private(set) var prose: Prose
    let names: CPlusPlusNames
    let prefix: String
    let macro: String

    /// Returns the texts of the header, and of the header with the definitions of its functions.
    static func emit(_ library: LoweredLibrary) -> (header: String, definitions: String) {
        var emitter = CPlusPlusEmitter(library)
        let header = emitter.header()
        emitter.writer = CodeWriter(indent: "  ")
        return (header, emitter.definitions())
    }

    private init(_ library: LoweredLibrary) {
        self.library = library
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
            for function in scope.functions {
                functions[function.lowered.name] = "\(scope.className.map { "\($0)::" } ?? "")\(function.name)()"
            }
        }
        let names = self.names
        return { entity in
            switch entity {
            case .type(let type): return names.type(names.word(type.declaration))
            case .enumCase(let type, let name): return "\(names.type(names.word(type.declaration)))::\(Naming.local(name))"
            case .function(let function): return functions[function.name]
            case .field(let field): return CPlusPlusRecord.name(field)
            }
        }
    }

    // MARK: Scopes

    var allFunctions: [LoweredFunction] { library.allFunctions }

    mutating func makeScopes() {
        let kinds = Dictionary(library.types.map { ($0.c, $0) }, uniquingKeysWith: { first, _ in first })
        let functions = allFunctions
        for (index, function) in functions.enumerated() {
            let taking = function.purpose == .start ? functions[index + 1] : nil
            guard let owner = function.owner else {
                if !isComparison(function, kinds) { freeScope.add(function, taking) }
                continue
            }
            if case .enumeration? = kinds[owner]?.declaration.kind {
                freeScope.add(function, taking, enumeration: kinds[owner])
                continue
            }
            if scopes[owner] == nil {
                let type = kinds[owner]
                var scope = CPlusPlusScope(
                    className: names.type(String(owner.dropFirst(prefix.count + 1))),
                    types: types,
                    typeNames: []
                )
                scope.isHandle = type?.handle != nil || type == nil
                scope.path = type?.declaration.path ?? []
                if case .record(_, let fields)? = type?.crossing.flatMap(types.content) {
                    scope.fields = Set(fields.map(CPlusPlusRecord.name))
                }
                // The structures of the cases.
                if case .variant(let cases, _)? = type?.declaration.kind {
                    scope.fields = Set(cases.map { Naming.local($0.name) })
                }
                scopes[owner] = scope
            }
            scopes[owner]!.add(function, taking)
        }
    }

    /// Whether a free function is a comparison that the type of its operands has because of a conformance.
    private func isComparison(_ function: LoweredFunction, _ types: [String: LoweredType]) -> Bool {
        guard case .function(let origin)? = function.origin, origin.kind == .operation,
            case .some(let first) = function.parameters.first
        else { return false }
        let purposes: Set<LoweredFunction.Purpose>
        switch origin.name {
        case "==", "!=": purposes = [.equal]
        case "<", ">", "<=", ">=": purposes = [.less]
        default: return false
        }
        switch first.role {
        case .value(let crossing, _), .pointer(let crossing, _):
            return types[crossing.c]?.functions.contains { purposes.contains($0.purpose) } ?? false
        default: return false
        }
    }

    // MARK: The whole header

    /// Declarations, and the definitions that templates of the program need.
    private mutating func header() -> String {
        head()
        writer.line(RuntimeText.text(prefix, names))
        section("Types")
        declareTypes()
        writer.line("}  // namespace \(names.space)")
        hashDeclarations()
        writer.line("namespace \(names.space) {")
        for item in ordered() { define(item) }
        for type in library.types {
            if case .variant(let cases, true) = type.declaration.kind, let handle = type.handle {
                recursiveCases(type, cases, names.type(handle.word))
                recursiveVisit(type, cases, names.type(handle.word))
            }
        }
        for interface in library.interfaces { interfaces.declare(interface, callbacks, prose, &writer) }
        declareFailures()
        for item in ordered() { declareStream(item) }
        section("Functions")
        declareFree()
        writer.line("}  // namespace \(names.space)")
        foot()
        return writer.text
    }

    /// The definitions of all functions.
    private mutating func definitions() -> String {
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
            """
        )
        section("Values across the C interface")
        conversions()
        section("Callbacks")
        trampolines()
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

    mutating func section(_ title: String) {
        writer.gap()
        writer.line("// ---- \(title) \(String(repeating: "-", count: max(0, 108 - title.count)))")
        writer.line()
    }

    /// The standard headers that the declarations and the definitions need.
    private static let includes =
        """
        algorithm array atomic chrono condition_variable cstddef cstdint cstdio cstdlib exception functional
        initializer_list iterator map memory mutex new optional ostream set stdexcept string string_view
        tuple type_traits unordered_map unordered_set utility variant vector
        """.split(whereSeparator: \.isWhitespace).map { "#include <\($0)>" }.joined(separator: "\n")

    mutating func head() {
        writer.line(
            """
            // \(prefix): C++ API, for C++17 and later. Generated by hotshoe-bindgen; do not edit. Modules:
            // \(library.library.modules.joined(separator: ", "))
            //
            // Objects are shared by reference: copying one is cheap, and the last copy releases the object. Structures are plain
            // values. A function that fails throws \(names.qualifier)::error. An asynchronous function returns a future: wait for it,
            // poll its descriptor, continue it on a queue, or co_await it. Functions may be called from any thread.
            //
            // This header declares the functions. Their definitions are in the library \(prefix)_cpp: link it before \(prefix).
            // Or define \(macro)_HEADER_ONLY before the first inclusion, which compiles them in each source file, or include
            // <\(prefix)/\(prefix)_definitions.hpp> in one source file.
            #ifndef \(macro)_HPP
            #define \(macro)_HPP

            #include <\(prefix)/\(prefix).h>

            \(Self.includes)

            #ifdef \(macro)_HEADER_ONLY
            #define \(names.inline) inline
            #else
            #define \(names.inline)
            #endif

            #if defined(__cpp_impl_coroutine) && __has_include(<coroutine>)
            #include <coroutine>
            #define \(macro)_HAS_COROUTINES 1
            #endif
            #if __cplusplus >= 202002L && __has_include(<span>)
            #include <span>
            #endif

            #if defined(__GNUC__)
            #pragma GCC diagnostic push
            #pragma GCC diagnostic ignored "-Wdeprecated-declarations"
            #endif

            namespace \(names.space) {

            """
        )
    }

    mutating func foot() {
        writer.line(
            """

            #if defined(__GNUC__)
            #pragma GCC diagnostic pop
            #endif

            #ifdef \(macro)_HEADER_ONLY
            #include <\(prefix)/\(prefix)_definitions.hpp>
            #endif

            #endif  // \(macro)_HPP
            """
        )
    }
}
