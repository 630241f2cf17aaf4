import ArgumentParsing
import CameraModel
import CameraRecords
import HotShoeSupport
import Wording

/// `hotshoe mkdir`
enum MkdirCommand {
    static let path = Argument.required("PATH", .text, "The new folder, such as \"Card 1/DCIM/200TEST\".")

    static let command = Command(
        "mkdir",
        summary: "Create a folder on a camera's card",
        discussion: "The folder above it must exist.",
        arguments: [path],
        groups: CameraOptions.groups,
        examples: [.init("hotshoe mkdir DCIM/200TEST", "A folder in DCIM.")],
        exitCodes: CameraOptions.exitCodes + [.storage, .unavailable]
    ) { context in
        var parts = context[path].split(separator: "/").map(String.init)
        guard let name = parts.popLast() else { throw CommandFailure(.usage, "PATH", "Name the new folder.") }
        let above = parts.joined(separator: "/")
        try await context.withCamera(for: .fileAccess) { camera in
            let tree = CardTree(camera: camera, context: context)
            let place = try await tree.place(above)
            let item = try await tree.creating(name, in: place) {
                try await context.within(DefaultTimeout.answer, name) {
                    try await place.storage.createFolder(name, in: place.folder)
                }
            }
            let path = "\(place.path)/\(item.name)"
            try context.print(["created": path], as: "created  \(path)")
            try context.noteLostChanges(
                "The simulated camera starts anew with each command: use --storage DIR to keep its files."
            )
        }
    }
}

/// `hotshoe rmdir`
enum RmdirCommand {
    static let paths = Argument.repeating("PATH", .text, atLeast: 1, "An empty folder, such as \"Card 1/DCIM/200TEST\".")

    static let command = Command(
        "rmdir",
        summary: "Delete empty folders on a camera's cards",
        discussion: "A folder that contains something is not deleted.",
        arguments: [paths],
        groups: CameraOptions.groups,
        examples: [.init("hotshoe rmdir DCIM/200TEST", "One folder.")],
        exitCodes: CameraOptions.exitCodes + [.storage, .unavailable]
    ) { context in
        try await context.withCamera(for: .fileAccess) { camera in
            let tree = CardTree(camera: camera, context: context)
            for path in context[paths] {
                let place = try await tree.place(path)
                guard let folder = place.folder else {
                    throw CommandFailure(.storage, place.path, "This is a card, not a folder. `hotshoe format` empties a card.")
                }
                // Some cameras delete a folder with all that it contains.
                guard try await folder.listing().next() == nil else {
                    throw CommandFailure(.storage, place.path, "The folder is not empty, and was not deleted.")
                }
                try await context.within(DefaultTimeout.answer, folder.name) { try await folder.delete() }
                try context.print(["deleted": place.path], as: "deleted  \(place.path)")
            }
            try context.noteLostChanges(
                "The simulated camera starts anew with each command: use --storage DIR to keep its files."
            )
        }
    }
}

/// `hotshoe move` and `hotshoe copy`
enum MoveCommand {
    static let names = Argument.repeating(
        "NAME",
        .text,
        atLeast: 1,
        "Files or folders, by name, path or a pattern such as '*.JPG'."
    )

    static let move = command(
        "move",
        "Move files or folders on a camera's cards",
        "moved",
        .init("hotshoe move '*.CR3' --to \"Card 2\"", "All RAW files, to the other card.")
    ) { item, place in try await item.move(to: place.storage, in: place.folder) }

    static let copy = command(
        "copy",
        "Copy files or folders on a camera's cards",
        "copied",
        .init("hotshoe copy IMG_0001.JPG --to \"Card 2/DCIM\"", "One file, to the other card.")
    ) { item, place in try await item.copy(to: place.storage, in: place.folder) }

    private static func command(
        _ name: String,
        _ summary: String,
        _ done: String,
        _ example: CommandSyntax.Example,
        _ work: @escaping @Sendable (StoredItem, CardTree.Place) async throws -> StoredItem
    ) -> Command {
        Command(
            name,
            summary: summary,
            discussion: "--to names an existing folder on the camera, such as \"Card 2/DCIM\"; `hotshoe mkdir` creates one. "
                + "A name that is taken there is an error.",
            arguments: [names],
            options: [UploadCommand.to],
            groups: CameraOptions.groups,
            examples: [example],
            exitCodes: CameraOptions.exitCodes + [.storage, .unavailable]
        ) { context in
            guard let target = context[UploadCommand.to] else {
                throw CommandFailure(.usage, nil, "--to is missing. Usage: hotshoe \(name) NAME... --to PATH")
            }
            try await context.withCamera(for: .fileAccess) { camera in
                let tree = CardTree(camera: camera, context: context)
                let place = try await tree.place(target)
                let entries = try await tree.entries()
                let wanted = try context[names].flatMap { name throws(CommandFailure) in
                    GlobPattern(name) == nil ? [try tree.item(name, among: entries)] : try tree.files(name, among: entries)
                }
                for entry in wanted {
                    let item = try await tree.creating(entry.item.name, in: place) {
                        try await context.within(DefaultTimeout.picture, entry.item.name) { try await work(entry.item, place) }
                    }
                    let path = "\(place.path)/\(item.name)"
                    try context.print([done: entry.path, "path": path], as: "\(done)  \(entry.path)  \(path)")
                }
                try CardTree.checkReadable(entries, for: context[names], "not \(done)")
            }
        }
    }
}

/// `hotshoe format`
enum FormatCommand {
    static let card = Argument.required("CARD", .text, "The card, as `hotshoe info` names it, such as \"Card 1\".")

    static let command = Command(
        "format",
        summary: "Format a camera's card: everything on it is deleted",
        discussion:
            "Asks for confirmation at the terminal. Without a terminal --yes is needed. Protected files are deleted as well.",
        arguments: [card],
        options: [DeleteCommand.yes],
        groups: CameraOptions.groups,
        examples: [.init("hotshoe format \"Card 2\"", "After asking.")],
        exitCodes: CameraOptions.exitCodes + [.storage, .unavailable]
    ) { context in
        let user = context.environment.user
        guard context[DeleteCommand.yes] || user != nil else {
            throw CommandFailure(.usage, "format", "There is no terminal to ask at. Give --yes to format without asking.")
        }
        try await context.withCamera(for: .fileAccess) { camera in
            let names = camera.storages.map(\.info.name)
            guard let storage = camera.storages.first(where: { $0.info.name.lowercased() == context[card].lowercased() }) else {
                let known = names.isEmpty ? "There is no card in the camera." : "The cards are \(names.listed(by: "and"))."
                throw CommandFailure(.storage, Excerpt.plain(context[card]), "There is no such card. \(known)")
            }
            if !context[DeleteCommand.yes], let user {
                let question =
                    "Format \(storage.info.name) (\(storage.info.text)) of \(camera.displayName)? Everything is deleted. [y/N] "
                let answer = await user.ask(question, false)
                guard ["y", "yes"].contains(answer?.lowercased()) else {
                    try Task.checkCancellation()
                    throw CommandFailure(.failure, nil, "Nothing was formatted.")
                }
            }
            try await context.within(DefaultTimeout.picture, storage.info.name) { try await storage.format() }
            try context.print(["formatted": storage.info.name], as: "formatted  \(storage.info.name)")
        }
    }
}
