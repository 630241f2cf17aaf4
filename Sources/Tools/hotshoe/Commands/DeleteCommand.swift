import ArgumentParsing
import CameraModel
import CameraRecords

/// `hotshoe delete`
enum DeleteCommand {
    static let names = Argument.repeating("NAME", .text, atLeast: 1, "Files, by name or by path as `hotshoe files` shows them.")
    static let yes = Option.flag("yes", short: "y", "Do not ask.")

    static let command = Command(
        "delete",
        summary: "Delete files from a camera's cards",
        discussion: "Asks for confirmation at the terminal. Without a terminal --yes is needed.",
        arguments: [names],
        options: [yes],
        groups: CameraOptions.groups,
        examples: [.init("hotshoe delete IMG_0001.JPG", "One file, after a confirmation.")],
        exitCodes: CameraOptions.exitCodes + [.storage, .unavailable, .incomplete]
    ) { context in
        let user = context.environment.user
        guard context[yes] || user != nil else {
            throw CommandFailure(.usage, "delete", "There is no terminal to ask at. Give --yes to delete without asking.")
        }
        try await context.withCamera(for: .fileAccess) { camera in
            let tree = CardTree(camera: camera, context: context)
            let (wanted, unreadable) = try await tree.files(context[names])
            if !context[yes], let user {
                let what = wanted.count == 1 ? wanted[0].path : "\(wanted.count) files"
                let answer = await user.ask("Delete \(what) from \(camera.displayName)? [y/N] ", false)
                guard ["y", "yes"].contains(answer?.lowercased()) else {
                    try Task.checkCancellation()
                    throw CommandFailure(.failure, nil, "Nothing was deleted.")
                }
            }
            var missing = MissingParts()
            var first: CameraError?
            for entry in wanted {
                do {
                    try await context.within(DefaultTimeout.answer, entry.item.name) { try await entry.item.delete() }
                    try context.print(["deleted": entry.path], as: "deleted  \(entry.path)")
                } catch let error as CameraError {
                    guard wanted.count > 1, await error.concernsOneFile(of: camera) else { throw error }
                    first = first ?? error
                    missing.add(file: entry.path)
                    context.output.warn("hotshoe: \(SafeText.of(entry.path)): \(CommandFailure(error).message ?? "")")
                }
            }
            if missing.count == wanted.count, let first {
                throw CommandFailure(CommandFailure(first).code, nil, "Nothing was deleted.")
            }
            if let failure = missing.failure("not deleted") { throw failure }
            try CardTree.checkReadable(unreadable, for: context[names], "not deleted")
        }
    }
}
