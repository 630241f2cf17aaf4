import ArgumentParsing

/// `hotshoe help`
enum HelpCommand {
    static let topic = Argument.repeating("TOPIC", .helpTopic, "A command, environment, exit-codes, faults, patterns or rigs.")
    static let man = Option.flag("man", "Print the page for man(1).")

    static let command = Command(
        "help",
        summary: "Show the help of a command",
        discussion: "Without a topic, lists all commands.",
        arguments: [topic],
        options: [man],
        examples: [
            .init("hotshoe help exit-codes", "Meaning of each exit code."),
            .init("hotshoe help faults", "Faults of a simulated camera."),
            .init("hotshoe help --man shoot | man -l -", "The manual page of hotshoe shoot."),
            .init("hotshoe completions --help", "The same as hotshoe help completions."),
        ]
    ) { context in
        let page = HelpPage(context.table)
        try page.check(context[topic])
        if context[man] { return try context.output.write(page.manualPage(of: context[topic]).text) }
        try context.output.write(page.text(for: context[topic], on: context.output.dataTerminal))
    }
}
