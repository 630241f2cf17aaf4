/// The part of the C extension that is the same for each library: objects, numbers, texts, arguments, failures, calls from the library.
enum ExtensionText {
    /// Returns the C text for a library's prefix.
    static func text(_ prefix: String) -> String {
        [objects, arguments, values, parts, failures, calls, operations].joined(separator: "\n")
            .replacing("@P@", with: PythonModules.package(prefix)).replacing("@@", with: prefix.uppercased())
            .replacing("@", with: prefix)
    }

    /// Returns the C text that follows the generated part.
    static func module(_ prefix: String) -> String {
        initialisation.replacing("@@", with: prefix.uppercased()).replacing("@", with: prefix)
    }
}
