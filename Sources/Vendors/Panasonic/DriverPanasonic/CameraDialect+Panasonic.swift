package import DriverPTP
import PTP
import PTPPanasonic
import PTPProperties

extension CameraDialect {
    /// Panasonic's bodies under remote control, which list the operation that begins the maker's session, and all others, which offer their files
    /// (observed behaviour).
    package static let panasonic = CameraDialect(.panasonic) { device in
        Vendor.panasonic.made(device)
    } connect: { session, device, host, time in
        if device.operations.contains(.panasonicOpenSession) {
            return PanasonicConnection(session, device, host: host, time: time)
        }
        return PanasonicFilesConnection(session, device, host: host, time: time)
    }
}
