/// The context in which a command runs.
struct CommandContext: Sendable {
    let table: CommandTable
    let arguments: ParsedArguments
    let output: Output
    let environment: CommandEnvironment

    /// The value of one of the command's options, or of a global one.
    subscript<Value>(option: Option<Value>) -> Value { arguments[option] }

    /// The value of one of the command's arguments.
    subscript<Value>(argument: Argument<Value>) -> Value { arguments[argument] }

    /// Whether an option was given, with any value.
    func isGiven(_ option: OptionSyntax) -> Bool { arguments.has(option) }

    /// `--camera`.
    var camera: CameraSelector? { self[GlobalOptions.camera] }
    /// `--timeout`; nil for the command's default.
    var timeout: Duration? { self[GlobalOptions.timeout] }
    /// `--json`.
    var wantsJSON: Bool { self[GlobalOptions.json] }

    /// Prints one result: as JSON with `--json`, otherwise as text.
    func print(_ value: some Encodable, as text: @autoclosure () -> StyledText) throws {
        if wantsJSON { try output.json(value) } else { try output.line(text()) }
    }
}
