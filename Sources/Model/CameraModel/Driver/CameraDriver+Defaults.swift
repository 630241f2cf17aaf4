// Default implementations: a connection is its own facet where it conforms to the facet's protocol, and a camera does not support
// the operations that a facet does not implement.

extension CameraConnection {
    /// No warnings.
    public var warnings: [ConnectionWarning] { [] }
    /// The connection itself, if it conforms to the protocol.
    public var properties: (any PropertyDriver)? { self as? any PropertyDriver }
    /// The connection itself, if it conforms to the protocol.
    public var shutter: (any ShutterDriver)? { self as? any ShutterDriver }
    /// The connection itself, if it conforms to the protocol.
    public var focus: (any FocusDriver)? { self as? any FocusDriver }
    /// The connection itself, if it conforms to the protocol.
    public var liveView: (any LiveViewDriver)? { self as? any LiveViewDriver }
    /// The connection itself, if it conforms to the protocol.
    public var files: (any FileDriver)? { self as? any FileDriver }
    /// The connection itself, if it conforms to the protocol.
    public var transfers: (any TransferDriver)? { self as? any TransferDriver }
    /// The connection itself, if it conforms to the protocol.
    public var video: (any VideoDriver)? { self as? any VideoDriver }
    /// The connection itself, if it conforms to the protocol.
    public var clock: (any ClockDriver)? { self as? any ClockDriver }

    /// Throws ``CameraError/Code/notSupported``.
    public func setCommandCategories(_ categories: CommandCategories) async throws(CameraError) {
        throw .notSupported(.setCommandCategories)
    }
}

extension PropertyDriver {
    /// Throws ``CameraError/Code/notSupported``.
    public func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        throw .notSupported(.setProperty)
    }

    /// Throws ``CameraError/Code/notSupported``.
    public func stepProperty(_ property: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        throw .notSupported(.stepProperty)
    }
}

extension ShutterDriver {
    /// Throws ``CameraError/Code/notSupported``.
    public func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult { throw .notSupported(.shoot) }
    /// Throws ``CameraError/Code/notSupported``.
    public func pressShutter() async throws(CameraError) { throw .notSupported(.pressShutter) }
    /// Throws ``CameraError/Code/notSupported``.
    public func releaseShutter() async throws(CameraError) { throw .notSupported(.releaseShutter) }
}

extension FocusDriver {
    /// Throws ``CameraError/Code/notSupported``.
    public func engageAutoFocus() async throws(CameraError) { throw .notSupported(.engageAutoFocus) }
    /// Throws ``CameraError/Code/notSupported``.
    public func disengageAutoFocus() async throws(CameraError) { throw .notSupported(.disengageAutoFocus) }
    /// Throws ``CameraError/Code/notSupported``.
    public func setFocusArea(_ index: Int) async throws(CameraError) { throw .notSupported(.setFocusArea) }
    /// Throws ``CameraError/Code/notSupported``.
    public func touchFocus(at point: Point) async throws(CameraError) { throw .notSupported(.touchFocus) }
    /// Throws ``CameraError/Code/notSupported``.
    public func driveFocus(_ step: FocusStep) async throws(CameraError) { throw .notSupported(.driveFocus) }
}

extension LiveViewDriver {
    /// Throws ``CameraError/Code/notSupported``.
    public func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
        throw .notSupported(.startLiveView)
    }

    /// Does nothing: the options are hints.
    public func setLiveViewOptions(_ options: LiveViewOptions) async throws(CameraError) {}
    /// Does nothing.
    public func stopLiveView() async {}
    /// Throws ``CameraError/Code/notSupported``.
    public func setLiveViewCrop(_ rect: Rect?) async throws(CameraError) { throw .notSupported(.setLiveViewCrop) }
    /// Throws ``CameraError/Code/notSupported``.
    public func panLiveView(to point: Point) async throws(CameraError) { throw .notSupported(.panLiveView) }
}

