import CameraModel
import HotShoeSupport

/// `hotshoe shoot`
enum ShootCommand {
    static let count = Option.value(
        "count",
        short: "n",
        .wholeNumber(1...1_000_000),
        named: "N",
        "How many pictures. One, unless --interval is given: then until Ctrl-C."
    )
    static let interval = Option.value(
        "interval",
        short: "i",
        .seconds(.milliseconds(1)...),
        named: "SECONDS",
        "The time from the start of one picture to the start of the next."
    )
    static let download = Option.value("download", short: "d", .directory, named: "DIR", "Copy each picture into this folder.")
    static let bulb = Option.value(
        "bulb",
        short: "b",
        .seconds(.milliseconds(1)...),
        named: "SECONDS",
        "Keep the shutter open so long. The camera is set to bulb where that can be done from here."
    )
    static let resume = Option.value(
        "resume",
        .file,
        named: "FILE",
        "With --interval: keep the state of the series in this file, and continue the series that it describes."
    )
    static let noAutofocus = Option.flag("no-autofocus", "Do not focus first.")

    static let command = Command(
        "shoot",
        summary: "Take pictures",
        discussion: "Focuses, releases the shutter, and waits until the camera has the files.\n\n"
            + "With --interval, picture n is due at n times the interval from the first, so that a long series does not drift. "
            + "A late picture is taken immediately, and a message is printed.\n\n"
            + "--download copies all files of each picture, RAW and JPEG. A file that is there is never replaced: "
            + "the new one becomes IMG_0001-2.JPG.\n\n"
            + "A series whose connection is lost connects again and goes on; the pictures that were due meanwhile are missed, and counted. "
            + "Any other error or Ctrl-C ends the series; the number of pictures is printed. A picture that was released when Ctrl-C arrives is finished "
            + "and copied if that takes less than 4 seconds; otherwise the message names what is on the card.\n\n"
            + "With --resume FILE the same command continues a series after an interruption of the program: pictures keep their times, those "
            + "that were due meanwhile are missed, and counted. The file can be deleted when the series is over.",
        options: [count, interval, download, TetherCommand.pattern, bulb, resume, noAutofocus],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe shoot --download .", "One picture, copied here."),
            .init("hotshoe shoot --count 120 --interval 5 --download timelapse", "Ten minutes, a picture every five seconds."),
            .init(
                "hotshoe shoot --interval 60 --count 1440 --resume day.json",
                "A day; the same line continues it after a power cut."
            ),
            .init("hotshoe shoot --bulb 90 --download .", "One exposure of 90 seconds."),
            .init("hotshoe shoot --simulated --storage card", "A simulated camera whose card is the folder card."),
        ],
        exitCodes: CameraOptions.exitCodes + [.focus, .storage, .busy, .unavailable]
    ) { context in
        if context[resume] != nil, context[interval] == nil {
            throw CommandFailure(.usage, "--resume", "needs --interval. Usage: hotshoe shoot --interval SECONDS --resume FILE")
        }
        let saver = try context[download].map { folder throws(CommandFailure) in
            try FileSaver(folder, context, pattern: context[TetherCommand.pattern])
        }
        try await context.withCamera(for: .stillsShooting) { camera in
            if saver == nil, !context.isGiven(SimulatorOptions.storage.syntax) {
                try context.sayWhatIsForgotten(
                    "The simulated camera's pictures vanish when hotshoe ends; keep them with --download DIR or --storage DIR."
                )
            }
            var series = try ShootingSeries(camera, saver, context)
            try await series.run()
        }
    }
}
