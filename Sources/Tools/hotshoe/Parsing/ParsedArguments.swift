/// The values a command line gave, read through the declarations they were parsed by.
struct ParsedArguments: Sendable {
    private var options: [String: [any Sendable]] = [:]
    private var arguments: [String: [any Sendable]] = [:]

    subscript<Value>(option: Option<Value>) -> Value { option.read(options[option.syntax.name] ?? []) }

    subscript<Value>(argument: Argument<Value>) -> Value { argument.read(arguments[argument.syntax.name] ?? []) }

    func has(_ option: OptionSyntax) -> Bool { options[option.name] != nil }

    mutating func append(_ value: any Sendable, to option: OptionSyntax) { options[option.name, default: []].append(value) }

    mutating func append(_ value: any Sendable, to argument: ArgumentSyntax) {
        arguments[argument.name, default: []].append(value)
    }
}

/// What a command line asks for.
enum Invocation: Sendable {
    case run(path: [String], Command, ParsedArguments)
    /// Help for these words; none for the overview.
    case help([String])
    case version
}
