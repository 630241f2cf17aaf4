import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPFujifilm
import PTPSession

/// The files on the card of a Fujifilm body on a network, while it shows them. **Thread-safe.**
///
/// There are no folders and no lists: the body reports the number of files, whose handles begin with 1 (observed behaviour of fudge).
/// Nothing is known about deleting, rating and uploading.
final class FujifilmGallery: FileDriver, SteppedFolderDriver {
    private let standard: StandardConnection

    /// Stands for the cards, of which a body shows one list. Their capacity is not reported.
    static let storage = StorageInfo(
        identifier: .init(1),
        name: "Card",
        capacityBytes: nil,
        freeBytes: nil,
        isWritable: false,
        allowsDeletion: false
    )

    /// Maximum size of a value of 0xD212, in bytes, and maximum number of files.
    private static let (replyLimit, fileLimit) = (FujifilmChanges.emptySize + 6 * Int(UInt16.max), UInt32(200_000))

    init(_ standard: StandardConnection) { self.standard = standard }

    func beginListing(
        _ folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> any FolderCursor {
        guard folder == nil, storage == Self.storage.identifier else {
            throw CameraError(.notFound, "There is no such folder on the camera.", operation: .listFolder)
        }
        let count = try await standard.perform(.listFolder) { session throws(SessionError) in
            let code = DevicePropCode.fujifilmCurrentState.rawValue
            let bytes = try await session.receive(.getDevicePropValue, [code], limit: Self.replyLimit).bytes
            return FujifilmGalleryFiles.count(in: FujifilmChanges(bytes)) ?? 0
        }
        let handles = (0..<min(count, Self.fileLimit)).map { $0 + 1 }
        return ObjectCursor(standard, folder, on: storage, handles: handles)
    }

    func loadMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> ItemInfo {
        var info = try await standard.loadMetadata(of: item)
        (info.storage, info.parent) = (Self.storage.identifier, nil)
        return info
    }

    func loadThumbnail(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        try await standard.loadThumbnail(of: item)
    }

    func loadPreview(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        try await standard.loadPreview(of: item)
    }

    func loadPictureMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> PictureMetadata {
        try await standard.loadPictureMetadata(of: item)
    }

    func download(
        _ item: ItemInfo.Handle,
        from offset: UInt64,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        // Programs read it before each file; its meaning is not known.
        _ = try? await standard.session.receive(.getDevicePropValue, [DevicePropCode.fujifilmCompressionLimit.rawValue])
        try await standard.download(item, from: offset, consume)
    }
}
