import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPFujifilm
import PTPSession

/// Connection to a Fujifilm body that is not in the mode for tethered shooting: its files by the standard, and the menu entry for the rest.
/// **Thread-safe.**
final class FujifilmFilesConnection: PTPConnection {
    let standard: StandardConnection

    init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        standard = StandardConnection(
            session,
            device,
            host: host,
            time: time,
            StandardExtension(properties: FujifilmProperties.table, isCamera: true)
        )
    }

    var info: CameraInfo { standard.info }
    var warnings: [ConnectionWarning] {
        [
            ConnectionWarning(
                kind: .reducedFunctionality,
                category: .remoteControl,
                message: "The camera offers its files only. For remote control, \(CameraError.tetherMenu)"
            )
        ]
    }
    var properties: (any PropertyDriver)? { standard }
    var files: (any FileDriver)? { standard }

    func open() async throws(SessionError) { try await standard.open() }
    func eventReceived(_ event: Event) { standard.eventReceived(event) }
    func linkEnded() { standard.linkEnded() }
    func disconnect(_ options: DisconnectOptions) async { await standard.disconnect(options) }
}
