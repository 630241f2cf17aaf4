/// An option of a command, and the type of its value.
///
/// It is declared once, listed in its command, and used as the key to its value:
///
///     static let count = Option.value("count", short: "n", .count, named: "N", default: 1, "How many pictures to take.")
///     … context[count] …                                                     // an Int, at least 1
struct Option<Value: Sendable>: DeclaredOption {
    let syntax: OptionSyntax

    /// Returns the option's value from its parsed values, in order.
    let read: @Sendable ([any Sendable]) -> Value
}

/// An option of any value type, in a command's list.
protocol DeclaredOption: Sendable {
    var syntax: OptionSyntax { get }
}

/// The properties of an option for the parser, help and completions.
struct OptionSyntax: DeclaredOption {
    /// The name without the dashes.
    let name: String
    let short: Character?
    /// One or two sentences.
    let help: String
    /// Nil for a flag.
    let value: ValueSyntax?
    let repeats: Bool
    /// The default as shown in the help.
    let defaultText: String?

    var syntax: OptionSyntax { self }
    var written: String { "--\(name)" }
}

/// The properties of the value of an option or argument for the parser, help and completions.
struct ValueSyntax: Sendable {
    /// The placeholder in the help: `SECONDS`.
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
    /// An option without a value.
    static func flag(_ name: String, short: Character? = nil, _ help: String) -> Option where Value == Bool {
        let syntax = OptionSyntax(name: name, short: short, help: help, value: nil, repeats: false, defaultText: nil)
        return Option(syntax: syntax) { !$0.isEmpty }
    }

    /// An option with a value; nil if it is not given.
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

    /// An option with a value; `default` if it is not given.
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

    /// An option that may be given several times, with its values in order.
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

/// Casts a parsed value to the type of its declaration.
func typed<Value>(_ value: any Sendable) -> Value {
    guard let value = value as? Value else { preconditionFailure("two declarations of one name differ in type") }
    return value
}
