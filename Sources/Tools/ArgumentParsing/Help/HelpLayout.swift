import Wording

/// The layout of help pages in lines of limited width: paragraphs, sections, and the pages of a program and its commands.
package struct HelpLayout {
    private let program: ProgramSyntax
    private let width: Int
    /// Maximum length of a list of values in a page; longer lists have a separate page.
    private static let listedValues = 12

    package init(_ program: ProgramSyntax, width: Int) {
        self.program = program
        self.width = width
    }

    /// Paragraphs, which empty lines separate in the text.
    package func wrapped(_ text: String) -> [HelpLine] { TextWrapping.paragraphs(text, width: width).map { HelpLine($0) } }

    /// A section with a title; nothing without lines.
    package func section(_ title: String, _ lines: [HelpLine]) -> [HelpLine] {
        let heading = HelpLine(HelpLine.Part(text: title, role: .title), HelpLine.Part(text: ":", role: .text))
        return lines.isEmpty ? [] : ["", heading] + lines
    }

    /// A section with a list.
    package func section(_ title: String, _ list: DefinitionList) -> [HelpLine] { section(title, list.lines(width: width)) }

    /// A section with a text, indented.
    package func section(_ title: String, wrapping text: String) -> [HelpLine] {
        section(title, TextWrapping.lines(text, width: width - 2).map { HelpLine("  " + $0) })
    }

    /// A list of exit codes, whose numbers end in one column.
    package static func list(_ codes: [CommandSyntax.ExitStatus]) -> DefinitionList {
        DefinitionList(codes.map { ("\(HelpLine.spaces(3 - String($0.code).utf8.count))\($0.code)", $0.meaning) })
    }
}

// MARK: - Pages

extension HelpLayout {
    /// The page of a program with commands, which ends in a paragraph.
    package func overview(closing: String) -> [HelpLine] {
        wrapped(program.root.summary)
            + section("Usage", [HelpLine("  \(program.name) COMMAND [ARGUMENTS] [OPTIONS]")])
            + section("Commands", DefinitionList(program.commands.map { ($0.name, $0.summary) }))
            + optionsOfEveryCommand
            + [""] + wrapped(closing)
    }

    /// The page of a command, or of a program without commands.
    package func page(of command: CommandSyntax, _ path: [String]) -> [HelpLine] {
        let subcommands = command.subcommands.map { ((path + [$0.name]).joined(separator: " "), $0.summary) }
        return wrapped(command.summary + ".")
            + section("Usage", [HelpLine("  " + usage(of: command, path))])
            + section("Commands", DefinitionList(subcommands))
            + (command.discussion.isEmpty ? [] : [""] + wrapped(command.discussion))
            + section("Arguments", list(command.arguments))
            + section("Options", list(command.ownOptions))
            + command.groups.flatMap { section($0.title, list($0.options)) }
            + (path.isEmpty ? [] : optionsOfEveryCommand)
            + section("Examples", command.examples.flatMap(lines))
            + section("Exit codes", Self.list(command.exitCodes))
    }

    private var optionsOfEveryCommand: [HelpLine] { section("Options of every command", list(program.root.options)) }
}

// MARK: - Parts

extension HelpLayout {
    /// The usage of a command in one line.
    func usage(of command: CommandSyntax, _ path: [String]) -> String {
        let words = [program.name] + path
        if !command.subcommands.isEmpty { return (words + ["COMMAND [OPTIONS]"]).joined(separator: " ") }
        let required = command.options.filter(\.isRequired).map(\.usage)
        return (words + required + command.arguments.map(\.usage) + ["[OPTIONS]"]).joined(separator: " ")
    }

    private func list(_ arguments: [ArgumentSyntax]) -> DefinitionList {
        DefinitionList(arguments.map { ($0.repeats ? $0.name + "…" : $0.name, $0.help) })
    }

    private func list(_ options: [OptionSyntax]) -> DefinitionList {
        DefinitionList(
            options.map { option in
                let short = option.short.map { "-\($0), " } ?? "    "
                return (short + option.usage, Self.meaning(of: option))
            }
        )
    }

    /// The help of an option, with its values and its default.
    static func meaning(of option: OptionSyntax) -> String { ([option.help] + notes(on: option)).joined(separator: " ") }

    private static func notes(on option: OptionSyntax) -> [String] {
        var notes: [String] = []
        if case .list(let words)? = option.value?.completion, words.count <= listedValues {
            notes.append("One of \(words.listed(by: "or")).")
        }
        if option.repeats { notes.append("May be given several times.") }
        if let text = option.defaultText { notes.append("(default: \(text))") }
        return notes
    }

    private func lines(of example: CommandSyntax.Example) -> [HelpLine] {
        [HelpLine(HelpLine.Part(text: "  ", role: .text), HelpLine.Part(text: example.line, role: .term))]
            + TextWrapping.lines(example.meaning, width: width - 6).map { HelpLine(HelpLine.spaces(6) + $0) }
    }
}
