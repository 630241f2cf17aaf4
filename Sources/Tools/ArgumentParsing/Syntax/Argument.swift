/// A positional argument of a command, and the type of its value. Used as the key to its value, like `Option`.
package struct Argument<Value: Sendable>: DeclaredArgument {
    package let syntax: ArgumentSyntax
    let read: @Sendable ([any Sendable]) -> Value
}

/// An argument of any value type, in a command's list.
package protocol DeclaredArgument: Sendable {
    var syntax: ArgumentSyntax { get }
}

/// The properties of an argument for the parser, help and completions.
package struct ArgumentSyntax: Sendable {
    package let value: ValueSyntax
    package let help: String
    /// The minimum number of words: 0 or 1.
    package let minimum: Int
    package let repeats: Bool

    package var name: String { value.name }

    /// The argument in a usage line: `NAME`, `[NAME]`, `NAME…`, `[NAME…]`.
    package var usage: String {
        let word = repeats ? name + "…" : name
        return minimum == 0 ? "[\(word)]" : word
    }
}

extension Argument {
    /// A required word.
    package static func required(_ name: String, _ type: ValueType<Value>, _ help: String) -> Argument {
        let syntax = ArgumentSyntax(value: ValueSyntax(name: name, type), help: help, minimum: 1, repeats: false)
        return Argument(syntax: syntax) { values in
            guard let value = values.first else { preconditionFailure("the parser lets no required argument be missing") }
            return typed(value)
        }
    }

    /// An optional word.
    package static func optional<Wrapped>(_ name: String, _ type: ValueType<Wrapped>, _ help: String) -> Argument
    where Value == Wrapped? {
        let syntax = ArgumentSyntax(value: ValueSyntax(name: name, type), help: help, minimum: 0, repeats: false)
        return Argument(syntax: syntax) { $0.first.map { typed($0) } }
    }

    /// All remaining words. Must be the last argument.
    package static func repeating<Element>(_ name: String, _ type: ValueType<Element>, atLeast minimum: Int = 0, _ help: String)
        -> Argument
    where Value == [Element] {
        let syntax = ArgumentSyntax(value: ValueSyntax(name: name, type), help: help, minimum: min(minimum, 1), repeats: true)
        return Argument(syntax: syntax) { $0.map { typed($0) } }
    }
}