extension FileDriver {
    /// Throws ``CameraError/Code/notSupported``.
    public func listFolder(
        _ folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> [ItemInfo] { throw .notSupported(.listFolder) }
    /// Throws ``CameraError/Code/notSupported``.
    public func loadMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> ItemInfo {
        throw .notSupported(.loadMetadata)
    }
    /// Throws ``CameraError/Code/notSupported``.
    public func loadThumbnail(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        throw .notSupported(.loadThumbnail)
    }
    /// Throws ``CameraError/Code/notSupported``.
    public func loadPreview(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] { throw .notSupported(.loadPreview) }
    /// Throws ``CameraError/Code/notSupported``.
    public func loadPictureMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> PictureMetadata {
        throw .notSupported(.loadEXIF)
    }
    /// Throws ``CameraError/Code/notSupported``.
    public func download(
        _ item: ItemInfo.Handle,
        from offset: UInt64,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) { throw .notSupported(.download) }
    /// Throws ``CameraError/Code/notSupported``.
    public func delete(_ item: ItemInfo.Handle) async throws(CameraError) { throw .notSupported(.delete) }
    /// Throws ``CameraError/Code/notSupported``.
    public func setRating(of item: ItemInfo.Handle, to rating: Int) async throws(CameraError) { throw .notSupported(.setRating) }
    /// Throws ``CameraError/Code/notSupported``.
    public func setProtected(_ item: ItemInfo.Handle, to isProtected: Bool) async throws(CameraError) {
        throw .notSupported(.setProtection)
    }
    /// Throws ``CameraError/Code/notSupported``.
    public func upload(
        _ name: String,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        size: UInt64,
        _ source: @escaping ChunkSource
    ) async throws(CameraError) -> ItemInfo { throw .notSupported(.upload) }
    /// Throws ``CameraError/Code/notSupported``.
    public func createFolder(
        _ name: String,
        in folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo { throw .notSupported(.createFolder) }
    /// Throws ``CameraError/Code/notSupported``.
    public func move(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo { throw .notSupported(.move) }
    /// Throws ``CameraError/Code/notSupported``.
    public func copy(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo { throw .notSupported(.copy) }
    /// Throws ``CameraError/Code/notSupported``.
    public func format(_ storage: StorageInfo.Identifier) async throws(CameraError) { throw .notSupported(.format) }
}

extension TransferDriver {
    /// Throws ``CameraError/Code/notSupported``.
    public func executeTransfer(
        _ offer: TransferOffer.Identifier,
        _ representation: TransferOffer.Representation,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) { throw .notSupported(.transfer) }
    /// Throws ``CameraError/Code/notSupported``.
    public func declineTransfer(_ offer: TransferOffer.Identifier) async throws(CameraError) { throw .notSupported(.transfer) }
}

extension VideoDriver {
    /// Throws ``CameraError/Code/notSupported``.
    public func startRecording() async throws(CameraError) { throw .notSupported(.startRecording) }
    /// Throws ``CameraError/Code/notSupported``.
    public func stopRecording() async throws(CameraError) { throw .notSupported(.stopRecording) }
}

extension ClockDriver {
    /// Throws ``CameraError/Code/notSupported``.
    public func setClock(_ date: CameraDate) async throws(CameraError) { throw .notSupported(.setClock) }
    /// Throws ``CameraError/Code/notSupported``.
    public func readClock() async throws(CameraError) -> CameraDate { throw .notSupported(.readClock) }
}

extension CameraError {
    /// Returns the error for an operation that the camera does not support.
    public static func notSupported(_ operation: CameraOperation) -> CameraError {
        CameraError(.notSupported, "This camera cannot do this by remote control.", operation: operation)
    }

    /// Returns the error for an operation that was cancelled.
    public static func cancelled(_ operation: CameraOperation) -> CameraError {
        CameraError(.cancelled, "This was cancelled.", operation: operation)
    }
}
