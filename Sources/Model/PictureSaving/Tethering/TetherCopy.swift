import CameraModel
import HotShoeSupport

/// Copies one file while tethering.
struct TetherCopy: Sendable {
    /// What the two reports of a file in two places of a camera have in common.
    struct Contents: Sendable, Hashable {
        let name: String
        let byteCount: UInt64
        let created: CameraDate

        /// Returns the contents of a file; nil without a date, which later files of the same name and size have too.
        init?(name: String, byteCount: UInt64, created: CameraDate?) {
            guard let created else { return nil }
            (self.name, self.byteCount, self.created) = (name, byteCount, created)
        }
    }

    struct Copied: Sendable {
        /// The file as the camera describes it now; nil for an offer.
        let item: ItemInfo?
        let path: String
        let byteCount: UInt64
        let created: CameraDate?
        let contents: Contents?
        /// The namer, with this file counted.
        let namer: FileNamer
    }

    /// The object that was to be copied, and its copy.
    enum Outcome: Sendable {
        case file(Copied)
        /// A file that was copied from another place of the camera: a body that writes to its card and keeps a picture for the computer reports
        /// both. It is fetched nevertheless, because the body keeps it until then. Its description; nil for an offer.
        case repeated(ItemInfo?)
        /// A folder, which the camera had listed without a description.
        case folder(ItemInfo)
    }

    let camera: Camera
    let options: TetherOptions
    let source: Tethering.Source
    let namer: FileNamer
    /// Files that were copied.
    let earlier: RecentContents

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
        let size = byteCount.withLock { $0 }
        let contents = Contents(name: file.name, byteCount: size, created: created)
        // Pictures of a burst may agree in name, size and date, but not in their bytes. Releasing the batch removes the copy.
        if let path = contents.flatMap({ earlier.path(of: $0) }), batch.newestHasContent(ofFileAt: path) {
            return .repeated(item)
        }
        var used = 0
        let paths = try batch.publish { attempt in
            used = attempt
            return namer.names(attempt: attempt)
        }
        namer.used(attempt: used)
        return .file(
            Copied(item: item, path: paths[0], byteCount: size, created: created, contents: contents, namer: namer)
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

/// The files that were copied last, and their paths. Pure.
struct RecentContents: Sendable {
    /// Number of files between the two reports of one, at the most: those of bursts.
    private static let limit = 1000

    private var order: [TetherCopy.Contents] = []
    private var paths: [TetherCopy.Contents: String] = [:]

    /// The path of the newest file with such contents; nil if there is none.
    func path(of contents: TetherCopy.Contents) -> String? { paths[contents] }

    mutating func insert(_ contents: TetherCopy.Contents, _ path: String) {
        guard paths.updateValue(path, forKey: contents) == nil else { return }
        order.append(contents)
        if order.count > Self.limit { paths[order.removeFirst()] = nil }
    }
}
