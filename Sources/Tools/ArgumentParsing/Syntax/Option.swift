/// An option of a command, and the type of its value.
///
/// It is declared once, listed in its command, and used as the key to its value:
///
///     static let count = Option.value("count", short: "n", .count, named: "N", default: 1, "How many pictures to take.")
///     … context[count] …                                                     // an Int, at least 1
package struct Option<Value: Sendable>: DeclaredOption {
    package let syntax: OptionSyntax

    /// Returns the option's value from its parsed values, in order.
    let read: @Sendable ([any Sendable]) -> Value
}

/// An option of any value type, in a command's list.
package protocol DeclaredOption: Sendable {
    var syntax: OptionSyntax { get }
}

/// The properties of an option for the parser, help and completions.
package struct OptionSyntax: DeclaredOption {
    /// The name without the dashes.
    package let name: String
    package let short: Character?
    /// One or two sentences.
    package let help: String
    /// Nil for a flag.
    package let value: ValueSyntax?
    package let repeats: Bool
    /// Whether a command line without it is an error.
    package var isRequired = false
    /// The default as shown in the help.
    package let defaultText: String?

    package var syntax: OptionSyntax { self }
    package var written: String { "--\(name)" }

    /// The option in a usage line: `--count N`.
    package var usage: String { ([written] + (value.map { [$0.name] } ?? [])).joined(separator: " ") }
}

/// The properties of the value of an option or argument for the parser, help and completions.
package struct ValueSyntax: Sendable {
    /// The placeholder in the help: `SECONDS`.
    package let name: String
    package let completion: Completion
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
    package static func flag(_ name: String, short: Character? = nil, _ help: String) -> Option where Value == Bool {
        let syntax = OptionSyntax(name: name, short: short, help: help, value: nil, repeats: false, defaultText: nil)
        return Option(syntax: syntax) { !$0.isEmpty }
    }

    /// An option with a value; nil if it is not given.
    package static func value<Wrapped>(
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
    package static func value(
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
    package static func repeating<Element>(
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

extension Option {
    /// An option with a value, without which a command line is an error.
    package static func required(
        _ name: String,
        _ type: ValueType<Value>,
        named valueName: String,
        _ help: String
    ) -> Option {
        Option(syntax: OptionSyntax(requiring: name, ValueSyntax(name: valueName, type), help, repeats: false)) { values in
            guard let value = values.first else { preconditionFailure("the parser lets no required option be missing") }
            return typed(value)
        }
    }

    /// An option that is given once or several times, with its values in order.
    package static func required<Element>(
        repeating name: String,
        _ type: ValueType<Element>,
        named valueName: String,
        _ help: String
    ) -> Option where Value == [Element] {
        Option(syntax: OptionSyntax(requiring: name, ValueSyntax(name: valueName, type), help, repeats: true)) {
            $0.map { typed($0) }
        }
    }
}

extension OptionSyntax {
    fileprivate init(requiring name: String, _ value: ValueSyntax, _ help: String, repeats: Bool) {
        self.init(name: name, short: nil, help: help, value: value, repeats: repeats, isRequired: true, defaultText: nil)
    }
}

/// Casts a parsed value to the type of its declaration.
func typed<Value>(_ value: any Sendable) -> Value {
    guard let value = value as? Value else { preconditionFailure("two declarations of one name differ in type") }
    return value
}
