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

    let camera: Camera
    let options: TetherOptions
    let source: Tethering.Source
    let namer: FileNamer

    /// Copies the file.
    func run() async -> Result<Copied, CameraError> {
        do throws(CameraError) { return .success(try await copy()) } catch { return .failure(error) }
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
