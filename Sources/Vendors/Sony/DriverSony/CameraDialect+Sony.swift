package import DriverPTP
import PTP
import PTPProperties
import PTPSony

extension CameraDialect {
    /// Sony's bodies in the mode "PC Remote", and those that offer their files only, which list the operations of their network
    /// modes (observed behaviour). Sony's phones and players list neither.
    package static let sony = CameraDialect(.sony) { device in
        Vendor.sony.made(device)
            && !Set(device.operations).isDisjoint(with: [.sonyConnect, .sonySendNetworkMode])
    } connect: { session, device, host, time in
        // The α900 lists the steps of connecting, and no list of properties (a dump of a real body).
        if Set(device.operations).isSuperset(of: [.sonyConnect, .sonyGetAllExtDevicePropInfo]) {
            return SonyConnection(session, device, host: host, time: time)
        }
        return SonyFilesConnection(session, device, host: host, time: time)
    }
}
