import ArgumentParsing
import CameraModel
import CameraRecords

/// `hotshoe files`
enum FilesCommand {
    static let path = Argument.optional(
        "PATH",
        .text,
        "A folder on the camera, such as \"Card 1/DCIM/100HOTSH\" or DCIM. All cards if none is given."
    )

    static let command = Command(
        "files",
        summary: "List the files on a camera's cards",
        discussion: "Lists folders recursively, in the camera's order.",
        arguments: [path],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe files", "All files."),
            .init("hotshoe files \"Card 1\" --json", "The files of one card, as JSON."),
        ],
        exitCodes: CameraOptions.exitCodes + [.storage, .unavailable, .incomplete]
    ) { context in
        try await context.withCamera(for: .fileAccess) { camera in
            let tree = CardTree(camera: camera, context: context)
            // JSON is printed file by file while the card is listed; a table needs the widths of all rows.
            var (records, missing) = ([FileRecord](), MissingParts())
            _ = try await tree.entries(below: context[path] ?? "") { entry in
                guard !entry.item.isFolder else { return }
                let record: FileRecord
                do {
                    record = FileRecord(try await CardTree.described(entry.item, context).info, path: entry.path)
                } catch let error as CameraError {
                    guard await error.concernsOneFile(of: camera) else { throw error }
                    record = FileRecord(entry.item.info, path: entry.path, error: error)
                    missing.add(file: entry.path)
                }
                if context.wantsJSON { try context.output.json(record) }
                records.append(record)
            }
            if !context.wantsJSON { try show(records, context) }
            if records.isEmpty { context.output.note("There are no files.") }
            if let failure = missing.failure("not readable") { throw failure }
        }
    }

    private static func show(_ records: [FileRecord], _ context: CommandContext) throws {
        guard !records.isEmpty else { return }
        var table = TextTable([.left("FILE"), .right("SIZE"), .left("DATE"), .left("KIND"), .left("PIXELS"), .left("RATING")])
        for record in records {
            table.add([
                "\(record.path, .bold)", "\(record.size.map { Amounts.bytes(Int64(clamping: $0)) } ?? "–")",
                "\(record.created?.prefix(19).map { $0 == "T" ? " " : String($0) }.joined() ?? "–")",
                record.error == nil ? "\(record.kind)\(record.protected ? ", protected" : "")" : "unreadable",
                "\(record.pixels ?? "")",
                "\(FileRecord.stars(record.rating))",
            ])
        }
        try context.output.table(table)
    }
}
