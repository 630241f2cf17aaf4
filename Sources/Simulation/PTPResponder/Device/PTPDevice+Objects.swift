import CameraModel
import HotShoeSupport
import PTP
import PTPProperties

// Listing, description and data of objects.

extension PTPDevice {
    // MARK: Listing

    /// Returns the handles for GetNumObjects and GetObjectHandles. Parameters: storage, format, parent.
    func objectHandles(_ request: OperationRequest) async throws(Refusal) -> [ObjectHandle] {
        let parameters = request.parameters
        let (identifier, parent) = (StorageID(rawValue: parameters[0]), ObjectHandle(rawValue: parameters[2]))
        let storages = identifier == .all ? camera.storages : [try storage(identifier)]
        var items: [ItemInfo] = []
        var handles: [ObjectHandle] = []
        switch parent {
        case .none:
            for storage in storages { items += try await everything(on: storage) }
            if identifier == .all { handles = shared.withLock { $0.objects.offeredHandles } }
        case .root:
            for storage in storages { items += try await contents(.init(storage: storage.info.identifier)) }
        default:
            let folder = try await item(parent)
            guard folder.kind == .folder else { throw Refusal(.invalidParentObject) }
            items = try await contents(.init(storage: folder.storage, folder: folder.handle))
        }
        if parameters[1] != 0 {
            let format = ObjectFormatCode(rawValue: UInt16(truncatingIfNeeded: parameters[1]))
            // 0xFFFFFFFF: every image (ISO 15740 § 10.5.6).
            let isAnyPicture = parameters[1] == 0xFFFF_FFFF
            items = items.filter {
                let own = personality.formats.format(of: $0)
                return isAnyPicture ? own.isImage : own == format
            }
        }
        return shared.withLock { shared in items.compactMap { shared.objects.handle(of: $0.handle) } } + handles
    }

    /// Returns all items on a storage, each folder before its contents.
    private func everything(on storage: Storage) async throws(Refusal) -> [ItemInfo] {
        var items: [ItemInfo] = []
        // Last in, first out, so that folders stay next to their contents.
        var places = [ObjectIndex.Place(storage: storage.info.identifier)]
        while let place = places.popLast() {
            let found = try await contents(place)
            items += found
            places += found.reversed().filter { $0.kind == .folder }.map { .init(storage: place.storage, folder: $0.handle) }
        }
        return items
    }

    /// Returns the contents of a place; lists it on the camera the first time.
    func contents(_ place: ObjectIndex.Place) async throws(Refusal) -> [ItemInfo] {
        if let known = shared.withLock({ $0.objects.contents(of: place) }) { return known }
        try await use(.fileAccess)
        let items: [ItemInfo]
        do throws(CameraError) {
            if let folder = place.folder.flatMap({ handle in
                shared.withLock { $0.objects.handle(of: handle).flatMap($0.objects.item) }
            }) {
                items = try await camera.item(folder).items().map(\.info)
            } else {
                guard let storage = camera.storages.first(where: { $0.info.identifier == place.storage }) else { return [] }
                items = try await storage.items().map(\.info)
            }
        } catch {
            // A folder that was removed during the listing is empty.
            if error.code == .notFound { return [] }
            throw Refusal(error)
        }
        return shared.withLock { shared in
            shared.objects.record(items, in: place)
            return shared.objects.contents(of: place) ?? []
        }
    }

    // MARK: One object

    /// Returns the object of a handle. For an unknown handle, all folders are listed first.
    func find(_ handle: ObjectHandle) async throws(Refusal) -> ObjectIndex.Object {
        if let object = shared.withLock({ $0.objects.objects[handle] }) { return object }
        for storage in camera.storages { _ = try await everything(on: storage) }
        guard let object = shared.withLock({ $0.objects.objects[handle] }) else { throw Refusal(.invalidObjectHandle) }
        return object
    }

    func item(_ handle: ObjectHandle) async throws(Refusal) -> ItemInfo {
        guard case .item(let item) = try await find(handle) else { throw Refusal(.invalidObjectHandle) }
        return item
    }

    /// Returns an item with its complete metadata.
    func known(_ handle: ObjectHandle) async throws(Refusal) -> ItemInfo {
        let item = try await item(handle)
        if item.hasMetadata && (item.size != nil || item.kind == .folder) { return item }
        try await use(.fileAccess)
        // The initiator receives no event for metadata that its own request loads.
        shared.withLock { $0.ownChange = .item(item.handle) }
        defer { shared.withLock { $0.ownChange = nil } }
        let loaded = try await perform { () throws(CameraError) in try await camera.item(item).loadMetadata() }.info
        return shared.withLock { shared in
            _ = shared.objects.update(loaded)
            return loaded
        }
    }

    func objectInfo(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let handle = ObjectHandle(rawValue: request.parameters[0])
        switch try await find(handle) {
        case .offer(let offer): return try .dataset(info(of: offer))
        case .held(let file): return try .dataset(info(of: file))
        case .item: break
        }
        return try .dataset(info(of: try await known(handle), handle))
    }

    /// Size reported for a thumbnail that has not been loaded, in bytes: clients interpret 0 as "no thumbnail".
    private static let nominalThumbnailSize: UInt32 = 8192

