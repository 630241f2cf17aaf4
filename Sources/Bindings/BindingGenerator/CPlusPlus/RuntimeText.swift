/// The part of the C++ header that is the same for every library, but for its name: what its types are made of.
enum RuntimeText {
    static func text(_ prefix: String) -> String {
        [values, errors, objects, operations, coroutines, callbacks, streams]
            .joined(separator: "\n\n")
            .replacing("@@", with: prefix.uppercased())
            .replacing("@", with: prefix)
    }
}
