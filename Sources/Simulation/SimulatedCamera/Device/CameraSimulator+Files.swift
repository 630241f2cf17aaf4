import CameraModel
import Glibc
import HotShoeSupport
import ImageFormats
import PictureFiles

extension CameraSimulator {
    /// Size of a chunk in bytes.
    private static let chunkSize = 256 * 1024
    /// Size in bytes of the part of a file that is read for its EXIF and its thumbnail.
    private static let headLimit = 1 << 20
    /// Limits for the contents of a card's folder.
    private static let folderDepth = 8
    private static let folderItems = 20_000

    /// Runs work that reads cards on a thread that may block.
    func onCardReader<Value: Sendable>(
        _ body: @escaping @Sendable (CameraSimulator) throws(CameraError) -> Value
    ) async throws(CameraError) -> Value {
        try await cardReader.perform { [self] () -> Result<Value, CameraError> in
            do throws(CameraError) { return .success(try body(self)) } catch { return .failure(error) }
        }.get()
    }

    // MARK: Cards

    /// Reads the catalogues of the cards, once.
    func scanCards() async throws(CameraError) {
        let cards = shared.withLock { shared -> [CardCatalog] in
            defer { shared.hasScannedCards = true }
            return shared.hasScannedCards ? [] : shared.body.cards
        }
        for (index, card) in cards.enumerated() {
            if let folder = card.card.folder {
                try await onCardReader { simulator throws(CameraError) in
                    simulator.scan(CardPath(root: folder), card: index, parent: nil)
                }
            } else if card.card.samplePictures > 0 {
                addSamples(min(card.card.samplePictures, 1000), card: index)
            }
        }
    }

    private func scan(_ folder: CardPath, card: Int, parent: ItemInfo.Handle?) {
        guard folder.names.count < Self.folderDepth, let descriptor = try? folder.openFolder(),
            let names = FolderNames.all(inOpenFolder: descriptor, limit: Self.folderItems)
        else { return }
        for name in names.sorted() where !name.hasPrefix(".") {
            scan(name, at: folder.appending(name), card: card, parent: parent)
        }
    }

    private func scan(_ name: String, at path: CardPath, card: Int, parent: ItemInfo.Handle?) {
        guard let status = try? path.status() else { return }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        // Symbolic links are ignored, as are devices and sockets.
        guard isFolder || status.st_mode & S_IFMT == S_IFREG else { return }
        var item = ItemInfo(
            handle: withBody { $0.makeHandle() },
            storage: shared.withLock { $0.body.cards[card].storage },
            parent: parent,
            name: name,
            kind: isFolder ? .folder : ItemInfo.Kind(fileName: name)
        )
        item.hasMetadata = isFolder
        // Replaced by the EXIF date of a picture that has one.
        item.created = Self.modificationDate(status)
        if !isFolder {
            item.size = UInt64(status.st_size)
            item.isProtected = status.st_mode & S_IWUSR == 0
            item.rating = 0
        }
        let added = item
        withBody { $0.cards[card].add(added) }
        files[item.handle] = .init(source: .path(path))
        if isFolder { scan(path, card: card, parent: item.handle) }
    }

    private static func modificationDate(_ status: stat) -> CameraDate {
        var seconds = status.st_mtim.tv_sec
        var local = unsafe tm()
        unsafe localtime_r(&seconds, &local)
        return CameraDate(
            millisecondsSince1970: Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000,
            utcOffsetMinutes: unsafe local.tm_gmtoff / 60
        )
    }

    private func addSamples(_ count: Int, card: Int) {
        withBody { body in
            let folder = body.pictureFolder(on: card)
            for number in 1...count {
                let handle = body.makeHandle()
                let view = SceneView(time: -Double(number) * 37, seed: body.configuration.seed)
                let date = body.clock.date(at: .seconds(-number * 37))
                body.cards[card].add(
                    ItemInfo(
                        handle: handle,
                        storage: body.cards[card].storage,
                        parent: folder,
                        name: "SAMPLE_\(number).JPG",
                        kind: .image,
                        created: date,
                        rating: 0
                    )
                )
                files[handle] = .init(source: .sample(view, date))
            }
        }
    }

    // MARK: Reading files

    /// Ensures that the bytes of a file exist, and returns the item.
    func load(_ handle: ItemInfo.Handle) throws(CameraError) -> ItemInfo {
        var item = try find(handle)
        if case .sample(let view, let date) = files[handle]?.source {
            let picture = try developSample(view, date)
            files[handle] = .init(source: .memory(picture.file), thumbnail: picture.thumbnail, preview: picture.preview)
            item.size = UInt64(picture.file.count)
            item.pixelSize = configuration.pictureSize
            item.hasMetadata = true
            let known = item
            withBody { $0.metadataRead(known) }
        }
        return item
    }

