package import CameraModel
import HotShoeSupport
import ImageFormats
package import PTP
import PTPSession
import PictureFiles

extension StandardConnection {
    // MARK: Listing and metadata

    package func beginListing(
        _ folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> any FolderCursor {
        ObjectCursor(self, folder, on: storage, handles: try await handles(in: folder, on: storage))
    }

    /// Returns the numbers of the objects of a folder; nil is the root of the storage.
    func handles(in folder: ItemInfo.Handle?, on storage: StorageInfo.Identifier) async throws(CameraError) -> [UInt32] {
        let parent = try folder.map { handle throws(CameraError) in try Self.handle(handle) } ?? .root
        return try await perform(.listFolder) { session throws(SessionError) in
            try await session.array(.getObjectHandles, [storage.number, 0, parent.rawValue], as: UInt32.self)
        }
    }

    package static func handle(_ handle: ItemInfo.Handle) throws(CameraError) -> ObjectHandle {
        guard let number = UInt32(exactly: handle.number), case let handle = ObjectHandle(rawValue: number), handle.isObject
        else {
            throw CameraError(.notFound, "There is no such file on the camera.")
        }
        return handle
    }

    package func loadMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> ItemInfo {
        let handle = try Self.handle(item)
        do throws(SessionError) { return try await self.item(handle) } catch { throw CameraError(error, .loadMetadata) }
    }

    package func loadThumbnail(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        let handle = try Self.handle(item)
        let bytes = try await perform(.loadThumbnail) { session throws(SessionError) in
            try await session.receive(.getThumb, [handle.rawValue], limit: 16 << 20).bytes
        }
        if bytes.isEmpty { throw CameraError(.noData, "The file has no thumbnail.") }
        return bytes
    }

    /// Returns the whole file if it is a JPEG: the standard has no operation for previews.
    package func loadPreview(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        let info = try await loadMetadata(of: item)
        guard info.kind == .image, info.name.lowercased().hasSuffix(".jpg") || info.name.lowercased().hasSuffix(".jpeg") else {
            throw CameraError(.noData, "The file has no preview.", operation: .loadPreview)
        }
        let handle = try Self.handle(item)
        let bytes = try await perform(.loadPreview) { session throws(SessionError) in
            try await session.receive(.getObject, [handle.rawValue], priority: .background).bytes
        }
        if bytes.isEmpty { throw CameraError(.noData, "The file has no preview.", operation: .loadPreview) }
        return bytes
    }

    /// Size of the part of a JPEG file before the picture, including EXIF with its thumbnail, in bytes.
    private static let headSize: UInt32 = 256 << 10

    package func loadPictureMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> PictureMetadata {
        let handle = try Self.handle(item)
        let usesParts = supports(.getPartialObject)
        let head = try await perform(.loadEXIF) { session throws(SessionError) in
            usesParts
                ? try await session.receive(.getPartialObject, [handle.rawValue, 0, Self.headSize]).bytes
                : try await session.receive(.getObject, [handle.rawValue], priority: .background).bytes
        }
        do throws(ImageFormatError) {
            return PictureMetadata(try EXIFMetadata(picture: head.span))
        } catch {
            throw CameraError(.noData, "The file has no readable EXIF data: \(error.message).", operation: .loadEXIF)
        }
    }

    // MARK: Downloads

    package func download(
        _ item: ItemInfo.Handle,
        from offset: UInt64,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        let handle = try Self.handle(item)
        let listed = popSize(of: item).flatMap { $0 >= offset ? $0 : nil }
        let known = if let listed { listed } else { try await loadMetadata(of: item).size }
        if let known, offset > known {
            throw CameraError(.invalidArgument, "The file has only \(known) bytes.", operation: .download)
        }
        guard let known, largePieces != nil || (supports(.getPartialObject) && known <= UInt64(UInt32.max)) else {
            _ = try await downloadWhole(handle, from: offset, size: known, consume)
            return
        }
        // Pieces let operations of higher priority run in between.
        var plan = DownloadPlan(from: offset, size: known, isFresh: listed == nil)
        while true {
            switch plan.next(min(pieceSize.bytes, additions.largestPiece ?? .max)) {
            case .done: return note(plan.size, of: item)
            case .tooMuch: throw Self.wrongSize(plan.offset, plan.size, .protocolFailure)
            case .querySize: plan.sizeReceived(try await loadMetadata(of: item).size ?? 0)
            case .request(let count):
                guard let receiver = try await downloadPiece(handle, plan.offset, UInt32(count), consume) else { continue }
                if receiver.isStopped { return }
                guard receiver.receivedBytes > 0 else { throw Self.wrongSize(plan.offset, plan.size, .connectionLost) }
                plan.received(receiver.receivedBytes, of: count)
            }
        }
    }

    /// Downloads an object whose size is known, in pieces of at most `pieceSize` bytes, or as a whole if that is nil. Returns `false`
    /// if the consumer stopped the download.
    package func download(
        _ handle: ObjectHandle,
        size: UInt64,
        inPiecesOf pieceSize: UInt64?,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) -> Bool {
        // 32-bit offsets cannot address more.
        guard let pieceSize, size <= UInt64(UInt32.max) || largePieces != nil else {
            return try await downloadWhole(handle, from: 0, size: size, consume)
        }
        var plan = DownloadPlan(from: 0, size: size, isFresh: true)
        while case .request(let count) = plan.next(pieceSize) {
            guard let receiver = try await downloadPiece(handle, plan.offset, UInt32(count), consume) else { continue }
            if receiver.isStopped { return false }
            guard receiver.receivedBytes > 0 else { throw Self.wrongSize(plan.offset, size, .connectionLost) }
            plan.received(receiver.receivedBytes, of: count)
        }
        return true
    }

    private static func wrongSize(_ received: UInt64, _ size: UInt64, _ code: CameraError.Code) -> CameraError {
        CameraError(code, "the camera sent \(received) of the file's \(size) bytes", operation: .download)
    }

    /// The operation whose positions have 64 bits; nil if the camera has none.
    private var largePieces: OperationCode? {
        if supports(.getPartialObject64) { return .getPartialObject64 }
        return additions.largeFiles.map(\.piece).flatMap { supports($0) ? $0 : nil }
    }

    /// The request of a piece. The vendor's operation is used only for pieces that end beyond the first 4 GiB.
    private func pieceRequest(
        _ handle: ObjectHandle,
        _ offset: UInt64,
        _ count: UInt32
    ) -> (code: OperationCode, parameters: Parameters) {
        let (low, high) = (UInt32(truncatingIfNeeded: offset), UInt32(truncatingIfNeeded: offset >> 32))
        let isNear = high == 0 && UInt64(low) + UInt64(count) <= UInt64(UInt32.max)
        guard let code = largePieces, code == .getPartialObject64 || !isNear || !supports(.getPartialObject) else {
            return (.getPartialObject, [handle.rawValue, low, count])
        }
        return (
            code, code == .getPartialObject64 ? [handle.rawValue, low, high, count] : [handle.rawValue, low, high, count, 0]
        )
    }

    /// Returns nil if the camera refused the piece and accepts a smaller one.
    private func downloadPiece(
        _ handle: ObjectHandle,
        _ offset: UInt64,
        _ count: UInt32,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) -> FileReceiver? {
        let request = pieceRequest(handle, offset, count)
        let receiver = FileReceiver(limit: UInt64(count), consume)
        let begin = time.now
        let result = await result { session throws(SessionError) in
            try await session.perform(request.code, request.parameters, .receive(receiver), priority: .background)
        }
        if let failure = receiver.failure { throw failure }
        if receiver.isStopped { return receiver }
        if case .failure(let error) = result {
            if error.response != nil, receiver.receivedBytes == 0, withPieceSize({ $0.refused(UInt64(count)) }) { return nil }
            throw CameraError(error, .download)
        }
        withPieceSize { $0.pieceReceived(time.now - begin, for: receiver.receivedBytes) }
        return receiver
    }

    /// Returns `false` if the consumer stopped the download.
    private func downloadWhole(
        _ handle: ObjectHandle,
        from offset: UInt64,
        size: UInt64?,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) -> Bool {
        let receiver = FileReceiver(skipping: offset, limit: size ?? .max, consume)
        let result = await result { session throws(SessionError) in
            try await session.perform(.getObject, [handle.rawValue], .receive(receiver), priority: .background)
        }
        if let failure = receiver.failure { throw failure }
        if receiver.isStopped { return false }
        if case .failure(let error) = result { throw CameraError(error, .download) }
        if let size, receiver.receivedBytes != size { throw Self.wrongSize(receiver.receivedBytes, size, .connectionLost) }
        return true
    }

    func result<Value: Sendable>(
        _ work: (PTPSession) async throws(SessionError) -> Value
    ) async -> Result<Value, SessionError> {
        do throws(SessionError) { return .success(try await work(session)) } catch { return .failure(error) }
    }
}
