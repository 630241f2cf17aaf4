import ArgumentParsing
import CameraModel

/// `hotshoe download`
enum DownloadCommand {
    static let names = Argument.repeating(
        "NAME",
        .text,
        "Files, by name, by path as `hotshoe files` shows them, or by a pattern such as '*.JPG'."
    )
    static let to = Option.value(
        "to",
        short: "t",
        .directoryOrStandardOutput,
        named: "DIR",
        default: ".",
        "Folder to copy into; - writes the files to standard output, one after the other."
    )
    static let all = Option.flag("all", short: "a", "All files on all cards.")
    static let skipExisting = Option.flag(
        "skip-existing",
        "Skip files of which the folder has a copy already: of the same size, date and name, or with the same contents."
    )
    static let since = Option.value("since", .dateBound, named: "DATE", "Only files from this date on, by the camera's clock.")
    static let until = Option.value("until", .dateBound, named: "DATE", "Only files up to and including this date.")
    static let new = Option.flag(
        "new",
        "Only files that `download --new` has not copied into this folder before; a list of them is kept in the folder."
    )
    static let last = Option.value(
        "last",
        .wholeNumber(1...1_000_000),
        named: "N",
        "Only the N newest pictures, each with all its files, RAW and JPEG."
    )
    static let delete = Option.flag(
        "delete",
        "Delete each file from the camera after its copy was read back and compared."
    )

    static let command = Command(
        "download",
        summary: "Copy files from a camera's cards",
        discussion: "Existing files are never replaced: the new file becomes IMG_0001-2.JPG. "
            + "A file gets its name when it is complete, and the date of the picture as its modification time.\n\n"
            + "--since and --until take 2026-11-20 or 2026-11-20T21:52. Without NAME they apply to all files; files without a date are left "
            + "out and counted.",
        arguments: [names],
        options: [to, all, TetherCommand.pattern, skipExisting, new, last, since, until, delete],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe download IMG_0001.JPG IMG_0002.JPG", "Two files, copied here."),
            .init("hotshoe download --all --to pictures --skip-existing", "All files that the folder does not have yet."),
            .init("hotshoe download --new --to pictures", "What has been taken since the same command before."),
            .init("hotshoe download --last 1", "The newest picture."),
            .init(
                "hotshoe download '*.CR3' --since 2026-11-20 --pattern '{date}/{original}'",
                "RAW files, a folder for each day."
            ),
        ],
        exitCodes: CameraOptions.exitCodes + [.storage, .unavailable, .incomplete]
    ) { context in
        let isDated = context[since] != nil || context[until] != nil
        if context[all], !context[names].isEmpty {
            throw CommandFailure(.usage, "--all", "Contradicts NAME. Leave one out.")
        }
        let selects = context[new] || context[last] != nil
        if context[new], context[to] == FileSaver.standardOutput {
            throw CommandFailure(.usage, "--new", "needs a folder in --to, in which it keeps its list.")
        }
        guard context[all] || isDated || selects || !context[names].isEmpty else {
            throw CommandFailure(.usage, nil, "NAME is missing. Usage: hotshoe download NAME... (or --all)")
        }
        try LocalFolder.prepare(unlessStandardOutput: context[to])
        let list = context[new] ? try CopiedFiles(context[to]) : nil
        try await context.withCamera(for: .fileAccess) { camera in
            let saver = try FileSaver(
                context[to],
                context,
                pattern: context[TetherCommand.pattern],
                verifies: context[delete]
            ) { files, _ in
                try list?.add(files.compactMap(\.item?.info), of: camera)
            }
            let tree = CardTree(camera: camera, context: context)
            // All names are looked up before the first copy, so that a wrong name has no effect.
            let wanted =
                context[names].isEmpty
                ? (try await tree.entries().filter { !$0.item.isFolder }, []) : try await tree.files(context[names])
            let described = try await selected(wanted.0, list, camera, context)
            try await DownloadRun(saver, context).run(described, unreadable: wanted.1)
        }
    }

    /// The files that `--new` and `--last` leave.
    private static func selected(
        _ entries: [CardTree.Entry],
        _ list: CopiedFiles?,
        _ camera: Camera,
        _ context: CommandContext
    ) async throws -> [CardTree.Entry] {
        guard list != nil || context[last] != nil else { return entries }
        var described: [CardTree.Entry] = []
        for entry in entries {
            described.append(.init(item: try await CardTree.described(entry.item, context), path: entry.path))
        }
        if let list { described.removeAll { list.contains($0.item.info, of: camera) } }
        if let count = context[last] { described = NewestPictures.of(described, count) { ($0.item.info, $0.path) } }
        return described
    }
}
