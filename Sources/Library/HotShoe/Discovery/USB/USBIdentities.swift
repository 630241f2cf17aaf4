import CameraModel
import USBTransport

/// Identifiers of the devices on the bus, constant while a device is present and when it returns. Pure.
struct USBIdentities {
    private var assigned: [USBDevice.Location: (device: USBDevice, identifier: CameraIdentifier)] = [:]

    init() {}

    /// Returns the identifiers of the present devices. A device that was present before keeps its identifier; all are
    /// different.
    mutating func identifiers(of devices: [USBDevice]) -> [USBDevice.Location: CameraIdentifier] {
        var known = assigned
        assigned = [:]
        for device in devices {
            if let (before, identifier) = known.removeValue(forKey: device.location), before == device {
                assigned[device.location] = (device, identifier)
            }
        }
        var used = Set(assigned.values.map(\.identifier))
        for device in devices where assigned[device.location] == nil {
            let identifier = Self.identifier(device, used)
            used.insert(identifier)
            assigned[device.location] = (device, identifier)
        }
        return assigned.mapValues(\.identifier)
    }

    /// Identifies a device by its serial number, and also by its port if it has none or another device has the same.
    private static func identifier(_ device: USBDevice, _ used: Set<CameraIdentifier>) -> CameraIdentifier {
        let kind = "usb-\(device.vendor.fourDigits):\(device.product.fourDigits)"
        let place = "@\(device.portPath ?? device.location.description)"
        let serial = device.serialNumber.map { "-\($0.prefix(serialLimit))" }
        let plain = CameraIdentifier(kind + (serial ?? place))
        if !used.contains(plain) { return plain }
        // A serial number may look like a port; a bus address is unique.
        let placed = CameraIdentifier(kind + (serial ?? "") + place)
        return used.contains(placed) ? CameraIdentifier("\(placed)#\(device.location)") : placed
    }

    /// Maximum number of characters of a serial number.
    private static let serialLimit = 64
}

extension UInt16 {
    /// "04a9".
    var fourDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
