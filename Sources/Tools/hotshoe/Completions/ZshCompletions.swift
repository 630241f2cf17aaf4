import ArgumentParsing

/// The completion script for zsh, for the `_arguments` function of its completion system.
struct ZshCompletions {
    private let table: CommandTable

    init(_ table: CommandTable) {
        self.table = table
    }

    var script: String {
        """
        #compdef \(table.program)
        # Completes \(table.program) in zsh. Made by `\(table.program) completions zsh`.
        _\(table.program)() {
            local curcontext=$curcontext state line
            local -a everywhere=(
        \(indented(GlobalOptions.all.map(option), by: 8))
            )
            _arguments -C $everywhere '1: :->command' '*:: :->rest'
            case $state in
            command)
                local -a commands=(
        \(indented(table.syntax.commands.map(described), by: 12))
                )
                _describe command commands
                ;;
            rest)
                case $words[1] in
        \(table.syntax.commands.map(commandCase).joined(separator: "\n"))
                esac
                ;;
            esac
        }
        if [[ $funcstack[1] == _\(table.program) ]]; then
            _\(table.program) "$@"
        else
            compdef _\(table.program) \(table.program)
        fi

        """
    }

    private func commandCase(_ command: CommandSyntax) -> String {
        if command.subcommands.isEmpty { return "        \(command.name)) \(arguments(of: command)) ;;" }
        let inner = command.subcommands.map { "            \($0.name)) \(arguments(of: $0)) ;;" }.joined(separator: "\n")
        return """
                    \(command.name))
                        _arguments -C $everywhere '1: :(\(command.subcommands.map(\.name).joined(separator: " ")))' '*:: :->inner'
                        case $words[1] in
            \(inner)
                        esac
                        ;;
            """
    }

    private func arguments(of command: CommandSyntax) -> String {
        let options = command.options.map(option)
        let words = command.arguments.enumerated().map { position, argument in
            let place = argument.repeats ? "*" : argument.minimum == 0 ? "\(position + 1):" : "\(position + 1)"
            return ShellWords.quoted("\(place):\(escaped(argument.name)):\(action(argument.value.completion))")
        }
        return (["_arguments $everywhere"] + options + words).joined(separator: " ")
    }

    /// `'(-n --count)'{-n+,--count=}'[How many.]:N:'`
    private func option(_ option: OptionSyntax) -> String {
        let help = "[\(escaped(option.help))]"
        let value = option.value.map { ":\(escaped($0.name)):\(action($0.completion))" } ?? ""
        let long = option.written + (option.value == nil ? "" : "=")
        guard let short = option.short else { return ShellWords.quoted((option.repeats ? "*" : "") + long + help + value) }
        let both = "{-\(short)\(option.value == nil ? "" : "+"),\(long)}"
        let alone = option.repeats ? "'*'" : "'(-\(short) \(option.written))'"
        return alone + both + ShellWords.quoted(help + value)
    }

    private func described(_ command: CommandSyntax) -> String {
        ShellWords.quoted("\(command.name):\(escaped(command.summary))")
    }

    private func action(_ completion: Completion) -> String {
        switch completion {
        case .files: "_files"
        case .directories: "_files -/"
        case .cameras:
            "{compadd -- sim ptpip\\: fujifilm\\: usb\\: ${(f)\"$(\(table.program) completions cameras 2>/dev/null)\"}}"
        case .values:
            "{compadd -M 'm:{a-z}={A-Z}' -- ${(f)\"$(\(table.program) completions values ${words[CURRENT-1]} 2>/dev/null)\"}}"
        default: ShellWords.candidates(completion, in: table).map { "(\($0.map(escaped).joined(separator: " ")))" } ?? " "
        }
    }

    /// Colons and brackets end parts of a specification.
    private func escaped(_ text: String) -> String {
        String(text.flatMap { "\\:[]".contains($0) ? ["\\", $0] : [$0] })
    }

    private func indented(_ lines: [String], by count: Int) -> String {
        lines.map { String(repeating: " ", count: count) + $0 }.joined(separator: "\n")
    }
}
