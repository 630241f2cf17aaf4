/// A device on the bus, as its descriptors and the kernel describe it (USB 2.0 § 9.6). Nothing was asked of it.
public struct USBDevice: Hashable, Sendable {
    /// Where it is until it is unplugged: the address is another one when it comes back.
    public struct Location: Hashable, Sendable, CustomStringConvertible {
        public var bus: UInt8
        public var address: UInt8

        public init(bus: UInt8, address: UInt8) { (self.bus, self.address) = (bus, address) }

        /// "1-4".
        public var description: String { "\(bus)-\(address)" }

        /// The file by which it is opened.
        public var node: String { "/dev/bus/usb/\(Self.padded(bus))/\(Self.padded(address))" }

        private static func padded(_ number: UInt8) -> String {
            let digits = String(number)
            return String(repeating: "0", count: 3 - digits.count) + digits
        }
    }

    /// What an interface is, and what speaks through it.
    public struct Interface: Hashable, Sendable {
        public var number: UInt8
        public var alternateSetting: UInt8
        /// Class, subclass and protocol.
        public var kind: Kind
        public var endpoints: [Endpoint]
        /// As the kernel has read it; nil where the device gives none.
        public var name: String?

        public init(number: UInt8, alternateSetting: UInt8, kind: Kind, endpoints: [Endpoint]) {
            self.number = number
            self.alternateSetting = alternateSetting
            self.kind = kind
            self.endpoints = endpoints
        }
    }

    /// What an interface says that it speaks.
    public struct Kind: Hashable, Sendable {
        public var deviceClass: UInt8
        public var subclass: UInt8
        public var deviceProtocol: UInt8

        public init(_ deviceClass: UInt8, _ subclass: UInt8, _ deviceProtocol: UInt8) {
            (self.deviceClass, self.subclass, self.deviceProtocol) = (deviceClass, subclass, deviceProtocol)
        }

        /// PTP (USB Still Image Class 1.0 § 4.2).
        public static let stillImage = Kind(6, 1, 1)
    }

    public struct Endpoint: Hashable, Sendable {
        /// The direction in bit 7.
        public var address: UInt8
        /// As bits 0 and 1 of `bmAttributes`: 2 bulk, 3 interrupt.
        public var transferType: UInt8
        /// In bytes, as the device says it.
        public var packetSize: UInt16

        public init(address: UInt8, transferType: UInt8, packetSize: UInt16) {
            (self.address, self.transferType, self.packetSize) = (address, transferType, packetSize)
        }

        public var isIn: Bool { address & 0x80 != 0 }
        public var isBulk: Bool { transferType == 2 }
        public var isInterrupt: Bool { transferType == 3 }
    }

    public enum Speed: Hashable, Sendable {
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

    public var location: Location
    /// From the root hub on; empty where it is not known.
    public var ports: [UInt8]
    public var speed: Speed
    public var vendor: UInt16
    public var product: UInt16
    /// `bConfigurationValue` of the configuration that it is in.
    public var configuration: UInt8 = 1
    /// Of the configuration that it is in, at most 32. Empty where the descriptors cannot be read.
    public var interfaces: [Interface]
    /// Why the descriptors of its configuration cannot be read, if so.
    public var trouble: String?
    /// As the device says it, without what is at its ends and no text; nil where it says nothing.
    public var manufacturer: String?
    public var productName: String?
    public var serialNumber: String?

    public init(location: Location, ports: [UInt8] = [], speed: Speed = .unknown, vendor: UInt16, product: UInt16) {
        self.location = location
        self.ports = ports
        self.speed = speed
        self.vendor = vendor
        self.product = product
        interfaces = []
    }

    /// "1-2.3", as the kernel calls the place on the bus; nil where it is not known.
    public var portPath: String? {
        ports.isEmpty ? nil : "\(location.bus)-" + ports.map { String($0) }.joined(separator: ".")
    }
}
