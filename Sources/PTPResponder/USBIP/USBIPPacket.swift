import PTP

/// The numbers of USB/IP (Linux, Documentation/usb/usbip_protocol.rst).
public enum USBIP {
    /// The port that hosts try.
    public static let standardPort: UInt16 = 3240

    static let version: UInt16 = 0x0111
    /// How much one transfer may have room for, in bytes: what the kernel's usbfs allows for all together.
    static let longestTransfer = 16 << 20
    /// How many transfers of one host may wait.
    static let mostTransfers = 1024
    /// How much room those may have together, in bytes.
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

    /// How an operation went.
    enum Status: UInt32 {
        case done = 0
        case notAvailable
        case busy
        case failed
        case noDevice
    }

    /// How a transfer went: numbers of the system that the protocol was made on.
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

/// Writes numbers as USB/IP has them: the highest byte first. **Single-owner.**
struct USBIPWriter {
    private(set) var bytes: [UInt8] = []

    mutating func number(_ number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func raw(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Text in a field of a fixed size, ended by a NUL.
    mutating func text(_ text: String, size: Int) {
        let cut = Array(text.utf8.prefix(size - 1))
        bytes += cut + [UInt8](repeating: 0, count: size - cut.count)
    }

    mutating func zeros(_ count: Int) { bytes += [UInt8](repeating: 0, count: count) }
}

/// A device as USB/IP tells of it.
struct USBIPDevice: Hashable, Sendable {
    /// From 1.
    let number: UInt32
    let speed: USBSpeed
    let identity: USBIdentity
    let interfaceClass: [UInt8]

    static let bus: UInt32 = 1

    /// As it is asked for.
    var busID: String { "\(Self.bus)-\(number)" }
    /// In the headers of its transfers: bus and number; the bus itself is number 1.
    var deviceID: UInt32 { Self.bus << 16 | (number + 1) }

    /// The record of 312 bytes.
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
        // Class, subclass and protocol of the device; no configuration chosen, one there, with one interface.
        writer.raw([0, 0, 0, 0, 1, 1])
    }
}

/// What goes to a host.
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

    /// The head of a transfer that is over; what it brings follows.
    static func submitted(_ number: UInt32, _ status: USBIP.Errno, byteCount: Int) -> [UInt8] {
        var writer = head(.submitted, number)
        writer.number(status.rawValue)
        writer.number(Int32(clamping: byteCount))
        // No frames, no packets of its own, no errors in them; and room for a setup packet.
        writer.zeros(20)
        return writer.bytes
    }

    static func unlinked(_ number: UInt32, wasPending: Bool) -> [UInt8] {
        var writer = head(.unlinked, number)
        writer.number((wasPending ? USBIP.Errno.unlinked : .none).rawValue)
        writer.zeros(24)
        return writer.bytes
    }

    /// Device, direction and endpoint are left out, as the host knows them by the number.
    private static func head(_ command: USBIP.Command, _ number: UInt32) -> USBIPWriter {
        var writer = USBIPWriter()
        writer.number(command.rawValue)
        writer.number(number)
        writer.zeros(12)
        return writer
    }
}
