import HotShoeSupport

/// Handle to fetch a file on a camera, or a picture that the camera offers. **Thread-safe.**
public struct RemoteFile: Sendable {
    private enum Source {
        case item(ItemInfo)
        case offer(TransferOffer, TransferOffer.Representation)
    }

    /// The camera that has the file.
    public let camera: Camera
    private let source: Source

    init(camera: Camera, item: ItemInfo) {
        self.camera = camera
        source = .item(item)
    }

    package init(camera: Camera, offer: TransferOffer, _ representation: TransferOffer.Representation) {
        self.camera = camera
        source = .offer(offer, representation)
    }

    /// The file's name as the camera reports it. Not safe as a path: see `RemoteFile.safeName`.
    public var name: String {
        switch source {
        case .item(let item): item.name
        case .offer(let offer, _): offer.fileName
        }
    }

    /// Size in bytes; nil if the camera does not report it.
    public var size: UInt64? {
        switch source {
        case .item(let item): item.size
        case .offer(let offer, let representation): offer.available.first { $0.representation == representation }?.predictedSize
        }
    }

    /// Whether the file contains unprocessed sensor data.
    public var isRAW: Bool {
        switch source {
        case .item(let item): item.kind == .rawImage
        case .offer(let offer, let representation):
            offer.available.first { $0.representation == representation }.map {
                Self.rawExtensions.contains($0.fileExtension.uppercased())
            } ?? false
        }
    }

    /// File name extensions of the vendors' RAW formats.
    private static let rawExtensions: Set<String> = [
        "3FR", "ARW", "CR2", "CR3", "CRW", "DNG", "FFF", "GPR", "IIQ", "NEF", "NRW", "ORF", "PEF", "RAF", "RAW", "RW2", "RWL",
        "SR2", "SRF", "SRW", "X3F",
    ]

    /// The file on the card; nil for a picture that is only offered.
    public var item: StoredItem? {
        if case .item(let item) = source { StoredItem(camera: camera, info: item) } else { nil }
    }

    /// Whether the camera keeps the picture on no card: it is lost unless it is fetched.
    package var isOnlyCopy: Bool {
        if case .offer(let offer, _) = source { offer.isOnlyCopy } else { false }
    }

    /// Passes the file's bytes to a handler in chunks.
    ///
    /// A read that the camera refuses is repeated for two seconds, from the position that was reached.
    ///
    /// - Parameters:
    ///   - offset: position of the first byte, to continue a partial download. 0 for an offered picture.
    ///   - consume: receives the chunks; see ``ChunkHandler``.
    /// - Throws: ``CameraError/Code/notFound``, ``CameraError/Code/connectionLost`` …, and the errors that `consume` throws.
    public func download(from offset: UInt64 = 0, _ consume: @escaping ChunkHandler) async throws(CameraError) {
        try await download(from: offset, .short, consume)
    }

    package func download(
        from start: UInt64,
        _ patience: ReadRetry.Patience,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        let time = camera.time
        // Number of bytes that the consumer has accepted, and whether it has failed.
        let progress = Guarded((count: UInt64(0), hasFailed: false))
        var retry = ReadRetry(patience, at: time.now)
        var last: CameraError?
        while true {
            let offset = start + progress.withLock { $0.count }
            do throws(CameraError) {
                return try await downloadOnce(from: offset) { chunk throws(CameraError) in
                    progress.withLock { $0.hasFailed = true }
                    let decision = try consume(chunk)
                    progress.withLock { ($0.count, $0.hasFailed) = ($0.count + UInt64(chunk.byteCount), false) }
                    return decision
                }
            } catch {
                let (read, hasFailed) = progress.withLock { $0 }
                // An offered picture can only be read as a whole.
                guard camera.connectionState == .connected, !Task.isCancelled, !hasFailed, item != nil || read == 0,
                    let pause = retry.pause(after: error, offset: read, at: time.now)
                else {
                    // A repetition beyond the end of the file is not what failed.
                    throw error.code == .invalidArgument ? last ?? error : error
                }
                last = error
                await time.sleep(for: pause)
            }
        }
    }

    private func downloadOnce(from offset: UInt64, _ consume: @escaping ChunkHandler) async throws(CameraError) {
        // After a cancellation the caller no longer waits for the driver: its handler must not be called from then on.
        let gate = Guarded(true)
        let gated: ChunkHandler = { chunk throws(CameraError) in
            try gate.withLock { isOpen throws(CameraError) in isOpen ? try consume(chunk) : .stop }
        }
        defer { gate.withLock { $0 = false } }
        switch source {
        case .item(let item):
            let preconditions = RequestPreconditions(capability: .fileAccess, category: .fileAccess, worksWhileRecording: false)
            try await camera.perform(.download, on: { $0.files }, subject: name, preconditions) { files throws(CameraError) in
                try await files.download(item.handle, from: offset, gated)
            }
        case .offer(let offer, let representation):
            try await camera.perform(.transfer, on: { $0.transfers }, subject: name) { transfers throws(CameraError) in
                try await transfers.executeTransfer(offer.identifier, representation, gated)
            }
        }
    }

    /// Fetches the whole file into memory.
    ///
    /// - Parameters:
    ///   - limit: maximum number of bytes, at least 0; a larger file throws ``CameraError/Code/tooLarge``.
    ///   - progress: is called after each chunk, on a library thread.
    /// - Returns: the bytes of the file.
    /// - Throws: ``CameraError/Code/tooLarge``, ``CameraError/Code/invalidArgument`` for a negative limit, and the errors of ``download(from:_:)``.
    public func contents(limit: Int = 1 << 30, progress: (@Sendable (TransferProgress) -> Void)? = nil) async throws(CameraError)
        -> [UInt8]
    {
        let (name, size) = (name, size)
        guard limit >= 0 else {
            throw CameraError(.invalidArgument, "The limit of \(limit) bytes is negative.", operation: .download, subject: name)
        }
        let tooLarge = CameraError(
            .tooLarge,
            "This is larger than \(limit) bytes. Write it to a file instead.",
            operation: .download,
            subject: name
        )
        if let size, size > UInt64(limit) { throw tooLarge }
        let collected = Guarded<[UInt8]>([])
        try await download { chunk throws(CameraError) in
            let count = try collected.withLock { bytes throws(CameraError) in
                guard bytes.count + chunk.byteCount <= limit else { throw tooLarge }
                unsafe chunk.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
                return bytes.count
            }
            progress?(TransferProgress(completedBytes: UInt64(count), totalBytes: size))
            return .proceed
        }
        return collected.withLock { $0 }
    }

    /// The offer of a picture that is only offered; nil for a file on a card.
    package var offer: TransferOffer.Identifier? { if case .offer(let offer, _) = source { offer.identifier } else { nil } }

    /// Date at which the camera created the file; nil if the camera does not report it.
    package var created: CameraDate? {
        switch source {
        case .item(let item): item.created
        case .offer(let offer, _): offer.created
        }
    }
}
