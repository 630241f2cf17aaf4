import ArgumentParsing

/// The completion script for fish: one `complete` command for each word that can be completed.
struct FishCompletions {
    private let table: CommandTable

    init(_ table: CommandTable) {
        self.table = table
    }

    var script: String {
        let opening = [
            "# Completes \(table.program) in fish. Made by `\(table.program) completions fish`.",
            "complete -c \(table.program) -f",
        ]
        let lines = opening + GlobalOptions.all.map { option($0, when: nil) } + table.syntax.commands.flatMap(lines)
        return lines.map { $0 + "\n" }.joined()
    }

    private func lines(for command: CommandSyntax) -> [String] {
        let offered = "complete -c \(table.program) -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))"
        if command.subcommands.isEmpty { return [offered] + parts(of: command, after: [command.name]) }
        let names = command.subcommands.map(\.name).joined(separator: " ")
        let undecided = "__fish_seen_subcommand_from \(command.name); and not __fish_seen_subcommand_from \(names)"
        return [offered]
            + command.subcommands.flatMap { inner in
                ["complete -c \(table.program) -n '\(undecided)' -a \(inner.name) -d \(quoted(inner.summary))"]
                    + parts(of: inner, after: [command.name, inner.name])
            }
    }

    private func parts(of command: CommandSyntax, after path: [String]) -> [String] {
        let condition = path.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
        let words = command.arguments.compactMap { argument in
            source(argument.value.completion).map { "complete -c \(table.program) -n '\(condition)' \($0)" }
        }
        return command.options.map { option($0, when: condition) } + words
    }

    private func option(_ option: OptionSyntax, when condition: String?) -> String {
        var words = ["complete -c \(table.program)"]
        if let condition { words.append("-n '\(condition)'") }
        words.append("-l \(option.name)")
        if let short = option.short { words.append("-s \(short)") }
        if let value = option.value { words.append("-r " + (source(value.completion) ?? "-f")) }
        return (words + ["-d \(quoted(option.help))"]).joined(separator: " ")
    }

    private func source(_ completion: Completion) -> String? {
        switch completion {
        case .none: nil
        case .files: "-F"
        case .directories: "-f -a '(__fish_complete_directories)'"
        case .cameras: "-f -a '(echo sim; \(table.program) completions cameras 2>/dev/null)'"
        case .values: "-f -a '(\(table.program) completions values (commandline -opc)[-1] 2>/dev/null)'"
        default: ShellWords.candidates(completion, in: table).map { "-f -a \(quoted($0.joined(separator: " ")))" }
        }
    }

    private func quoted(_ text: String) -> String {
        "'" + text.map { "\\'".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
