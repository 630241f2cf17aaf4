import CameraModel
import HotShoeSupport
import ImageFormats
import PTP
import PTPSession
import PictureFiles

extension StandardConnection {
    /// In bytes; some bodies refuse larger pieces (observed behaviour: more than 5 MB).
    private static let pieceSize: UInt64 = 4 << 20

    // MARK: Looking

    func listFolder(_ folder: ItemInfo.Handle?, on storage: CameraModel.StorageInfo.Identifier) async throws(CameraError)
        -> [ItemInfo]
    {
        let parent = try folder.map { handle throws(CameraError) in try Self.handle(handle) } ?? .root
        let handles = try await perform(.listFolder) { session throws(SessionError) in
            let bytes = try await session.receive(.getObjectHandles, [storage.number, 0, parent.rawValue]).bytes
            return try Self.array(bytes, .getObjectHandles, as: UInt32.self)
        }
        var items: [ItemInfo] = []
        var seen: Set<UInt32> = []
        for handle in handles.prefix(Self.objectLimit) {
            // What cannot be an object, or stands twice, is left out.
            guard ObjectHandle(rawValue: handle).isObject, seen.insert(handle).inserted else { continue }
            do throws(SessionError) {
                let item = try await item(ObjectHandle(rawValue: handle))
                // A folder that is in itself would be walked for ever.
                if item.handle != folder { items.append(item) }
            } catch {
                // It has gone meanwhile, or cannot be understood: the others are still there.
                switch error {
                case .refused, .malformed, .tooLarge: continue
                default: throw CameraError(error, .listFolder)
                }
            }
        }
        return items
    }

    static func handle(_ handle: ItemInfo.Handle) throws(CameraError) -> ObjectHandle {
        guard let number = UInt32(exactly: handle.number), case let handle = ObjectHandle(rawValue: number), handle.isObject
        else {
            throw CameraError(.notFound, "there is no such file on the camera")
        }
        return handle
    }

    func loadMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> ItemInfo {
        let handle = try Self.handle(item)
        do throws(SessionError) { return try await self.item(handle) } catch { throw CameraError(error, .loadMetadata) }
    }

    func loadThumbnail(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        let handle = try Self.handle(item)
        let bytes = try await perform(.loadThumbnail) { session throws(SessionError) in
            try await session.receive(.getThumb, [handle.rawValue], limit: 16 << 20).bytes
        }
        if bytes.isEmpty { throw CameraError(.noData, "has no thumbnail") }
        return bytes
    }

    /// No operation of the standard gives one: the picture itself, if it is a JPEG.
    func loadPreview(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        let info = try await loadMetadata(of: item)
        guard info.kind == .image, info.name.lowercased().hasSuffix(".jpg") || info.name.lowercased().hasSuffix(".jpeg") else {
            throw CameraError(.noData, "has no preview", operation: .loadPreview)
        }
        let handle = try Self.handle(item)
        let bytes = try await perform(.loadPreview) { session throws(SessionError) in
            try await session.receive(.getObject, [handle.rawValue], priority: .background).bytes
        }
        if bytes.isEmpty { throw CameraError(.noData, "has no preview", operation: .loadPreview) }
        return bytes
    }

    /// In bytes: what stands before the picture in a JPEG, EXIF with its thumbnail included.
    private static let headSize: UInt32 = 256 << 10

    func loadPictureMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> PictureMetadata {
        let handle = try Self.handle(item)
        let usesParts = supports(.getPartialObject)
        let head = try await perform(.loadEXIF) { session throws(SessionError) in
            usesParts
                ? try await session.receive(.getPartialObject, [handle.rawValue, 0, Self.headSize]).bytes
                : try await session.receive(.getObject, [handle.rawValue], priority: .background).bytes
        }
        do throws(ImageFormatError) {
            return PictureMetadata(try EXIFMetadata(jpeg: head.span))
        } catch {
            throw CameraError(.noData, "has no EXIF that can be read: \(error.message)", operation: .loadEXIF)
        }
    }

    // MARK: Fetching

    func download(_ item: ItemInfo.Handle, from offset: UInt64, _ consume: @escaping ChunkHandler) async throws(CameraError) {
        let info = try await loadMetadata(of: item)
        let handle = try Self.handle(item)
        if let size = info.size, offset > size {
            throw CameraError(.invalidArgument, "the file has only \(size) bytes", operation: .download)
        }
        if let size = info.size, supports(.getPartialObject64) || (supports(.getPartialObject) && size <= UInt64(UInt32.max)) {
            try await download(handle, offset..<size, consume)
        } else {
            try await downloadWhole(handle, from: offset, size: info.size, consume)
        }
    }

