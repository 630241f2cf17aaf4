/// The camera object, as its driver sees it: where the driver says what it learns. **Thread-safe**; nothing here waits.
///
/// A host belongs to one connection. When that is over, what a driver still says through it is ignored.
public final class CameraHost: Sendable {
    private let camera: @Sendable () -> Camera?
    private let connection: Int

    init(camera: Camera, connection: Int) {
        self.camera = { [weak camera] in camera }
        self.connection = connection
    }

    /// Says what changed. Updates that are given together are seen together.
    public func update(_ updates: [CameraUpdate]) { camera()?.apply(updates, connection: connection) }

    /// Says that the connection is over, not by wish of this side. Everything under way fails at once.
    public func connectionEnded(_ reason: DisconnectReason) { camera()?.connectionEnded(reason, connection: connection) }

    /// Whether there is somebody to answer questions: whoever connects has said how.
    package var answersAuthentication: Bool { camera()?.authenticationHandler(connection: connection) != nil }

    /// Asks the person who connects; returns when it was answered or cancelled. Only while connecting.
    ///
    /// Every request must be resolved by the driver.
    public func authenticate(_ request: AuthenticationRequest) async -> AuthenticationRequest.Response? {
        guard let ask = camera()?.authenticationHandler(connection: connection) else {
            request.cancel()
            return nil
        }
        ask(request)
        return await request.response()
    }
}
