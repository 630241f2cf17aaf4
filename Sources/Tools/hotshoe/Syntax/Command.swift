/// One command: its name, its arguments and options, and its code.
struct Command: Sendable {
    let name: String
    /// One line, for lists of commands. Starts with a capital, ends without a full stop.
    let summary: String
    /// Paragraphs separated by empty lines. The help wraps them, so they contain no line breaks.
    let discussion: String
    let arguments: [ArgumentSyntax]
    /// The command's own options, followed by those of its groups.
    let options: [OptionSyntax]
    let groups: [OptionGroup]
    let examples: [Example]
    /// The exit codes to document, in addition to success, failure and usage.
    let exitCodes: [ExitCode]
    let body: Body

    enum Body: Sendable {
        /// Throws `CommandFailure`, or any error that `CommandFailure.init(_:)` supports. When its task is cancelled, it stops
        /// the camera's activity and returns or throws within the time limit for signals.
        case run(@Sendable (CommandContext) async throws -> Void)
        /// A command that only contains subcommands: `video start`, `video stop`.
        case group([Command])
    }

    /// An example line, and its effect.
    struct Example: Sendable {
        let line: String
        let meaning: String

        init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    init(
        _ name: String,
        summary: String,
        discussion: String = "",
        arguments: [any DeclaredArgument] = [],
        options: [any DeclaredOption] = [],
        groups: [OptionGroup] = [],
        examples: [Example] = [],
        exitCodes: [ExitCode] = [],
        run: @escaping @Sendable (CommandContext) async throws -> Void
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments.map(\.syntax)
        self.options = options.map(\.syntax) + groups.flatMap(\.options)
        self.groups = groups
        self.examples = examples
        self.exitCodes = exitCodes
        body = .run(run)
    }

    init(group name: String, summary: String, discussion: String = "", _ subcommands: [Command]) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        arguments = []
        options = []
        groups = []
        examples = []
        exitCodes = []
        body = .group(subcommands)
    }

    /// The options outside of groups.
    var ownOptions: [OptionSyntax] { Array(options.dropLast(groups.reduce(0) { $0 + $1.options.count })) }

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
        options.contains { $0.name == SimulatorOptions.simulated.syntax.name }
            && !["list", "doctor", "demo", "simulate"].contains(name)
    }

    var subcommands: [Command] {
        if case .group(let subcommands) = body { subcommands } else { [] }
    }
}
