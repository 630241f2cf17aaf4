import CameraModel
import CameraRecords
import HotShoeSupport
import PictureSaving

/// Copies files from a camera into a folder of this computer, with progress; existing files are not replaced.
final class FileSaver: Sendable {
    /// A file that was copied.
    struct Saved {
        let name: String
        let path: String
        let size: UInt64
        let duration: Duration
        /// Whether an earlier file of the same picture has the same bytes, and its copy is this one.
        var isRepeated = false
    }

    /// The name of standard output in place of a folder or a file.
    static let standardOutput = "-"

    let folder: String
    private let context: CommandContext
    private let verifies: Bool
    /// Called with files that were copied, and with their copies.
    private let whenSaved: @Sendable ([RemoteFile], [Saved]) async throws -> Void
    /// Guards the numbers of the pictures.
    private let namer: Guarded<FileNamer>

    /// Creates the folder, and checks that it is writable.
    ///
    /// - Parameters:
    ///   - folder: the folder; ``standardOutput`` to write the bytes there.
    ///   - context: the command.
    ///   - pattern: the names of the copies.
    ///   - verifies: whether each copy is read back and compared with the bytes that the camera sent.
    ///   - whenSaved: called with files that were copied together, and with their copies.
    /// - Throws: the failure if nothing can be written there.
    init(
        _ folder: String,
        _ context: CommandContext,
        pattern: FileNamePattern = .original,
        verifies: Bool = false,
        whenSaved: @escaping @Sendable ([RemoteFile], [Saved]) async throws -> Void = { _, _ in }
    ) throws(CommandFailure) {
        if folder == Self.standardOutput {
            try Self.checkStandardOutput(context, "-", "hotshoe download IMG_0001.JPG --to - | exiftool -")
        } else {
            try LocalFolder.prepare(folder)
        }
        self.folder = folder
        self.verifies = verifies
        self.context = context
        self.whenSaved = whenSaved
        namer = Guarded(FileNamer(pattern))
    }

    /// Throws a usage error if standard output cannot receive a file: bytes of a picture could change the state of a terminal.
    static func checkStandardOutput(_ context: CommandContext, _ option: String, _ example: String) throws(CommandFailure) {
        guard !context.output.dataTerminal.isTerminal else {
            throw CommandFailure(.usage, option, "is a terminal. Pipe it into a program: \(example)")
        }
        guard !context.wantsJSON else {
            throw CommandFailure(.usage, option, "to standard output contradicts --json. Leave one out.")
        }
    }

    /// The path that the first of these files would have if no name were in use.
    func wantedPath(of file: RemoteFile) -> String {
        var namer = namer.withLock { $0 }
        namer.begin([file.nameValues])
        return FreeName.path(namer.names(attempt: 0)[0], in: folder)
    }

    /// Copies files that belong together. If one of their names is in use, all receive the next number.
    ///
    /// If a transfer fails, the files before it keep their names, because the camera may have no other copy.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - patience: Time for which a read that the camera refuses is repeated.
    /// - Returns: The copies, in the order of the files.
    /// - Throws: The error of the first file that cannot be read or written.
    func save(_ files: [RemoteFile], _ patience: ReadRetry.Patience = .short) async throws -> [Saved] {
        if folder == Self.standardOutput { return try await write(files) }
        var namer = namer.withLock { $0 }
        namer.begin(files.map(\.nameValues))
        let batch = FileBatch(folder: folder, verifies: verifies)
        var copies: [(size: UInt64, duration: Duration)] = []
        do {
            for (file, name) in zip(files, namer.names(attempt: 0)) {
                copies.append(try await fetch(file, named: name, batch, patience))
            }
        } catch {
            _ = try publish(batch, &namer)
            throw error
        }
        let paths = try publish(batch, &namer)
        var known: Set<String> = []
        let saved = zip(files, zip(paths, copies)).map { file, copy in
            Saved(
                name: file.name,
                path: copy.0,
                size: copy.1.size,
                duration: copy.1.duration,
                isRepeated: !known.insert(copy.0).inserted
            )
        }
        try await whenSaved(files, saved)
        return saved
    }

    /// Writes the files to standard output, one after the other. Nothing is verified: deleting them from the card afterwards relies on the
    /// reader.
    private func write(_ files: [RemoteFile]) async throws -> [Saved] {
        var saved: [Saved] = []
        for file in files {
            let start = SystemClock.shared.now
            let size = Guarded<UInt64>(0)
            let failure = Guarded<OutputError?>(nil)
            let output = context.output
            do {
                try await file.download { bytes throws(CameraError) in
                    do throws(OutputError) { try output.write(Span(_bytes: bytes)) } catch {
                        failure.withLock { $0 = error }
                        throw CameraError(.fileSystem, "Standard output cannot be written.")
                    }
                    size.withLock { $0 += UInt64(bytes.byteCount) }
                    return .proceed
                }
            } catch {
                if let reason = failure.withLock({ $0 }) { throw reason }
                throw error
            }
            let duration = SystemClock.shared.now - start
            saved.append(Saved(name: file.name, path: Self.standardOutput, size: size.withLock { $0 }, duration: duration))
        }
        try await whenSaved(files, saved)
        return saved
    }

    private func publish(_ batch: FileBatch, _ namer: inout FileNamer) throws(CameraError) -> [String] {
        guard batch.count > 0 else { return [] }
        var used = 0
        let chosen = namer
        let paths = try batch.publish { attempt in
            used = attempt
            return chosen.names(attempt: attempt)
        }
        namer.used(attempt: used)
        let next = namer
        self.namer.withLock { $0 = next }
        return paths
    }

    private func fetch(
        _ file: RemoteFile,
        named name: String,
        _ batch: FileBatch,
        _ patience: ReadRetry.Patience
    ) async throws -> (UInt64, Duration) {
        let clock = ContinuousClock()
        let start = clock.now
        let total = file.size.map { Int64(clamping: $0) }
        let progress = ProgressBar(file.name, unit: .bytes, total: total, on: context.output, clock: clock)
        defer { progress.finish() }
        let size = Guarded<UInt64>(0)
        try await batch.fetch(file, named: name, patience) { update in
            size.withLock { $0 = update.completedBytes }
            progress.advance(to: Int64(clamping: update.completedBytes))
        }
        return (size.withLock { $0 }, start.duration(to: clock.now))
    }
}

extension FileSaver.Saved {
    /// "6.1 MB in 0.04 s"
    var amount: String { "\(Amounts.bytes(Int64(clamping: size))) in \(Amounts.decimal(duration / .seconds(1), places: 2)) s" }
}
