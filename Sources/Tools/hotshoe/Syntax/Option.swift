/// An option of a command, and the type its value has once it is read.
///
/// Declared once, it is listed in its command and used as the key to its value:
///
///     static let count = Option.value("count", short: "n", .count, named: "N", default: 1, "How many pictures to take.")
///     … context[count] …                                                     // an Int, at least 1
struct Option<Value: Sendable>: DeclaredOption {
    let syntax: OptionSyntax

    /// The option's value, given the values that were parsed for it in the order they stood.
    let read: @Sendable ([any Sendable]) -> Value
}

/// An option of any value type, as a command lists it.
protocol DeclaredOption: Sendable {
    var syntax: OptionSyntax { get }
}

/// What parser, help and completions know about an option.
struct OptionSyntax: DeclaredOption {
    /// Without the dashes.
    let name: String
    let short: Character?
    /// A sentence or two.
    let help: String
    /// Nil for a flag.
    let value: ValueSyntax?
    let repeats: Bool
    /// The default as help shows it.
    let defaultText: String?

    var syntax: OptionSyntax { self }
    var written: String { "--\(name)" }
}

/// What parser, help and completions know about the value of an option or argument.
struct ValueSyntax: Sendable {
    /// What help calls it: `SECONDS`.
    let name: String
    let completion: Completion
    let check: @Sendable (String) throws(ValueProblem) -> any Sendable

    init<Value>(name: String, _ type: ValueType<Value>) {
        self.name = name
        completion = type.completion
        let parse = type.parse
        check = { text throws(ValueProblem) in try parse(text) }
    }
}

extension Option {
    /// An option that is there or not.
    static func flag(_ name: String, short: Character? = nil, _ help: String) -> Option where Value == Bool {
        let syntax = OptionSyntax(name: name, short: short, help: help, value: nil, repeats: false, defaultText: nil)
        return Option(syntax: syntax) { !$0.isEmpty }
    }

    /// An option with a value that is nil unless given.
    static func value<Wrapped>(
        _ name: String,
        short: Character? = nil,
        _ type: ValueType<Wrapped>,
        named valueName: String,
        _ help: String
    ) -> Option where Value == Wrapped? {
        let value = ValueSyntax(name: valueName, type)
        let syntax = OptionSyntax(name: name, short: short, help: help, value: value, repeats: false, defaultText: nil)
        return Option(syntax: syntax) { $0.first.map { typed($0) } }
    }

    /// An option with a value that is `default` unless given.
    static func value(
        _ name: String,
        short: Character? = nil,
        _ type: ValueType<Value>,
        named valueName: String,
        default fallback: Value,
        _ help: String
    ) -> Option {
        let value = ValueSyntax(name: valueName, type)
        let text = type.describe(fallback)
        let syntax = OptionSyntax(name: name, short: short, help: help, value: value, repeats: false, defaultText: text)
        return Option(syntax: syntax) { $0.first.map { typed($0) } ?? fallback }
    }

    /// An option that may be given several times; its values in order.
    static func repeating<Element>(
        _ name: String,
        short: Character? = nil,
        _ type: ValueType<Element>,
        named valueName: String,
        _ help: String
    ) -> Option where Value == [Element] {
        let value = ValueSyntax(name: valueName, type)
        let syntax = OptionSyntax(name: name, short: short, help: help, value: value, repeats: true, defaultText: nil)
        return Option(syntax: syntax) { $0.map { typed($0) } }
    }
}

/// A parsed value as the type its declaration gave it.
func typed<Value>(_ value: any Sendable) -> Value {
    guard let value = value as? Value else { preconditionFailure("two declarations of one name differ in type") }
    return value
}
