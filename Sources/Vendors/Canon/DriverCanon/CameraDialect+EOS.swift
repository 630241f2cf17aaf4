package import DriverPTP
import PTP
import PTPCanon

extension CameraDialect {
    /// Canon EOS bodies. Bodies that report Microsoft's vendor extension are recognised by their manufacturer (observed
    /// behaviour).
    package static let canonEOS = CameraDialect(propertyNames: { VendorNames.eos.properties.all }) { device in
        let isCanon = device.vendorExtension == .canon || device.manufacturer.lowercased().hasPrefix("canon")
        return isCanon && Set(device.operations).isSuperset(of: [.eosGetEvent, .eosSetDevicePropValueEx])
    } connect: { session, device, host, time in
        EOSConnection(session, device, host: host, time: time)
    }
}
