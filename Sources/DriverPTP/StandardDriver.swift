public import CameraModel
public import HotShoeSupport
import PTP
public import PTPSession

/// Any camera that speaks the standard. **Thread-safe.**
///
/// It knows neither a maker nor a transport: whoever makes it says how a link is opened.
public final class StandardDriver: CameraDriver {
    /// Opens a link; calls what it is given if somebody must press a button at the camera first.
    public typealias LinkOpener =
        @Sendable (_ onWaitingForUser: @escaping @Sendable () -> Void) async throws(CameraError) -> any Link

    private let openLink: LinkOpener
    private let time: any TimeSource
    private let credentialKey: String
    private let options: PTPSession.Options

    /// Guards the connection, while there is one.
    private let connection = Guarded<StandardConnection?>(nil)

    /// - Parameters:
    ///   - credentialKey: by which the camera is known to stores of secrets.
    ///   - openLink: is called for each connection.
    public init(
        credentialKey: String,
        time: any TimeSource = SystemClock.shared,
        options: PTPSession.Options = PTPSession.Options(),
        openLink: @escaping LinkOpener
    ) {
        self.credentialKey = credentialKey
        self.time = time
        self.options = options
        self.openLink = openLink
    }

    // MARK: Connecting

    public func connect(
        _ connectOptions: ConnectOptions,
        host: CameraHost
    ) async throws(CameraError) -> (CameraInfo, [ConnectionWarning]) {
        let link = try await link(host)
        let made = StandardConnection(link, host: host, time: time, options: options)
        let forgotten = connection.withLock { connection in
            defer { connection = made }
            return connection
        }
        // Nobody left the one before: its link would stay open.
        forgotten?.session.abort()
        do throws(SessionError) {
            return (try await made.open(), [])
        } catch {
            await made.close()
            connection.withLock { $0 = nil }
            throw CameraError(error, .connect)
        }
    }

    /// Opens the link; while the camera waits for its user, so does the host.
    private func link(_ host: CameraHost) async throws(CameraError) -> any Link {
        let wait = PairingWait(host, credentialKey)
        let openLink = openLink
        let opening = Task { () -> Result<any Link, CameraError> in
            do throws(CameraError) { return .success(try await openLink { wait.begin() }) } catch { return .failure(error) }
        }
        wait.setGivingUp { opening.cancel() }
        let result = await withTaskCancellationHandler {
            await opening.value
        } onCancel: {
            opening.cancel()
        }
        wait.end(result)
        // Somebody may have given up when it had just been made.
        if Task.isCancelled, case .success(let link) = result {
            link.close()
            throw .cancelled(.connect)
        }
        return try result.get()
    }

    public func disconnect(_ options: DisconnectOptions) async {
        let closing = connection.withLock { connection in
            defer { connection = nil }
            return connection
        }
        guard let closing else { return }
        if options.powersOff, closing.supports(.powerDown) {
            _ = try? await closing.session.perform(.powerDown, priority: .immediate)
        }
        await closing.close()
    }

    /// The connection, for whatever needs one.
    private func connected() throws(CameraError) -> StandardConnection {
        guard let connection = connection.withLock({ $0 }) else {
            throw CameraError(.notConnected, "the camera is not connected")
        }
        return connection
    }

    // MARK: Settings

    public func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        try await connected().setProperty(property, to: value)
    }

    public func stepProperty(_ property: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        try await connected().stepProperty(property, direction)
    }

    public func setClock(_ date: CameraDate) async throws(CameraError) {
        guard let text = DateTime(date)?.description else { throw CameraError(.invalidArgument, "no camera knows this year") }
        try await connected().send(.string(text), to: .dateTime)
    }

    // MARK: Shooting

    public func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult { try await connected().shoot() }
    public func pressShutter() async throws(CameraError) { try await connected().pressShutter() }
    public func releaseShutter() async throws(CameraError) { try await connected().releaseShutter() }

    // MARK: Files

    public func listFolder(
        _ folder: ItemInfo.Handle?,
        on storage: CameraModel.StorageInfo.Identifier
    ) async throws(CameraError) -> [ItemInfo] {
        try await connected().listFolder(folder, on: storage)
    }

    public func loadMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> ItemInfo {
        try await connected().loadMetadata(of: item)
    }

    public func loadThumbnail(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        try await connected().loadThumbnail(of: item)
    }

    public func loadPreview(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        try await connected().loadPreview(of: item)
    }

    public func loadPictureMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> PictureMetadata {
        try await connected().loadPictureMetadata(of: item)
    }

    public func download(
        _ item: ItemInfo.Handle,
        from offset: UInt64,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        try await connected().download(item, from: offset, consume)
    }

    public func delete(_ item: ItemInfo.Handle) async throws(CameraError) { try await connected().delete(item) }

    public func setRating(of item: ItemInfo.Handle, to rating: Int) async throws(CameraError) {
        try await connected().setRating(of: item, to: rating)
    }

    public func setProtected(_ item: ItemInfo.Handle, to isProtected: Bool) async throws(CameraError) {
        try await connected().setProtected(item, to: isProtected)
    }

    public func upload(
        _ name: String,
        to folder: ItemInfo.Handle?,
        on storage: CameraModel.StorageInfo.Identifier,
        size: UInt64,
        _ source: @escaping ChunkSource
    ) async throws(CameraError) -> ItemInfo {
        try await connected().upload(name, to: folder, on: storage, size: size, source)
    }
}
