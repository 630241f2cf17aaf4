import ArgumentParsing
import CameraModel
import CameraRecords
import PictureSaving

/// `hotshoe thumbnail`
enum ThumbnailCommand {
    static let names = Argument.repeating("NAME", .text, atLeast: 1, "Pictures, by name, path or a pattern such as '*.JPG'.")
    static let preview = Option.flag("preview", "Copy the larger preview instead, where the camera has one.")

    static let command = Command(
        "thumbnail",
        summary: "Copy thumbnails of files on a camera's card",
        discussion: "Each becomes a JPEG file such as IMG_0001-thumbnail.JPG; existing files are never replaced.",
        arguments: [names],
        options: [DownloadCommand.to, preview],
        groups: CameraOptions.groups,
        examples: [.init("hotshoe thumbnail '*' --to thumbnails", "The thumbnails of all pictures.")],
        exitCodes: CameraOptions.exitCodes + [.storage, .unavailable]
    ) { context in
        let isForOutput = context[DownloadCommand.to] == FileSaver.standardOutput
        if isForOutput {
            try FileSaver.checkStandardOutput(context, "--to", "hotshoe thumbnail IMG_0001.JPG --to - | feh -")
        } else {
            try LocalFolder.prepare(context[DownloadCommand.to])
        }
        let isPreview = context[preview]
        try await context.withCamera(for: .fileAccess) { camera in
            let tree = CardTree(camera: camera, context: context)
            let entries = try await tree.entries()
            let wanted = try context[names].flatMap { name throws(CommandFailure) in try tree.files(name, among: entries) }
            for entry in wanted {
                let bytes = try await context.within(DefaultTimeout.answer, entry.item.name) {
                    isPreview ? try await entry.item.preview() : try await entry.item.thumbnail()
                }
                if isForOutput {
                    try context.output.write(bytes.span)
                    continue
                }
                let name = name(for: entry.item.file.safeName, isPreview ? "preview" : "thumbnail")
                let path = try NewFile.write(bytes, toFreeName: FreeName.path(name, in: context[DownloadCommand.to]))
                try context.print(
                    Record(file: entry.path, path: path, size: bytes.count),
                    as: "\(entry.item.name, .bold)  \(path)  \(Amounts.bytes(Int64(bytes.count)))"
                )
            }
            try CardTree.checkReadable(entries, for: context[names], "not copied")
        }
    }

    /// "IMG_0001-thumbnail.JPG", regardless of the format of the picture.
    static func name(for file: String, _ kind: String) -> String {
        let end = file.lastIndex(of: ".").flatMap { $0 == file.startIndex ? nil : $0 } ?? file.endIndex
        return "\(file[..<end])-\(kind).JPG"
    }

    private struct Record: Encodable {
        let file: String
        let path: String
        let size: Int
    }
}

/// `hotshoe exif`
enum ExifCommand {
    static let name = Argument.required("NAME", .text, "A picture, by name or by path as `hotshoe files` shows it.")

    static let command = Command(
        "exif",
        summary: "Show the EXIF data of a picture on a camera's card",
        discussion: "Prints all EXIF entries. With --json prints one object with the common values and all entries.",
        arguments: [name],
        groups: CameraOptions.groups,
        examples: [.init("hotshoe exif IMG_0001.JPG", "All entries.")],
        exitCodes: CameraOptions.exitCodes + [.storage, .unavailable]
    ) { context in
        try await context.withCamera(for: .fileAccess) { camera in
            let tree = CardTree(camera: camera, context: context)
            let entry = try tree.file(context[name], among: try await tree.entries())
            let metadata = try await context.within(DefaultTimeout.answer, entry.item.name) {
                try await entry.item.pictureMetadata()
            }
            if context.wantsJSON { return try context.output.json(MetadataRecord(metadata, path: entry.path)) }
            var table = TextTable([.left("GROUP"), .left("TAG"), .left("VALUE")])
            for entry in metadata.entries { table.add(["\(entry.group, .dim)", "\(entry.name, .bold)", "\(entry.value)"]) }
            try context.output.table(table)
            if metadata.entries.isEmpty { context.output.note("The picture has no EXIF entries.") }
        }
    }
}
