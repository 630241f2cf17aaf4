/// Class request on a device's default pipe (USB Still Image Class 1.0 § 5.2). The request type is 0x21 towards the device
/// and 0xA1 towards the host, the value is 0, the index is the interface number.
public enum USBClassRequest: UInt8, Hashable, Sendable, CaseIterable {
    /// Cancels a transaction; the data is a ``USBCancellation``.
    case cancel = 0x64
    /// Requests details of an event; the answer is a ``USBExtendedEventData``.
    case extendedEventData = 0x65
    /// Resets the device; the session is lost.
    case deviceReset = 0x66
    /// Requests whether the device is ready; the answer is a ``USBDeviceStatus``.
    case deviceStatus = 0x67
}

/// Data of a cancel request (USB Still Image Class 1.0 § 5.2.1).
public struct USBCancellation: Hashable, Sendable {
    /// Size in bytes.
    public static let size = 6

    /// ID of the transaction to cancel.
    public var transaction: TransactionID

    /// Creates the data for a transaction.
    public init(_ transaction: TransactionID) { self.transaction = transaction }

    /// Parses the data; nil if it is invalid.
    public init?(_ bytes: RawSpan) {
        guard bytes.byteCount >= Self.size, bytes.littleEndian(at: 0, as: UInt16.self) == Self.code else { return nil }
        transaction = TransactionID(rawValue: bytes.littleEndian(at: 2, as: UInt32.self))
    }

    /// The encoded data.
    public var bytes: [UInt8] {
        var writer = DatasetWriter()
        writer.integer(Self.code)
        writer.integer(transaction.rawValue)
        return writer.bytes
    }

    /// Event code of CancelTransaction.
    private static let code: UInt16 = 0x4001
}

/// Status of a device: ready (OK), busy (DeviceBusy), or having cancelled a transaction itself (TransactionCanceled), with
/// its halted endpoints (USB Still Image Class 1.0 § 5.2.4).
public struct USBDeviceStatus: Hashable, Sendable {
    /// Maximum size to read, in bytes.
    public static let longest = 4 + 4 * 16

    /// OK, DeviceBusy or TransactionCanceled.
    public var code: ResponseCode
    /// Addresses of halted endpoints; bit 7 is the direction.
    public var haltedEndpoints: [UInt8]

    /// Creates a status.
    public init(_ code: ResponseCode, haltedEndpoints: [UInt8] = []) {
        self.code = code
        self.haltedEndpoints = haltedEndpoints
    }

    /// Parses a status with at most 16 endpoints.
    ///
    /// - Throws: ``DatasetError`` if the bytes end before the code.
    public init(_ bytes: RawSpan) throws(DatasetError) {
        var reader = DatasetReader(bytes)
        let length: UInt16 = try reader.integer("DeviceStatus.Length")
        code = try reader.code("DeviceStatus.Code")
        haltedEndpoints = []
        while haltedEndpoints.count < 16, reader.offset + 4 <= Int(length), reader.remaining >= 4 {
            haltedEndpoints.append(UInt8(truncatingIfNeeded: try reader.integer("DeviceStatus.Endpoint", as: UInt32.self)))
        }
    }

    /// The encoded status.
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
    /// Maximum size to read, in bytes.
    public static let longest = 4096

    /// Event code.
    public var code: EventCode
    /// ID of the related transaction.
    public var transaction: TransactionID
    /// Parameters of the event.
    public var parameters: [[UInt8]]

    /// Creates the data of an event.
    public init(_ code: EventCode, _ transaction: TransactionID, _ parameters: [[UInt8]] = []) {
        self.code = code
        self.transaction = transaction
        self.parameters = parameters
    }

    /// Parses the data of an event.
    ///
    /// - Throws: ``DatasetError`` if the bytes end early.
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

    /// The encoded data.
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
