import Wording

/// The conversion of an argument's text to a value: parsing, the display of a default, and shell completion.
package struct ValueType<Value: Sendable>: Sendable {
    package let completion: Completion
    package let parse: @Sendable (String) throws(ValueProblem) -> Value
    package let describe: @Sendable (Value) -> String

    package init(
        completion: Completion = .none,
        describe: @escaping @Sendable (Value) -> String,
        parse: @escaping @Sendable (String) throws(ValueProblem) -> Value
    ) {
        self.completion = completion
        self.describe = describe
        self.parse = parse
    }
}

/// The reason why a text is not a value. The message completes the sentence "`--count`: 'x' …".
package struct ValueProblem: Error, Equatable {
    package let message: String

    package init(message: String) {
        self.message = message
    }
}

/// The completions that a shell offers for a value.
package enum Completion: Sendable, Equatable {
    case none
    case files
    case directories
    case list([String])
    /// Words that only the program knows, by a name of its own.
    case named(String)
}

extension ValueType where Value == String {
    /// Any text, the empty one included.
    package static var text: Self {
        ValueType(describe: { $0 }) { text throws(ValueProblem) in text }
    }

    /// The path of a file. The command checks whether it exists.
    package static var file: Self { path(.files, "a file") }

    /// The path of a file, or `-` for standard output.
    package static var fileOrStandardOutput: Self { nonEmpty(.files) }

    /// The path of a folder. The command checks whether it exists.
    package static var directory: Self { path(.directories, "a folder") }

    /// The path of a folder, or `-` for standard output.
    package static var directoryOrStandardOutput: Self { nonEmpty(.directories) }

    /// One of the listed words.
    package static func oneOf(_ words: [String]) -> Self {
        ValueType(completion: .list(words), describe: { $0 }) { text throws(ValueProblem) in
            if words.contains(text) { return text }
            throw ValueProblem(message: notAmong(words, text))
        }
    }

    /// Any text but the empty one.
    package static func nonEmpty(_ completion: Completion = .none) -> Self {
        ValueType(completion: completion, describe: { $0 }) { text throws(ValueProblem) in
            if text.isEmpty { throw ValueProblem(message: "is empty") }
            return text
        }
    }

    /// A path other than `-`, which means a standard stream elsewhere.
    private static func path(_ completion: Completion, _ what: String) -> Self {
        ValueType(completion: completion, describe: { $0 }) { text throws(ValueProblem) in
            if text.isEmpty { throw ValueProblem(message: "is empty") }
            if text == "-" { throw ValueProblem(message: "is no path. Write ./- for \(what) of this name") }
            return text
        }
    }
}

extension ValueType where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the cases of an enum, written as its raw value.
    package static var choice: Self {
        let words = Value.allCases.map(\.rawValue)
        return ValueType(completion: .list(words), describe: \.rawValue) { text throws(ValueProblem) in
            if let value = Value(rawValue: text) { return value }
            throw ValueProblem(message: notAmong(words, text))
        }
    }
}

private func notAmong(_ words: [String], _ text: String) -> String {
    if let nearest = NearestName.of(text, among: words) { return "is not accepted. Did you mean \(nearest)?" }
    return "is not accepted. Use \(words.listed(by: "or"))."
}
