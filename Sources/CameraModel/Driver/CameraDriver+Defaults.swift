// What a driver does not implement, its camera cannot do.

extension ConnectionDriver {
    public func setCommandCategories(_ categories: CommandCategories) async throws(CameraError) {
        throw .notSupported(.setCommandCategories)
    }
}

extension PropertyDriver {
    public func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        throw .notSupported(.setProperty)
    }

    public func stepProperty(_ property: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        throw .notSupported(.stepProperty)
    }
}

extension ShutterDriver {
    public func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult { throw .notSupported(.shoot) }
    public func pressShutter() async throws(CameraError) { throw .notSupported(.pressShutter) }
    public func releaseShutter() async throws(CameraError) { throw .notSupported(.releaseShutter) }
}

extension FocusDriver {
    public func engageAutoFocus() async throws(CameraError) { throw .notSupported(.engageAutoFocus) }
    public func disengageAutoFocus() async throws(CameraError) { throw .notSupported(.disengageAutoFocus) }
    public func setFocusArea(_ index: Int) async throws(CameraError) { throw .notSupported(.setFocusArea) }
    public func touchFocus(at point: Point) async throws(CameraError) { throw .notSupported(.touchFocus) }
    public func driveFocus(_ step: FocusStep) async throws(CameraError) { throw .notSupported(.driveFocus) }
}

extension LiveViewDriver {
    public func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
        throw .notSupported(.startLiveView)
    }

    public func setLiveViewOptions(_ options: LiveViewOptions) async throws(CameraError) {}
    public func stopLiveView() async {}
    public func setLiveViewCrop(_ rect: Rect?) async throws(CameraError) { throw .notSupported(.setLiveViewCrop) }
    public func panLiveView(to point: Point) async throws(CameraError) { throw .notSupported(.panLiveView) }
}

extension FileDriver {
    public func listFolder(
        _ folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> [ItemInfo] { throw .notSupported(.listFolder) }
    public func loadMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> ItemInfo {
        throw .notSupported(.loadMetadata)
    }
    public func loadThumbnail(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        throw .notSupported(.loadThumbnail)
    }
    public func loadPreview(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] { throw .notSupported(.loadPreview) }
    public func loadPictureMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> PictureMetadata {
        throw .notSupported(.loadEXIF)
    }
    public func download(
        _ item: ItemInfo.Handle,
        from offset: UInt64,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) { throw .notSupported(.download) }
    public func delete(_ item: ItemInfo.Handle) async throws(CameraError) { throw .notSupported(.delete) }
    public func setRating(of item: ItemInfo.Handle, to rating: Int) async throws(CameraError) { throw .notSupported(.setRating) }
    public func setProtected(_ item: ItemInfo.Handle, to isProtected: Bool) async throws(CameraError) {
        throw .notSupported(.setProtection)
    }
    public func upload(
        _ name: String,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        size: UInt64,
        _ source: @escaping ChunkSource
    ) async throws(CameraError) -> ItemInfo { throw .notSupported(.upload) }
    public func createFolder(
        _ name: String,
        in folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo { throw .notSupported(.createFolder) }
    public func move(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo { throw .notSupported(.move) }
    public func copy(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo { throw .notSupported(.copy) }
    public func format(_ storage: StorageInfo.Identifier) async throws(CameraError) { throw .notSupported(.format) }
}

extension TransferDriver {
    public func executeTransfer(
        _ offer: TransferOffer.Identifier,
        _ representation: TransferOffer.Representation,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) { throw .notSupported(.transfer) }
    public func declineTransfer(_ offer: TransferOffer.Identifier) async throws(CameraError) { throw .notSupported(.transfer) }
}

extension VideoDriver {
    public func startRecording() async throws(CameraError) { throw .notSupported(.startRecording) }
    public func stopRecording() async throws(CameraError) { throw .notSupported(.stopRecording) }
}

extension ClockDriver {
    public func setClock(_ date: CameraDate) async throws(CameraError) { throw .notSupported(.setClock) }
    public func readClock() async throws(CameraError) -> CameraDate { throw .notSupported(.readClock) }
}

extension CameraError {
    /// This camera has nothing of the kind.
    public static func notSupported(_ operation: CameraOperation) -> CameraError {
        CameraError(.notSupported, "This camera cannot do this by remote control.", operation: operation)
    }

    /// Somebody gave it up.
    public static func cancelled(_ operation: CameraOperation) -> CameraError {
        CameraError(.cancelled, "This was cancelled.", operation: operation)
    }
}
