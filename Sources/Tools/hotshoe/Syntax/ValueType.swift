import HotShoeSupport

/// The conversion of an argument's text to a value: parsing, the display of a default, and shell completion.
struct ValueType<Value: Sendable>: Sendable {
    let completion: Completion
    let parse: @Sendable (String) throws(ValueProblem) -> Value
    let describe: @Sendable (Value) -> String

    init(
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
struct ValueProblem: Error, Equatable {
    let message: String
}

/// The completions that a shell offers for a value.
enum Completion: Sendable, Equatable {
    case none
    case files
    case directories
    case list([String])
    /// A camera selector: `sim`, `ptpip:…`, `usb:…`.
    case cameras
    /// The name of a camera property.
    case properties
    /// The name of a camera property, followed by "=".
    case settings
    /// The value of the property that is the word before.
    case values
    /// A command, or another topic of the help.
    case helpTopics
}

extension ValueType where Value == String {
    /// Any text, the empty one included.
    static var text: Self {
        ValueType(describe: { $0 }) { text throws(ValueProblem) in text }
    }

    /// The path of a file. The command checks whether it exists.
    static var file: Self { path(.files, "a file") }

    /// The path of a file, or `-` for standard output.
    static var fileOrStandardOutput: Self { nonEmpty(.files) }

    /// The path of a folder. The command checks whether it exists.
    static var directory: Self { path(.directories, "a folder") }

    /// The path of a folder, or `-` for standard output.
    static var directoryOrStandardOutput: Self { nonEmpty(.directories) }

    /// The value of a property. The command checks whether the camera has it.
    static var propertyValue: Self {
        ValueType(completion: .values, describe: { $0 }) { text throws(ValueProblem) in text }
    }

    /// The name of a property. The command checks whether the camera has it.
    static var property: Self { nonEmpty(.properties) }

    /// A topic of the help. The help command checks whether it exists.
    static var helpTopic: Self {
        ValueType(completion: .helpTopics, describe: { $0 }) { text throws(ValueProblem) in text }
    }

    /// One of the listed words.
    static func oneOf(_ words: [String]) -> Self {
        ValueType(completion: .list(words), describe: { $0 }) { text throws(ValueProblem) in
            if words.contains(text) { return text }
            throw ValueProblem(message: notAmong(words, text))
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

    private static func nonEmpty(_ completion: Completion) -> Self {
        ValueType(completion: completion, describe: { $0 }) { text throws(ValueProblem) in
            if text.isEmpty { throw ValueProblem(message: "is empty") }
            return text
        }
    }
}

extension ValueType where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the cases of an enum, written as its raw value.
    static var choice: Self {
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
