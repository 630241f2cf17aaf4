package import CameraModel
import HotShoeSupport
import PTP
import PTPSession

// Operations that change the contents of the camera's cards.

extension StandardConnection {
    /// Timeout for copying and formatting, during which the camera may send nothing.
    private static let slowOperation: Duration = .seconds(600)

    package func delete(_ item: ItemInfo.Handle) async throws(CameraError) {
        let handle = try Self.handle(item)
        try await perform(.delete) { session throws(SessionError) in
            try await session.perform(.deleteObject, [handle.rawValue, 0])
        }
        // The camera sends no event for a change that the initiator requested.
        objectRemoved(item)
    }

    package func setProtected(_ item: ItemInfo.Handle, to isProtected: Bool) async throws(CameraError) {
        let handle = try Self.handle(item)
        try await perform(.setProtection) { session throws(SessionError) in
            try await session.perform(.setObjectProtection, [handle.rawValue, isProtected ? 1 : 0])
        }
        await reportChange(item)
    }

    package func setRating(of item: ItemInfo.Handle, to rating: Int) async throws(CameraError) {
        let handle = try Self.handle(item)
        guard let value = DataValue.integer(rating * 20, as: .uint16), let bytes = try? value.encoded("Rating") else {
            throw CameraError(.invalidArgument, "A rating is 0 to 5.", operation: .setRating)
        }
        try await perform(.setRating) { session throws(SessionError) in
            _ = try await session.send(.setObjectPropValue, [handle.rawValue, UInt32(ObjectPropCode.rating.rawValue)], bytes)
        }
        await reportChange(item)
    }

    private func reportChange(_ item: ItemInfo.Handle) async {
        if let info = try? await loadMetadata(of: item) { host.update([.itemChanged(info)]) }
    }

    /// Waits for earlier uploads: no other object may be announced between SendObjectInfo and SendObject.
    ///
    /// - Returns: A promise to fulfil when the upload has ended; nil if the task was cancelled.
    func waitForUploads() async -> Promise<Void, Never>? {
        let turn = Promise<Void, Never>()
        let before = state.withLock { state in
            defer { state.lastUpload = turn }
            return state.lastUpload
        }
        guard let before, await before.resultUnlessCancelled() == nil else { return turn }
        // Later uploads still wait for the earlier ones, until the connection ends.
        tasks.start {
            _ = await before.resultUnlessCancelled()
            turn.fulfil(.success(()))
        }
        return nil
    }

    package func upload(
        _ name: String,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        size: UInt64,
        _ source: @escaping ChunkSource
    ) async throws(CameraError) -> ItemInfo {
        let parent = try Self.parent(folder)
        var info = ObjectInfo(
            storage: StorageID(rawValue: storage.number),
            format: ObjectFormatCode(fileName: name),
            filename: name,
            compressedSize: size
        )
        info.parent = parent
        let dataset = try Self.encoded(info, .upload)
        guard let turn = await waitForUploads() else { throw .cancelled(.upload) }
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
                "The camera does not report whether the file was saved. Look on the card.",
                operation: .upload
            )
        }
        let item = try await loadMetadata(of: ItemInfo.Handle(UInt64(handle.rawValue)))
        announce(item)
        return item
    }

    private static func encoded(_ info: ObjectInfo, _ operation: CameraOperation) throws(CameraError) -> [UInt8] {
        do throws(DatasetError) { return try info.encoded() } catch {
            throw CameraError(.invalidArgument, "A camera's file name has 254 letters at the most.", operation: operation)
        }
    }

    // MARK: Folders and cards

    /// Returns the parent handle for SendObjectInfo: of a folder, or the root of a storage.
    private static func parent(_ folder: ItemInfo.Handle?) throws(CameraError) -> ObjectHandle {
        try folder.map { folder throws(CameraError) in try handle(folder) } ?? .root
    }

    /// SendObjectInfo with an association; no SendObject follows.
    package func createFolder(
        _ name: String,
        in folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        let parent = try Self.parent(folder)
        var info = ObjectInfo(
            storage: StorageID(rawValue: storage.number),
            format: .association,
            filename: name,
            compressedSize: 0,
            parent: parent
        )
        info.associationType = .genericFolder
        let dataset = try Self.encoded(info, .createFolder)
        guard let turn = await waitForUploads() else { throw .cancelled(.createFolder) }
        defer { turn.fulfil(.success(())) }
        let response = try await perform(.createFolder) { session throws(SessionError) in
            try await session.send(.sendObjectInfo, [storage.number, parent.rawValue], dataset)
        }
        let item = try await loadMetadata(of: ItemInfo.Handle(UInt64(response.parameters[2])))
        announce(item)
        return item
    }

    package func move(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        let handle = try Self.handle(item)
        // For MoveObject and CopyObject the root is 0 (ISO 15740).
        let parent = try folder.map { folder throws(CameraError) in try Self.handle(folder) } ?? .none
        try await perform(.move) { session throws(SessionError) in
            try await session.perform(
                .moveObject,
                [handle.rawValue, storage.number, parent.rawValue],
                timeout: Self.slowOperation
            )
        }
        let moved = try await loadMetadata(of: item)
        host.update([.itemChanged(moved)])
        return moved
    }

    package func copy(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        let handle = try Self.handle(item)
        let parent = try folder.map { folder throws(CameraError) in try Self.handle(folder) } ?? .none
        let response = try await perform(.copy) { session throws(SessionError) in
            try await session.perform(
                .copyObject,
                [handle.rawValue, storage.number, parent.rawValue],
                timeout: Self.slowOperation
            )
        }
        let copy = try await loadMetadata(of: ItemInfo.Handle(UInt64(response.parameters[0])))
        announce(copy)
        return copy
    }

    package func format(_ storage: StorageInfo.Identifier) async throws(CameraError) {
        try await perform(.format) { session throws(SessionError) in
            try await session.perform(.formatStore, [storage.number, 0], timeout: Self.slowOperation)
        }
        storageErased(storage)
    }
}

extension ObjectFormatCode {
    /// Returns the format for a file name, by its extension.
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
