package import DriverPTP
import PTP
import PTPCanon
import PTPProperties

extension CameraDialect {
    /// Canon EOS bodies. Bodies that report Microsoft's vendor extension are recognised by their manufacturer (observed
    /// behaviour).
    package static let canonEOS = CameraDialect(.canon) { device in
        Vendor.canon.made(device) && Set(device.operations).isSuperset(of: [.eosGetEvent, .eosSetDevicePropValueEx])
    } connect: { session, device, host, time in
        EOSConnection(session, device, host: host, time: time)
    }
}
