import CameraModel
import CameraRecords
import HotShoeSupport
import PictureSaving

/// Tethers a camera to a folder: prints each file, runs the hook, and counts.
final class TetherSession: Sendable {
    private struct Counts {
        var saved = 0
        var bytes: UInt64 = 0
        var failed = 0
        var missed = 0
        /// Names of the files that were not copied.
        var missing: [String] = []
        var outputError: (any Error)?
    }

    private let camera: Camera
    private let folder: String
    private let hook: HookRunner?
    private let pattern: FileNamePattern
    private let context: CommandContext
    /// Guards the counts, which the library's thread changes.
    private let counts = Guarded(Counts())
    /// Guards the tethering task.
    private let tethering = Guarded<Task<TetherSummary, any Error>?>(nil)

    init(_ camera: Camera, _ folder: String, _ hook: HookRunner?, _ context: CommandContext, named pattern: FileNamePattern) {
        self.camera = camera
        self.folder = folder
        self.hook = hook
        self.pattern = pattern
        self.context = context
    }

    func run() async throws {
        let options = TetherOptions(
            folder: folder,
            pattern: pattern,
            reconnects: !context[TetherCommand.noReconnect],
            fileLimit: context[TetherCommand.count]
        )
        let authenticator = Authenticator(context, cameraName: camera.displayName)
        context.output.note("Waiting for pictures from \(camera.displayName). Ctrl-C ends it.")
        do {
            let summary = try await tether(options, authenticator)
            await finish(remaining: summary.remainingFiles)
        } catch {
            await finish(remaining: 0)
            throw error
        }
        await authenticator.finish()
        if let error = counts.withLock({ $0.outputError }) { throw error }
        try endIncomplete()
        let failedHooks = hook?.failures ?? 0
        if failedHooks > 0 {
            throw CommandFailure(.failure, "--hook", "The program failed for \(failedHooks) file\(failedHooks == 1 ? "" : "s").")
        }
    }

    /// Tethers until the task is cancelled, or the time given by `--seconds` is over.
    private func tether(_ options: TetherOptions, _ authenticator: Authenticator) async throws -> TetherSummary {
        let tethering = Task {
            try await camera.tether(options, report: { [self] in report($0) }, authenticate: authenticator.handler)
        }
        self.tethering.withLock { $0 = tethering }
        let limit = SystemClock.shared.makeTimer { tethering.cancel() }
        if let seconds = context[TetherCommand.seconds] { limit.arm(at: SystemClock.shared.now + seconds) }
        defer { limit.disarm() }
        return try await withTaskCancellationHandler {
            try await tethering.value
        } onCancel: {
            tethering.cancel()
        }
    }

    /// Throws a failure that names what was not copied.
    private func endIncomplete() throws(CommandFailure) {
        let counts = counts.withLock { $0 }
        var missing = MissingParts()
        for name in counts.missing { missing.add(file: name) }
        if counts.missed > 0 {
            let files =
                counts.missed == 1
                ? "1 file that the camera did not keep was" : "\(counts.missed) files that the camera did not keep were"
            missing.add("\(files) lost with the connection")
        }
        if let wanted = context[TetherCommand.count], counts.saved < wanted, context[TetherCommand.seconds] != nil {
            let files = "\(wanted) file\(wanted == 1 ? " was" : "s were")"
            missing.add("\(counts.saved) of \(files) reported in the time")
        }
        if let failure = missing.failure() { throw failure }
    }

    private func finish(remaining: Int) async {
        await hook?.finish(within: Task.isCancelled ? .seconds(2) : nil)
        let counts = counts.withLock { $0 }
        var text = "\(counts.saved) file\(counts.saved == 1 ? "" : "s") copied, \(Amounts.bytes(Int64(clamping: counts.bytes)))"
        if counts.failed > 0 { text += "; \(counts.failed) could not be copied" }
        if counts.missed > 0 { text += "; \(counts.missed) lost with the connection" }
        if remaining > 0 { text += "; \(remaining) not copied yet, on the camera's card" }
        context.output.note("\(text).")
    }

    // MARK: Reports

    private func report(_ event: TetherEvent) {
        switch event {
        case .saved(let file): saved(file)
        case .failed(let name, let error):
            counts.withLock { counts in
                counts.failed += 1
                counts.missing.append(name)
            }
            context.output.warn("hotshoe: \(name) was not copied. \(CommandFailure(error).message ?? "")")
        case .connectionLost(let reason):
            context.output.note("\(camera.displayName): \(reason). Waiting for it to come back.")
        case .reconnected(let found):
            context.output.note(
                "\(camera.displayName) is back"
                    + (found == 0 ? "." : ", with \(found) new file\(found == 1 ? "" : "s").")
            )
        case .remaining(let name): counts.withLock { $0.missing.append(name) }
        case .missed(let count):
            counts.withLock { $0.missed += count }
            let files = count == 1 ? "1 file" : "\(count) files"
            context.output.warn("hotshoe: \(files) that the camera did not keep: lost with the connection.")
        }
    }

    private func saved(_ file: TetheredFile) {
        counts.withLock { counts in
            counts.saved += 1
            counts.bytes += file.byteCount
        }
        let record = Record(file: file.name, path: file.path, size: file.byteCount, position: file.position)
        do {
            let size = Amounts.bytes(Int64(clamping: file.byteCount))
            try context.print(record, as: "\(file.name, .bold)  \(file.path)  \(size)")
        } catch {
            counts.withLock { $0.outputError = $0.outputError ?? error }
            // The reader has closed the output: tethering ends as for Ctrl-C.
            tethering.withLock { $0?.cancel() }
        }
        hook?.start(for: file, from: camera)
    }

    private struct Record: Encodable {
        let file: String
        let path: String
        let size: UInt64
        let position: Int
    }
}
