import ArgumentParsing
import CameraModel
import CameraRecords

/// `hotshoe upload`
enum UploadCommand {
    static let files = Argument.repeating("FILE", .file, atLeast: 1, "Files of this computer.")
    static let to = Option.value(
        "to",
        short: "t",
        .text,
        named: "PATH",
        "A folder on the camera, such as \"Card 1/DCIM\". The top of the first card unless it is given."
    )

    static let command = Command(
        "upload",
        summary: "Copy files of this computer onto a camera's card",
        discussion:
            "Existing files on the card are never replaced. When a transfer fails, nothing of the file is left on the card.",
        arguments: [files],
        options: [to],
        groups: CameraOptions.groups,
        examples: [.init("hotshoe upload LENS.DAT --to DCIM", "One file, into the folder DCIM.")],
        exitCodes: CameraOptions.exitCodes + [.storage, .unavailable]
    ) { context in
        // All files are opened first, so that a wrong name does not change the card.
        let sources = try context[files].map { path throws(CommandFailure) in try LocalSource(path) }
        try await context.withCamera(for: .fileAccess) { camera in
            let tree = CardTree(camera: camera, context: context)
            let place = try await tree.place(context[to] ?? "")
            for source in sources {
                let item = try await tree.creating(source.name, in: place) { try await send(source, to: place, context) }
                let path = "\(place.path)/\(item.name)"
                try context.print(
                    Record(file: source.path, path: path, size: source.size),
                    as: "\(item.name, .bold)  \(path)  \(Amounts.bytes(Int64(clamping: source.size)))"
                )
            }
            try context.noteLostChanges(
                "The simulated camera starts anew with each command: use --storage DIR to keep its files."
            )
        }
    }

    private static func send(
        _ source: LocalSource,
        to place: CardTree.Place,
        _ context: CommandContext
    ) async throws -> StoredItem {
        let progress = ProgressBar(
            source.name,
            unit: .bytes,
            total: Int64(clamping: source.size),
            on: context.output,
            clock: ContinuousClock()
        )
        defer { progress.finish() }
        return try await place.storage.upload(source.name, to: place.folder, size: source.size) { limit throws(CameraError) in
            try source.read(limit) { progress.advance(to: $0) }
        }
    }

    private struct Record: Encodable {
        let file: String
        let path: String
        let size: UInt64
    }
}
