/// `hotshoe completions`
enum CompletionsCommand {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    static let shell = Argument.required("SHELL", .choice as ValueType<Shell>, "bash, zsh or fish.")

    static let command = Command(
        "completions",
        summary: "Print a script that completes commands in a shell",
        discussion: "The script is made from the same table as this help. Print it again after an update.",
        arguments: [shell],
        examples: [
            .init("source <(hotshoe completions bash)", "Completion in this shell; put it into ~/.bashrc for all."),
            .init("hotshoe completions zsh > ~/.zfunc/_hotshoe", "For zsh, in a folder of its $fpath."),
            .init("hotshoe completions fish > ~/.config/fish/completions/hotshoe.fish", "For fish."),
        ]
    ) { context in
        try context.output.write(script(for: context[shell], context.table))
    }

    static func script(for shell: Shell, _ table: CommandTable) -> String {
        switch shell {
        case .bash: BashCompletions(table).script
        case .zsh: ZshCompletions(table).script
        case .fish: FishCompletions(table).script
        }
    }
}
