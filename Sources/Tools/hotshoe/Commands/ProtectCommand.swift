import ArgumentParsing
import CameraModel

/// `hotshoe protect`
enum ProtectCommand {
    static let names = Argument.repeating("NAME", .text, atLeast: 1, "Files, by name, path or a pattern such as '*.JPG'.")
    static let off = Option.flag("off", "Remove the protection.")

    static let command = Command(
        "protect",
        summary: "Protect files on a camera's card against deletion",
        discussion: "Formatting a card deletes protected files as well.",
        arguments: [names],
        options: [off],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe protect IMG_0001.JPG", "One file."),
            .init("hotshoe protect '*' --off", "All files can be deleted again."),
        ],
        exitCodes: CameraOptions.exitCodes + [.storage, .unavailable]
    ) { context in
        let isProtected = !context[off]
        try await context.withCamera(for: .fileAccess) { camera in
            let tree = CardTree(camera: camera, context: context)
            let entries = try await tree.entries()
            let wanted = try context[names].flatMap { name throws(CommandFailure) in try tree.files(name, among: entries) }
            for entry in wanted {
                try await context.within(DefaultTimeout.answer, entry.item.name) {
                    try await entry.item.setProtected(isProtected)
                }
                try context.print(
                    Record(path: entry.path, protected: isProtected),
                    as: "\(entry.path)  \(isProtected ? "protected" : "not protected")"
                )
            }
            try CardTree.checkReadable(entries, for: context[names], "not changed")
            try context.noteLostChanges(
                "The simulated camera starts anew with each command: use --storage DIR to keep its files."
            )
        }
    }

    private struct Record: Encodable {
        let path: String
        let protected: Bool
    }
}
