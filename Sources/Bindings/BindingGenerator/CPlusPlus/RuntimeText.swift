/// The part of the C++ header that is the same for every library, except for the prefix: the basis of its types.
enum RuntimeText {
    static func text(_ prefix: String, _ names: CPlusPlusNames, _ fingerprint: UInt64) -> String {
        [values, cases, errors, objects, completions, operations, continuations, coroutines, streams]
            .joined(separator: "\n\n")
            .replacing("@#", with: String(fingerprint, radix: 16))
            .replacing("@@", with: prefix.uppercased())
            .replacing("@::", with: names.qualifier + "::")
            .replacing("namespace @ ", with: "namespace \(names.space) ")
            .replacing("@", with: prefix)
    }
}
