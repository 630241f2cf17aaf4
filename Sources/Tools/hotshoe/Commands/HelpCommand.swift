import ArgumentParsing

/// `hotshoe help`
enum HelpCommand {
    static let topic = Argument.repeating("TOPIC", .helpTopic, "A command, exit-codes, faults or patterns.")

    static let command = Command(
        "help",
        summary: "Show the help of a command",
        discussion: "Without a topic, lists all commands.",
        arguments: [topic],
        examples: [
            .init("hotshoe help exit-codes", "Meaning of each exit code."),
            .init("hotshoe help faults", "Faults of a simulated camera."),
            .init("hotshoe completions --help", "The same as hotshoe help completions."),
        ]
    ) { context in
        let page = HelpPage(context.table)
        try page.check(context[topic])
        try context.output.write(page.text(for: context[topic], on: context.output.dataTerminal))
    }
}
