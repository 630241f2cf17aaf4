import ArgumentParsing
import CameraModel
import HotShoeSupport

/// `hotshoe shoot`
enum ShootCommand {
    static let count = Option.value(
        "count",
        short: "n",
        .wholeNumber(1...1_000_000),
        named: "N",
        "Number of pictures. Default: 1, or until Ctrl-C with --interval."
    )
    static let interval = Option.value(
        "interval",
        short: "i",
        .seconds(.milliseconds(1)...),
        named: "SECONDS",
        "Time between the starts of two pictures."
    )
    static let download = Option.value(
        "download",
        short: "d",
        .directoryOrStandardOutput,
        named: "DIR",
        "Copy each picture into this folder; - for standard output."
    )
    static let bulb = Option.value(
        "bulb",
        short: "b",
        .seconds(.milliseconds(1)...),
        named: "SECONDS",
        "Exposure time in bulb mode. Sets the camera to bulb if that is possible by remote control, and back after the last picture."
    )
    static let resume = Option.value(
        "resume",
        .file,
        named: "FILE",
        "With --interval: keep the state of the series in this file, and continue the series that it describes."
    )
    static let toComputer = Option.flag(
        "to-computer",
        "Send the pictures to this computer only, into the folder of --download or the current one: no card is needed."
    )
    static let noKeep = Option.flag(
        "no-keep",
        "Keep no picture on the card: as --to-computer; a camera that cannot do that stores each picture until it was copied."
    )
    static let delete = Option.flag("delete", "Delete each picture from the card after its copy was read back and compared.")
    static let set = Option.repeating(
        "set",
        .settingChange,
        named: "PROPERTY=VALUE",
        "Set this first, as `hotshoe set` does; the order is kept."
    )
    static let noAutofocus = Option.flag("no-autofocus", "Do not focus first.")

    static let command = Command(
        "shoot",
        summary: "Take pictures",
        discussion: "Focuses, releases the shutter, and waits until the camera has the files.\n\n"
            + "With --interval, picture n is due at n times the interval from the first, so that a long series does not drift. "
            + "A late picture is taken immediately, and a message is printed.\n\n"
            + "--download copies all files of each picture, RAW and JPEG. Existing files are never replaced: "
            + "the new file becomes IMG_0001-2.JPG.\n\n"
            + "If the connection is lost, the series connects again and continues; pictures that were due in between are skipped and counted. "
            + "Any other error or Ctrl-C ends the series; the number of pictures is printed. A picture in progress at Ctrl-C is completed "
            + "and copied if that takes less than 4 seconds; otherwise the message names the files on the card.\n\n"
            + "With --resume FILE the same command continues a series after the program was interrupted: pictures keep their times; those "
            + "that were due in between are skipped and counted. The file can be deleted after the series.",
        options: [
            count, interval, download, TetherCommand.pattern, toComputer, noKeep, delete, TetherCommand.hook, set, bulb, resume,
            noAutofocus,
        ],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe shoot --download .", "One picture, copied here."),
            .init("hotshoe shoot --count 120 --interval 5 --download timelapse", "Ten minutes, a picture every five seconds."),
            .init(
                "hotshoe shoot --interval 60 --count 1440 --resume day.json",
                "One day; the same command continues it after a power failure."
            ),
            .init("hotshoe shoot --bulb 90 --download .", "One exposure of 90 seconds."),
            .init("hotshoe shoot --to-computer --download .", "Without a card: the picture is stored on this computer only."),
            .init("hotshoe shoot --set iso=400 --set aperture=f/8", "Two settings, then the picture; the settings stay."),
            .init("hotshoe shoot --download . --delete --hook ./show.sh", "A copy, of which a program learns; none on the card."),
            .init("hotshoe shoot --simulated --storage card", "A simulated camera with the folder card as its card."),
        ],
        exitCodes: CameraOptions.exitCodes + [.value, .focus, .storage, .busy, .unavailable, .incomplete]
    ) { context in
        if context[resume] != nil, context[interval] == nil {
            throw CommandFailure(.usage, "--resume", "needs --interval. Usage: hotshoe shoot --interval SECONDS --resume FILE")
        }
        if let path = context[resume], let state = try SeriesState.load(path),
            let done = state.summary(of: path, interval: context[interval], context[count])
        {
            guard let count = state.count, state.taken < count else { return context.output.note("\(done)") }
            throw CommandFailure(.incomplete, nil, done)
        }
        let keeping = try PictureKeeping(context)
        let category = context[set].map(\.name.commandCategories).reduce(CommandCategories.stillsShooting) { $0.union($1) }
        try await context.withCamera(for: category) { camera in
            let saver = try PictureKeeping.folder(context).map { folder throws(CommandFailure) in
                try FileSaver(folder, context, pattern: context[TetherCommand.pattern], verifies: keeping.deletes) {
                    try await keeping.saved($0, $1, camera)
                }
            }
            if saver == nil, !context.isGiven(SimulatorOptions.storage.syntax) {
                try context.noteLostChanges(
                    "The simulated camera's pictures are lost when hotshoe ends; use --download DIR or --storage DIR to keep them."
                )
            }
            for change in context[set] {
                let record = try await change.apply(to: camera, context)
                context.output.note(record.line)
            }
            var series = try ShootingSeries(camera, saver, context)
            do {
                try await keeping.begin(camera)
                try await series.run()
            } catch {
                await keeping.end(camera)
                throw error
            }
            await keeping.end(camera)
            try keeping.checkHooks()
        }
    }
}
