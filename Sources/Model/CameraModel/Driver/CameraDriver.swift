/// Operates one camera on behalf of ``Camera``: implements everything that differs from one kind of camera to another.
///
/// A driver performs the calls that it receives, and reports what it learns through the ``CameraHost`` of its connection. It
/// keeps no observers, shares no requests, and checks no states that ``Camera`` can check: ``Camera`` does that for all
/// drivers. A driver implements the operations that its camera supports; the default implementations throw
/// ``CameraError/Code/notSupported``. The smallest driver connects and disconnects.
///
/// ``Camera`` calls `connect` and `disconnect` alternately, and everything else only in between, possibly several calls at the
/// same time. When a calling task is cancelled, the driver ends the call as soon as the camera allows, and throws
/// ``CameraError/Code/cancelled``; the caller does not wait for it. A driver must be **thread-safe** and must not block the
/// thread that calls it.
public protocol CameraDriver:
    ConnectionDriver, PropertyDriver, ShutterDriver, FocusDriver, LiveViewDriver, FileDriver, TransferDriver, VideoDriver,
    ClockDriver
{}

/// Connecting, and selecting command categories.
public protocol ConnectionDriver: AnyObject, Sendable {
    /// Opens the link, authenticates, and reports the camera's complete state to `host` before it returns.
    func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> (CameraInfo, [ConnectionWarning])

    /// Closes the link. Never fails, and returns soon: it does not wait for a camera that does not answer.
    func disconnect(_ options: DisconnectOptions) async

    /// Makes a set of categories active. Reports the active categories to the host before it returns.
    func setCommandCategories(_ categories: CommandCategories) async throws(CameraError)
}

/// Changing settings.
public protocol PropertyDriver: AnyObject, Sendable {
    /// Sends a value that the property's state lists. Returns when the camera has accepted it; the new value follows as an
    /// update, when the camera reports it.
    func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError)

    /// Moves a property by one step of its list.
    func stepProperty(_ property: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError)
}

/// Taking pictures.
public protocol ShutterDriver: AnyObject, Sendable {
    /// Takes one picture, or the pictures that the drive mode makes of one press of the shutter. Returns when the camera has
    /// stored the files or offers them.
    func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult

    /// Presses the shutter button fully and holds it.
    func pressShutter() async throws(CameraError)

    /// Releases the shutter button.
    func releaseShutter() async throws(CameraError)
}

/// Focusing.
public protocol FocusDriver: AnyObject, Sendable {
    /// Presses the shutter button halfway; returns when the camera has focus.
    func engageAutoFocus() async throws(CameraError)
    /// Releases the half-pressed shutter button.
    func disengageAutoFocus() async throws(CameraError)
    /// Selects the focus area at an index of the focus information.
    func setFocusArea(_ index: Int) async throws(CameraError)
    /// Focuses at a point, in the coordinate space of the live view frames.
    func touchFocus(at point: Point) async throws(CameraError)
    /// Moves the focus of the lens by one step.
    func driveFocus(_ step: FocusStep) async throws(CameraError)
}

/// Live view.
public protocol LiveViewDriver: AnyObject, Sendable {
    /// Starts live view. From now on the driver delivers frames to `sink` while it has demand.
    func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat
    /// Applies new options to running live view. Options that cannot change while it runs are ignored.
    func setLiveViewOptions(_ options: LiveViewOptions) async throws(CameraError)
    /// Stops live view. Never fails.
    func stopLiveView() async
    /// Limits frames to a part of the picture, in the coordinate space of the frames; nil selects the whole picture.
    func setLiveViewCrop(_ rect: Rect?) async throws(CameraError)
    /// Moves the part that an enlarged view shows. `point` is its wanted centre, in the coordinate space of frames that show
    /// the whole picture.
    func panLiveView(to point: Point) async throws(CameraError)
}

/// Files on the camera's cards.
public protocol FileDriver: AnyObject, Sendable {
    /// Returns the items of a folder; nil is the root of the storage.
    func listFolder(_ folder: ItemInfo.Handle?, on storage: StorageInfo.Identifier) async throws(CameraError) -> [ItemInfo]
    /// Returns an item with its metadata: size, date, rating …
    func loadMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> ItemInfo
    /// Returns a small JPEG, about 160 pixels wide.
    func loadThumbnail(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8]
    /// Returns a JPEG large enough for a screen.
    func loadPreview(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8]
    /// Returns the EXIF metadata of a picture.
    func loadPictureMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> PictureMetadata
    /// Passes the bytes from `offset` on to `consume`, on a thread that may block. Ends early, without an error, when `consume`
    /// returns ``TransferDecision/stop``.
    func download(_ item: ItemInfo.Handle, from offset: UInt64, _ consume: @escaping ChunkHandler) async throws(CameraError)
    /// Deletes a file or folder.
    func delete(_ item: ItemInfo.Handle) async throws(CameraError)
    /// Sets the rating of an item, 0…5.
    func setRating(of item: ItemInfo.Handle, to rating: Int) async throws(CameraError)
    /// Protects a file against deletion, or removes the protection.
    func setProtected(_ item: ItemInfo.Handle, to isProtected: Bool) async throws(CameraError)
    /// Writes a new file of `size` bytes, read from `source` on a thread that may block. A nil folder is the root of the
    /// storage. Leaves nothing on the card when it fails.
    func upload(
        _ name: String,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        size: UInt64,
        _ source: @escaping ChunkSource
    ) async throws(CameraError) -> ItemInfo
    /// Creates an empty folder. A nil `folder` is the root of the storage.
    func createFolder(
        _ name: String,
        in folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo
    /// Moves an item, with its contents, into another folder; a nil folder is the root of a storage. Reports an item that keeps
    /// its handle as changed, any other as removed and added. Leaves everything in place when it fails.
    func move(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo
    /// Copies an item, with its contents, into another folder; a nil folder is the root of a storage. Leaves no partial copy
    /// when it fails.
    func copy(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo
    /// Erases everything on a storage, including protected files.
    func format(_ storage: StorageInfo.Identifier) async throws(CameraError)
}

/// Pictures that the camera offers for transfer.
public protocol TransferDriver: AnyObject, Sendable {
    /// Passes one representation of an offered picture to `consume`, as ``FileDriver/download(_:from:_:)`` does.
    func executeTransfer(
        _ offer: TransferOffer.Identifier,
        _ representation: TransferOffer.Representation,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError)
    /// Declines an offered picture, so that the camera can continue.
    func declineTransfer(_ offer: TransferOffer.Identifier) async throws(CameraError)
}

/// Video recording.
public protocol VideoDriver: AnyObject, Sendable {
    /// Starts recording video.
    func startRecording() async throws(CameraError)
    /// Stops recording video.
    func stopRecording() async throws(CameraError)
}

/// The camera's clock.
public protocol ClockDriver: AnyObject, Sendable {
    /// Sets the clock, and its time zone where the camera has one.
    func setClock(_ date: CameraDate) async throws(CameraError)
    /// Returns the date of the clock; without an offset where the camera knows none.
    func readClock() async throws(CameraError) -> CameraDate
}
