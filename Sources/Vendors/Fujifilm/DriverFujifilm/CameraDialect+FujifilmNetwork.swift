import CameraModel
package import DriverPTP
import HotShoeSupport
import PTP
import PTPFujifilm
import PTPProperties
import PTPSession
import VendorKit

extension CameraDialect {
    /// Fujifilm's bodies on networks with their own protocol. Their address determines it: DeviceInfo may be empty.
    package static let fujifilmOnNetwork = CameraDialect(.fujifilm) { session, time, onWaitingForUser throws(CameraError) in
        try await FujifilmConfirmation(session, time).run(onWaitingForUser)
        return DeviceInfo.fujifilmOnNetwork(named: session.deviceName ?? "")
    } connect: { session, device, host, time in
        FujifilmNetworkConnection(session, device, host: host, time: time)
    }
}

/// Opens the session of a body on a network, and waits until its user has confirmed the connection.
struct FujifilmConfirmation {
    private let session: PTPSession
    private let time: any TimeSource

    /// Pause between two requests of the state, and time for the user.
    private static let (pause, limit) = (Duration.milliseconds(100), Duration.seconds(120))
    /// Time after which the user probably must confirm.
    private static let patience = Duration.milliseconds(300)
    /// Maximum size of a value of 0xD212, in bytes.
    private static let replyLimit = FujifilmChanges.emptySize + 6 * Int(UInt16.max)

    init(_ session: PTPSession, _ time: any TimeSource) { (self.session, self.time) = (session, time) }

    /// Waits; calls `onWaitingForUser` once if the body asks its user.
    ///
    /// - Throws: `pairingRequired` if the user does not confirm in time, `cancelled`, or the error of an operation.
    func run(_ onWaitingForUser: @Sendable () -> Void) async throws(CameraError) {
        let start = time.now
        var isAnnounced = false
        while try await waits() {
            if !isAnnounced, time.now - start >= Self.patience {
                isAnnounced = true
                onWaitingForUser()
            }
            if time.now - start >= Self.limit {
                throw CameraError(
                    .pairingRequired,
                    "The camera waited for its confirmation in vain. Press OK when it asks whether this computer may connect.",
                    operation: .connect
                )
            }
            await time.sleep(for: Self.pause)
            if Task.isCancelled { throw .cancelled(.connect) }
        }
    }

    /// Whether the body waits for its user. A body that does not report it does not.
    private func waits() async throws(CameraError) -> Bool {
        do throws(SessionError) {
            try await session.open()
            let state = DevicePropCode.fujifilmCurrentState.rawValue
            let bytes = try await session.receive(.getDevicePropValue, [state], limit: Self.replyLimit).bytes
            return FujifilmClientState(FujifilmChanges(bytes)) == .waitsForUser
        } catch {
            guard error.response == nil else {
                Log.write(.info, "fujifilm", "the state is not reported: \(error)")
                return false
            }
            throw CameraError(error, .connect)
        }
    }
}

extension DeviceInfo {
    /// What is known of a body before it has described itself.
    static func fujifilmOnNetwork(named name: String) -> DeviceInfo {
        var device = DeviceInfo(
            vendorExtension: .fujifilm,
            manufacturer: "FUJIFILM",
            model: name,
            deviceVersion: "",
            serialNumber: ""
        )
        device.operations = [
            .getDeviceInfo, .openSession, .closeSession, .getObjectInfo, .getObject, .getPartialObject, .initiateCapture,
            .initiateOpenCapture, .terminateOpenCapture, .getDevicePropDesc, .getDevicePropValue, .setDevicePropValue,
            .fujifilmGetDeviceInfo, .fujifilmGetCapturePreview, .fujifilmLockFocus, .fujifilmUnlockFocus,
            .fujifilmStepShutterSpeed, .fujifilmStepFNumber, .fujifilmStepCompensation,
        ]
        return device
    }
}

extension VendorOperations<FujifilmChanges.Change> {
    /// The operations on networks. Pictures stay on the card; frames are not requested.
    static var fujifilmOnNetwork: VendorOperations { VendorOperations(events: .fujifilm, frame: .fujifilm) }
}

extension StandardExtension {
    /// Fujifilm's additions on networks.
    static let fujifilmOnNetwork: StandardExtension = {
        var additions = StandardExtension(
            properties: FujifilmProperties.table,
            capabilities: [
                (.halfPress, [.fujifilmLockFocus, .fujifilmUnlockFocus]), (.cameraInitiatedTransfer, [.initiateCapture]),
                (.liveView, [.initiateOpenCapture, .terminateOpenCapture]), (.fileAccess, [.getThumb]),
                (.videoRecording, [.fujifilmStartMovie, .fujifilmStopMovie]),
            ],
            isCamera: true
        )
        additions.largestPiece = FujifilmObjectInfo.largestPiece
        additions.objectInfo = { bytes throws(DatasetError) in try FujifilmObjectInfo.parse(bytes) }
        return additions
    }()
}
