import ArgumentParsing

/// The completion script for bash: one function that iterates over the words before the cursor and reads everything else from
/// tables.
struct BashCompletions {
    private let table: CommandTable

    init(_ table: CommandTable) {
        self.table = table
    }

    var script: String {
        """
        # Completes \(table.program) in bash. Made by `\(table.program) completions bash`.
        _\(table.program)() {
            local current=${COMP_WORDS[COMP_CWORD]} path='' awaiting='' ended='' count=0 word i
            COMPREPLY=()
            # bash hands over "--name=value" and "ptpip:host" cut at the signs.
            if [[ $current == : || ${COMP_WORDS[COMP_CWORD - 1]} == : ]]; then return; fi
            if [[ $current == = ]]; then current=''; fi
            for ((i = 1; i < COMP_CWORD; i++)); do
                word=${COMP_WORDS[i]}
                if [[ $word == : ]]; then ((i++)); continue; fi
                if [[ $word == = && $awaiting ]]; then continue; fi
                if [[ $awaiting ]]; then awaiting=''; continue; fi
                if [[ ! $ended && $word == -- ]]; then ended=1; continue; fi
                if [[ ! $ended && $word == -?* ]]; then
                    case $word in \(valueOptions)) awaiting=$word ;; esac
                    continue
                fi
                case "$path/$word" in
                \(pathCases)
                *) ((count++)) ;;
                esac
            done

            \(choice)

            case $kind in
            files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
            directories) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
            cameras)
                mapfile -t COMPREPLY < <(compgen -W "sim ptpip: fujifilm: http:// https:// usb: $(\(table.program) completions cameras 2>/dev/null)" -- "$current")
                ;;
            values)
                local value
                while IFS= read -r value; do
                    if [[ ${value,,} == "${current,,}"* ]]; then COMPREPLY+=("$(printf %q "$value")"); fi
                done < <(\(table.program) completions values "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null)
                ;;
            words) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current") ;;
            esac
            if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]]; then compopt -o nospace 2>/dev/null; fi
        }
        complete -F _\(table.program) \(table.program)

        """
    }

    /// Decides what is to be completed: the value of an option, an option, or a word.
    private var choice: String {
        let text = """
            local words='' kind=words
            if [[ $awaiting ]]; then
                case "$path $awaiting" in
                \(valueCases)
                *) return ;;
                esac
            elif [[ ! $ended && $current == -* ]]; then
                words=\(ShellWords.quoted(names(GlobalOptions.all)))
                case $path in
                \(optionCases)
                esac
            else
                case "$path $count" in
                \(wordCases)
                *) return ;;
                esac
            fi
            """
        return lines(text.split(separator: "\n").map(String.init), indent: 4)
    }
}

// MARK: - Tables

extension BashCompletions {
    /// A pattern of all options with a value, of any command.
    private var valueOptions: String {
        let names = table.syntax.allOptions.filter { $0.value != nil }.flatMap(spellings)
        return Set(names).sorted().joined(separator: " | ")
    }

    /// Cases that map words to a path: "video" and then "start" to "video start".
    private var pathCases: String {
        lines(
            table.syntax.commands.flatMap { command in
                ["/\(command.name)) path='\(command.name)' ;;"]
                    + command.subcommands.map { "\(command.name)/\($0.name)) path='\(command.name) \($0.name)' ;;" }
            },
            indent: 8
        )
    }

    private var valueCases: String {
        let own = table.syntax.leaves.flatMap { path, command in
            command.options.compactMap { option in
                option.value.flatMap { answer($0.completion) }.map { answer in
                    spellings(option).map { "'\(path.joined(separator: " ")) \($0)'" }.joined(separator: " | ") + ") \(answer) ;;"
                }
            }
        }
        let global = GlobalOptions.all.compactMap { option in
            option.value.flatMap { answer($0.completion) }.map { answer in
                spellings(option).map { "*' \($0)'" }.joined(separator: " | ") + ") \(answer) ;;"
            }
        }
        return lines(own + global, indent: 4)
    }

    private var optionCases: String {
        let cases = table.syntax.leaves.filter { !$0.command.options.isEmpty }.map { path, command in
            "'\(path.joined(separator: " "))') words+=\(ShellWords.quoted(" " + names(command.options))) ;;"
        }
        return lines(cases + ["*) ;;"], indent: 4)
    }

    private var wordCases: String {
        let groups = table.syntax.commands.filter { !$0.subcommands.isEmpty }.map { group in
            "'\(group.name) 0') words=\(ShellWords.quoted(group.subcommands.map(\.name).joined(separator: " "))) ;;"
        }
        let arguments = table.syntax.leaves.flatMap { path, command in
            command.arguments.enumerated().compactMap { position, argument in
                answer(argument.value.completion).map { answer in
                    let which =
                        argument.repeats ? "'\(path.joined(separator: " ")) '*" : "'\(path.joined(separator: " ")) \(position)'"
                    return "\(which)) \(answer) ;;"
                }
            }
        }
        let commands = "' 0') words=\(ShellWords.quoted(table.syntax.commands.map(\.name).joined(separator: " "))) ;;"
        return lines([commands] + groups + arguments, indent: 4)
    }

    private func answer(_ completion: Completion) -> String? {
        switch completion {
        case .files: "kind=files"
        case .directories: "kind=directories"
        case .cameras: "kind=cameras"
        case .values: "kind=values"
        default: ShellWords.candidates(completion, in: table).map { "words=\(ShellWords.quoted($0.joined(separator: " ")))" }
        }
    }

    private func names(_ options: [OptionSyntax]) -> String { options.map(\.written).joined(separator: " ") }

    private func spellings(_ option: OptionSyntax) -> [String] { [option.written] + (option.short.map { ["-\($0)"] } ?? []) }

    private func lines(_ lines: [String], indent: Int) -> String {
        lines.joined(separator: "\n" + String(repeating: " ", count: indent))
    }
}
