package import CameraModel
package import HotShoeSupport
package import PTP
package import PTPSession

/// A camera while it is connected: the facets of a driver without connecting. ``StandardConnection`` speaks the standard; each maker's
/// speaks that maker's way, and leaves to the standard's what the maker did. **Thread-safe.**
package protocol CameraConnection:
    PropertyDriver, ShutterDriver, FocusDriver, LiveViewDriver, FileDriver, SteppedFolderDriver, TransferDriver, VideoDriver,
    ClockDriver
{
    /// Opens the session of the protocol, and tells the host everything before it returns.
    func open() async throws(SessionError) -> CameraInfo

    /// Leaves the camera as it was found, if it still answers. Ends soon.
    func close(_ options: DisconnectOptions) async

    /// Leaves the camera at once, without a word to it.
    func abort()

    /// The camera says something by itself. Must return at once.
    func eventCame(_ event: Event)

    /// The link is over: whoever waits for the camera is let go. Must return at once.
    func linkEnded()
}

/// A way to speak with cameras of one kind.
package struct CameraDialect: Sendable {
    /// Whether a camera speaks so, by what it says of itself.
    package let recognises: @Sendable (DeviceInfo) -> Bool
    /// Makes a connection over a session that is not open yet.
    package let connect: @Sendable (PTPSession, DeviceInfo, CameraHost, any TimeSource) -> any CameraConnection

    package init(
        recognises: @escaping @Sendable (DeviceInfo) -> Bool,
        connect: @escaping @Sendable (PTPSession, DeviceInfo, CameraHost, any TimeSource) -> any CameraConnection
    ) {
        self.recognises = recognises
        self.connect = connect
    }

    /// Any camera, by the standard alone.
    package static let standard = CameraDialect { _ in
        true
    } connect: { session, device, host, time in
        StandardConnection(session, device, host: host, time: time)
    }
}

/// Where a session's handlers find the connection, which is made after the session. **Thread-safe.**
final class ConnectionSlot: Sendable {
    private struct Reference { weak var connection: (any CameraConnection)? }

    /// Guards the reference.
    private let reference = Guarded(Reference())

    var connection: (any CameraConnection)? { reference.withLock { $0.connection } }

    func set(_ connection: any CameraConnection) {
        reference.withLock { $0.connection = connection }
    }
}
