import HotShoe

/// Copies the pictures of cameras into a folder of this computer, for as long as a client wants it, also when the client has disconnected.
/// **Thread-safe.**
final class ServedTethering: Sendable {
    struct Copy: Encodable, Sendable {
        let name: String
        let size: UInt64
    }

    struct Progress: Encodable, Sendable {
        var state = "off"
        var folder: String?
        /// The newest copies.
        var files: [Copy] = []
        /// Number of files that were copied, and that were not.
        var (saved, failed) = (0, 0)
        /// The last failure, as a sentence; nil if there is none.
        var detail: String?
    }

    /// Number of copies that are kept for the answers.
    private static let fileLimit = 200

    private struct Run {
        var progress = Progress()
        var task: Task<Void, Never>?
    }

    private let folder: String?
    private let changed: @Sendable (String, Progress) -> Void
    /// Guards the runs by the identifiers of their cameras.
    private let runs = Guarded<[String: Run]>([:])

    /// Creates the list. `folder` is on this computer; nil if nothing may be copied.
    init(folder: String?, changed: @escaping @Sendable (String, Progress) -> Void) {
        (self.folder, self.changed) = (folder, changed)
    }

    /// Whether there is a folder.
    var isPossible: Bool { folder != nil }

    /// Whether tethering has run at a camera.
    func isKnown(_ camera: String) -> Bool { runs.withLock { $0[camera] != nil } }

    /// Whether pictures of a camera are being copied.
    func isRunning(_ camera: String) -> Bool { runs.withLock { $0[camera]?.task != nil } }

    func progress(of camera: String) -> Progress { runs.withLock { $0[camera]?.progress ?? Progress() } }

    /// Begins to copy. Has no effect while it runs.
    func start(_ camera: Camera, authenticate: @escaping AuthenticationHandler) throws(WebProblem) {
        guard let folder else {
            throw WebProblem(409, "noFolder", "This server copies no pictures: it was started without --save-to FOLDER.")
        }
        let name = camera.identifier.text
        runs.withLock { runs in
            if runs[name]?.task != nil { return }
            var run = Run()
            (run.progress.state, run.progress.folder) = ("running", folder)
            run.task = Task { await self.run(camera, folder, authenticate) }
            runs[name] = run
        }
        changed(name, progress(of: name))
    }

    private func run(_ camera: Camera, _ folder: String, _ authenticate: @escaping AuthenticationHandler) async {
        let name = camera.identifier.text
        let error: CameraError?
        do throws(CameraError) {
            try await camera.tether(
                TetherOptions(folder: folder),
                report: { self.add($0, name) },
                authenticate: authenticate
            )
            error = nil
        } catch let failure { error = failure }
        update(name) { run in
            run.task = nil
            run.progress.state = error == nil ? "off" : "failed"
            if let error { run.progress.detail = error.message }
        }
    }

    private func add(_ event: TetherEvent, _ camera: String) {
        update(camera) { run in
            switch event {
            case .saved(let file):
                run.progress.saved += 1
                run.progress.files.append(Copy(name: file.name, size: file.byteCount))
                if run.progress.files.count > Self.fileLimit { run.progress.files.removeFirst() }
            case .failed(let name, let error):
                run.progress.failed += 1
                run.progress.detail = "\(name) was not copied. \(error.message)"
            case .connectionLost: run.progress.detail = "The connection to the camera was lost. Connecting again …"
            case .reconnected: run.progress.detail = nil
            case .missed(let count):
                run.progress.failed += count
                run.progress.detail = "\(count) pictures that the camera had only offered were lost with the connection."
            case .remaining(let name):
                run.progress.failed += 1
                run.progress.detail = "\(name) was not copied before the end."
            }
        }
    }

    private func update(_ camera: String, _ change: (inout Run) -> Void) {
        let progress = runs.withLock { runs in
            var run = runs[camera] ?? Run()
            change(&run)
            runs[camera] = run
            return run.progress
        }
        changed(camera, progress)
    }

    /// Ends copying at a camera, and returns when it has ended.
    func stop(_ camera: String) async {
        let task = runs.withLock { $0[camera]?.task }
        task?.cancel()
        await task?.value
    }

    /// Ends all copying.
    func end() async {
        for camera in runs.withLock({ Array($0.keys) }) { await stop(camera) }
    }
}
