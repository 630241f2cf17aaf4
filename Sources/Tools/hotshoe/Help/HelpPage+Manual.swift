import ArgumentParsing

extension HelpPage {
    /// The page for man(1) of a topic that `check` accepts. Commands below others are in the page of these.
    func manualPage(of topic: [String]) -> ManualPage {
        guard let word = topic.first else { return overview() }
        if let command = table.syntax.command(at: [word]) { return page(of: command) }
        return page(ofTopic: word)
    }

    private func overview() -> ManualPage {
        var page = table.syntax.manualPage()
        page.heading("Environment")
        page.definitions(typed: EnvironmentHelp.variables)
        page.heading("Files")
        page.definitions(typed: EnvironmentHelp.files)
        page.heading("Exit status")
        page.definitions(typed: ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
        let commands = table.commands.map { (name: "\(table.program)-\($0.name)", section: 1) }
        page.seeAlso(commands + Self.topicPages.map { (name: "\(table.program)-\($0)", section: 7) })
        return page
    }

    private func page(of command: CommandSyntax) -> ManualPage {
        var page = table.syntax.manualPage(of: command)
        let options = Set((command.options + command.subcommands.flatMap(\.options)).map(\.name))
        var others = [(name: table.program, section: 1)]
        if !options.isDisjoint(with: ["pattern", "hook"]) { others.append((name: "\(table.program)-patterns", section: 7)) }
        if command.name == "rig" { others.append((name: "\(table.program)-\(Self.rigsTopic)", section: 7)) }
        if options.contains("fault") { others.append((name: "\(table.program)-faults", section: 7)) }
        page.seeAlso(others)
        return page
    }

    /// The topics that have a separate page; the others are in the page of the program.
    static let topicPages = [faultsTopic, patternsTopic, rigsTopic]

    private static func summary(_ topic: String) -> String {
        switch topic {
        case faultsTopic: "faults of a simulated camera"
        case rigsTopic: "files that describe several cameras"
        default: "names of copied files, and programs that are run for them"
        }
    }

    private func page(ofTopic topic: String) -> ManualPage {
        guard Self.topicPages.contains(topic) else { return overview() }
        var page = ManualPage(
            "\(table.program)-\(topic)",
            section: 7,
            summary: Self.summary(topic),
            origin: "\(table.program) \(table.version)"
        )
        page.heading("Description")
        switch topic {
        case Self.faultsTopic: page.faults()
        case Self.rigsTopic:
            page.paragraphs(RigHelp.introduction)
            page.heading("Example")
            page.example(RigHelp.example)
            page.heading("Keys")
            page.definitions(typed: RigHelp.keys)
        default:
            page.paragraphs(PatternHelp.introduction)
            page.heading("Fields")
            page.definitions(typed: PatternHelp.fields)
            page.heading("Hooks")
            page.paragraphs(PatternHelp.hookIntroduction)
            page.definitions(typed: PatternHelp.variables)
        }
        page.seeAlso([(name: table.program, section: 1)])
        return page
    }
}

extension ManualPage {
    fileprivate mutating func faults() {
        paragraphs(FaultNames.introduction)
        list("Kinds", FaultNames.meanings)
        text("Codes", FaultNames.codes)
        text("Operations", FaultNames.operations)
        text("On the wire", FaultNames.wireIntroduction)
        list("Kinds on the wire", FaultNames.wireMeanings)
        text("Stages", FaultNames.stages)
        text("On USB", FaultNames.usbIntroduction)
        list("Kinds on USB", FaultNames.usbMeanings)
        text("Phases", FaultNames.phases)
        text("Descriptor faults", FaultNames.descriptorFaults)
    }

    private mutating func list(_ title: String, _ entries: [(String, String)]) {
        heading(title)
        definitions(typed: entries)
    }

    private mutating func text(_ title: String, _ text: String) {
        heading(title)
        paragraphs(text)
    }
}
