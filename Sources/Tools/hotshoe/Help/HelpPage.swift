import HotShoeSupport

/// Help pages, generated from the command table.
struct HelpPage {
    // Topics that are not commands.
    static let exitCodesTopic = "exit-codes"
    static let faultsTopic = "faults"
    static let patternsTopic = "patterns"
    static let topics = [exitCodesTopic, faultsTopic, patternsTopic]
    /// Maximum length of a list of values in a page; longer lists have a separate page.
    private static let listedValues = 12

    private let table: CommandTable

    init(_ table: CommandTable) {
        self.table = table
    }

    /// Throws if the topic does not exist.
    func check(_ topic: [String]) throws(UsageError) {
        if topic.isEmpty || (topic.count == 1 && HelpPage.topics.contains(topic[0])) || table.command(at: topic) != nil { return }
        let known = Array(topic.prefix { word in table.command(at: [word]) != nil })
        let choices = known.isEmpty ? table.commands.map(\.name) + HelpPage.topics : []
        let subcommands = table.command(at: known)?.subcommands.map(\.name) ?? []
        let wrong = topic[min(known.count, topic.count - 1)]
        let suggestion = NearestName.of(wrong, among: choices + subcommands)
        throw UsageError(kind: .unknownHelpTopic(wrong, suggestion: suggestion), topic: [])
    }

    /// The page of a topic that `check` accepts, formatted for `terminal`. Lines have a readable length.
    func text(for topic: [String], on terminal: Terminal) -> String {
        let width = max(40, min(terminal.isTerminal ? terminal.width : 80, 100))
        return lines(for: topic, width: width).map { $0.rendered(terminal.colors) + "\n" }.joined()
    }

    func lines(for topic: [String], width: Int) -> [StyledText] {
        if topic == [HelpPage.exitCodesTopic] { return exitCodes(width) }
        if topic == [HelpPage.faultsTopic] { return faults(width) }
        if topic == [HelpPage.patternsTopic] { return patterns(width) }
        guard let command = table.command(at: topic) else { return overview(width) }
        return page(of: command, topic, width)
    }
}

// MARK: - Pages

extension HelpPage {
    private func overview(_ width: Int) -> [StyledText] {
        var commands = DefinitionList()
        for command in table.commands { commands.add(command.name, command.summary) }
        let closing =
            "`\(table.program) help COMMAND` explains a command, `\(table.program) help exit-codes` the exit codes."
        return wrapped(table.summary, width)
            + section("Usage", ["  \(table.program) COMMAND [ARGUMENTS] [OPTIONS]"])
            + section("Commands", commands.lines(width: width))
            + section("Options of every command", optionList(GlobalOptions.all).lines(width: width))
            + [""] + wrapped(closing, width)
    }

    private func page(of command: Command, _ path: [String], _ width: Int) -> [StyledText] {
        wrapped(command.summary + ".", width)
            + section("Usage", usage(of: command, path))
            + section("Commands", subcommandList(command, path).lines(width: width))
            + (command.discussion.isEmpty ? [] : [""] + wrapped(command.discussion, width))
            + section("Arguments", argumentList(command).lines(width: width))
            + section("Options", optionList(command.ownOptions).lines(width: width))
            + command.groups.flatMap { section(StyledText($0.title), optionList($0.options).lines(width: width)) }
            + section("Options of every command", optionList(GlobalOptions.all).lines(width: width))
            + section("Examples", examples(of: command, width))
            + section("Exit codes", exitCodeList(codes(of: command)).lines(width: width))
    }

    private func exitCodes(_ width: Int) -> [StyledText] {
        wrapped("\(table.program) ends with a code for the kind of failure. Scripts may rely on these numbers.", width)
            + section("Exit codes", exitCodeList(ExitCode.allCases).lines(width: width))
    }

    private func patterns(_ width: Int) -> [StyledText] {
        wrapped(PatternHelp.introduction, width)
            + section("Fields", definitions(PatternHelp.fields).lines(width: width))
            + [""] + wrapped(PatternHelp.hookIntroduction, width)
            + section("Variables", definitions(PatternHelp.variables).lines(width: width))
    }

    private func definitions(_ pairs: [(String, String)]) -> DefinitionList {
        var list = DefinitionList()
        for (name, meaning) in pairs { list.add(name, meaning) }
        return list
    }

