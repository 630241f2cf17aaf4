import ArgumentParsing
import Wording

/// Help pages, generated from the command table.
struct HelpPage {
    // Topics that are not commands.
    static let exitCodesTopic = "exit-codes"
    static let faultsTopic = "faults"
    static let patternsTopic = "patterns"
    static let rigsTopic = "rigs"
    static let environmentTopic = "environment"
    static let topics = [environmentTopic, exitCodesTopic, faultsTopic, patternsTopic, rigsTopic]

    let table: CommandTable

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
        let layout = HelpLayout(table.syntax, width: width)
        let lines =
            switch topic {
            case [HelpPage.exitCodesTopic]: exitCodes(layout)
            case [HelpPage.environmentTopic]: environment(layout)
            case [HelpPage.faultsTopic]: faults(layout)
            case [HelpPage.patternsTopic]: patterns(layout)
            case [HelpPage.rigsTopic]: rigs(layout)
            case []: overview(layout)
            default: table.syntax.command(at: topic).map { layout.page(of: $0, topic) } ?? overview(layout)
            }
        return lines.map { StyledText($0) }
    }
}

// MARK: - Pages

extension HelpPage {
    private func overview(_ layout: HelpLayout) -> [HelpLine] {
        layout.overview(
            closing: "`\(table.program) help COMMAND` explains a command, `\(table.program) help exit-codes` the exit codes."
        )
    }

    private func environment(_ layout: HelpLayout) -> [HelpLine] {
        layout.wrapped(EnvironmentHelp.introduction) + layout.section("Variables", DefinitionList(EnvironmentHelp.variables))
            + layout.section("Files", DefinitionList(EnvironmentHelp.files))
    }

    private func exitCodes(_ layout: HelpLayout) -> [HelpLine] {
        layout.wrapped("\(table.program) ends with a code for the kind of failure. Scripts may rely on these numbers.")
            + layout.section("Exit codes", HelpLayout.list(ExitCode.allCases.map(\.documented)))
    }

    private func patterns(_ layout: HelpLayout) -> [HelpLine] {
        layout.wrapped(PatternHelp.introduction)
            + layout.section("Fields", DefinitionList(PatternHelp.fields))
            + [""] + layout.wrapped(PatternHelp.hookIntroduction)
            + layout.section("Variables", DefinitionList(PatternHelp.variables))
    }

    private func rigs(_ layout: HelpLayout) -> [HelpLine] {
        layout.wrapped(RigHelp.introduction)
            + layout.section("Example", RigHelp.example.map { HelpLine($0.isEmpty ? "" : "  " + $0) })
            + layout.section("Keys", DefinitionList(RigHelp.keys))
    }

    private func faults(_ layout: HelpLayout) -> [HelpLine] {
        layout.wrapped(FaultNames.introduction)
            + layout.section("Kinds", DefinitionList(FaultNames.meanings))
            + layout.section("Codes", wrapping: FaultNames.codes)
            + layout.section("Operations", wrapping: FaultNames.operations)
            + [""] + layout.wrapped(FaultNames.wireIntroduction)
            + layout.section("Kinds on the wire", DefinitionList(FaultNames.wireMeanings))
            + layout.section("Stages", wrapping: FaultNames.stages)
            + [""] + layout.wrapped(FaultNames.usbIntroduction)
            + layout.section("Kinds on USB", DefinitionList(FaultNames.usbMeanings))
            + layout.section("Phases", wrapping: FaultNames.phases)
            + layout.section("Descriptor faults", wrapping: FaultNames.descriptorFaults)
    }
}

extension StyledText {
    /// A line of help, with its titles in bold and its terms in colour.
    init(_ line: HelpLine) {
        self = line.parts.reduce("") { $0 + StyledText($1.text, Style($1.role)) }
    }
}

extension StyledText.Style {
    fileprivate init(_ role: HelpLine.Role) {
        self =
            switch role {
            case .text: .plain
            case .title: .bold
            case .term: .cyan
            }
    }
}

extension ExitCode {
    /// The code for the help.
    var documented: CommandSyntax.ExitStatus { CommandSyntax.ExitStatus(rawValue, meaning) }
}
