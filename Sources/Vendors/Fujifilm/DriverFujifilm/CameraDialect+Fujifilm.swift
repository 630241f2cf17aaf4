import CameraModel
package import DriverPTP
import PTP
import PTPFujifilm
import PTPProperties

extension CameraDialect {
    /// Fujifilm's bodies in the mode for tethered shooting, which list PriorityMode; those that offer their files only; and earlier ones that
    /// take pictures by the standard's operation alone (observed behaviour).
    package static let fujifilm = CameraDialect(.fujifilm) {
        Vendor.fujifilm.made($0)
    } connect: { session, device, host, time in
        guard device.operations.contains(.initiateCapture) else {
            return FujifilmFilesConnection(session, device, host: host, time: time)
        }
        if device.deviceProps.contains(.fujifilmPriorityMode) {
            return FujifilmConnection(session, device, host: host, time: time)
        }
        return StandardConnection(
            session,
            device,
            host: host,
            time: time,
            StandardExtension(properties: FujifilmProperties.table, isCamera: true)
        )
    }
}
