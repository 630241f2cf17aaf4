import ArgumentParsing
import CameraModel
import HotShoeSupport
import PictureSaving

/// `hotshoe tether`
enum TetherCommand {
    static let download = Option.value(
        "download",
        short: "d",
        .directory,
        named: "DIR",
        "Copy each new picture and video into this folder. Required."
    )
    static let pattern = Option.value(
        "pattern",
        short: "p",
        .fileNamePattern,
        named: "PATTERN",
        default: .original,
        "Names for the files, such as {date}-{number:04}{ext}; `hotshoe help patterns` lists the fields."
    )
    static let hook = Option.value(
        "hook",
        .file,
        named: "PROGRAM",
        "Run this program after each file, with the file's path as its argument; `hotshoe help patterns` lists its environment."
    )
    static let count = Option.value(
        "count",
        short: "n",
        .wholeNumber(1...1_000_000),
        named: "N",
        "End after this number of files."
    )
    static let seconds = Option.value(
        "seconds",
        short: "s",
        .seconds(.milliseconds(1)...),
        named: "SECONDS",
        "End after this time."
    )
    static let noReconnect = Option.flag("no-reconnect", "End with an error when the connection to the camera is lost.")

    static let command = Command(
        "tether",
        summary: "Copy each picture as it is taken at the camera",
        discussion:
            "Waits for pictures and videos that the camera makes and copies each one into a folder. Existing files are never replaced, "
            + "and nothing is deleted from the camera. Runs until Ctrl-C, --count or --seconds; prints an exact count at the end.\n\n"
            + "If the connection is lost, hotshoe connects again as soon as the camera is back, and copies the files made in between.\n\n"
            + "At most \(HookRunner.limit) hook programs run at the same time. Their output goes to standard error. If one of them fails, its "
            + "exit code is printed, and hotshoe ends with 1.",
        options: [download, pattern, hook, count, seconds, noReconnect],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe tether --download shoot", "Copy the pictures taken at the camera into the folder shoot."),
            .init(
                "hotshoe tether --download . --pattern '{date}/{number:04}{ext}'",
                "A folder for each day, with numbered files."
            ),
            .init("hotshoe tether --download . --hook ./show.sh", "Run a program for each file."),
        ],
        exitCodes: CameraOptions.exitCodes + [.storage, .unavailable, .incomplete]
    ) { context in
        guard let folder = context[download] else {
            throw CommandFailure(.usage, nil, "--download is missing. Usage: hotshoe tether --download DIR")
        }
        let hook = try context[hook].map { path throws(CommandFailure) in try HookRunner(path, context) }
        try LocalFolder.prepare(folder)
        let both: CommandCategories = [.stillsShooting, .fileAccess]
        try await context.withCamera(for: both, isRequired: false) { camera in
            // A body whose cards are not accessible under remote control offers its pictures.
            if !camera.supports(both) {
                try await camera.setCommandCategories(camera.supports(.stillsShooting) ? .stillsShooting : both)
            }
            try await TetherSession(camera, folder, hook, context, named: context[pattern]).run()
        }
    }
}

extension ValueType where Value == FileNamePattern {
    /// A pattern for file names.
    static var fileNamePattern: Self {
        ValueType(describe: \.description) { text throws(ValueProblem) in
            do throws(CameraError) {
                let pattern = try FileNamePattern(text)
                try pattern.checkNoRig()
                return pattern
            } catch { throw ValueProblem(message: error.message) }
        }
    }

    /// A pattern for the file names of a rig.
    static var rigFileNamePattern: Self {
        ValueType(describe: \.description) { text throws(ValueProblem) in
            do throws(CameraError) { return try FileNamePattern(text) } catch { throw ValueProblem(message: error.message) }
        }
    }
}
