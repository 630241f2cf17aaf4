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
    static let noAutofocus = Option.flag("no-autofocus", "Do not focus first.")

    static let command = Command(
        "shoot",
        summary: "Take pictures",
        discussion: "Focuses, releases the shutter, and waits until the camera has the files.\n\n"
            + "With --interval, picture n is due at n times the interval from the first, so that a long series does not drift. "
            + "One that is late is taken at once, and told.\n\n"
            + "--download copies all files of each picture, RAW and JPEG. A file that is there is never replaced: "
            + "the new one becomes IMG_0001-2.JPG.\n\n"
            + "A series whose connection is lost connects again and goes on; the pictures that were due meanwhile are missed, and counted. "
            + "Any other error ends the series, and it is told how many pictures were taken. So does Ctrl-C.",
        options: [count, interval, download, noAutofocus],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe shoot --download .", "One picture, copied here."),
            .init("hotshoe shoot --count 120 --interval 5 --download timelapse", "Ten minutes, a picture every five seconds."),
            .init("hotshoe shoot --simulated --storage card", "A simulated camera whose card is the folder card."),
        ],
        exitCodes: CameraOptions.exitCodes + [.focus, .storage, .busy, .unavailable]
    ) { context in
        let saver = try context[download].map { folder throws(CommandFailure) in try FileSaver(folder, context) }
        try await context.withCamera(for: .stillsShooting) { camera in
            if saver == nil, !context.isGiven(SimulatorOptions.storage.syntax) {
                try context.sayWhatIsForgotten(
                    "The simulated camera's pictures vanish when hotshoe ends; keep them with --download DIR or --storage DIR."
                )
            }
            try await ShootingSeries(camera, saver, context).run()
        }
    }
}