    /// Piece by piece, so that others have their turn in between.
    private func download(_ handle: ObjectHandle, _ range: Range<UInt64>, _ consume: @escaping ChunkHandler)
        async throws(CameraError)
    {
        let isWide = supports(.getPartialObject64)
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = UInt32(min(Self.pieceSize, range.upperBound - offset))
            let low = UInt32(truncatingIfNeeded: offset)
            let parameters: Parameters =
                isWide ? [handle.rawValue, low, UInt32(truncatingIfNeeded: offset >> 32), count] : [handle.rawValue, low, count]
            let receiver = FileReceiver(limit: UInt64(count), consume)
            let result = await result { session throws(SessionError) in
                try await session.perform(
                    isWide ? .getPartialObject64 : .getPartialObject,
                    parameters,
                    .receive(receiver),
                    priority: .background
                )
            }
            if let failure = receiver.failure { throw failure }
            if receiver.isStopped { return }
            if case .failure(let error) = result { throw CameraError(error, .download) }
            guard receiver.receivedBytes > 0 else {
                throw CameraError(
                    .connectionLost,
                    "the camera sent \(offset) of the file's \(range.upperBound) bytes",
                    operation: .download
                )
            }
            offset += receiver.receivedBytes
        }
    }

    private func downloadWhole(
        _ handle: ObjectHandle,
        from offset: UInt64,
        size: UInt64?,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        let receiver = FileReceiver(skipping: offset, limit: size ?? .max, consume)
        let result = await result { session throws(SessionError) in
            try await session.perform(.getObject, [handle.rawValue], .receive(receiver), priority: .background)
        }
        if let failure = receiver.failure { throw failure }
        if receiver.isStopped { return }
        if case .failure(let error) = result { throw CameraError(error, .download) }
        if let size, receiver.receivedBytes != size {
            throw CameraError(
                .connectionLost,
                "the camera sent \(receiver.receivedBytes) of the file's \(size) bytes",
                operation: .download
            )
        }
    }

    private func result<Value: Sendable>(
        _ work: (PTPSession) async throws(SessionError) -> Value
    ) async -> Result<Value, SessionError> {
        do throws(SessionError) { return .success(try await work(session)) } catch { return .failure(error) }
    }

    // MARK: Changing

    func delete(_ item: ItemInfo.Handle) async throws(CameraError) {
        let handle = try Self.handle(item)
        try await perform(.delete) { session throws(SessionError) in
            try await session.perform(.deleteObject, [handle.rawValue, 0])
        }
        // The camera that did it does not say so.
        objectRemoved(item)
    }

    func setProtected(_ item: ItemInfo.Handle, to isProtected: Bool) async throws(CameraError) {
        let handle = try Self.handle(item)
        try await perform(.setProtection) { session throws(SessionError) in
            try await session.perform(.setObjectProtection, [handle.rawValue, isProtected ? 1 : 0])
        }
        await tellChanged(item)
    }

    func setRating(of item: ItemInfo.Handle, to rating: Int) async throws(CameraError) {
        let handle = try Self.handle(item)
        guard let value = DataValue.integer(rating * 20, as: .uint16), let bytes = try? value.encoded("Rating") else {
            throw CameraError(.invalidArgument, "ratings go from 0 to 5", operation: .setRating)
        }
        try await perform(.setRating) { session throws(SessionError) in
            _ = try await session.send(.setObjectPropValue, [handle.rawValue, UInt32(ObjectPropCode.rating.rawValue)], bytes)
        }
        await tellChanged(item)
    }

    private func tellChanged(_ item: ItemInfo.Handle) async {
        if let info = try? await loadMetadata(of: item) { host.update([.itemChanged(info)]) }
    }

    func upload(
        _ name: String,
        to folder: ItemInfo.Handle?,
        on storage: CameraModel.StorageInfo.Identifier,
        size: UInt64,
        _ source: @escaping ChunkSource
    ) async throws(CameraError) -> ItemInfo {
        let parent = try folder.map { handle throws(CameraError) in try Self.handle(handle) } ?? .root
        var info = ObjectInfo(
            storage: StorageID(rawValue: storage.number),
            format: ObjectFormatCode(fileName: name),
            filename: name,
            compressedSize: size
        )
        info.parent = parent
        guard let dataset = try? info.encoded() else {
            throw CameraError(.invalidArgument, "a camera's file name has 254 letters at the most", operation: .upload)
        }
        guard let turn = await turnToUpload() else { throw .cancelled(.upload) }
        defer { turn.fulfil(.success(())) }
        let response = try await perform(.upload) { session throws(SessionError) in
            try await session.send(.sendObjectInfo, [storage.number, parent.rawValue], dataset)
        }
        let provider = FileProvider(size: size, source)
        let result = await result { session throws(SessionError) in
            try await session.perform(.sendObject, [], .send(provider), priority: .background)
        }
        if let failure = provider.failure { throw failure }
        if case .failure(let error) = result { throw CameraError(error, .upload) }
        let handle = ObjectHandle(rawValue: response.parameters[2])
        guard handle.isObject else {
            throw CameraError(
                .protocolFailure,
                "the camera does not say what became of the file; look on the card",
                operation: .upload
            )
        }
        let item = try await loadMetadata(of: ItemInfo.Handle(UInt64(handle.rawValue)))
        announce(item)
        return item
    }
}

extension ObjectFormatCode {
    /// What a file of this name is to a camera.
    init(fileName: String) {
        switch fileName.split(separator: ".").last.map({ $0.lowercased() }) ?? "" {
        case "jpg", "jpeg": self = .exifJPEG
        case "tif", "tiff": self = .tiff
        case "png": self = .png
        case "dng": self = .dng
        case "avi": self = .avi
        case "mov": self = .quickTime
        case "wav": self = .wav
        case "txt": self = .text
        default: self = .undefined
        }
    }
}
