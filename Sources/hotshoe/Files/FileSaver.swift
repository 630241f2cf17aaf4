import CameraModel

/// Copies files from a camera into a folder of this computer, with progress, without touching what is there.
struct FileSaver {
    /// A file that was copied.
    struct Saved {
        let name: String
        let path: String
        let size: UInt64
        let duration: Duration
    }

    let folder: String
    private let context: CommandContext

    /// Makes sure of the folder first.
    init(_ folder: String, _ context: CommandContext) throws(CommandFailure) {
        try LocalFolder.prepare(folder)
        self.folder = folder
        self.context = context
    }

    /// Copies files that belong together. Where one of their names is taken, all get the same number before the extension.
    func save(_ files: [RemoteFile]) async throws -> [Saved] {
        let paths = FreeName.paths(for: files.map(\.safeName), in: folder)
        var saved: [Saved] = []
        for (file, path) in zip(files, paths) { saved.append(try await save(file, to: path)) }
        return saved
    }

    private func save(_ file: RemoteFile, to path: String) async throws -> Saved {
        let clock = ContinuousClock()
        let start = clock.now
        let total = file.size.map { Int64(clamping: $0) }
        let progress = ProgressBar(file.name, unit: .bytes, total: total, on: context.output, clock: clock)
        defer { progress.finish() }
        try await file.write(to: path) { progress.advance(to: Int64(clamping: $0.completedBytes)) }
        return Saved(
            name: file.name,
            path: path,
            size: LocalFolder.size(ofFile: path) ?? file.size ?? 0,
            duration: start.duration(to: clock.now)
        )
    }
}

extension FileSaver.Saved {
    /// "6.1 MB in 0.04 s"
    var amount: String { "\(Amounts.bytes(Int64(clamping: size))) in \(Amounts.decimal(duration / .seconds(1), places: 2)) s" }
}
