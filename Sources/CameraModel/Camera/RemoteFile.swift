import HotShoeSupport

/// A file on a camera, or one that the camera offers: a handle to fetch it by. **Thread-safe.**
public struct RemoteFile: Sendable {
    private enum Source {
        case item(ItemInfo)
        case offer(TransferOffer, TransferOffer.Representation)
    }

    public let camera: Camera
    private let source: Source

    init(camera: Camera, item: ItemInfo) {
        self.camera = camera
        source = .item(item)
    }

    init(camera: Camera, offer: TransferOffer, _ representation: TransferOffer.Representation) {
        self.camera = camera
        source = .offer(offer, representation)
    }

    /// The file's name, as the camera gives it. Not fit to be used as a path: see ``safeName``.
    public var name: String {
        switch source {
        case .item(let item): item.name
        case .offer(let offer, _): offer.fileName
        }
    }

    /// The name, safe as a file name on this computer: one path component, without control, bidirectional or invisible characters, without
    /// blanks at its ends, and starting neither with "-" nor with ".".
    public var safeName: String { SafeFileName.of(name) }

    /// In bytes; nil where the camera has not said.
    public var size: UInt64? {
        switch source {
        case .item(let item): item.size
        case .offer(let offer, let representation): offer.available.first { $0.representation == representation }?.predictedSize
        }
    }

    /// Whether the file is unprocessed sensor data.
    public var isRAW: Bool {
        switch source {
        case .item(let item): item.kind == .rawImage
        case .offer(let offer, let representation):
            offer.available.first { $0.representation == representation }.map {
                Self.rawExtensions.contains($0.fileExtension.uppercased())
            } ?? false
        }
    }

    /// What the makers call their raw files.
    private static let rawExtensions: Set<String> = [
        "3FR", "ARW", "CR2", "CR3", "CRW", "DNG", "FFF", "GPR", "IIQ", "NEF", "NRW", "ORF", "PEF", "RAF", "RAW", "RW2", "RWL",
        "SR2", "SRF", "SRW", "X3F",
    ]

    /// The file on the card; nil for one that is only offered.
    public var item: StoredItem? {
        if case .item(let item) = source { StoredItem(camera: camera, info: item) } else { nil }
    }

    /// Sends the file's bytes to a handler, chunk by chunk.
    ///
    /// - Parameters:
    ///   - offset: where to begin, for going on with a file of which a part is there. 0 for what is offered.
    ///   - consume: see ``ChunkHandler``.
    /// - Throws: ``CameraError/Code/notFound``, ``CameraError/Code/connectionLost`` …, and what `consume` throws.
    public func download(from offset: UInt64 = 0, _ consume: @escaping ChunkHandler) async throws(CameraError) {
        // A cancelled caller no longer waits for the driver: from then on its handler is not called either.
        let gate = Guarded(true)
        let gated: ChunkHandler = { chunk throws(CameraError) in
            try gate.withLock { isOpen throws(CameraError) in isOpen ? try consume(chunk) : .stop }
        }
        defer { gate.withLock { $0 = false } }
        switch source {
        case .item(let item):
            let requirement = Requirement(capability: .fileAccess, category: .fileAccess, worksWhileRecording: false)
            try await camera.perform(.download, subject: name, requirement) { driver throws(CameraError) in
                try await driver.download(item.handle, from: offset, gated)
            }
        case .offer(let offer, let representation):
            try await camera.perform(.transfer, subject: name) { driver throws(CameraError) in
                try await driver.executeTransfer(offer.identifier, representation, gated)
            }
        }
    }

    /// The whole file in memory.
    ///
    /// - Parameters:
    ///   - limit: the most bytes to take; more throws ``CameraError/Code/tooLarge``.
    ///   - progress: is called after each chunk, on a library thread.
    public func contents(limit: Int = 1 << 30, progress: (@Sendable (TransferProgress) -> Void)? = nil) async throws(CameraError)
        -> [UInt8]
    {
        let (name, size) = (name, size)
        let tooLarge = CameraError(
            .tooLarge,
            "This is larger than \(limit) bytes. Write it to a file instead.",
            operation: .download,
            subject: name
        )
        if let size, limit < 0 || size > UInt64(limit) { throw tooLarge }
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

    /// Writes the file to this computer's disk.
    ///
    /// The bytes go to a file beside `path`, of its own for each call, whose name ends in ".part"; it takes the place when
    /// all is there: nobody ever sees half a picture under its own name. When that fails the partial file is removed.
    ///
    /// - Parameters:
    ///   - path: where to; folders that are missing are made.
    ///   - replacing: whether a file that is there may be replaced; otherwise it is an error.
    ///   - progress: is called after each chunk, on a library thread.
    /// - Throws: ``CameraError/Code/fileSystem`` when the disk is full or the path cannot be written, and all that
    ///   ``download(from:_:)`` throws.
    public func write(
        to path: String,
        replacing: Bool = false,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(CameraError) {
        if !replacing, LocalFile.exists(path) { throw LocalFile.taken(path) }
        let file = try LocalFile(beside: path)
        do throws(CameraError) {
            try await fetch(into: file, progress: progress)
            try file.finish()
            guard try file.publish(as: path, replacing: replacing) else { throw LocalFile.taken(path) }
        } catch {
            file.discard()
            throw error
        }
    }

    /// Writes the file into a folder of this computer's disk, under the next free name: nothing is ever replaced, also where several
    /// programs write into the folder at the same time.
    ///
    /// The file gets the modification time that the camera reports for it. See also ``write(to:replacing:progress:)``.
    ///
    /// - Parameters:
    ///   - folder: the folder; missing ones are created.
    ///   - name: the wanted name, relative to the folder; nil for ``safeName``. Where it is taken, a number is added before the extension
    ///     ("IMG_0001-2.JPG").
    ///   - progress: is called after each chunk, on a library thread.
    /// - Returns: the path of the file.
    /// - Throws: as ``write(to:replacing:progress:)``.
    public func write(
        into folder: String,
        named name: String? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(CameraError) -> String {
        let batch = FileBatch(folder: folder)
        let wanted = name ?? safeName
        try await batch.fetch(self, named: wanted, progress: progress)
        return try batch.publish { attempt in [NumberedName.of(wanted, attempt: attempt)] }[0]
    }

    /// Writes all bytes to a partial file.
    ///
    /// - Throws: ``CameraError/Code/protocolFailure`` where the camera sends another number of bytes than it announced.
    func fetch(into file: LocalFile, progress: (@Sendable (TransferProgress) -> Void)?) async throws(CameraError) {
        let size = size
        try await download { chunk throws(CameraError) in
            let written = try file.write(chunk)
            progress?(TransferProgress(completedBytes: written, totalBytes: size))
            return .proceed
        }
        if let size, file.writtenBytes != size, case .item = source {
            throw CameraError(
                .protocolFailure,
                "The camera sent \(file.writtenBytes) of \(size) bytes. Try again.",
                operation: .download,
                subject: name
            )
        }
    }

    /// The values that a ``FileNamePattern`` uses. A file without a date gets the date of this computer's clock.
    package var nameValues: FileNameValues {
        FileNameValues(
            original: name,
            date: created ?? .now(),
            camera: camera.info?.model ?? camera.displayName,
            serial: camera.info?.serialNumber ?? ""
        )
    }

    /// The date at which the camera made the file; nil where the camera has not reported it.
    package var created: CameraDate? {
        switch source {
        case .item(let item): item.created
        case .offer(let offer, _): offer.created
        }
    }
}
