import ArgumentParsing

/// One command: its syntax, and its code.
struct Command: Sendable {
    let syntax: CommandSyntax
    let body: Body

    enum Body: Sendable {
        /// Throws `CommandFailure`, or any error that `CommandFailure.init(_:)` supports. When its task is cancelled, it stops
        /// the camera's activity and returns or throws within the time limit for signals.
        case run(@Sendable (CommandContext) async throws -> Void)
        /// A command that only contains subcommands: `video start`, `video stop`.
        case group([Command])
    }

    /// Creates a command that can be run. The exit codes are those to document, in addition to success, failure and usage.
    init(
        _ name: String,
        summary: String,
        discussion: String = "",
        arguments: [any DeclaredArgument] = [],
        options: [any DeclaredOption] = [],
        groups: [OptionGroup] = [],
        examples: [CommandSyntax.Example] = [],
        exitCodes: [ExitCode] = [],
        run: @escaping @Sendable (CommandContext) async throws -> Void
    ) {
        let codes = ([.success, .failure, .usage] + exitCodes).sorted { $0.rawValue < $1.rawValue }
        syntax = CommandSyntax(
            name,
            summary: summary,
            discussion: discussion,
            arguments: arguments,
            options: options,
            groups: groups,
            examples: examples,
            exitCodes: codes.map(\.documented)
        )
        body = .run(run)
    }

    init(group name: String, summary: String, discussion: String = "", _ subcommands: [Command]) {
        syntax = CommandSyntax(name, summary: summary, discussion: discussion, subcommands: subcommands.map(\.syntax))
        body = .group(subcommands)
    }

    var name: String { syntax.name }

    /// Names of the commands that change something: what they print are confirmations, which `--quiet` leaves out.
    private static let actions: Set<String> = [
        "set", "shoot", "bracket", "focus-stack", "record", "start", "stop", "download", "tether", "delete", "rate", "upload",
        "mkdir",
        "rmdir", "move", "copy", "protect", "thumbnail", "format", "auto", "drive", "point", "area", "demo",
    ]
    /// Names of the commands that accept several cameras.
    private static let ofSeveralCameras: Set<String> = ["list", "get", "set", "info", "shoot"]

    /// Whether the command changes something.
    var isAction: Bool { Self.actions.contains(name) }
    /// Whether `--camera` may be given several times.
    var acceptsSeveralCameras: Bool { Self.ofSeveralCameras.contains(name) }
    /// Whether the command uses one camera, which may be the default one.
    var usesCamera: Bool {
        syntax.options.contains { $0.name == SimulatorOptions.simulated.syntax.name }
            && !["list", "doctor", "demo", "simulate", "serve", "rig"].contains(name)
    }

    var subcommands: [Command] {
        if case .group(let subcommands) = body { subcommands } else { [] }
    }
}
