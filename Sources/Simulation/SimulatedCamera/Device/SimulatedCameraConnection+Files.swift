import CameraModel

// Files on the cards.

extension SimulatedCameraConnection: FileDriver {
    func listFolder(_ folder: ItemInfo.Handle?, on storage: StorageInfo.Identifier) async throws(CameraError) -> [ItemInfo] {
        try await simulator.answer(.listFolder)
        return try simulator.withBody { body -> Result<[ItemInfo], CameraError> in
            do throws(CameraError) { return .success(try body.list(folder, on: storage)) } catch { return .failure(error) }
        }.get()
    }

    func loadMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> ItemInfo {
        try await simulator.answer(.loadMetadata)
        return try await simulator.onCardReader { simulator throws(CameraError) in try simulator.metadata(of: item) }
    }

    func loadThumbnail(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        try await simulator.answer(.loadThumbnail)
        let loaded = try await simulator.onCardReader { simulator throws(CameraError) in try simulator.loadPicture(of: item) }
        return try await simulator.onPictureReader { simulator, isWanted throws(CameraError) in
            try simulator.thumbnail(of: loaded, isWanted)
        }
    }

    func loadPreview(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        try await simulator.answer(.loadPreview)
        let loaded = try await simulator.onCardReader { simulator throws(CameraError) in try simulator.loadPicture(of: item) }
        return try await simulator.onPictureReader { simulator, isWanted throws(CameraError) in
            try simulator.preview(of: loaded, isWanted)
        }
    }

    func loadPictureMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> PictureMetadata {
        try await simulator.answer(.loadEXIF)
        return try await simulator.onCardReader { simulator throws(CameraError) in try simulator.pictureMetadata(of: item) }
    }

    func download(_ item: ItemInfo.Handle, from offset: UInt64, _ consume: @escaping ChunkHandler) async throws(CameraError) {
        try await simulator.answer(.download)
        try await simulator.send(item, from: offset, .download, consume)
    }

    func delete(_ item: ItemInfo.Handle) async throws(CameraError) { try await done(.delete, .delete(item)) }

    func setRating(of item: ItemInfo.Handle, to rating: Int) async throws(CameraError) {
        try await done(.setRating, .setRating(item, rating))
    }

    func setProtected(_ item: ItemInfo.Handle, to isProtected: Bool) async throws(CameraError) {
        try await done(.setProtection, .setProtected(item, isProtected))
        try await simulator.onCardReader { simulator throws(CameraError) in
            simulator.files.setProtected(item, to: isProtected)
        }
    }

    func upload(
        _ name: String,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        size: UInt64,
        _ source: @escaping ChunkSource
    ) async throws(CameraError) -> ItemInfo {
        try await simulator.answer(.upload)
        return try await changing { simulator throws(CameraError) in
            try simulator.receive(name, into: folder, on: storage, size: size, source)
        }
    }

    // MARK: Folders and cards

    func createFolder(
        _ name: String,
        in folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        try await simulator.answer(.createFolder)
        return try await changing { simulator throws(CameraError) in
            try simulator.makeFolder(name, in: folder, on: storage)
        }
    }

    func move(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        try await simulator.answer(.move)
        return try await changing { simulator throws(CameraError) in
            try simulator.move(item, to: folder, on: storage)
        }
    }

    func copy(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        try await simulator.answer(.copy)
        return try await changing { simulator throws(CameraError) in
            try simulator.copy(item, to: folder, on: storage)
        }
    }

    func format(_ storage: StorageInfo.Identifier) async throws(CameraError) { try await done(.format, .format(storage)) }

    /// Performs work on the files of a card. Its changes have been reported when this returns.
    private func changing(
        _ work: @escaping @Sendable (CameraSimulator) throws(CameraError) -> ItemInfo
    ) async throws(CameraError) -> ItemInfo {
        let item = try await simulator.onCardReader(work)
        await simulator.untilDelivered()
        return item
    }
}
