import CameraModel
import HotShoeSupport

/// `hotshoe download`
enum DownloadCommand {
    static let names = Argument.repeating(
        "NAME",
        .text,
        "Files, by name, by path as `hotshoe files` shows them, or by a pattern such as '*.JPG'."
    )
    static let to = Option.value("to", short: "t", .directory, named: "DIR", default: ".", "Folder to copy into.")
    static let all = Option.flag("all", short: "a", "All files on all cards.")
    static let skipExisting = Option.flag(
        "skip-existing",
        "Skip files of which the folder has a copy already: of the same size, date and name, or with the same contents."
    )
    static let since = Option.value("since", .dateBound, named: "DATE", "Only files from this date on, by the camera's clock.")
    static let until = Option.value("until", .dateBound, named: "DATE", "Only files up to and including this date.")
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
        options: [to, all, TetherCommand.pattern, skipExisting, since, until, delete],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe download IMG_0001.JPG IMG_0002.JPG", "Two files, copied here."),
            .init("hotshoe download --all --to pictures --skip-existing", "All files that the folder does not have yet."),
            .init(
                "hotshoe download '*.CR3' --since 2026-11-20 --pattern '{date}/{original}'",
                "RAW files, a folder for each day."
            ),
        ],
        exitCodes: CameraOptions.exitCodes + [.storage, .unavailable]
    ) { context in
        let isDated = context[since] != nil || context[until] != nil
        if context[all], !context[names].isEmpty {
            throw CommandFailure(.usage, "--all", "Contradicts NAME. Leave one out.")
        }
        guard context[all] || isDated || !context[names].isEmpty else {
            throw CommandFailure(.usage, nil, "NAME is missing. Usage: hotshoe download NAME... (or --all)")
        }
        let saver = try FileSaver(context[to], context, pattern: context[TetherCommand.pattern], verifies: context[delete])
        try await context.withCamera(for: .fileAccess) { camera in
            let tree = CardTree(camera: camera, context: context)
            // All names are looked up before the first copy, so that a wrong name has no effect.
            let wanted =
                context[names].isEmpty
                ? (try await tree.entries().filter { !$0.item.isFolder }, []) : try await tree.files(context[names])
            try await DownloadRun(saver, context).run(wanted.0, unreadable: wanted.1)
        }
    }
}
