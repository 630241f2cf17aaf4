import ArgumentParsing
import CameraModel
import CameraRecords
import HotShoeSupport

/// `hotshoe liveview`
enum LiveViewCommand {
    static let frames = Option.value("frames", .count, named: "N", "End after this number of frames.")
    static let seconds = Option.value(
        "seconds",
        short: "s",
        .seconds(.milliseconds(1)...),
        named: "SECONDS",
        "End after this time."
    )
    static let rate = Option.value("rate", .frameRate(0.01...1000), named: "N", "Maximum frame rate, in frames per second.")
    static let output = Option.value(
        "output",
        short: "o",
        .fileOrStandardOutput,
        named: "FILE",
        "Write the frames as Motion JPEG; - for standard output."
    )
    static let single = Option.value(
        "single",
        .fileOrStandardOutput,
        named: "FILE",
        "Write one frame as a JPEG file and end; - for standard output."
    )
    static let save = Option.value("save", .directory, named: "DIR", "Write each frame as a JPEG file into this folder.")
    static let draw = Option.flag("draw", "Also draw the frames in the terminal while they are written to a file.")

    static let command = Command(
        "liveview",
        summary: "Show or record live view",
        discussion:
            "Without --output, --single or --save the frames are drawn in the terminal; without a terminal, statistics are printed once per "
            + "second. Runs until Ctrl-C, --frames or --seconds.\n\n"
            + "Only the newest frame is used; frames skipped for it are counted as missed. Empty, truncated or "
            + "non-JPEG frames are skipped and counted. It is an error if no usable frame arrives for 10 s, or for --timeout.",
        options: [frames, seconds, rate, output, single, save, draw],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe liveview", "Live view in the terminal."),
            .init("hotshoe liveview --output - | ffplay -f mjpeg -", "Live view in a window."),
            .init("hotshoe liveview --seconds 10 --output clip.mjpeg", "Ten seconds, recorded to a file."),
            .init("hotshoe liveview --single frame.jpg", "One frame."),
        ],
        exitCodes: CameraOptions.exitCodes + [.unavailable, .storage]
    ) { context in
        let targets = [output.syntax, single.syntax, save.syntax].filter(context.isGiven)
        if targets.count > 1 {
            throw CommandFailure(.usage, targets[0].written, "contradicts \(targets[1].written). Leave one out.")
        }
        let target = try FrameTarget(context)
        defer { target.removeIfEmpty() }
        try await context.withCamera(for: .stillsShooting, isRequired: false) { camera in
            try await LiveViewShow(camera, target, context).run()
        }
    }
}

extension ValueType where Value == Double {
    /// A rate in frames per second, between limits.
    static func frameRate(_ limits: ClosedRange<Double>) -> Self {
        @Sendable func number(_ value: Double) -> String { Amounts.decimal(value, places: value < 1 ? 2 : 0) }
        return ValueType(describe: { Amounts.decimal($0, places: 1) }) { text throws(ValueProblem) in
            guard let rate = DecimalSeconds.parse(text).map({ $0 / .seconds(1) }), limits.contains(rate) else {
                throw ValueProblem(
                    message:
                        "is not a number of frames a second; use \(number(limits.lowerBound)) to \(number(limits.upperBound))"
                )
            }
            return rate
        }
    }
}
