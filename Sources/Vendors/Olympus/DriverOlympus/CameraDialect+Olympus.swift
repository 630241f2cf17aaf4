package import DriverPTP
import PTP
import PTPOlympus
import PTPProperties

extension CameraDialect {
    /// Bodies of Olympus and OM System that a computer can control: they have an operation for the shutter button, and one that returns changed
    /// properties (observed behaviour). All others are used by the standard.
    package static let olympus = CameraDialect(.olympus) { device in
        Vendor.olympus.made(device)
            && Set(device.operations).isSuperset(of: [.olympusCapture, .olympusGetChangedProperties])
    } connect: { session, device, host, time in
        OlympusConnection(session, device, host: host, time: time)
    }
}
