import CameraModel
import HotShoeSupport
import PTP
import PTPFujifilm

// The buffer as two stores: captured pictures, and live view frames.

extension FujifilmBody {
    /// GetStorageInfo (0x1005).
    func storageInfo(_ request: OperationRequest) throws(Refusal) -> Answer {
        let names: [StorageID: String] = [.fujifilmStill: "Still", .fujifilmLive: "Live"]
        guard let name = names[StorageID(rawValue: request.parameters[0])] else { throw Refusal(.invalidStorageID) }
        return try .dataset(
            StorageInfoDataset(
                storageType: .fixedRAM,
                filesystemType: .hierarchical,
                accessCapability: .readOnlyWithDeletion,
                maximumCapacity: .max,
                freeSpaceBytes: .max,
                storageDescription: name
            )
        )
    }

    /// The handles for GetNumObjects and GetObjectHandles. Parameters: storage, format, parent; there are no folders.
    func handles(_ request: OperationRequest, _ device: PTPDevice) throws(Refusal) -> [ObjectHandle] {
        let storage = StorageID(rawValue: request.parameters[0])
        guard [.all, .fujifilmStill, .fujifilmLive].contains(storage) else { throw Refusal(.invalidStorageID) }
        showLeftPictures(device)
        return state.withLock { shared in
            let pictures = storage == .fujifilmLive ? [] : shared.pictures.map(\.handle)
            let hasFrame = shared.viewfinder != nil && storage != .fujifilmStill
            return pictures + (hasFrame ? [.fujifilmLiveView] : [])
        }
    }

    /// Whether pictures of another program are in the buffer.
    var hasLeftPictures: Bool { model.leftPictures > 0 && !state.withLock { $0.hasLeftPictures } }

    /// Puts the pictures of another program into the buffer, once.
    private func showLeftPictures(_ device: PTPDevice) {
        let isNew = state.withLock { shared in
            defer { shared.hasLeftPictures = true }
            return !shared.hasLeftPictures
        }
        guard isNew else { return }
        for number in 0..<model.leftPictures {
            let file = HeldFile(name: "DSCF900\(number).JPG", created: nil, bytes: [0xFF, 0xD8, 0xFF, 0xD9])
            let handle = device.shared.withLock { $0.objects.insert(file) }
            let picture = Picture(handle: handle, name: file.name, created: nil, size: file.bytes.count)
            state.withLock { $0.pictures.append(picture) }
        }
    }

    /// GetObjectInfo (0x1008).
    func objectInfo(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let handle = ObjectHandle(rawValue: request.parameters[0])
        if handle == .fujifilmLiveView {
            let size = UInt64(try await frame().byteCount)
            return try .dataset(
                ObjectInfo(storage: .fujifilmLive, format: .exifJPEG, filename: "live.jpg", compressedSize: size)
            )
        }
        guard let picture = state.withLock({ shared in shared.pictures.first { $0.handle == handle } }) else {
            throw Refusal(.invalidObjectHandle)
        }
        var info = ObjectInfo(
            storage: .fujifilmStill,
            format: Self.format(picture.name),
            filename: picture.name.asDatasetText(),
            compressedSize: UInt64(picture.size)
        )
        info.captureDate = picture.created.map(PTPDevice.text) ?? ""
        return try .dataset(info)
    }

    private static func format(_ name: String) -> ObjectFormatCode {
        name.lowercased().hasSuffix(".jpg") ? .exifJPEG : ObjectFormatCode(rawValue: 0xB103)
    }

    /// GetObject (0x1009).
    func object(_ request: OperationRequest, _ device: PTPDevice) async throws(Refusal) -> Answer {
        let handle = ObjectHandle(rawValue: request.parameters[0])
        if handle == .fujifilmLiveView {
            let frame = try await frame()
            guard let viewfinder = state.withLock({ $0.viewfinder }) else { throw Refusal(.invalidObjectHandle) }
            return viewfinder.answer(frame, after: [])
        }
        guard state.withLock({ shared in shared.pictures.contains { $0.handle == handle } }) else {
            throw Refusal(.invalidObjectHandle)
        }
        return try await device.object(request)
    }

    /// DeleteObject (0x100B): makes room for another picture, or for the next frame.
    func delete(_ request: OperationRequest, _ device: PTPDevice) throws(Refusal) -> Answer {
        let handle = ObjectHandle(rawValue: request.parameters[0])
        if handle == .fujifilmLiveView {
            guard state.withLock({ $0.frame.take() }) != nil else { throw Refusal(.invalidObjectHandle) }
            return .ok
        }
        let removed = state.withLock { shared -> [Picture] in
            let removed = shared.pictures.filter { handle == .root || $0.handle == handle }
            shared.pictures.removeAll { handle == .root || $0.handle == handle }
            if !removed.isEmpty { shared.session.propertyChanged(.fujifilmFreeImages) }
            return removed
        }
        if removed.isEmpty, handle != .root { throw Refusal(.invalidObjectHandle) }
        for picture in removed { _ = pictures.remove(picture.handle, device) }
        return .ok
    }

    // MARK: Live view

    /// InitiateOpenCapture (0x101C).
    func startView() throws(Refusal) -> Answer {
        try checkControlled()
        if model.isOnNetwork {
            state.withLock { $0.network.captureOpened() }
            return .ok
        }
        let new = Viewfinder(time)
        let isNew = state.withLock { shared in
            guard shared.viewfinder == nil else { return false }
            shared.viewfinder = new
            return true
        }
        if isNew { new.start(camera) }
        return .ok
    }

    /// TerminateOpenCapture (0x1018); initiators send different numbers with it.
    func endView() throws(Refusal) -> Answer {
        if model.isOnNetwork {
            guard acceptsSides else { throw Refusal(.captureAlreadyTerminated) }
            return .ok
        }
        let old = state.withLock { shared in
            shared.frame = nil
            return shared.viewfinder.take()
        }
        guard let old else { throw Refusal(.captureAlreadyTerminated) }
        old.stop()
        return .ok
    }

    /// The frame that is shown: the same until it is deleted. InvalidObjectHandle while there is none.
    private func frame() async throws(Refusal) -> LiveViewFrame {
        if let frame = state.withLock({ $0.frame }) { return frame }
        guard let viewfinder = state.withLock({ $0.viewfinder }), let frame = await viewfinder.next() else {
            throw Refusal(.invalidObjectHandle)
        }
        state.withLock { if $0.viewfinder === viewfinder { $0.frame = frame } }
        return frame
    }
}
