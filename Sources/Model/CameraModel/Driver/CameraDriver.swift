/// Connects to one camera on behalf of ``Camera``.
///
/// The driver creates connections and has no other duty: what a camera can do is on the ``CameraConnection`` that
/// ``connect(_:host:)`` returns. A driver must be **thread-safe** and must not block the thread that calls it.
public protocol CameraDriver: AnyObject, Sendable {
    /// Opens the link, authenticates, and reports the camera's complete state to `host` before it returns.
    ///
    /// ``Camera`` calls this again only after the previous connection has disconnected, or its time for that has passed. A call
    /// that throws has closed everything that it opened. When the calling task is cancelled, the driver throws
    /// ``CameraError/Code/cancelled`` as soon as the camera allows; a connection that it returns nevertheless is disconnected.
    func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection
}

/// A connected camera: implements everything that differs from one kind of camera to another.
///
/// A connection consists of facets, one for each kind of work; a facet that is nil is work that the camera does not support. An
/// object that implements a facet is that facet itself, without further code; a connection may return other objects
/// instead. The smallest connection has no facets.
///
/// A facet performs the calls that it receives; what the connection learns, it reports through the ``CameraHost`` of its
/// ``CameraDriver/connect(_:host:)``. It keeps no observers, shares no requests, and checks no states that ``Camera`` can check:
/// ``Camera`` does that for all cameras.
///
/// Several calls may be in progress at the same time. When a calling task is cancelled, the connection ends the call as soon as
/// the camera allows, and throws ``CameraError/Code/cancelled``; the caller does not wait for it. A connection must be
/// **thread-safe** and must not block the thread that calls it.
public protocol CameraConnection: AnyObject, Sendable {
    /// Model, firmware and serial number that the camera reports.
    var info: CameraInfo { get }
    /// Warnings about this connection; empty by default.
    var warnings: [ConnectionWarning] { get }

    /// Changing settings.
    var properties: (any PropertyDriver)? { get }
    /// Taking pictures.
    var shutter: (any ShutterDriver)? { get }
    /// Focusing.
    var focus: (any FocusDriver)? { get }
    /// Live view.
    var liveView: (any LiveViewDriver)? { get }
    /// Files on the camera's cards.
    var files: (any FileDriver)? { get }
    /// Pictures that the camera offers for transfer.
    var transfers: (any TransferDriver)? { get }
    /// Video recording.
    var video: (any VideoDriver)? { get }
    /// The camera's clock.
    var clock: (any ClockDriver)? { get }

    /// Makes a set of categories active. Reports the active categories to the host before it returns.
    func setCommandCategories(_ categories: CommandCategories) async throws(CameraError)

    /// Closes the link. Called once. Never fails, and returns soon: it does not wait for a camera that does not answer.
    func disconnect(_ options: DisconnectOptions) async
}

/// Facet of a connection for changing settings.
public protocol PropertyDriver: AnyObject, Sendable {
    /// Sends a value that the property's state lists. Returns when the camera has accepted it; the new value follows as an
    /// update, when the camera reports it.
    func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError)

    /// Moves a property by one step of its list.
    func stepProperty(_ property: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError)
}

/// Facet of a connection for taking pictures.
public protocol ShutterDriver: AnyObject, Sendable {
    /// Takes one picture, or the pictures that the drive mode makes of one press of the shutter. Returns when the camera has
    /// stored the files or offers them.
    func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult

    /// Presses the shutter button fully and holds it.
    func pressShutter() async throws(CameraError)

    /// Releases the shutter button.
    func releaseShutter() async throws(CameraError)
}

/// Facet of a connection for focusing.
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

/// Facet of a connection for live view.
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

/// Facet of a connection for files on the camera's cards.
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

/// Facet of a connection for pictures that the camera offers for transfer.
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

/// Facet of a connection for video recording.
public protocol VideoDriver: AnyObject, Sendable {
    /// Starts recording video.
    func startRecording() async throws(CameraError)
    /// Stops recording video.
    func stopRecording() async throws(CameraError)
}

/// Facet of a connection for the camera's clock.
public protocol ClockDriver: AnyObject, Sendable {
    /// Sets the clock, and its time zone where the camera has one.
    func setClock(_ date: CameraDate) async throws(CameraError)
    /// Returns the date of the clock; without an offset where the camera knows none.
    func readClock() async throws(CameraError) -> CameraDate
}
