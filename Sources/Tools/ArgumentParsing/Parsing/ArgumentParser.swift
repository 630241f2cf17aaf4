import Wording

/// Parses arguments to an invocation, using the syntax of the program. Pure: no I/O, no environment.
package struct ArgumentParser {
    private let program: ProgramSyntax

    package init(_ program: ProgramSyntax) {
        self.program = program
    }

    package func parse(_ words: [String]) throws(UsageError) -> Invocation {
        let tokens = Tokenizer(takesValue: shapes()).tokens(of: words)
        if let invocation = answeredWithoutCommand(tokens) { return invocation }
        let (path, command, rest) = try resolveCommand(tokens)
        var parsed = ParsedArguments()
        try readOptions(tokens, of: command, path, into: &parsed)
        try readArguments(rest, of: command, path, into: &parsed)
        return .run(path: path, parsed)
    }

    /// Whether an option has a value, for any command. The program's `defects` report contradictions between commands.
    private func shapes() -> (String) -> Bool? {
        var shapes: [String: Bool] = [:]
        for option in program.allOptions {
            shapes[option.written] = option.value != nil
            if let short = option.short { shapes["-\(short)"] = option.value != nil }
        }
        return { shapes[$0] }
    }

    /// `--help` and `--version` take precedence over everything, mistakes included.
    private func answeredWithoutCommand(_ tokens: [CommandLineToken]) -> Invocation? {
        let options = tokens.compactMap { if case .option(let use) = $0 { use.written } else { nil } }
        let words = tokens.compactMap { if case .word(let word) = $0 { word } else { nil } }
        if options.contains("--help") || options.contains("-h") { return .help(longestPath(words)) }
        if options.contains("--version") { return .version }
        return tokens.isEmpty && !program.commands.isEmpty ? .help([]) : nil
    }

    private func longestPath(_ words: [String]) -> [String] {
        if words.first == "help" { return longestPath(Array(words.dropFirst())) }
        return [2, 1].lazy.map { Array(words.prefix($0)) }.first { program.command(at: $0) != nil } ?? []
    }
}

// MARK: - The command

extension ArgumentParser {
    private func resolveCommand(
        _ tokens: [CommandLineToken]
    ) throws(UsageError) -> ([String], CommandSyntax, ArraySlice<String>) {
        var path: [String] = []
        var found = program.root
        var words: [String] = []
        for token in tokens {
            switch token {
            case .word(let word) where !found.subcommands.isEmpty:
                guard let command = found.subcommands.first(where: { $0.name == word }) else {
                    let nearest = NearestName.of(word, among: found.subcommands.map(\.name))
                    let suggestion = nearest.map { (path + [$0]).joined(separator: " ") }
                    throw UsageError(kind: .unknownCommand(word, suggestion: suggestion), topic: path)
                }
                path.append(word)
                found = command
            case .word(let word): words.append(word)
            // A word that looks like a wrong command may be the value of an unknown option.
            case .option(let use) where !found.subcommands.isEmpty:
                if declared(use, among: program.allOptions) == nil { throw unknown(use, in: path.isEmpty ? nil : found, path) }
            case .option: break
            }
        }
        guard found.subcommands.isEmpty else {
            if path.isEmpty { throw UsageError(kind: .missingCommand(program: program.name)) }
            throw UsageError(kind: .missingSubcommand(choices: found.subcommands.map(\.name)), topic: path)
        }
        return (path, found, words[...])
    }
}

// MARK: - Options

extension ArgumentParser {
    private func declared(_ use: OptionUse, among options: [OptionSyntax]) -> OptionSyntax? {
        options.first { $0.written == use.written || $0.short.map { "-\($0)" } == use.written }
    }

    /// The options that are permitted with a command.
    private func accepted(by command: CommandSyntax, _ path: [String]) -> [OptionSyntax] {
        program.root.options + (path.isEmpty ? [] : command.options)
    }

    private func readOptions(
        _ tokens: [CommandLineToken],
        of command: CommandSyntax,
        _ path: [String],
        into parsed: inout ParsedArguments
    ) throws(UsageError) {
        let accepted = accepted(by: command, path)
        for case .option(let use) in tokens {
            guard let option = declared(use, among: accepted) else { throw unknown(use, in: command, path) }
            guard let value = option.value else {
                if use.value != nil { throw UsageError(kind: .unexpectedValue(option: use.written), topic: path) }
                parsed.append(true, to: option)
                continue
            }
            guard let text = use.value else {
                throw UsageError(kind: .missingValue(option: use.written, valueName: value.name), topic: path)
            }
            if parsed.has(option), !option.repeats { throw UsageError(kind: .repeatedOption(use.written), topic: path) }
            let read = try checked(text, value, path) { .invalidOptionValue(option: use.written, value: text, $0) }
            parsed.append(read, to: option)
        }
        for (first, second) in program.contradictions where parsed.has(first) && parsed.has(second) {
            throw UsageError(kind: .contradiction(first.written, second.written), topic: path)
        }
        if let missing = accepted.first(where: { $0.isRequired && !parsed.has($0) }) {
            throw UsageError(kind: .missingOption(missing.written, usage: missing.usage), topic: path)
        }
    }

    private func unknown(_ use: OptionUse, in command: CommandSyntax?, _ path: [String]) -> UsageError {
        let owners = program.leaves.filter { declared(use, among: $0.command.options) != nil }.map {
            $0.path.joined(separator: " ")
        }
        if command != nil, !owners.isEmpty { return UsageError(kind: .optionOfOthers(use.written, owners: owners), topic: path) }
        let candidates = (command.map { accepted(by: $0, path) } ?? program.allOptions).map(\.written)
        let suggestion = NearestName.of(use.written, among: candidates)
        return UsageError(kind: .unknownOption(use.written, suggestion: suggestion), topic: path)
    }
}

// MARK: - Arguments

extension ArgumentParser {
    private func readArguments(
        _ words: ArraySlice<String>,
        of command: CommandSyntax,
        _ path: [String],
        into parsed: inout ParsedArguments
    ) throws(UsageError) {
        var words = words
        for argument in command.arguments {
            guard !words.isEmpty || argument.minimum == 0 else {
                throw UsageError(kind: .missingArgument(argument.name, usage: usage(of: command, path)), topic: path)
            }
            for word in argument.repeats ? words : words.prefix(1) {
                let read = try checked(word, argument.value, path) { .invalidArgument(name: argument.name, value: word, $0) }
                parsed.append(read, to: argument)
            }
            words = argument.repeats ? [] : words.dropFirst()
        }
        if let extra = words.first { throw UsageError(kind: .unexpectedArgument(extra), topic: path) }
    }

    /// "weather report STATION DAY"
    private func usage(of command: CommandSyntax, _ path: [String]) -> String {
        ([program.name] + path + command.arguments.map(\.usage)).joined(separator: " ")
    }

    private func checked(
        _ text: String,
        _ value: ValueSyntax,
        _ path: [String],
        otherwise kind: (ValueProblem) -> UsageError.Kind
    ) throws(UsageError) -> any Sendable {
        do throws(ValueProblem) { return try value.check(text) } catch { throw UsageError(kind: kind(error), topic: path) }
    }
}
