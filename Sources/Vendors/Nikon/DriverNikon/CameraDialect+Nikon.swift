import CameraModel
package import DriverPTP
import PTP
import PTPNikon

extension CameraDialect {
    /// Nikon bodies with an operation that returns events. Bodies that report another vendor extension are recognised by their
    /// manufacturer (observed behaviour).
    package static let nikon = CameraDialect { device in
        let isNikon = device.vendorExtension == .nikon || device.manufacturer.lowercased().hasPrefix("nikon")
        return isNikon && !Set(device.operations).isDisjoint(with: [.nikonGetEvent, .nikonGetEventEx])
    } connect: { session, device, host, time in
        NikonConnection(session, device, host: host, time: time)
    }
}