    /// Returns the file whose picture shows a file: the developed one of the same exposure for a RAW file, otherwise the file.
    func loadPicture(of handle: ItemInfo.Handle) throws(CameraError) -> ItemInfo {
        let item = try load(handle)
        guard item.kind == .rawImage, let companion = item.companions.first else { return item }
        let developed = try load(companion)
        return developed.kind == .image ? developed : item
    }

    private func find(_ handle: ItemInfo.Handle) throws(CameraError) -> ItemInfo {
        try withBody { body -> Result<ItemInfo, CameraError> in
            do throws(CameraError) { return .success(try body.find(handle).item) } catch { return .failure(error) }
        }.get()
    }

    func metadata(of handle: ItemInfo.Handle) throws(CameraError) -> ItemInfo {
        var item = try load(handle)
        guard !item.hasMetadata else { return item }
        item.hasMetadata = true
        // A file that cannot be parsed keeps its name and size.
        if item.kind == .image, let bytes = try? head(of: item), let segments = try? JPEGSegments(bytes.span) {
            item.pixelSize = segments.frameSize.map { PixelSize(width: $0.width, height: $0.height) }
            let exif = try? EXIFMetadata(jpeg: bytes.span)
            item.created = exif?.created ?? item.created
        }
        let known = item
        withBody { $0.metadataRead(known) }
        return item
    }

    /// Returns the beginning of a file: all segments of a JPEG before its picture data, unless they are unusually large.
    func head(of item: ItemInfo) throws(CameraError) -> [UInt8] {
        var reader = try files.open(item.handle)
        return try reader.readHead(limit: Self.headLimit)
    }

    func pictureMetadata(of handle: ItemInfo.Handle) throws(CameraError) -> PictureMetadata {
        let item = try load(handle)
        guard item.kind == .image || item.kind == .rawImage else { throw CameraError(.noData, "The file has no EXIF data.") }
        do throws(ImageFormatError) {
            let bytes: [UInt8]
            do throws(CameraError) { bytes = try head(of: item) } catch {
                throw ImageFormatError(.truncated, in: .jpeg, error.message)
            }
            return PictureMetadata(try EXIFMetadata(picture: bytes.span))
        } catch {
            throw CameraError(.noData, "The file has no readable EXIF data: \(error.message).")
        }
    }

    // MARK: Sending files

    func send(
        _ handle: ItemInfo.Handle,
        from offset: UInt64,
        _ operation: CameraOperation,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        let fault = shared.withLock { $0.faults.popFault(during: operation) { $0 == .truncatedDownload || $0 == .smallChunks } }
        try await onCardReader { simulator throws(CameraError) in
            if operation == .download { _ = try simulator.load(handle) }
            var reader = try simulator.files.open(handle)
            guard offset <= reader.size else {
                throw CameraError(.invalidArgument, "The file has only \(reader.size) bytes.", operation: operation)
            }
            let end = fault == .truncatedDownload ? reader.size / 2 : reader.size
            try simulator.send(&reader, offset..<max(offset, end), isFragmented: fault == .smallChunks, consume)
        }
    }

    private func send(
        _ reader: inout FileReader,
        _ range: Range<UInt64>,
        isFragmented: Bool,
        _ consume: ChunkHandler
    ) throws(CameraError) {
        var offset = range.lowerBound
        let chunk = isFragmented ? 997 : Self.chunkSize
        while offset < range.upperBound {
            guard shared.withLock({ $0.host }) != nil else {
                throw CameraError(.connectionLost, "The connection to the camera was lost.")
            }
            let count = Int(min(UInt64(chunk), range.upperBound - offset))
            var sent = 0
            let decision = try reader.read(at: offset, count: count) { bytes throws(CameraError) in
                sent = bytes.byteCount
                return try consume(bytes)
            }
            if decision == .stop || sent == 0 { return }
            offset += UInt64(sent)
            if isFragmented {
                let empty: [UInt8] = []
                if try unsafe consume(empty.span.bytes) == .stop { return }
            }
        }
    }

    func sendOffer(
        _ offer: TransferOffer.Identifier,
        _ representation: TransferOffer.Representation,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        let handle = try withBody { body -> Result<ItemInfo.Handle, CameraError> in
            do throws(CameraError) { return .success(try body.file(offeredAs: offer)) } catch { return .failure(error) }
        }.get()
        if representation == .preview {
            guard let preview = files[handle]?.preview else { throw CameraError(.noData, "The file has no preview.") }
            return try await onCardReader { _ throws(CameraError) in _ = try unsafe consume(preview.span.bytes) }
        }
        try await send(handle, from: 0, .transfer, consume)
        // Only after success: a failed transfer can be repeated, as the picture would be lost otherwise.
        withBody { $0.fetched(offer) }
        await untilDelivered()
    }
}