    private func info(of item: ItemInfo, _ handle: ObjectHandle) -> ObjectInfo {
        let (parent, thumbnailSize) = shared.withLock { shared in
            (item.parent.map { shared.objects.reservedHandle(of: $0) }, shared.thumbnailSizes[handle])
        }
        let storage = camera.storages.first { $0.info.identifier == item.storage }.map { Self.identifier(of: $0.info) }
        var info = ObjectInfo(
            storage: storage ?? .unspecified,
            format: personality.formats.format(of: item),
            filename: item.name.asDatasetText(),
            compressedSize: item.size ?? 0,
            parent: parent ?? .none
        )
        info.protection = item.isProtected ? .readOnly : .none
        if item.kind == .folder { info.associationType = .genericFolder }
        if item.kind == .image || item.kind == .rawImage {
            info.thumbFormat = .exifJPEG
            info.thumbCompressedSize = thumbnailSize ?? Self.nominalThumbnailSize
            (info.thumbPixelWidth, info.thumbPixelHeight) = (160, 120)
            info.imageBitDepth = 24
        }
        if let size = item.pixelSize {
            info.imagePixelWidth = UInt32(clamping: size.width)
            info.imagePixelHeight = UInt32(clamping: size.height)
        }
        info.captureDate = item.created.map(Self.text) ?? ""
        info.modificationDate = info.captureDate
        return info
    }

    private func info(of offer: TransferOffer) -> ObjectInfo {
        let original = offer.available.first { $0.representation == .original } ?? offer.available.first
        var info = ObjectInfo(
            storage: .unspecified,
            format: personality.formats.format(ofName: offer.fileName) ?? .undefined,
            filename: offer.fileName.asDatasetText(),
            compressedSize: original?.predictedSize ?? 0
        )
        info.captureDate = offer.created.map(Self.text) ?? ""
        return info
    }

    private func info(of file: HeldFile) -> ObjectInfo {
        var info = ObjectInfo(
            storage: .unspecified,
            format: personality.formats.format(ofName: file.name) ?? .undefined,
            filename: file.name.asDatasetText(),
            compressedSize: UInt64(file.bytes.count)
        )
        info.captureDate = file.created.map(Self.text) ?? ""
        return info
    }

    /// Formats a date; the text is empty for a date that does not exist.
    static func text(_ date: CameraDate) -> String { date.ptpText(includesZone: true) ?? "" }

    // MARK: Bytes

    func object(_ request: OperationRequest) async throws(Refusal) -> Answer {
        if let held = try await held(request) { return .data(held.bytes) }
        let (file, size) = try await file(ObjectHandle(rawValue: request.parameters[0]))
        return Answer(.ok, payload: .file(FilePayload(file, from: 0, size: size, reportsCount: false)))
    }

    /// Returns the size of an object in 8 bytes.
    func objectSize(_ request: OperationRequest) async throws(Refusal) -> Answer {
        var writer = DatasetWriter()
        if let held = try await held(request) {
            writer.integer(UInt64(held.bytes.count))
        } else {
            writer.integer(try await file(ObjectHandle(rawValue: request.parameters[0])).1)
        }
        return .data(writer.bytes)
    }

    private func held(_ request: OperationRequest) async throws(Refusal) -> HeldFile? {
        if case .held(let file) = try await find(ObjectHandle(rawValue: request.parameters[0])) { file } else { nil }
    }

    func partialObject(_ request: OperationRequest, from offset: UInt64, count: UInt32) async throws(Refusal) -> Answer {
        if let held = try await held(request) {
            guard let start = Int(exactly: offset), start <= held.bytes.count else { throw Refusal(.invalidParameter) }
            let piece = held.bytes[start...].prefix(Int(count))
            return .data(Array(piece), [UInt32(clamping: piece.count)])
        }
        let (file, size) = try await file(ObjectHandle(rawValue: request.parameters[0]))
        guard offset <= size else { throw Refusal(.invalidParameter) }
        if file.item == nil && offset > 0 { throw Refusal(.parameterNotSupported) }
        let payload = FilePayload(file, from: offset, size: min(UInt64(count), size - offset), reportsCount: true)
        return Answer(.ok, payload: .file(payload))
    }

    /// Returns the file of a handle and its size.
    private func file(_ handle: ObjectHandle) async throws(Refusal) -> (RemoteFile, UInt64) {
        if case .offer(let offer) = try await find(handle) {
            guard let transfer = camera.pendingTransfers.first(where: { $0.offer.identifier == offer.identifier }),
                let file = transfer.file(.original) ?? transfer.file(.preview), let size = file.size
            else { throw Refusal(.invalidObjectHandle) }
            return (file, size)
        }
        let item = try await known(handle)
        guard item.kind != .folder else { throw Refusal(.invalidObjectHandle) }
        guard let size = item.size else { throw Refusal(.generalError) }
        try await use(.fileAccess)
        return (camera.item(item).file, size)
    }

    func thumbnail(_ request: OperationRequest) async throws(Refusal) -> Answer {
        let handle = ObjectHandle(rawValue: request.parameters[0])
        if case .offer(let offer) = try await find(handle) {
            let transfer = camera.pendingTransfers.first { $0.offer.identifier == offer.identifier }
            guard let preview = transfer?.file(.preview) else { throw Refusal(.noThumbnailPresent) }
            return .data(try await perform { () throws(CameraError) in try await preview.contents(limit: 16 << 20) })
        }
        if try await held(request) != nil { throw Refusal(.noThumbnailPresent) }
        let item = try await item(handle)
        guard item.kind != .folder else { throw Refusal(.noThumbnailPresent) }
        try await use(.fileAccess)
        let bytes = try await perform { () throws(CameraError) in try await camera.item(item).thumbnail() }
        shared.withLock { $0.thumbnailSizes[handle] = UInt32(clamping: bytes.count) }
        return .data(bytes)
    }
}
