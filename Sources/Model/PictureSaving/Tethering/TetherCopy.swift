import CameraModel
import HotShoeSupport

/// Copies one file while tethering.
struct TetherCopy: Sendable {
    struct Copied: Sendable {
        /// The file as the camera describes it now; nil for an offer.
        let item: ItemInfo?
        let path: String
        let byteCount: UInt64
        let created: CameraDate?
        /// The namer, with this file counted.
        let namer: FileNamer
    }

    /// The object that was to be copied, and its copy.
    enum Outcome: Sendable {
        case file(Copied)
        /// A folder, which the camera had listed without a description.
        case folder(ItemInfo)
    }

    let camera: Camera
    let options: TetherOptions
    let source: Tethering.Source
    let namer: FileNamer

    /// Copies the file.
    func run() async -> Result<Outcome, CameraError> {
        do throws(CameraError) { return .success(try await copy()) } catch { return .failure(error) }
    }

    private func copy() async throws(CameraError) -> Outcome {
        let (file, item) = try await remoteFile()
        if let item, item.kind == .folder { return .folder(item) }
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
        return .file(
            Copied(item: item, path: paths[0], byteCount: byteCount.withLock { $0 }, created: created, namer: namer)
        )
    }

    private func remoteFile() async throws(CameraError) -> (file: RemoteFile, item: ItemInfo?) {
        switch source {
        // Metadata contain the size, without which a truncated file cannot be distinguished from a complete one.
        case .item(let item):
            let described = try await camera.item(item).loadMetadata()
            return (described.file, described.info)
        case .offer(let offer): return (RemoteFile(camera: camera, offer: offer, .original), nil)
        }
    }
}
