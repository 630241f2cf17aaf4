package import CameraModel
package import HotShoeSupport
package import PTP
package import PTPSession

/// A connected camera: the facets of a driver without connecting. **Thread-safe.**
///
/// ``StandardConnection`` implements the standard. A vendor's connection implements the vendor's extension and delegates the
/// standard operations to ``StandardConnection``.
package protocol CameraConnection:
    PropertyDriver, ShutterDriver, FocusDriver, LiveViewDriver, FileDriver, SteppedFolderDriver, TransferDriver, VideoDriver,
    ClockDriver
{
    /// Opens the PTP session and reports the camera's complete state to the host before it returns.
    func open() async throws(SessionError) -> CameraInfo

    /// Restores the camera's previous state if the camera still answers, and closes the session. Takes a limited time.
    func close(_ options: DisconnectOptions) async

    /// Closes the link immediately, without sending anything to the camera.
    func abort()

    /// Called for an event of the camera. Must not block.
    func eventReceived(_ event: Event)

    /// Called when the link has ended; ends all waiting for the camera. Must not block.
    func linkEnded()
}

/// A variant of PTP with the cameras that use it.
package struct CameraDialect: Sendable {
    /// Returns whether a camera uses this dialect, judged by its DeviceInfo.
    package let recognises: @Sendable (DeviceInfo) -> Bool
    /// Creates a connection over a session that is not open yet.
    package let connect: @Sendable (PTPSession, DeviceInfo, CameraHost, any TimeSource) -> any CameraConnection

    package init(
        recognises: @escaping @Sendable (DeviceInfo) -> Bool,
        connect: @escaping @Sendable (PTPSession, DeviceInfo, CameraHost, any TimeSource) -> any CameraConnection
    ) {
        self.recognises = recognises
        self.connect = connect
    }

    /// The standard without extensions; accepts every camera.
    package static let standard = CameraDialect { _ in
        true
    } connect: { session, device, host, time in
        StandardConnection(session, device, host: host, time: time)
    }
}

/// Reference from a session's handlers to the connection, which is created after the session. **Thread-safe.**
final class ConnectionSlot: Sendable {
    private struct Reference { weak var connection: (any CameraConnection)? }

    /// Guards the reference.
    private let reference = Guarded(Reference())

    var connection: (any CameraConnection)? { reference.withLock { $0.connection } }

    func set(_ connection: any CameraConnection) {
        reference.withLock { $0.connection = connection }
    }
}
