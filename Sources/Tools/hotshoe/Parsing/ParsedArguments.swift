/// The values of a command line, accessed by the declarations that parsed them.
struct ParsedArguments: Sendable {
    private var options: [String: [any Sendable]] = [:]
    private var arguments: [String: [any Sendable]] = [:]

    subscript<Value>(option: Option<Value>) -> Value { option.read(options[option.syntax.name] ?? []) }

    subscript<Value>(argument: Argument<Value>) -> Value { argument.read(arguments[argument.syntax.name] ?? []) }

    func has(_ option: OptionSyntax) -> Bool { options[option.name] != nil }

    /// The value of an option or an argument that is text, by its name; nil if it was not given or is something else.
    func text(_ option: String) -> String? { options[option]?.first as? String }

    /// The arguments with other values of an option.
    func replacing(_ option: OptionSyntax, with values: [any Sendable]) -> ParsedArguments {
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
enum Invocation: Sendable {
    case run(path: [String], Command, ParsedArguments)
    /// Help for these words; the overview for none.
    case help([String])
    case version
}
