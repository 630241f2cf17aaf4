import CameraModel
import USBTransport

/// How each device on the bus is called for as long as it is there, and again when it comes back. Pure.
struct USBIdentities {
    private var given: [USBDevice.Location: (device: USBDevice, identifier: CameraIdentifier)] = [:]

    /// Nobody is known.
    init() {}

    /// How each of the devices that are there now is called: those that were there before as before, and no two the same.
    mutating func identifiers(of devices: [USBDevice]) -> [USBDevice.Location: CameraIdentifier] {
        var known = given
        given = [:]
        for device in devices {
            if let (before, identifier) = known.removeValue(forKey: device.location), before == device {
                given[device.location] = (device, identifier)
            }
        }
        var taken = Set(given.values.map(\.identifier))
        for device in devices where given[device.location] == nil {
            let identifier = Self.identifier(device, taken)
            taken.insert(identifier)
            given[device.location] = (device, identifier)
        }
        return given.mapValues(\.identifier)
    }

    /// By its serial number; by its port too where it has none, or another one has the same.
    private static func identifier(_ device: USBDevice, _ taken: Set<CameraIdentifier>) -> CameraIdentifier {
        let kind = "usb-\(device.vendor.fourDigits):\(device.product.fourDigits)"
        let place = "@\(device.portPath ?? device.location.description)"
        let serial = device.serialNumber.map { "-\($0.prefix(serialLimit))" }
        let plain = CameraIdentifier(kind + (serial ?? place))
        if !taken.contains(plain) { return plain }
        // A number may look like a place; an address is of one device only.
        let placed = CameraIdentifier(kind + (serial ?? "") + place)
        return taken.contains(placed) ? CameraIdentifier("\(placed)#\(device.location)") : placed
    }

    /// In letters.
    private static let serialLimit = 64
}

extension UInt16 {
    /// "04a9".
    var fourDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
