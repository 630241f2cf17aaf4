/// `hotshoe help`
enum HelpCommand {
    static let topic = Argument.repeating("TOPIC", .helpTopic, "A command, exit-codes, or faults.")

    static let command = Command(
        "help",
        summary: "Show how a command is used",
        discussion: "Without a topic, lists all commands.",
        arguments: [topic],
        examples: [
            .init("hotshoe help exit-codes", "What each exit code means."),
            .init("hotshoe help faults", "What can be made to go wrong with a simulated camera."),
            .init("hotshoe completions --help", "The same as hotshoe help completions."),
        ]
    ) { context in
        let page = HelpPage(context.table)
        try page.check(context[topic])
        try context.output.write(page.text(for: context[topic], on: context.output.dataTerminal))
    }
}
