import CameraModel
import HotShoeSupport

extension HotShoeCommand {
    /// The table of all commands.
    static let table = CommandTable(
        program: "hotshoe",
        version: HotShoeVersion.text,
        summary: "Finds cameras and controls them: properties, live view, pictures, files.",
        propertyNames: PropertyIdentifier.known.map(\.description),
        commands: [
            DemoCommand.command, ListCommand.command, InfoCommand.command, GetCommand.command, SetCommand.command,
            WatchCommand.command, ShootCommand.command, BracketCommand.command, FocusStackCommand.command,
            LiveViewCommand.command, VideoCommand.command, FilesCommand.command,
            DownloadCommand.command, TetherCommand.command, DeleteCommand.command, RateCommand.command,
            UploadCommand.command, MkdirCommand.command, RmdirCommand.command, MoveCommand.move, MoveCommand.copy,
            ProtectCommand.command,
            ThumbnailCommand.command, ExifCommand.command, FormatCommand.command, FocusCommand.command, ClockCommand.command,
            ShellCommand.command,
            ServeCommand.command, RigCommand.command, WebcamCommand.command, SimulateCommand.command,
            ReportCommand.command, DoctorCommand.command, HelpCommand.command, CompletionsCommand.command, VersionCommand.command,
        ]
    )
}
