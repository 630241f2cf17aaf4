/// Parses packets from a byte stream in pieces of any size. Pure: it stores its position but no bytes.
///
/// The caller keeps unused bytes and passes them again with more bytes appended. Data passes through in pieces of any size:
/// only headers and small packets must be complete.
public struct IPPacketParser: Sendable {
    /// Item at the beginning of the bytes.
    public enum Found: Hashable, Sendable {
        /// The bytes are incomplete: `neededBytes` are needed in total.
        case incomplete(neededBytes: Int)
        /// A packet, or the header of one with data.
        case packet(IPPacket, byteCount: Int)
        /// Bytes of data, whether they end their packet, and whether that ends the data.
        case payload(TransactionID, byteCount: Int, endsPacket: Bool, endsData: Bool)
    }

    /// Violation of the protocol; the bytes after it cannot be parsed.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The length is invalid for this packet type.
        case invalidLength(UInt32, kind: UInt32)
        /// The packet type is unknown.
        case unknownPacket(kind: UInt32)
        /// The fields of a packet are invalid.
        case malformed(DatasetError)

        /// Description in English.
        public var description: String {
            switch self {
            case .invalidLength(let length, let kind): "a packet of kind \(kind) cannot be \(length) bytes long"
            case .unknownPacket(let kind): "there is no packet of kind \(hexadecimal(kind))"
            case .malformed(let error): error.description
            }
        }
    }

    /// Maximum length of a packet without data, in bytes: a name has 80 bytes, the other fields less.
    public static let longestPacket = 1024

    private struct Payload: Hashable {
        var transaction: TransactionID
        var remaining: Int
        var isLast: Bool
    }

    private var payload: Payload?

    /// Creates a parser at the start of a packet.
    public init() {}

    /// Whether the next byte begins a packet.
    public var isBetweenPackets: Bool { payload == nil }

    /// Parses the next item. The returned byte count is thereby used.
    ///
    /// - Throws: ``Failure`` if the bytes violate the protocol.
    public mutating func next(in bytes: RawSpan) throws(Failure) -> Found {
        if let payload { return next(of: payload, byteCount: bytes.byteCount) }
        guard bytes.byteCount >= 8 else { return .incomplete(neededBytes: 8) }
        let length = bytes.littleEndian(at: 0, as: UInt32.self)
        let number = bytes.littleEndian(at: 4, as: UInt32.self)
        guard let kind = IPPacket.Kind(rawValue: number) else { throw .unknownPacket(kind: number) }
        if kind == .data || kind == .endData { return try dataHead(length, isLast: kind == .endData, bytes) }
        guard length >= 8, length <= UInt32(Self.longestPacket) else { throw .invalidLength(length, kind: number) }
        guard bytes.byteCount >= Int(length) else { return .incomplete(neededBytes: Int(length)) }
        do throws(DatasetError) {
            let packet = try IPPacket(kind, bytes.extracting(8..<Int(length)))
            return .packet(packet, byteCount: Int(length))
        } catch {
            throw .malformed(error)
        }
    }

    private mutating func dataHead(_ length: UInt32, isLast: Bool, _ bytes: RawSpan) throws(Failure) -> Found {
        let kind = isLast ? IPPacket.Kind.endData : .data
        guard length >= 12 else { throw .invalidLength(length, kind: kind.rawValue) }
        guard bytes.byteCount >= 12 else { return .incomplete(neededBytes: 12) }
        let transaction = TransactionID(rawValue: bytes.littleEndian(at: 8, as: UInt32.self))
        let payload = Payload(transaction: transaction, remaining: Int(length) - 12, isLast: isLast)
        if payload.remaining > 0 { self.payload = payload }
        return .packet(.data(transaction, payloadBytes: payload.remaining, isLast: isLast), byteCount: 12)
    }

    /// Transaction and number of the data bytes that the current packet still contains; nil between packets.
    public var expected: (transaction: TransactionID, byteCount: Int)? {
        payload.map { ($0.transaction, $0.remaining) }
    }

    /// Records ``expected`` data bytes that the caller received directly at their destination.
    public mutating func dataReceived(byteCount: Int) -> Found {
        guard let payload else { return .incomplete(neededBytes: 8) }
        return next(of: payload, byteCount: byteCount)
    }

    private mutating func next(of payload: Payload, byteCount: Int) -> Found {
        let count = min(payload.remaining, byteCount)
        if count == 0 { return .incomplete(neededBytes: 1) }
        let isEnd = count == payload.remaining
        self.payload =
            isEnd ? nil : Payload(transaction: payload.transaction, remaining: payload.remaining - count, isLast: payload.isLast)
        return .payload(payload.transaction, byteCount: count, endsPacket: isEnd, endsData: isEnd && payload.isLast)
    }
}

