/// What makes a ``Camera`` work: everything that is different from one kind of camera to another.
///
/// A driver does what it is told and says what it learns, through the ``CameraHost`` of its connection. It keeps no
/// observers, shares no requests, checks no states that ``Camera`` can check: that is done once, for all drivers. It
/// implements the facets that its camera has; what is left out throws ``CameraError/Code/notSupported``. The smallest
/// driver connects and disconnects.
///
/// ``Camera`` calls `connect` and `disconnect` in turn, everything else only in between, and possibly several at the
/// same time. When a calling task is cancelled the driver gives up as soon as the camera allows, and throws
/// ``CameraError/Code/cancelled``; the caller no longer waits for it. A driver must be **thread-safe** and must not
/// block the thread that calls it.
public protocol CameraDriver:
    ConnectionDriver, PropertyDriver, ShutterDriver, FocusDriver, LiveViewDriver, FileDriver, TransferDriver, VideoDriver,
    ClockDriver
{}

/// Connecting and what a camera is used for.
public protocol ConnectionDriver: AnyObject, Sendable {
    /// Opens the link, authenticates, and tells `host` the camera's whole state before it returns.
    func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> (CameraInfo, [ConnectionWarning])

    /// Closes the link. Always succeeds, soon: a camera that does not answer is left alone.
    func disconnect(_ options: DisconnectOptions) async

    /// Makes a set of categories active; when it returns, the host knows what is active.
    func setCommandCategories(_ categories: CommandCategories) async throws(CameraError)
}

/// Changing settings.
public protocol PropertyDriver: AnyObject, Sendable {
    /// Sends a value, one that the property's state lists. Returns when the camera has accepted it; that the camera shows
    /// it comes later, as an update.
    func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError)

    /// Moves a property by one step of its list.
    func stepProperty(_ property: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError)
}

/// Taking pictures.
public protocol ShutterDriver: AnyObject, Sendable {
    /// Takes one picture, or what the drive mode makes of one press. Returns when the camera has the files, or offers them.
    func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult

    /// Presses the shutter all the way down and keeps it there.
    func pressShutter() async throws(CameraError)

    /// Lets the shutter go.
    func releaseShutter() async throws(CameraError)
}

/// Focusing.
public protocol FocusDriver: AnyObject, Sendable {
    /// Presses the shutter halfway; returns when the camera has focus.
    func engageAutoFocus() async throws(CameraError)
    func disengageAutoFocus() async throws(CameraError)
    /// Chooses one of the areas of the focus information, by its index.
    func setFocusArea(_ index: Int) async throws(CameraError)
    /// Focuses at a place, in the space of the live view frames.
    func touchFocus(at point: Point) async throws(CameraError)
    /// Moves the lens.
    func driveFocus(_ step: FocusStep) async throws(CameraError)
}

/// Live view.
public protocol LiveViewDriver: AnyObject, Sendable {
    /// Starts live view; frames go to `sink`, when it has demand, from now on.
    func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat
    /// Changes what may be changed while it runs.
    func setLiveViewOptions(_ options: LiveViewOptions) async throws(CameraError)
    /// Stops live view. Always succeeds.
    func stopLiveView() async
    /// Sends only a part of the picture, in the space of the frames; nil for all of it.
    func setLiveViewCrop(_ rect: Rect?) async throws(CameraError)
    /// Moves the part that an enlarged view shows; its middle is to be there, in the space of frames that show everything.
    func panLiveView(to point: Point) async throws(CameraError)
}

/// Files on the camera's cards.
public protocol FileDriver: AnyObject, Sendable {
    /// What is in a folder; with nil, at the top of the storage.
    func listFolder(_ folder: ItemInfo.Handle?, on storage: StorageInfo.Identifier) async throws(CameraError) -> [ItemInfo]
    func loadMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> ItemInfo
    /// A small JPEG, about 160 pixels wide.
    func loadThumbnail(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8]
    /// A JPEG large enough for a screen.
    func loadPreview(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8]
    func loadPictureMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> PictureMetadata
    /// Sends the bytes from `offset` on to `consume`, on a thread that may wait. Ends early, without an error, when that
    /// says ``TransferDecision/stop``.
    func download(_ item: ItemInfo.Handle, from offset: UInt64, _ consume: @escaping ChunkHandler) async throws(CameraError)
    func delete(_ item: ItemInfo.Handle) async throws(CameraError)
    /// `rating` is 0…5.
    func setRating(of item: ItemInfo.Handle, to rating: Int) async throws(CameraError)
    /// Protects a file against deleting, or no longer.
    func setProtected(_ item: ItemInfo.Handle, to isProtected: Bool) async throws(CameraError)
    /// Writes a new file of `size` bytes, which it takes from `source` on a thread that may wait; with nil as the folder, at the top of
    /// the storage. What fails leaves nothing on the card.
    func upload(
        _ name: String,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier,
        size: UInt64,
        _ source: @escaping ChunkSource
    ) async throws(CameraError) -> ItemInfo
    /// Makes an empty folder; with nil as `folder`, at the top of the storage.
    func createFolder(
        _ name: String,
        in folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo
    /// Puts an item, with what is in it, into another folder, or with nil at the top of a storage. An item that keeps its handle is told
    /// of as changed, else as removed, then added. What fails leaves everything where it was.
    func move(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo
    /// Puts a copy of an item, with what is in it, into another folder, or with nil at the top of a storage. What fails leaves nothing
    /// there.
    func copy(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo
    /// Erases everything on a storage, protected files too.
    func format(_ storage: StorageInfo.Identifier) async throws(CameraError)
}

/// Pictures that the camera offers.
public protocol TransferDriver: AnyObject, Sendable {
    /// Sends one form of an offered picture to `consume`, as ``FileDriver/download(_:from:_:)`` does.
    func executeTransfer(
        _ offer: TransferOffer.Identifier,
        _ representation: TransferOffer.Representation,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError)
    /// Lets an offered picture go, so that the camera can go on.
    func declineTransfer(_ offer: TransferOffer.Identifier) async throws(CameraError)
}

/// Video.
public protocol VideoDriver: AnyObject, Sendable {
    func startRecording() async throws(CameraError)
    func stopRecording() async throws(CameraError)
}

/// The camera's clock.
public protocol ClockDriver: AnyObject, Sendable {
    func setClock(_ date: CameraDate) async throws(CameraError)
    /// What the clock shows now; without an offset where the camera knows none.
    func readClock() async throws(CameraError) -> CameraDate
}
