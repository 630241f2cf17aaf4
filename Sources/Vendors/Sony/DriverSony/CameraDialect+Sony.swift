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
        if device.operations.contains(.sonyConnect) { return SonyConnection(session, device, host: host, time: time) }
        return SonyFilesConnection(session, device, host: host, time: time)
    }
}
