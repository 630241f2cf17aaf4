/// The values of a command line, accessed by the declarations that parsed them.
package struct ParsedArguments: Sendable {
    private var options: [String: [any Sendable]] = [:]
    private var arguments: [String: [any Sendable]] = [:]

    package subscript<Value>(option: Option<Value>) -> Value { option.read(options[option.syntax.name] ?? []) }

    package subscript<Value>(argument: Argument<Value>) -> Value { argument.read(arguments[argument.syntax.name] ?? []) }

    package func has(_ option: OptionSyntax) -> Bool { options[option.name] != nil }

    /// The value of an option or an argument that is text, by its name; nil if it was not given or is something else.
    package func text(_ option: String) -> String? { options[option]?.first as? String }

    /// The arguments with other values of an option.
    package func replacing(_ option: OptionSyntax, with values: [any Sendable]) -> ParsedArguments {
        var arguments = self
        arguments.options[option.name] = values.isEmpty ? nil : values
        return arguments
    }

    mutating func append(_ value: any Sendable, to option: OptionSyntax) { options[option.name, default: []].append(value) }

    mutating func append(_ value: any Sendable, to argument: ArgumentSyntax) {
        arguments[argument.name, default: []].append(value)
    }
}

/// The parsed request of a command line.
package enum Invocation: Sendable {
    /// Run the command with these words; none for a program without commands.
    case run(path: [String], ParsedArguments)
    /// Help for these words; the overview for none.
    case help([String])
    case version
}
