/// The part of the C++ header that is the same for every library, except for the prefix: the basis of its types.
enum RuntimeText {
    static func text(_ prefix: String) -> String {
        [values, errors, objects, operations, coroutines, callbacks, streams]
            .joined(separator: "\n\n")
            .replacing("@@", with: prefix.uppercased())
            .replacing("@", with: prefix)
    }
}
