package import CameraModel
package import HotShoeSupport
import PTP
package import PTPSession

/// Driver for cameras that support PTP. **Thread-safe.**
///
/// It is independent of vendors and transports: the creator supplies the function that opens a link and the vendors' dialects.
package final class PTPDriver: CameraDriver, SteppedFolderDriver {
    /// Opens a link. Calls `onWaitingForUser` if the user must first confirm the connection on the camera.
    package typealias LinkOpener =
        @Sendable (_ onWaitingForUser: @escaping @Sendable () -> Void) async throws(CameraError) -> any Link

    private let openLink: LinkOpener
    private let recoverLink: LinkOpener?
    private let time: any TimeSource
    private let credentialKey: String
    private let options: PTPSession.Options
    private let dialects: [CameraDialect]

    /// Guards the current connection.
    private let connection = Guarded<(any CameraConnection)?>(nil)

    /// Creates a driver for one camera.
    ///
    /// - Parameters:
    ///   - credentialKey: Key of the camera in credential stores.
    ///   - dialects: Dialects in order of preference; the first that recognises the camera is used, otherwise the standard.
    ///   - time: Clock of the sessions and connections.
    ///   - options: Options of the sessions.
    ///   - recoverLink: Resynchronises a device that did not answer on the first link and opens a new link; nil if the
    ///     transport cannot do that.
    ///   - openLink: Opens a link; called for each connection.
    package init(
        credentialKey: String,
        dialects: [CameraDialect] = [],
        time: any TimeSource = SystemClock.shared,
        options: PTPSession.Options = PTPSession.Options(),
        recoverLink: LinkOpener? = nil,
        openLink: @escaping LinkOpener
    ) {
        self.credentialKey = credentialKey
        self.time = time
        self.options = options
        self.dialects = dialects
        self.recoverLink = recoverLink
        self.openLink = openLink
    }

    // MARK: Connecting

    package func connect(
        _ connectOptions: ConnectOptions,
        host: CameraHost
    ) async throws(CameraError) -> (CameraInfo, [ConnectionWarning]) {
        if let recoverLink {
            let link = try await link(host, openLink)
            do throws(SessionError) {
                return try await establish(link, host, isLast: false)
            } catch {
                guard error.suggestsStaleDevice, !Task.isCancelled else { throw CameraError(error, .connect) }
                Log.write(.info, "ptp", "\(error); resynchronising with the camera")
            }
            return try await connect(try await self.link(host, recoverLink), host)
        }
        return try await connect(try await link(host, openLink), host)
    }

    private func connect(
        _ link: any Link,
        _ host: CameraHost
    ) async throws(CameraError) -> (CameraInfo, [ConnectionWarning]) {
        do throws(SessionError) { return try await establish(link, host, isLast: true) } catch {
            throw CameraError(error, .connect)
        }
    }

    /// Time limit for GetDeviceInfo if a device that does not answer can be resynchronised.
    private static let firstAnswerLimit: Duration = .seconds(5)

    /// Connects to the camera on a link, and closes the session on an error.
    ///
    /// `isLast` is whether no other link is tried after this one. If `false`, the host is not notified when the link ends before
    /// the connection is established, and the time limit for GetDeviceInfo is shorter.
    private func establish(
        _ link: any Link,
        _ host: CameraHost,
        isLast: Bool
    ) async throws(SessionError) -> (CameraInfo, [ConnectionWarning]) {
        let slot = ConnectionSlot()
        let ending = LinkEnding(isReported: isLast)
        let session = PTPSession(link, time: time, options: options) {
            slot.connection?.eventReceived($0)
        } onEnd: { reason in
            slot.connection?.linkEnded()
            if ending.ended(reason), reason != .closedHere { host.connectionEnded(DisconnectReason(reason)) }
        }
        do throws(SessionError) {
            let device = try await Self.deviceInfo(session, timeout: isLast ? nil : Self.firstAnswerLimit)
            let dialect = dialects.first { $0.recognises(device) } ?? .standard
            let made = dialect.connect(session, device, host, time)
            slot.set(made)
            let forgotten = connection.withLock { connection in
                defer { connection = made }
                return connection
            }
            // The previous connection was never closed; its link would remain open.
            forgotten?.abort()
            let info = try await made.open()
            if let failure = ending.report() { throw .link(failure) }
            return (info, [])
        } catch {
            connection.withLock { $0 = nil }
            await session.close()
            throw error
        }
    }

    /// Requests the DeviceInfo. Some devices answer GetDeviceInfo only inside a session (observed with umtp-responder).
    private static func deviceInfo(_ session: PTPSession, timeout: Duration?) async throws(SessionError) -> DeviceInfo {
        func query() async throws(SessionError) -> DeviceInfo {
            try await session.receive(.getDeviceInfo, as: DeviceInfo.self, limit: StandardConnection.descLimit, timeout: timeout)
        }
        do throws(SessionError) { return try await query() } catch {
            guard case .refused(_, let response) = error, response.code == .sessionNotOpen else { throw error }
        }
        try await session.open()
        return try await query()
    }

    /// Opens the link. While the camera waits for its user, the host has an authentication request.
    private func link(_ host: CameraHost, _ openLink: @escaping LinkOpener) async throws(CameraError) -> any Link {
        let wait = PairingWait(host, credentialKey, time)
        let opening = Task { () -> Result<any Link, CameraError> in
            do throws(CameraError) { return .success(try await openLink { wait.begin() }) } catch { return .failure(error) }
        }
        wait.setCancellation { opening.cancel() }
        let result = await withTaskCancellationHandler {
            await opening.value
        } onCancel: {
            opening.cancel()
        }
        wait.end(result)
        // The task may have been cancelled just after the link was opened.
        if Task.isCancelled, case .success(let link) = result {
            link.close()
            throw .cancelled(.connect)
        }
        if case .failure(let error) = result { throw (Task.isCancelled ? nil : wait.failure) ?? error }
        return try result.get()
    }

    package func disconnect(_ options: DisconnectOptions) async {
        let closing = connection.withLock { connection in
            defer { connection = nil }
            return connection
        }
        await closing?.close(options)
    }

    /// Returns the current connection, or throws `notConnected`.
    private func connected() throws(CameraError) -> any CameraConnection {
        guard let connection = connection.withLock({ $0 }) else {
            throw CameraError(.notConnected, "The camera is not connected.")
        }
        return connection
    }

    // MARK: Settings

    package func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        try await connected().setProperty(property, to: value)
    }

    package func stepProperty(_ property: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        try await connected().stepProperty(property, direction)
    }

    package func setClock(_ date: CameraDate) async throws(CameraError) { try await connected().setClock(date) }

    package func readClock() async throws(CameraError) -> CameraDate { try await connected().readClock() }

    // MARK: Shooting

    package func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        try await connected().shoot(options)
    }
    package func pressShutter() async throws(CameraError) { try await connected().pressShutter() }
    package func releaseShutter() async throws(CameraError) { try await connected().releaseShutter() }

    // MARK: Focusing

    package func engageAutoFocus() async throws(CameraError) { try await connected().engageAutoFocus() }
    package func disengageAutoFocus() async throws(CameraError) { try await connected().disengageAutoFocus() }
    package func setFocusArea(_ index: Int) async throws(CameraError) { try await connected().setFocusArea(index) }
    package func touchFocus(at point: Point) async throws(CameraError) { try await connected().touchFocus(at: point) }
    package func driveFocus(_ step: FocusStep) async throws(CameraError) { try await connected().driveFocus(step) }

    // MARK: Live view

    package func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
        try await connected().startLiveView(options, sink: sink)
    }
    package func setLiveViewOptions(_ options: LiveViewOptions) async throws(CameraError) {
        try await connected().setLiveViewOptions(options)
    }
    package func stopLiveView() async { await connection.withLock { $0 }?.stopLiveView() }
    package func setLiveViewCrop(_ rect: Rect?) async throws(CameraError) { try await connected().setLiveViewCrop(rect) }
    package func panLiveView(to point: Point) async throws(CameraError) { try await connected().panLiveView(to: point) }

    // MARK: Video

    package func startRecording() async throws(CameraError) { try await connected().startRecording() }
    package func stopRecording() async throws(CameraError) { try await connected().stopRecording() }

    // MARK: Transfers

    package func executeTransfer(
        _ offer: TransferOffer.Identifier,
        _ representation: TransferOffer.Representation,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        try await connected().executeTransfer(offer, representation, consume)
    }
    package func declineTransfer(_ offer: TransferOffer.Identifier) async throws(CameraError) {
        try await connected().declineTransfer(offer)
    }

    // MARK: Files

    package func listFolder(
        _ folder: ItemInfo.Handle?,
        on storage: CameraModel.StorageInfo.Identifier
    ) async throws(CameraError) -> [ItemInfo] {
        try await connected().listFolder(folder, on: storage)
    }

    package func beginListing(
        _ folder: ItemInfo.Handle?,
        on storage: CameraModel.StorageInfo.Identifier
    ) async throws(CameraError) -> any FolderCursor {
        try await connected().beginListing(folder, on: storage)
    }

    package func loadMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> ItemInfo {
        try await connected().loadMetadata(of: item)
    }

    package func loadThumbnail(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        try await connected().loadThumbnail(of: item)
    }

    package func loadPreview(of item: ItemInfo.Handle) async throws(CameraError) -> [UInt8] {
        try await connected().loadPreview(of: item)
    }

    package func loadPictureMetadata(of item: ItemInfo.Handle) async throws(CameraError) -> PictureMetadata {
        try await connected().loadPictureMetadata(of: item)
    }

    package func download(
        _ item: ItemInfo.Handle,
        from offset: UInt64,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        try await connected().download(item, from: offset, consume)
    }

    package func delete(_ item: ItemInfo.Handle) async throws(CameraError) { try await connected().delete(item) }

    package func setRating(of item: ItemInfo.Handle, to rating: Int) async throws(CameraError) {
        try await connected().setRating(of: item, to: rating)
    }

    package func setProtected(_ item: ItemInfo.Handle, to isProtected: Bool) async throws(CameraError) {
        try await connected().setProtected(item, to: isProtected)
    }

    package func upload(
        _ name: String,
        to folder: ItemInfo.Handle?,
        on storage: CameraModel.StorageInfo.Identifier,
        size: UInt64,
        _ source: @escaping ChunkSource
    ) async throws(CameraError) -> ItemInfo {
        try await connected().upload(name, to: folder, on: storage, size: size, source)
    }

    package func createFolder(
        _ name: String,
        in folder: ItemInfo.Handle?,
        on storage: CameraModel.StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        try await connected().createFolder(name, in: folder, on: storage)
    }

    package func move(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: CameraModel.StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        try await connected().move(item, to: folder, on: storage)
    }

    package func copy(
        _ item: ItemInfo.Handle,
        to folder: ItemInfo.Handle?,
        on storage: CameraModel.StorageInfo.Identifier
    ) async throws(CameraError) -> ItemInfo {
        try await connected().copy(item, to: folder, on: storage)
    }

    package func format(_ storage: CameraModel.StorageInfo.Identifier) async throws(CameraError) {
        try await connected().format(storage)
    }
}

/// Decides whether the host is notified of the end of a link. **Thread-safe.**
private final class LinkEnding: Sendable {
    private struct State {
        var isReported: Bool
        var failure: LinkFailure?
    }

    /// Guards the end of the link and whether it is reported.
    private let state: Guarded<State>

    init(isReported: Bool) { state = Guarded(State(isReported: isReported)) }

    /// Records the end. Returns whether the host is notified.
    func ended(_ failure: LinkFailure) -> Bool {
        state.withLock { state in
            state.failure = failure
            return state.isReported
        }
    }

    /// Enables the notification of the host. Returns the reason if the link has already ended unreported.
    func report() -> LinkFailure? {
        state.withLock { state in
            defer { state.isReported = true }
            return state.isReported ? nil : state.failure
        }
    }
}

extension SessionError {
    /// Whether a device that was left in the middle of a transaction would cause this error.
    fileprivate var suggestsStaleDevice: Bool {
        switch self {
        case .timedOut, .malformed, .broken, .link(.silent), .link(.protocolBroken): true
        case .refused(_, let response): response.code == .invalidTransactionID
        default: false
        }
    }
}
