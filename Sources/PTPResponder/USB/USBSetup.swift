import PTP

/// The eight bytes that begin a transfer on the default pipe (USB 2.0 § 9.3).
public struct USBSetup: Hashable, Sendable {
    public static let size = 8

    /// Direction in bit 7, kind in bits 5 and 6, recipient in the rest.
    public var requestType: UInt8
    public var request: UInt8
    public var value: UInt16
    public var index: UInt16
    /// How many bytes of data there are, or are wanted.
    public var length: UInt16

    public init(_ requestType: UInt8, _ request: UInt8, value: UInt16 = 0, index: UInt16 = 0, length: UInt16 = 0) {
        self.requestType = requestType
        self.request = request
        self.value = value
        self.index = index
        self.length = length
    }

    /// Takes eight bytes; nil for any other number.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        func number(_ index: Int) -> UInt16 { UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8 }
        self.init(bytes[0], bytes[1], value: number(2), index: number(4), length: number(6))
    }

    /// Whether the data goes to the host.
    public var isToHost: Bool { requestType & 0x80 != 0 }

    public var bytes: [UInt8] {
        var writer = DatasetWriter()
        writer.integer(requestType)
        writer.integer(request)
        writer.integer(value)
        writer.integer(index)
        writer.integer(length)
        return writer.bytes
    }

    /// GET_DESCRIPTOR of a kind and a number.
    public static func descriptor(_ kind: UInt8, _ number: UInt8 = 0, language: UInt16 = 0, length: UInt16 = 255) -> Self {
        Self(0x80, 6, value: UInt16(kind) << 8 | UInt16(number), index: language, length: length)
    }
}

/// The endpoints of a Still Image function, by address; the direction is bit 7 (USB Still Image Class 1.0 § 6).
public enum USBEndpoint: UInt8, Sendable, Hashable, CaseIterable {
    case bulkIn = 0x81
    case bulkOut = 0x02
    case interruptIn = 0x83

    /// The one of a number, towards the host or away from it.
    public init?(number: UInt8, isToHost: Bool) { self.init(rawValue: number | (isToHost ? 0x80 : 0)) }
}
