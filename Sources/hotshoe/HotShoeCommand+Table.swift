extension HotShoeCommand {
    /// Every command there is.
    static let table = CommandTable(
        program: "hotshoe",
        version: "0.1.0",
        summary: "Finds cameras and controls them: properties, live view, pictures, files.",
        commands: [HelpCommand.command, CompletionsCommand.command, VersionCommand.command]
    )
}
