import HotShoeSupport

/// Copies one file while tethering.
struct TetherCopy: Sendable {
    struct Copied: Sendable {
        let path: String
        let byteCount: UInt64
        let created: CameraDate?
        /// The namer, with this file counted.
        let namer: FileNamer
    }

    /// Pause before another attempt with a busy camera.
    private static let busyPause = Duration.seconds(1)

    let camera: Camera
    let options: TetherOptions
    let source: Tethering.Source
    let namer: FileNamer

    /// Copies the file, with at most `attempts` attempts on a busy camera.
    func run(attempts: Int) async -> Result<Copied, CameraError> {
        for attempt in 1...max(1, attempts) {
            do throws(CameraError) { return .success(try await copy()) } catch {
                guard error.code == .busy, attempt < attempts else { return .failure(error) }
                await camera.time.sleep(for: Self.busyPause)
            }
        }
        return .failure(CameraError(.busy, "The camera is busy.", operation: .transfer))
    }

    private func copy() async throws(CameraError) -> Copied {
        let file = try await remoteFile()
        let created = file.created
        var namer = namer
        namer.begin([file.nameValues])
        let batch = FileBatch(folder: options.folder)
        let byteCount = Guarded<UInt64>(0)
        try await batch.fetch(file, named: namer.names(attempt: 0)[0]) { progress in
            byteCount.withLock { $0 = progress.completedBytes }
        }
        var used = 0
        let paths = try batch.publish { attempt in
            used = attempt
            return namer.names(attempt: attempt)
        }
        namer.used(attempt: used)
        return Copied(path: paths[0], byteCount: byteCount.withLock { $0 }, created: created, namer: namer)
    }

    private func remoteFile() async throws(CameraError) -> RemoteFile {
        switch source {
        // Metadata contain the size, without which a truncated file cannot be distinguished from a complete one.
        case .item(let item): try await camera.item(item).loadMetadata().file
        case .offer(let offer): RemoteFile(camera: camera, offer: offer, .original)
        }
    }
}