    private func faults(_ width: Int) -> [StyledText] {
        wrapped(FaultNames.introduction, width)
            + section("Kinds", kinds(FaultNames.meanings).lines(width: width))
            + section("Codes", TextWrapping.lines(FaultNames.codes, width: width - 2).map { "  \($0)" })
            + section("Operations", TextWrapping.lines(FaultNames.operations, width: width - 2).map { "  \($0)" })
            + [""] + wrapped(FaultNames.wireIntroduction, width)
            + section("Kinds on the wire", kinds(FaultNames.wireMeanings).lines(width: width))
            + section("Stages", TextWrapping.lines(FaultNames.stages, width: width - 2).map { "  \($0)" })
            + [""] + wrapped(FaultNames.usbIntroduction, width)
            + section("Kinds on USB", kinds(FaultNames.usbMeanings).lines(width: width))
            + section("Phases", TextWrapping.lines(FaultNames.phases, width: width - 2).map { "  \($0)" })
            + section("Descriptor faults", TextWrapping.lines(FaultNames.descriptorFaults, width: width - 2).map { "  \($0)" })
    }

    private func kinds(_ meanings: [(kind: String, meaning: String)]) -> DefinitionList {
        var kinds = DefinitionList()
        for (kind, meaning) in meanings { kinds.add(kind, meaning) }
        return kinds
    }

    private func section(_ title: StyledText, _ lines: [StyledText]) -> [StyledText] {
        lines.isEmpty ? [] : ["", "\(title.plain, .bold):"] + lines
    }

    private func wrapped(_ text: String, _ width: Int) -> [StyledText] {
        TextWrapping.paragraphs(text, width: width).map { StyledText($0) }
    }
}

// MARK: - Parts

extension HelpPage {
    private func usage(of command: Command, _ path: [String]) -> [StyledText] {
        let words = ([table.program] + path).joined(separator: " ")
        if !command.subcommands.isEmpty { return ["  \(words) COMMAND [OPTIONS]"] }
        let parts = [words] + command.arguments.map(\.usage) + ["[OPTIONS]"]
        return [StyledText("  " + parts.joined(separator: " "))]
    }

    private func subcommandList(_ command: Command, _ path: [String]) -> DefinitionList {
        var list = DefinitionList()
        for subcommand in command.subcommands { list.add((path + [subcommand.name]).joined(separator: " "), subcommand.summary) }
        return list
    }

    private func argumentList(_ command: Command) -> DefinitionList {
        var list = DefinitionList()
        for argument in command.arguments { list.add(argument.repeats ? argument.name + "…" : argument.name, argument.help) }
        return list
    }

    private func optionList(_ options: [OptionSyntax]) -> DefinitionList {
        var list = DefinitionList()
        for option in options {
            let short = option.short.map { "-\($0), " } ?? "    "
            let value = option.value.map { " \($0.name)" } ?? ""
            list.add(short + option.written + value, ([option.help] + notes(on: option)).joined(separator: " "))
        }
        return list
    }

    private func notes(on option: OptionSyntax) -> [String] {
        var notes: [String] = []
        if case .list(let words)? = option.value?.completion, words.count <= Self.listedValues {
            notes.append("One of \(words.listed(by: "or")).")
        }
        if option.repeats { notes.append("May be given several times.") }
        if let text = option.defaultText { notes.append("(default: \(text))") }
        return notes
    }

    private func examples(of command: Command, _ width: Int) -> [StyledText] {
        command.examples.flatMap { example -> [StyledText] in
            ["  \(example.line, .cyan)"]
                + TextWrapping.lines(example.meaning, width: width - 6).map { StyledText.spaces(6) + StyledText($0) }
        }
    }

    private func codes(of command: Command) -> [ExitCode] {
        if !command.subcommands.isEmpty { return [] }
        return ([.success, .failure, .usage] + command.exitCodes).sorted { $0.rawValue < $1.rawValue }
    }

    private func exitCodeList(_ codes: [ExitCode]) -> DefinitionList {
        var list = DefinitionList()
        for code in codes {
            let number = String(code.rawValue)
            list.add(String(repeating: " ", count: 3 - number.utf8.count) + number, code.meaning)
        }
        return list
    }
}
