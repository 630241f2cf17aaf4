import CameraModel
package import DriverPTP
import PTP
import PTPNikon

extension CameraDialect {
    /// Nikon bodies with an operation that returns events, or with one that pairs. Bodies that report another vendor extension are recognised by their
    /// manufacturer (observed behaviour).
    package static let nikon = CameraDialect(propertyNames: { VendorNames.nikon.properties.all }) { device in
        let isNikon = device.vendorExtension == .nikon || device.manufacturer.lowercased().hasPrefix("nikon")
        // Before pairing, bodies list neither of the operations that return events (observed with a Z 8).
        return isNikon && !Set(device.operations).isDisjoint(with: [.nikonGetEvent, .nikonGetEventEx, .nikonStartPairing])
    } connect: { session, device, host, time in
        NikonConnection(session, device, host: host, time: time)
    }
}
