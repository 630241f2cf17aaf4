import ArgumentParsing
import CameraModel
import HotShoeSupport

/// `hotshoe video`
enum VideoCommand {
    static let seconds = Option.value(
        "seconds",
        short: "s",
        .seconds(.milliseconds(1)...),
        named: "SECONDS",
        default: .seconds(5),
        "Length of the recording."
    )
    static let download = Option.value(
        "download",
        short: "d",
        .directoryOrStandardOutput,
        named: "DIR",
        "Copy the file into this folder; - for standard output."
    )

    static let command = Command(
        group: "video",
        summary: "Record video",
        [record, start, stop]
    )

    private static let exitCodes = CameraOptions.exitCodes + [.unavailable, .storage, .busy]

    private static let record = Command(
        "record",
        summary: "Record video for a time, and print the file's name",
        discussion: "Ctrl-C ends the recording early, and the file is kept.",
        options: [seconds, download],
        groups: CameraOptions.groups,
        examples: [.init("hotshoe video record --seconds 10 --download .", "Ten seconds, copied here.")],
        exitCodes: exitCodes
    ) { context in
        let saver = try context[download].map { folder throws(CommandFailure) in try FileSaver(folder, context) }
        try await context.withCamera(for: .videoRecording) { camera in
            try await VideoRecording(camera, context).run(for: context[seconds], saver)
        }
    }

    private static let start = Command(
        "start",
        summary: "Start recording and exit",
        discussion:
            "A simulated camera ends with hotshoe, and its recording with it: use `hotshoe video record` instead.",
        groups: CameraOptions.groups,
        exitCodes: exitCodes
    ) { context in
        guard try context.keepsConnection || !context.wantsSimulatedCamera else {
            throw CommandFailure(
                .unavailable,
                "video start",
                "A simulated camera ends with hotshoe. Use `hotshoe video record --seconds N`."
            )
        }
        try await context.withCamera(for: .videoRecording, leavesRecording: true) { camera in
            try await context.within(DefaultTimeout.answer, "video start") { try await camera.startRecording() }
            context.output.note("\(camera.displayName) is recording; `hotshoe video stop` ends it.")
        }
    }

    private static let stop = Command(
        "stop",
        summary: "Stop recording, and print the file's name",
        options: [download],
        groups: CameraOptions.groups,
        examples: [.init("hotshoe video stop --download .", "The recording is copied here.")],
        exitCodes: exitCodes
    ) { context in
        let saver = try context[download].map { folder throws(CommandFailure) in try FileSaver(folder, context) }
        try await context.withCamera(for: .videoRecording) { camera in
            try await VideoRecording(camera, context).stop(saver)
        }
    }
}
