import ArgumentParsing
import CameraModel
import CameraRecords
import HotShoeSupport

/// `hotshoe completions`
enum CompletionsCommand {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    /// A shell, or what its script asks for.
    enum Topic: String, CaseIterable {
        case bash, zsh, fish, cameras, values
    }

    static let shell = Argument.required(
        "SHELL",
        .choice as ValueType<Topic>,
        "bash, zsh or fish. For their scripts: cameras prints those that are found, values what a property can be set to."
    )
    static let property = Argument.optional("PROPERTY", .property, "With values: the property.")

    static let command = Command(
        "completions",
        summary: "Print a script that completes commands in a shell",
        discussion: "The script is made from the same table as this help. Print it again after an update.",
        arguments: [shell, property],
        examples: [
            .init("source <(hotshoe completions bash)", "Completion in this shell; put it into ~/.bashrc for all."),
            .init("hotshoe completions zsh > ~/.zfunc/_hotshoe", "For zsh, in a folder of its $fpath."),
            .init("hotshoe completions fish > ~/.config/fish/completions/hotshoe.fish", "For fish."),
        ]
    ) { context in
        switch context[shell] {
        case .cameras: for word in try await cameras(context) { try context.output.line("\(word)") }
        case .values: for word in try await values(context) { try context.output.line("\(word)") }
        case .bash: try context.output.write(script(for: .bash, context.table))
        case .zsh: try context.output.write(script(for: .zsh, context.table))
        case .fish: try context.output.write(script(for: .fish, context.table))
        }
    }

    /// Time to search while a person waits for the words.
    private static let limit = Duration.milliseconds(800)

    /// The selectors of the cameras that are found: serial numbers, or else addresses.
    private static func cameras(_ context: CommandContext) async throws -> [String] {
        let search = try CameraSearch(context.narrowed(to: limit))
        return await search.cameras().compactMap { $0.description.serialNumber ?? $0.description.selector }
    }

    /// The labels of the values that a property can be set to now; none if there is no camera.
    private static func values(_ context: CommandContext) async throws -> [String] {
        guard let text = context[property] else { return [] }
        let name = try PropertyName(text)
        let labels = Guarded<[String]>([])
        let usual = try DefaultCamera.selector(context.environment)
        let own = context.narrowed(to: context.timeout ?? .seconds(3), usual)
        try await own.withCamera { camera in
            let values = try name.property(of: camera).settable.values.map(\.label)
            labels.withLock { $0 = values }
        }
        return labels.withLock { $0 }
    }

    static func script(for shell: Shell, _ table: CommandTable) -> String {
        switch shell {
        case .bash: BashCompletions(table).script
        case .zsh: ZshCompletions(table).script
        case .fish: FishCompletions(table).script
        }
    }
}

extension CommandContext {
    /// The context with a time limit, and a camera unless one was given.
    fileprivate func narrowed(to limit: Duration, _ camera: CameraSelector? = nil) -> CommandContext {
        var arguments = arguments.replacing(GlobalOptions.timeout.syntax, with: [limit])
        if let camera, cameras.isEmpty { arguments = arguments.replacing(GlobalOptions.camera.syntax, with: [camera]) }
        return CommandContext(table: table, arguments: arguments, output: output, environment: environment)
    }
}
