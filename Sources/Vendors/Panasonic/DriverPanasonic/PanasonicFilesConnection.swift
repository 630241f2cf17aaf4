import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPPanasonic
import PTPSession

/// Connection to a Panasonic body in another mode than "PC(Tether)", or without it: the standard's. **Thread-safe.**
final class PanasonicFilesConnection: PTPConnection {
    let standard: StandardConnection
    private let device: DeviceInfo

    /// The property by which a computer presents itself (MTP 1.1 § B.3.6, SessionInitiatorInfo).
    private static let initiator = DevicePropCode(rawValue: 0xD406)
    /// The presentation of Windows, after which a GX8 lists further operations and lets its settings be changed (observed behaviour).
    private static let windows = "Windows/6.2.9200 MTPClassDriver/6.2.9200.16384"

    init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        self.device = device
        standard = StandardConnection(session, device, host: host, time: time, StandardExtension(isCamera: true))
    }

    var info: CameraInfo { standard.info }
    var warnings: [ConnectionWarning] {
        if standard.supports(.initiateCapture) { return [] }
        return [
            ConnectionWarning(
                kind: .reducedFunctionality,
                category: .remoteControl,
                message: "The camera offers its files only. For remote control, if it has that mode, \(CameraError.tetherMenu)"
            )
        ]
    }
    var properties: (any PropertyDriver)? { standard }
    var shutter: (any ShutterDriver)? { standard }
    var files: (any FileDriver)? { standard }
    var clock: (any ClockDriver)? { standard }

    func open() async throws(SessionError) {
        guard device.deviceProps.contains(Self.initiator) else { return try await standard.open() }
        try await standard.session.open()
        await present()
        await standard.refreshDevice()
    }

    /// Presents this computer. A body that refuses is used nevertheless.
    private func present() async {
        guard let text = try? DataValue.string(Self.windows).encoded("SessionInitiatorInfo") else { return }
        do throws(SessionError) {
            _ = try await standard.session.send(.setDevicePropValue, [Self.initiator.rawValue], text)
        } catch { Log.write(.info, "panasonic", "the camera does not accept a presentation: \(error)") }
    }

    func eventReceived(_ event: Event) { standard.eventReceived(event) }
    func linkEnded() { standard.linkEnded() }
    func disconnect(_ options: DisconnectOptions) async { await standard.disconnect(options) }
}
