/// A USB device as described by its descriptors and the kernel (USB 2.0 § 9.6), without communication with the device.
public struct USBDevice: Hashable, Sendable {
    /// Bus and address of a device, valid until it is disconnected: it has another address when it is connected again.
    public struct Location: Hashable, Sendable, CustomStringConvertible {
        /// Bus number.
        public var bus: UInt8
        /// Device address on the bus.
        public var address: UInt8

        /// Creates a location.
        public init(bus: UInt8, address: UInt8) { (self.bus, self.address) = (bus, address) }

        /// Text such as "1-4".
        public var description: String { "\(bus)-\(address)" }

        /// Path of the device file.
        public var node: String { "/dev/bus/usb/\(Self.padded(bus))/\(Self.padded(address))" }

        private static func padded(_ number: UInt8) -> String {
            let digits = String(number)
            return String(repeating: "0", count: 3 - digits.count) + digits
        }
    }

    /// An interface with its endpoints, in one alternate setting.
    public struct Interface: Hashable, Sendable {
        /// Interface number.
        public var number: UInt8
        /// Number of the alternate setting.
        public var alternateSetting: UInt8
        /// Class, subclass and protocol.
        public var kind: Kind
        /// Endpoints, at most 16.
        public var endpoints: [Endpoint]
        /// Name as read by the kernel; nil if the device has none.
        public var name: String?

        /// Creates an interface without a name.
        public init(number: UInt8, alternateSetting: UInt8, kind: Kind, endpoints: [Endpoint]) {
            self.number = number
            self.alternateSetting = alternateSetting
            self.kind = kind
            self.endpoints = endpoints
        }
    }

    /// Class, subclass and protocol of an interface.
    public struct Kind: Hashable, Sendable {
        /// Class code.
        public var deviceClass: UInt8
        /// Subclass code.
        public var subclass: UInt8
        /// Protocol code.
        public var deviceProtocol: UInt8

        /// Creates a kind.
        public init(_ deviceClass: UInt8, _ subclass: UInt8, _ deviceProtocol: UInt8) {
            (self.deviceClass, self.subclass, self.deviceProtocol) = (deviceClass, subclass, deviceProtocol)
        }

        /// The PTP interface (USB Still Image Class 1.0 § 4.2).
        public static let stillImage = Kind(6, 1, 1)
    }

    /// An endpoint of an interface.
    public struct Endpoint: Hashable, Sendable {
        /// Address; bit 7 is the direction.
        public var address: UInt8
        /// Bits 0 and 1 of `bmAttributes`: 2 for bulk, 3 for interrupt.
        public var transferType: UInt8
        /// Maximum packet size in bytes, as the descriptor states it.
        public var packetSize: UInt16

        /// Creates an endpoint.
        public init(address: UInt8, transferType: UInt8, packetSize: UInt16) {
            (self.address, self.transferType, self.packetSize) = (address, transferType, packetSize)
        }

        /// Whether the direction is from the device to the host.
        public var isIn: Bool { address & 0x80 != 0 }
        /// Whether this is a bulk endpoint.
        public var isBulk: Bool { transferType == 2 }
        /// Whether this is an interrupt endpoint.
        public var isInterrupt: Bool { transferType == 3 }
    }

    /// Speed of a connection.
    public enum Speed: Hashable, Sendable {
        /// Unknown speed.
        case unknown
        /// 1.5 Mbit/s.
        case low
        /// 12 Mbit/s.
        case full
        /// 480 Mbit/s.
        case high
        /// 5 Gbit/s.
        case `super`
        /// 10 Gbit/s and more.
        case superPlus
    }

    /// Bus and address.
    public var location: Location
    /// Port numbers from the root hub to the device; empty if unknown.
    public var ports: [UInt8]
    /// Speed of the connection.
    public var speed: Speed
    /// Vendor ID.
    public var vendor: UInt16
    /// Product ID.
    public var product: UInt16
    /// `bConfigurationValue` of the active configuration.
    public var configuration: UInt8 = 1
    /// Interfaces of the active configuration, at most 32. Empty if the descriptors cannot be read.
    public var interfaces: [Interface]
    /// Reason why the descriptors of the configuration cannot be read; nil if they can.
    public var descriptorError: String?
    /// Manufacturer string without surrounding white space; nil if the device has none.
    public var manufacturer: String?
    /// Product string without surrounding white space; nil if the device has none.
    public var productName: String?
    /// Serial number without surrounding white space; nil if the device has none.
    public var serialNumber: String?

    /// Creates a device without interfaces.
    public init(location: Location, ports: [UInt8] = [], speed: Speed = .unknown, vendor: UInt16, product: UInt16) {
        self.location = location
        self.ports = ports
        self.speed = speed
        self.vendor = vendor
        self.product = product
        interfaces = []
    }

    /// The kernel's name of the port, such as "1-2.3"; nil if unknown.
    public var portPath: String? {
        ports.isEmpty ? nil : "\(location.bus)-" + ports.map { String($0) }.joined(separator: ".")
    }
}
