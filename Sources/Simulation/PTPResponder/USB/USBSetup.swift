import PTP

/// Setup packet of a control transfer (USB 2.0 § 9.3).
public struct USBSetup: Hashable, Sendable {
    /// Size of the packet, in bytes.
    public static let size = 8

    /// Direction in bit 7, type in bits 5 and 6, recipient in bits 0 to 4.
    public var requestType: UInt8
    /// Request code.
    public var request: UInt8
    /// Parameter of the request (wValue).
    public var value: UInt16
    /// Parameter of the request (wIndex), usually an interface or endpoint.
    public var index: UInt16
    /// Length of the data phase, in bytes: sent by the host, or the maximum for the device.
    public var length: UInt16

    /// Creates a setup packet.
    public init(_ requestType: UInt8, _ request: UInt8, value: UInt16 = 0, index: UInt16 = 0, length: UInt16 = 0) {
        self.requestType = requestType
        self.request = request
        self.value = value
        self.index = index
        self.length = length
    }

    /// Parses a setup packet of eight bytes; nil for any other length.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        func number(_ index: Int) -> UInt16 { UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8 }
        self.init(bytes[0], bytes[1], value: number(2), index: number(4), length: number(6))
    }

    /// Whether the data phase is from the device to the host.
    public var isToHost: Bool { requestType & 0x80 != 0 }

    /// The encoded packet.
    public var bytes: [UInt8] {
        var writer = DatasetWriter()
        writer.integer(requestType)
        writer.integer(request)
        writer.integer(value)
        writer.integer(index)
        writer.integer(length)
        return writer.bytes
    }

    /// Creates GET_DESCRIPTOR for a descriptor type and number.
    public static func descriptor(_ kind: UInt8, _ number: UInt8 = 0, language: UInt16 = 0, length: UInt16 = 255) -> Self {
        Self(0x80, 6, value: UInt16(kind) << 8 | UInt16(number), index: language, length: length)
    }
}

/// Endpoints of a Still Image function, by address; bit 7 is the direction (USB Still Image Class 1.0 § 6).
public enum USBEndpoint: UInt8, Sendable, Hashable, CaseIterable {
    /// Data, responses to the host.
    case bulkIn = 0x81
    /// Commands and data from the host.
    case bulkOut = 0x02
    /// Events to the host.
    case interruptIn = 0x83

    /// Creates an endpoint from its number and direction; nil if the function has none.
    public init?(number: UInt8, isToHost: Bool) { self.init(rawValue: number | (isToHost ? 0x80 : 0)) }
}
