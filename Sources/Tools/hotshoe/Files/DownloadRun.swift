import CameraModel
import CameraRecords
import HotShoeSupport
import PictureSaving

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
            until: context[DownloadCommand.until]
        )
    }

    /// Copies the files.
    ///
    /// - Throws: ``CommandFailure`` with the code `incomplete` if some of them could not be copied.
    func run(_ entries: [CardTree.Entry], unreadable: [CardTree.Entry] = []) async throws {
        var (counts, missing) = (Counts(), MissingParts())
        var seen: Set<ItemInfo.Handle> = []
        var existing = existingFiles(for: entries)
        do {
            defer { summarize(counts, hadFiles: !entries.isEmpty) }
            // Two patterns may match the same file.
            for entry in entries where seen.insert(entry.item.info.handle).inserted {
                do {
                    try await run(entry, &existing, &counts)
                } catch let error as CameraError {
                    guard entries.count > 1, await error.concernsOneFile(of: entry.item.camera) else { throw error }
                    warn(entry, error)
                    missing.add(file: entry.path)
                }
            }
        }
        for entry in unreadable where seen.insert(entry.item.info.handle).inserted { missing.add(file: entry.path) }
        if let failure = missing.failure() { throw failure }
    }

    private func warn(_ entry: CardTree.Entry, _ error: CameraError) {
        context.output.warn("hotshoe: \(SafeText.of(entry.path)) was not copied. \(CommandFailure(error).message ?? "")")
    }

    /// The files of the folder that `--skip-existing` compares; nil without it.
    private func existingFiles(for entries: [CardTree.Entry]) -> ExistingFiles? {
        guard context[DownloadCommand.skipExisting] else { return nil }
        return ExistingFiles(
            LocalFolder.files(below: saver.folder),
            for: entries.map(\.item.info),
            namesAreNumbers: context[TetherCommand.pattern].hasNumber
        )
    }

    private func run(_ entry: CardTree.Entry, _ existing: inout ExistingFiles?, _ counts: inout Counts) async throws {
        // Without the size an incomplete file cannot be distinguished from a complete one.
        let item = try await CardTree.described(entry.item, context)
        switch selection.decide(item.info) {
        case .outsideDates: counts.outside += 1
        case .undated: counts.undated += 1
        case .copy:
            if let path = try await copy(of: item, &existing) {
                counts.existing += 1
                return try context.print(
                    Record(file: entry.path, path: path, size: item.info.size ?? 0, skipped: true),
                    as: "\(item.name, .bold)  \(path)  exists, skipped"
                )
            }
            try await copy(item, entry.path)
            counts.copied += 1
            if context[DownloadCommand.delete] {
                try await context.within(DefaultTimeout.answer, item.name) { try await item.delete() }
                counts.deleted += 1
            }
        }
    }

    /// Returns the path of the copy that the folder has of a file; nil if there is none.
    private func copy(of item: StoredItem, _ existing: inout ExistingFiles?) async throws -> String? {
        switch existing?.match(item.info, wanted: saver.wantedPath(of: item.file)) {
        case nil, ExistingFiles.Match.none?: return nil
        case .copy(let path)?: return path
        case .uncertain(let paths)?:
            let head = try await ContentComparison.head(of: item.file)
            guard let path = paths.first(where: { ContentComparison.hasHead(head, $0) }) else { return nil }
            existing?.use(path, item.info.size ?? 0)
            return path
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
