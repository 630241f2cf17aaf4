import ArgumentParsing
import CameraRecords

/// The context in which a command runs.
struct CommandContext: Sendable {
    let table: CommandTable
    let arguments: ParsedArguments
    let output: Output
    let environment: CommandEnvironment
    /// The camera that stays connected, in `hotshoe shell`; nil for a command of its own.
    var openCamera: OpenCamera?
    /// Whether the command changes something, so that its lines on standard output are confirmations.
    var isAction = false

    /// The context of a command, with the default camera if it uses one and none was given.
    static func of(
        _ command: Command,
        _ table: CommandTable,
        _ arguments: ParsedArguments,
        _ output: Output,
        _ environment: CommandEnvironment
    ) throws(CommandFailure) -> CommandContext {
        var arguments = arguments
        let cameras = arguments[GlobalOptions.camera]
        if cameras.count > 1, !command.acceptsSeveralCameras {
            throw CommandFailure(
                .usage,
                "--camera",
                "is given several times. This command uses one camera; get, set, info, list and shoot use several."
            )
        }
        if cameras.isEmpty, command.usesCamera, !arguments[SimulatorOptions.simulated],
            let selector = try DefaultCamera.selector(environment)
        {
            arguments = arguments.replacing(GlobalOptions.camera.syntax, with: [selector])
        }
        return CommandContext(
            table: table,
            arguments: arguments,
            output: output,
            environment: environment,
            isAction: command.isAction
        )
    }

    /// The value of one of the command's options, or of a global one.
    subscript<Value>(option: Option<Value>) -> Value { arguments[option] }

    /// The value of one of the command's arguments.
    subscript<Value>(argument: Argument<Value>) -> Value { arguments[argument] }

    /// Whether an option was given, with any value.
    func isGiven(_ option: OptionSyntax) -> Bool { arguments.has(option) }

    /// `--camera`.
    var camera: CameraSelector? { cameras.first }
    /// `--camera`, which list, get, set, info and shoot accept several times.
    var cameras: [CameraSelector] { self[GlobalOptions.camera] }
    /// `--timeout`; nil for the command's default.
    var timeout: Duration? { self[GlobalOptions.timeout] }
    /// `--json`.
    var wantsJSON: Bool { self[GlobalOptions.json] }

    /// Whether the connection to the camera continues after the command.
    var keepsConnection: Bool { openCamera != nil }

    /// Whether standard output receives the bytes of a file.
    var sendsFileToOutput: Bool {
        [DownloadCommand.to.syntax.name, ShootCommand.download.syntax.name].contains {
            arguments.text($0) == FileSaver.standardOutput
        }
            || [LiveViewCommand.output, LiveViewCommand.single].contains { self[$0] == FileSaver.standardOutput }
    }

    /// Prints one result: as JSON with `--json`, otherwise as text. The confirmations of a command that changes something are left out
    /// with `--quiet`, and are messages if standard output receives a file.
    func print(_ value: some Encodable, as text: @autoclosure () -> StyledText) throws {
        if sendsFileToOutput { return output.note(text()) }
        if wantsJSON { return try output.json(value) }
        if !isAction || output.verbosity != .quiet { try output.line(text()) }
    }
}
