package import CameraModel
package import HotShoeSupport
package import PTP
package import PTPProperties
package import PTPSession

/// A connection over a PTP session. **Thread-safe.**
///
/// ``StandardConnection`` implements the standard. A vendor's connection implements the vendor's extension, and returns the
/// ``StandardConnection`` for the facets that the vendor leaves to the standard.
package protocol PTPConnection: CameraConnection, ReportSource {
    /// The connection for the standard's part: itself, or the one that a vendor's connection contains.
    var standard: StandardConnection { get }

    /// Returns how the camera is paired with this computer, if it must be before anything else; nil otherwise. Called before
    /// ``open()``. By default nil.
    func requiredPairing() async throws(SessionError) -> Pairing?

    /// Opens the PTP session and reports the camera's complete state to the host before it returns.
    func open() async throws(SessionError)

    /// Returns the error for a caller whose camera could not be opened, where the vendor knows more than the response; nil otherwise.
    func explanation(of error: SessionError) -> CameraError?

    /// Called for an event of the camera. Must not block.
    func eventReceived(_ event: Event)

    /// Called when the link has ended; ends all waiting for the camera. Must not block.
    func linkEnded()
}

extension PTPConnection {
    package func requiredPairing() async throws(SessionError) -> Pairing? { nil }
    package func explanation(of error: SessionError) -> CameraError? { nil }
}

/// A variant of PTP with the cameras that use it.
package struct CameraDialect: Sendable {
    /// Returns whether a camera uses this dialect, judged by its DeviceInfo.
    package let recognises: @Sendable (DeviceInfo) -> Bool
    /// Creates a connection over a session that is not open yet.
    package let connect: @Sendable (PTPSession, DeviceInfo, CameraHost, any TimeSource) -> any PTPConnection
    /// The vendor of the cameras; nil for dialects of the standard.
    package let vendor: Vendor?
    /// Introduces the session to the camera in place of GetDeviceInfo, and returns what is known of the camera; nil for most. Calls
    /// its last argument if the user must first confirm the connection on the camera.
    package let introduce: Introduction?

    /// The beginning of a session with a camera whose dialect follows from its address.
    package typealias Introduction =
        @Sendable (PTPSession, any TimeSource, _ onWaitingForUser: @escaping @Sendable () -> Void) async throws(CameraError) ->
        DeviceInfo

    package init(
        _ vendor: Vendor? = nil,
        recognises: @escaping @Sendable (DeviceInfo) -> Bool,
        connect: @escaping @Sendable (PTPSession, DeviceInfo, CameraHost, any TimeSource) -> any PTPConnection
    ) {
        self.vendor = vendor
        self.recognises = recognises
        self.connect = connect
        introduce = nil
    }

    /// Creates a dialect of cameras that are recognised by their address: as the first of a driver's dialects, it is used without asking
    /// for the DeviceInfo.
    package init(
        _ vendor: Vendor,
        introduce: @escaping Introduction,
        connect: @escaping @Sendable (PTPSession, DeviceInfo, CameraHost, any TimeSource) -> any PTPConnection
    ) {
        (self.vendor, self.introduce, self.connect) = (vendor, introduce, connect)
        recognises = { _ in true }
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
    private struct Reference { weak var connection: (any PTPConnection)? }

    /// Guards the reference.
    private let reference = Guarded(Reference())

    var connection: (any PTPConnection)? { reference.withLock { $0.connection } }

    func set(_ connection: any PTPConnection) {
        reference.withLock { $0.connection = connection }
    }
}
