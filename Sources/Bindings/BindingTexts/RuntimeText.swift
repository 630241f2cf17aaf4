/// A text that every library has, in the language of a binding: a file in `Texts`, which that language's tools can read.
///
/// Identifiers that begin with `the_` or `THE_` stand for what differs: `the_prefix_error`, `THE_PREFIX_OK`.
package struct RuntimeText: Sendable {
    /// The file, without the line break at its end, and without the line at its start by which the formatter of Swift ignores it.
    package let template: String

    private static let ignoring = "// swift-format-ignore-file\n"

    init(_ file: [UInt8]) {
        let text = String(decoding: file, as: UTF8.self)
        let body = text.hasPrefix(Self.ignoring) ? text.dropFirst(Self.ignoring.count) : text[...]
        template = String(body.hasSuffix("\n") ? body.dropLast() : body)
    }

    /// Returns the text with values for its placeholders.
    package func filled(_ values: Placeholders) -> String { values.fill(template) }
}

/// The values of placeholders.
package struct Placeholders: Sendable {
    private var values: [(name: String, value: String)] = []

    /// Creates the placeholders of a library: `the_prefix` and `THE_PREFIX`.
    package init(prefix: String) {
        self["the_prefix"] = prefix
        self["THE_PREFIX"] = prefix.uppercased()
    }

    /// Creates placeholders without those of a library.
    package init() {}

    /// The value of a placeholder.
    package subscript(name: String) -> String? {
        get { values.first { $0.name == name }?.value }
        set {
            values.removeAll { $0.name == name }
            if let newValue { values.append((name, newValue)) }
        }
    }

    /// Replaces the placeholders of a text in one pass, so that values are not searched.
    func fill(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(where: { $0 == "t" || $0 == "T" }) {
            result += rest[..<start]
            rest = rest[start...]
            if let (name, value) = values.first(where: { rest.hasPrefix($0.name) }) {
                result += value
                rest = rest.dropFirst(name.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result + rest
    }
}

extension RuntimeText {
    /// The macros that the declarations of C need, and what only C has: macros and inline functions.
    package static let cMacros = RuntimeText(PackageResources.macros_h)
    package static let cTimes = RuntimeText(PackageResources.times_h)
    package static let cBorrowedText = RuntimeText(PackageResources.borrowed_text_h)
    package static let cABIMatches = RuntimeText(PackageResources.abi_matches_h)
    /// A program that loads the library.
    package static let cLoader = RuntimeText(PackageResources.loader_c)

    /// The basis of the types of C++, in its order.
    package static let cPlusPlus = [
        PackageResources.values_hpp, PackageResources.cases_hpp, PackageResources.errors_hpp, PackageResources.objects_hpp,
        PackageResources.completions_hpp, PackageResources.operations_hpp, PackageResources.continuations_hpp,
        PackageResources.coroutines_hpp, PackageResources.streams_hpp,
    ].map(RuntimeText.init)
    /// The runtime of the definitions of C++ functions.
    package static let cPlusPlusDefinitions = [
        PackageResources.implementations_hpp, PackageResources.crossings_hpp,
    ].map(RuntimeText.init)
    /// Iteration over a copy of the elements of a collection, and over a sequence that is no collection.
    package static let cPlusPlusElements = RuntimeText(PackageResources.element_iterator_hpp)
    package static let cPlusPlusSequences = RuntimeText(PackageResources.sequence_iterator_hpp)

    /// The module of a Python package for what does not depend on the library.
    package static let pythonRuntime = RuntimeText(PackageResources.runtime_py)
    /// The module that explains why the extension cannot be loaded.
    package static let pythonLoading = RuntimeText(PackageResources.loading_py)
    package static let pythonSetup = RuntimeText(PackageResources.setup_py)
    /// The stub of the extension, whose functions only the generated code calls.
    package static let pythonStub = RuntimeText(PackageResources.native_pyi)
    /// The part of the C extension that is the same for each library, in its order.
    package static let pythonExtension = [
        PackageResources.extension_objects_c, PackageResources.extension_arguments_c, PackageResources.extension_values_c,
        PackageResources.extension_parts_c, PackageResources.extension_failures_c, PackageResources.extension_calls_c,
        PackageResources.extension_operations_c,
    ].map(RuntimeText.init)
    /// The C text after the generated part of the extension.
    package static let pythonExtensionModule = RuntimeText(PackageResources.extension_initialisation_c)

    /// The support that all thunks use.
    package static let swiftSupport = [
        PackageResources.support_swift, PackageResources.calls_swift, PackageResources.queues_swift,
        PackageResources.own_functions_swift,
    ].map(RuntimeText.init)
    /// For libraries with types of Foundation, with `Codable` ones, and with functions that return tasks.
    package static let swiftFoundation = RuntimeText(PackageResources.foundation_swift)
    package static let swiftCoding = RuntimeText(PackageResources.coding_swift)
    package static let swiftTasks = RuntimeText(PackageResources.tasks_swift)
    /// For libraries with collections, with sequences that are none, and with `Void?`.
    package static let swiftElements = RuntimeText(PackageResources.elements_swift)
    package static let swiftIterators = RuntimeText(PackageResources.iterators_swift)
    package static let swiftPresence = RuntimeText(PackageResources.presence_swift)
    /// For libraries with pointers to characters, with types of any raw value, and with `Any`.
    package static let swiftCText = RuntimeText(PackageResources.c_text_swift)
    package static let swiftRawNames = RuntimeText(PackageResources.raw_names_swift)
    package static let swiftAnyValue = RuntimeText(PackageResources.any_value_swift)
    package static let swiftFoundationObjects = RuntimeText(PackageResources.foundation_objects_fragment)
    /// For libraries with these types of Foundation, and with classes of units.
    package static let swiftDateInterval = RuntimeText(PackageResources.date_interval_swift)
    package static let swiftDateComponents = RuntimeText(PackageResources.date_components_swift)
    package static let swiftIndexSet = RuntimeText(PackageResources.index_set_swift)
    package static let swiftUnits = RuntimeText(PackageResources.units_swift)
}
