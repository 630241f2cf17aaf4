import CameraModel

/// `hotshoe download`
enum DownloadCommand {
    static let names = Argument.repeating("NAME", .text, "Files, by name or by path as `hotshoe files` shows them.")
    static let to = Option.value("to", short: "t", .directory, named: "DIR", default: ".", "Where to.")
    static let all = Option.flag("all", short: "a", "Every file on all cards.")

    static let command = Command(
        "download",
        summary: "Copy files from a camera's cards",
        discussion: "A file that is there is never replaced: the new one becomes IMG_0001-2.JPG. "
            + "A file has its name only when all of it is there.",
        arguments: [names],
        options: [to, all],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe download IMG_0001.JPG IMG_0002.JPG", "Two files, copied here."),
            .init("hotshoe download --all --to pictures", "Everything."),
        ],
        exitCodes: CameraOptions.exitCodes + [.storage, .unavailable]
    ) { context in
        guard context[all] != !context[names].isEmpty else {
            throw CommandFailure(
                .usage,
                "NAME",
                context[all] ? "contradicts --all; leave one out" : "is missing; name files, or give --all"
            )
        }
        let saver = try FileSaver(context[to], context)
        try await context.withCamera(for: .fileAccess) { camera in
            let tree = CardTree(camera: camera, context: context)
            // All names are looked up first: one that is wrong is told before anything is copied.
            let wanted =
                context[all] ? try await tree.entries().filter { !$0.item.isFolder } : try await tree.files(context[names])
            for entry in wanted {
                // A listing need not know the size, without which nobody could tell a file that breaks off from a whole one.
                let item = try await CardTree.described(entry.item, context)
                guard let saved = try await saver.save([item.file]).first else { continue }
                let record = Record(file: entry.path, path: saved.path, size: saved.size, seconds: saved.duration / .seconds(1))
                try context.print(record, as: "\(saved.name, .bold)  \(saved.path)  \(saved.amount)")
            }
            if wanted.isEmpty { context.output.say("There are no files.") }
        }
    }

    private struct Record: Encodable {
        let file: String
        let path: String
        let size: UInt64
        let seconds: Double
    }
}