extension IPPacket {
    /// Parses the body of a packet without data.
    init(_ kind: Kind, _ body: RawSpan) throws(DatasetError) {
        var reader = DatasetReader(body)
        switch kind {
        case .initCommandRequest: self = .initCommandRequest(try InitCommandRequest(&reader))
        case .initCommandAck: self = .initCommandAck(try InitCommandAck(&reader))
        case .initEventRequest: self = .initEventRequest(connection: try reader.integer("InitEventRequest.ConnectionNumber"))
        case .initEventAck: self = .initEventAck
        case .initFail: self = .initFail(InitFailReason(rawValue: try reader.integer("InitFail.Reason")))
        case .operationRequest:
            let phase: UInt32 = try reader.integer("OperationRequest.DataPhaseInfo")
            let code: OperationCode = try reader.code("OperationRequest.OperationCode")
            let transaction = try Self.transaction(&reader, "OperationRequest.TransactionID")
            self = .operationRequest(OperationRequest(code, transaction, Parameters(&reader)), dataFollows: phase == 2)
        case .operationResponse:
            let code: ResponseCode = try reader.code("OperationResponse.ResponseCode")
            let transaction = try Self.transaction(&reader, "OperationResponse.TransactionID")
            self = .operationResponse(OperationResponse(code, transaction, Parameters(&reader)))
        case .event:
            let code: EventCode = try reader.code("Event.EventCode")
            let transaction = try Self.transaction(&reader, "Event.TransactionID")
            self = .event(Event(code, Parameters(&reader), transaction: transaction))
        case .startData:
            let transaction = try Self.transaction(&reader, "StartData.TransactionID")
            let total: UInt64 = try reader.integer("StartData.TotalDataLength")
            self = .startData(transaction, totalBytes: total == .max ? nil : total)
        case .data, .endData:
            let transaction = try Self.transaction(&reader, "Data.TransactionID")
            self = .data(transaction, payloadBytes: reader.remaining, isLast: kind == .endData)
        case .cancel: self = .cancel(try Self.transaction(&reader, "Cancel.TransactionID"))
        case .probeRequest: self = .probeRequest
        case .probeResponse: self = .probeResponse
        }
    }

    private static func transaction(_ reader: inout DatasetReader, _ field: String) throws(DatasetError) -> TransactionID {
        TransactionID(rawValue: try reader.integer(field))
    }

    /// Reads a name terminated by a NUL, then the version. Some devices omit either (observed behaviour).
    fileprivate static func nameAndVersion(_ reader: inout DatasetReader) -> (String, UInt32) {
        let name = reader.terminatedString()
        return (name, (try? reader.integer("ProtocolVersion")) ?? version)
    }
}

extension IPIdentifier {
    fileprivate init(_ reader: inout DatasetReader, _ field: String) throws(DatasetError) {
        let bytes = try reader.raw(field, count: 16)
        // The count is always 16.
        self = IPIdentifier(bytes)!
    }
}

extension IPPacket.InitCommandRequest {
    fileprivate init(_ reader: inout DatasetReader) throws(DatasetError) {
        initiator = try IPIdentifier(&reader, "InitCommandRequest.GUID")
        (name, version) = IPPacket.nameAndVersion(&reader)
    }
}

extension IPPacket.InitCommandAck {
    fileprivate init(_ reader: inout DatasetReader) throws(DatasetError) {
        connection = try reader.integer("InitCommandAck.ConnectionNumber")
        responder = try IPIdentifier(&reader, "InitCommandAck.GUID")
        (name, version) = IPPacket.nameAndVersion(&reader)
    }
}
