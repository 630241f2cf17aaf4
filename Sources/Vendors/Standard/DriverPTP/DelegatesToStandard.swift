package import CameraModel

/// A vendor's connection that delegates file operations to a ``StandardConnection``. **Thread-safe.**
package protocol DelegatesToStandard: CameraConnection {
    var standard: StandardConnection { get }
}

extension DelegatesToStandard {
    package func listFolder(
        _ folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> [ItemInfo] {
        try await standard.listFolder(folder, on: storage)
    }

    package func beginListing(
        _ folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> any FolderCursor {
        try await standard.beginListing(folder, on: storage)
    }

    package func loadMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> ItemInfo {
        try await standard.loadMetadata(of: item)
    }

    package func loadThumbnail(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        try await standard.loadThumbnail(of: item)
    }

    package func loadPreview(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        try await standard.loadPreview(of: item)
    }

    package func loadPictureMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> PictureMetadata {
        try await standard.loadPictureMetadata(of: item)
    }

    package func download(
        _ item: ItemInfo.Handle,
        from offset: UInt64,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        try await standard.download(item, from: offset, consume)
    }

    package func delete(_ item: ItemInfo.Handle) async throws(CameraError) { try await standard.delete(item) }

    package func setRating(of item: ItemInfo.Handle, to rating: Int) async throws(CameraError) {
        try await standard.setRating(of: item, to: rating)
    }

    package func setProtected(_ item: ItemInfo.Handle, to isProtected: Bool) async throws(CameraError) {
        try await standard.setProtected(item, to: isProtected)
    }

    package func upload(
        _ name: String,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        size: UInt64,
        _ source: @escaping ChunkSource
    ) async throws(CameraError) -> ItemInfo {
        try await standard.upload(name, to: folder, on: storage, size: size, source)
    }

    package func createFolder(
        _ name: String,
        in folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        try await standard.createFolder(name, in: folder, on: storage)
    }

    package func move(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        try await standard.move(item, to: folder, on: storage)
    }

    package func copy(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        try await standard.copy(item, to: folder, on: storage)
    }

    package func format(_ storage: StorageInfo.Identifier) async throws(CameraError) {
        try await standard.format(storage)
    }
}
