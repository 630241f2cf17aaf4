import ArgumentParsing
import CameraModel
import HotShoeSupport

/// `hotshoe report`
enum ReportCommand {
    static let output = Option.value(
        "output",
        short: "o",
        .fileOrStandardOutput,
        named: "FILE",
        "File to write; - is standard output. By default MODEL-report.json in this folder, or the next free name."
    )
    static let frames = Option.value(
        "frames",
        .wholeNumber(0...100),
        named: "N",
        default: 0,
        "Include the first N frames of live view, which show what is in front of the camera."
    )
    static let seconds = Option.value(
        "seconds",
        .seconds,
        named: "SECONDS",
        default: .seconds(10),
        "Time during which the camera's events are collected: press its buttons and turn its dials."
    )

    static let command = Command(
        "report",
        summary: "Write what a camera says of itself to a file that can be given to others",
        discussion:
            "Records the camera's description, properties, storages and events, and every transaction with its bytes and its time; changes "
            + "nothing at the camera. Serial numbers, names, addresses, positions, file names and other texts that may identify you are "
            + "replaced. Look at the file before you give it to anybody. `hotshoe simulate --from FILE` serves the camera that it describes.",
        options: [output, frames, seconds],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe report", "A report of the only camera found."),
            .init("hotshoe report --camera usb:1-7 --output k3.json", "A report of this camera."),
        ],
        exitCodes: CameraOptions.exitCodes + [.unavailable, .storage]
    ) { context in
        // First of all, so that a name that cannot be used is an error before the camera is asked.
        let output = context[output]
        let file = try output.flatMap { path throws(CommandFailure) in
            path == FileSaver.standardOutput ? nil : try NewFile(path)
        }
        defer { file?.removeIfEmpty() }
        try await context.withCamera(recordsTranscript: true) { camera in
            guard camera.canMakeReport else { throw CameraError.notSupported(.makeReport) }
            let duration = context[seconds]
            context.output.note(
                "Collecting, \(duration.components.seconds) s. Press the camera's buttons and turn its dials: they are recorded."
            )
            let options = ReportOptions(eventDuration: duration, liveViewFrames: context[frames])
            let report = try await camera.makeReport(options)
            try write(report, of: camera, to: file, context)
        }
    }

    private static func write(_ report: CameraReport, of camera: Camera, to file: NewFile?, _ context: CommandContext) throws {
        let bytes = Array(report.text.utf8)
        if context[output] == FileSaver.standardOutput {
            try context.output.write(bytes.span)
            return describe(report, nil, context)
        }
        let path: String
        if let file, let given = context[output] {
            try file.write(bytes.span)
            path = given
        } else {
            path = try NewFile.write(bytes, toFreeName: fileName(camera.info?.model ?? "camera"))
        }
        let record = Record(
            path: path,
            bytes: bytes.count,
            contents: report.contents,
            replaced: Dictionary(report.replacements.map { ($0.kind, $0.count) }) { $0 + $1 }
        )
        if context.wantsJSON { return try context.output.json(record) }
        try context.output.line("\(path, .bold)")
        describe(report, path, context)
    }

    /// Prints what is in a report, what was replaced, and how to look at it.
    private static func describe(_ report: CameraReport, _ path: String?, _ context: CommandContext) {
        for line in report.contents { context.output.note("  contains  \(line)") }
        if report.replacements.isEmpty { context.output.note("  replaced  nothing: no text that identifies you was found") }
        for replacement in report.replacements { context.output.note("  replaced  \(replacement.kind), \(replacement.count)×") }
        if let path {
            context.output.note(
                "It is text. Look at it before you give it to anybody: `less \(path)`. Try it: `hotshoe simulate --from \(path)`."
            )
        }
    }

    /// "Canon-EOS-R5-report.json"
    static func fileName(_ model: String) -> String {
        let words = model.utf8.split { byte in
            !((0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte))
        }
        let name = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-").prefix(64)
        return "\(name.isEmpty ? "camera" : name)-report.json"
    }

    private struct Record: Encodable {
        let path: String
        let bytes: Int
        let contents: [String]
        let replaced: [String: Int]
    }
}
