/// The interface through which a driver reports to its ``Camera``. **Thread-safe**; no call blocks.
///
/// A host belongs to one connection. Reports after the end of that connection are ignored.
public final class CameraHost: Sendable {
    private let camera: @Sendable () -> Camera?
    private let connection: Int

    init(camera: Camera, connection: Int) {
        self.camera = { [weak camera] in camera }
        self.connection = connection
    }

    /// Reports changes. Observers see the updates of one call together.
    public func update(_ updates: [CameraUpdate]) { camera()?.apply(updates, connection: connection) }

    /// Reports that the connection has ended, not at the request of this program. All calls in progress fail.
    public func connectionEnded(_ reason: DisconnectReason) { camera()?.connectionEnded(reason, connection: connection) }

    /// Whether the caller of `connect` supplied an authentication handler.
    package var answersAuthentication: Bool { camera()?.authenticationHandler(connection: connection) != nil }

    /// Passes an authentication request to the handler, and waits until it is answered or cancelled. Only while connecting.
    ///
    /// The driver must resolve every request. Returns nil if the request was cancelled, or if there is no handler.
    public func authenticate(_ request: AuthenticationRequest) async -> AuthenticationRequest.Response? {
        guard let handler = camera()?.authenticationHandler(connection: connection) else {
            request.cancel()
            return nil
        }
        handler(request)
        return await request.response()
    }
}
