import CameraModel
import HotShoeSupport

/// Copies the selected files from a camera's cards, and counts them.
struct DownloadRun {
    private struct Counts {
        var copied = 0
        var existing = 0
        var outside = 0
        var undated = 0
        var deleted = 0
    }

    private let saver: FileSaver
    private let context: CommandContext
    private let selection: DownloadSelection

    init(_ saver: FileSaver, _ context: CommandContext) {
        self.saver = saver
        self.context = context
        selection = DownloadSelection(
            since: context[DownloadCommand.since],
            until: context[DownloadCommand.until],
            skipsExisting: context[DownloadCommand.skipExisting]
        )
    }

    func run(_ entries: [CardTree.Entry]) async throws {
        var counts = Counts()
        var seen: Set<ItemInfo.Handle> = []
        defer { summarize(counts, hadFiles: !entries.isEmpty) }
        // Two patterns may match the same file.
        for entry in entries where seen.insert(entry.item.info.handle).inserted {
            // Without the size an incomplete file cannot be distinguished from a complete one.
            let item = try await CardTree.described(entry.item, context)
            let path = saver.wantedPath(of: item.file)
            switch selection.decide(item.info, existingSize: LocalFolder.size(ofFile: path)) {
            case .outsideDates: counts.outside += 1
            case .undated: counts.undated += 1
            case .exists:
                counts.existing += 1
                try context.print(
                    Record(file: entry.path, path: path, size: item.info.size ?? 0, skipped: true),
                    as: "\(item.name, .bold)  \(path)  exists, skipped"
                )
            case .copy:
                try await copy(item, entry.path)
                counts.copied += 1
                if context[DownloadCommand.delete] {
                    try await context.within(DefaultTimeout.answer, item.name) { try await item.delete() }
                    counts.deleted += 1
                }
            }
        }
    }

    private func copy(_ item: StoredItem, _ path: String) async throws {
        guard let saved = try await saver.save([item.file]).first else { return }
        let record = Record(
            file: path,
            path: saved.path,
            size: saved.size,
            seconds: saved.duration / .seconds(1),
            deleted: context[DownloadCommand.delete] ? true : nil
        )
        try context.print(record, as: "\(saved.name, .bold)  \(saved.path)  \(saved.amount)")
    }

    private func summarize(_ counts: Counts, hadFiles: Bool) {
        if !hadFiles { return context.output.note("There are no files.") }
        var parts: [String] = []
        if counts.deleted > 0 { parts.append("\(counts.deleted) verified and deleted from the camera") }
        if counts.existing > 0 { parts.append("\(counts.existing) skipped, as they exist") }
        if counts.outside > 0 { parts.append("\(counts.outside) outside the dates") }
        if counts.undated > 0 { parts.append("\(counts.undated) without a date") }
        guard !parts.isEmpty else { return }
        context.output.note("\(counts.copied) copied; \(parts.joined(separator: "; ")).")
    }

    private struct Record: Encodable {
        let file: String
        let path: String
        let size: UInt64
        var seconds: Double?
        var skipped: Bool?
        var deleted: Bool?
    }
}
