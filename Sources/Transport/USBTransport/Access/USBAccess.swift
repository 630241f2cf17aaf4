import Glibc

/// Whether a device can be opened, as far as the system shows without an attempt.
public enum USBAccess: Hashable, Sendable {
    /// The device can be opened.
    case open
    /// The user may not read and write the device file.
    case noPermission
    /// A kernel driver or another process has claimed the interface.
    case claimed(by: [USBHolder])

    /// Checks the permissions of a device file and the claim to its interface.
    public init(to device: USBDevice, _ interface: StillImageInterface?) {
        let node = device.location.node
        if unsafe access(node, R_OK | W_OK) != 0, errno == EACCES {
            self = .noPermission
        } else if let interface, Self.isClaimed(device, interface) {
            self = .claimed(by: USBHolder.all(of: node))
        } else {
            self = .open
        }
    }

    /// Whether a process has claimed the interface; its driver is then "usbfs".
    private static func isClaimed(_ device: USBDevice, _ interface: StillImageInterface) -> Bool {
        guard let port = device.portPath else { return false }
        var bytes = [UInt8](repeating: 0, count: 256)
        let link = "/sys/bus/usb/devices/\(port):\(device.configuration).\(interface.number)/driver"
        let count = unsafe bytes.withUnsafeMutableBytes { memory in
            unsafe readlink(link, memory.baseAddress!.assumingMemoryBound(to: CChar.self), memory.count)
        }
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).hasSuffix("/usbfs")
    }
}
