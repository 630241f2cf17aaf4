/// What is asked of a device on its default pipe, beside the containers (USB Still Image Class 1.0 § 5.2). The request type is 0x21
/// towards the device and 0xA1 towards the host, the value 0, the index that of the interface.
public enum USBClassRequest: UInt8, Hashable, Sendable, CaseIterable {
    /// Gives up a transaction; with a ``USBCancellation``.
    case cancel = 0x64
    /// More about an event than a container holds; answered with a ``USBExtendedEventData``.
    case extendedEventData = 0x65
    /// Back to where a device begins; the session is lost.
    case deviceReset = 0x66
    /// Whether it is ready; answered with a ``USBDeviceStatus``.
    case deviceStatus = 0x67
}

/// The data of a cancel request: which transaction is given up (USB Still Image Class 1.0 § 5.2.1).
public struct USBCancellation: Hashable, Sendable {
    /// In bytes.
    public static let size = 6

    public var transaction: TransactionID

    public init(_ transaction: TransactionID) { self.transaction = transaction }

    /// Reads it; nil where it is none.
    public init?(_ bytes: RawSpan) {
        guard bytes.byteCount >= Self.size, bytes.littleEndian(at: 0, as: UInt16.self) == Self.code else { return nil }
        transaction = TransactionID(rawValue: bytes.littleEndian(at: 2, as: UInt32.self))
    }

    public var bytes: [UInt8] {
        var writer = DatasetWriter()
        writer.integer(Self.code)
        writer.integer(transaction.rawValue)
        return writer.bytes
    }

    /// CancelTransaction, as an event code.
    private static let code: UInt16 = 0x4001
}

/// How a device is: ready (OK), busy (DeviceBusy), or having given up a transaction by itself (TransactionCanceled), with the endpoints
/// that stand still (USB Still Image Class 1.0 § 5.2.4).
public struct USBDeviceStatus: Hashable, Sendable {
    /// The most that is read of one, in bytes.
    public static let longest = 4 + 4 * 16

    public var code: ResponseCode
    /// Addresses of halted endpoints, the direction in bit 7.
    public var haltedEndpoints: [UInt8]

    public init(_ code: ResponseCode, haltedEndpoints: [UInt8] = []) {
        self.code = code
        self.haltedEndpoints = haltedEndpoints
    }

    /// Reads it: as many endpoints as its length and the bytes have, 16 at the most.
    public init(_ bytes: RawSpan) throws(DatasetError) {
        var reader = DatasetReader(bytes)
        let length: UInt16 = try reader.integer("DeviceStatus.Length")
        code = try reader.code("DeviceStatus.Code")
        haltedEndpoints = []
        while haltedEndpoints.count < 16, reader.offset + 4 <= Int(length), reader.remaining >= 4 {
            haltedEndpoints.append(UInt8(truncatingIfNeeded: try reader.integer("DeviceStatus.Endpoint", as: UInt32.self)))
        }
    }

    public var bytes: [UInt8] {
        var writer = DatasetWriter()
        writer.integer(UInt16(clamping: 4 + haltedEndpoints.count * 4))
        writer.code(code)
        for endpoint in haltedEndpoints { writer.integer(UInt32(endpoint)) }
        return writer.bytes
    }
}

/// An event with parameters of any size (USB Still Image Class 1.0 § 5.2.2).
public struct USBExtendedEventData: Hashable, Sendable {
    /// The most that is read of one, in bytes.
    public static let longest = 4096

    public var code: EventCode
    public var transaction: TransactionID
    public var parameters: [[UInt8]]

    public init(_ code: EventCode, _ transaction: TransactionID, _ parameters: [[UInt8]] = []) {
        self.code = code
        self.transaction = transaction
        self.parameters = parameters
    }

    public init(_ bytes: RawSpan) throws(DatasetError) {
        var reader = DatasetReader(bytes)
        code = try reader.code("ExtendedEvent.EventCode")
        transaction = TransactionID(rawValue: try reader.integer("ExtendedEvent.TransactionID"))
        let count = try reader.count("ExtendedEvent.NumberOfParameters", as: UInt16.self, elementSize: 2)
        parameters = []
        for _ in 0..<count {
            let size: UInt16 = try reader.integer("ExtendedEvent.ParameterSize")
            parameters.append(try reader.raw("ExtendedEvent.Parameter", count: Int(size)))
        }
    }

    public var bytes: [UInt8] {
        var writer = DatasetWriter()
        writer.code(code)
        writer.integer(transaction.rawValue)
        writer.integer(UInt16(clamping: parameters.count))
        for parameter in parameters {
            writer.integer(UInt16(clamping: parameter.count))
            writer.raw(parameter)
        }
        return writer.bytes
    }
}
