import PTP

/// Constants of USB/IP (Linux, Documentation/usb/usbip_protocol.rst).
public enum USBIP {
    /// Default TCP port.
    public static let standardPort: UInt16 = 3240

    static let version: UInt16 = 0x0111
    /// Maximum size of one transfer, in bytes: the limit of the kernel's usbfs for all transfers together.
    static let longestTransfer = 16 << 20
    /// Maximum number of pending transfers per host.
    static let mostTransfers = 1024
    /// Maximum total size of a host's pending transfers, in bytes.
    static let mostRoom = 64 << 20

    static let headerSize = 48
    static let busIDSize = 32

    enum Operation: UInt16 {
        case importDevice = 0x8003
        case deviceList = 0x8005

        var reply: UInt16 { rawValue & 0x7FFF }
    }

    enum Command: UInt32 {
        case submit = 1
        case unlink
        case submitted
        case unlinked
    }

    /// Result of an operation.
    enum Status: UInt32 {
        case done = 0
        case notAvailable
        case busy
        case failed
        case noDevice
    }

    /// Result of a transfer: Linux error numbers.
    enum Errno: Int32 {
        case none = 0
        /// EPIPE
        case stalled = -32
        /// EOVERFLOW
        case overflow = -75
        /// ECONNRESET
        case unlinked = -104
    }
}

/// Writes numbers in big-endian order, as USB/IP requires. **Single-owner.**
struct USBIPWriter {
    private(set) var bytes: [UInt8] = []

    mutating func number(_ number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func raw(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Writes text in a field of fixed size, terminated by a NUL.
    mutating func text(_ text: String, size: Int) {
        let cut = Array(text.utf8.prefix(size - 1))
        bytes += cut + [UInt8](repeating: 0, count: size - cut.count)
    }

    mutating func zeros(_ count: Int) { bytes += [UInt8](repeating: 0, count: count) }
}

/// A device in the form of USB/IP.
struct USBIPDevice: Hashable, Sendable {
    /// Number from 1.
    let number: UInt32
    let speed: USBSpeed
    let identity: USBIdentity
    let interfaceClass: [UInt8]

    static let bus: UInt32 = 1

    /// Identifier that hosts request.
    var busID: String { "\(Self.bus)-\(number)" }
    /// Identifier in the headers of transfers: bus and device number; the bus itself is device 1.
    var deviceID: UInt32 { Self.bus << 16 | (number + 1) }

    /// Writes the device record of 312 bytes.
    func write(to writer: inout USBIPWriter) {
        writer.text("/sys/devices/hotshoe/usb\(Self.bus)/\(busID)", size: 256)
        writer.text(busID, size: USBIP.busIDSize)
        writer.number(Self.bus)
        writer.number(number + 1)
        switch speed {
        case .full: writer.number(UInt32(2))
        case .high: writer.number(UInt32(3))
        case .super: writer.number(UInt32(5))
        }
        writer.number(identity.vendor)
        writer.number(identity.product)
        writer.number(identity.release)
        // Class, subclass and protocol of the device; no active configuration, one configuration, one interface.
        writer.raw([0, 0, 0, 0, 1, 1])
    }
}

/// Encoding of packets to a host.
enum USBIPReply {
    static func deviceList(_ devices: [USBIPDevice]) -> [UInt8] {
        var writer = operation(.deviceList, .done)
        writer.number(UInt32(devices.count))
        for device in devices {
            device.write(to: &writer)
            writer.raw(device.interfaceClass + [0])
        }
        return writer.bytes
    }

    static func imported(_ device: USBIPDevice) -> [UInt8] {
        var writer = operation(.importDevice, .done)
        device.write(to: &writer)
        return writer.bytes
    }

    static func notImported(_ status: USBIP.Status) -> [UInt8] { operation(.importDevice, status).bytes }

    private static func operation(_ operation: USBIP.Operation, _ status: USBIP.Status) -> USBIPWriter {
        var writer = USBIPWriter()
        writer.number(USBIP.version)
        writer.number(operation.reply)
        writer.number(status.rawValue)
        return writer
    }

    /// Encodes the header of a completed transfer; its data follows.
    static func submitted(_ number: UInt32, _ status: USBIP.Errno, byteCount: Int) -> [UInt8] {
        var writer = head(.submitted, number)
        writer.number(status.rawValue)
        writer.number(Int32(clamping: byteCount))
        // No isochronous frames, packets or errors; and space for a setup packet.
        writer.zeros(20)
        return writer.bytes
    }

    static func unlinked(_ number: UInt32, wasPending: Bool) -> [UInt8] {
        var writer = head(.unlinked, number)
        writer.number((wasPending ? USBIP.Errno.unlinked : .none).rawValue)
        writer.zeros(24)
        return writer.bytes
    }

    /// Device, direction and endpoint are 0: the host identifies the transfer by its number.
    private static func head(_ command: USBIP.Command, _ number: UInt32) -> USBIPWriter {
        var writer = USBIPWriter()
        writer.number(command.rawValue)
        writer.number(number)
        writer.zeros(12)
        return writer
    }
}
