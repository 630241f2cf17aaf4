import CameraModel
package import DriverPTP
import PTP
import PTPNikon
import PTPProperties

extension CameraDialect {
    /// Nikon bodies with an operation that returns events, or with one that pairs. Bodies that report another vendor extension are recognised by their
    /// manufacturer (observed behaviour).
    package static let nikon = CameraDialect(.nikon) { device in
        // Before pairing, bodies list neither of the operations that return events (observed with a Z 8).
        Vendor.nikon.made(device)
            && !Set(device.operations).isDisjoint(with: [.nikonGetEvent, .nikonGetEventEx, .nikonStartPairing])
    } connect: { session, device, host, time in
        NikonConnection(session, device, host: host, time: time)
    }
}
