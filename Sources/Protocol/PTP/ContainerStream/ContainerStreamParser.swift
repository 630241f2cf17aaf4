/// Violation of the protocol of containers over TCP; the bytes after it cannot be parsed.
public enum ContainerStreamFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first packet is no greeting.
    case unknownGreeting(kind: UInt32)
    /// The length is invalid for this kind of packet.
    case invalidLength(UInt32)
    /// The header of a container is invalid.
    case invalidContainer(USBContainer.Failure)
    /// The fields of a packet are invalid.
    case malformed(DatasetError)

    /// Description in English.
    public var description: String {
        switch self {
        case .unknownGreeting(let kind): "there is no greeting of kind \(hexadecimal(kind))"
        case .invalidLength(let length): "a packet of this kind cannot be \(length) bytes long"
        case .invalidContainer(let failure): failure.description
        case .malformed(let error): error.description
        }
    }
}

/// Parses containers from a byte stream in pieces of any size, for either side. Pure: it stores its position but no bytes.
///
/// The caller keeps unused bytes and passes them again with more bytes appended. Data passes through in pieces of any size: only
/// headers and messages must be complete.
public struct ContainerStreamParser: Sendable {
    /// Item at the beginning of the bytes.
    public enum Found: Hashable, Sendable {
        /// The bytes are incomplete: `neededBytes` are needed in total.
        case incomplete(neededBytes: Int)
        /// A request of the initiator in the middle of the connection: some send it twice.
        case greeting(ContainerGreeting.Request, byteCount: Int)
        /// The initiator ends the connection.
        case goodbye(byteCount: Int)
        /// A command, response or event with up to five parameters.
        case message(USBContainer, Parameters, byteCount: Int)
        /// The header of data, which is complete if the payload is empty.
        case dataBegan(USBContainer, payloadBytes: Int, byteCount: Int)
        /// Bytes of data, and whether they end the data.
        case payload(TransactionID, byteCount: Int, endsData: Bool)
    }

    /// Maximum length of a message, in bytes: a header and five parameters have 32 bytes.
    public static let longestMessage = 512

    private var payload: (transaction: TransactionID, remaining: Int)?

    /// Creates a parser at the start of a container.
    public init() {}

    /// Whether the next byte begins a container.
    public var isBetweenContainers: Bool { payload == nil }

    /// Transaction and number of the data bytes that the current container still has; nil between containers.
    public var expected: (transaction: TransactionID, byteCount: Int)? { payload.map { ($0.transaction, $0.remaining) } }

    /// Parses the next item. The returned byte count is thereby used.
    ///
    /// - Throws: ``ContainerStreamFailure`` if the bytes violate the protocol. Data of an unknown size does: nothing would end it.
    public mutating func next(in bytes: RawSpan) throws(ContainerStreamFailure) -> Found {
        if let payload { return next(of: payload, byteCount: bytes.byteCount) }
        guard bytes.byteCount >= 8 else { return .incomplete(neededBytes: 8) }
        let (length, kind) = (bytes.littleEndian(at: 0, as: UInt32.self), bytes.littleEndian(at: 4, as: UInt32.self))
        if length == 8, kind == .max { return .goodbye(byteCount: 8) }
        // A command has a code, which is the upper half of this number.
        if kind == ContainerGreeting.Kind.request.rawValue {
            guard let (greeting, count) = try ContainerGreeting.parse(bytes), case .request(let request) = greeting else {
                return .incomplete(neededBytes: ContainerGreeting.requestSize)
            }
            return .greeting(request, byteCount: count)
        }
        guard bytes.byteCount >= USBContainer.headerSize else { return .incomplete(neededBytes: USBContainer.headerSize) }
        let container: USBContainer
        do throws(USBContainer.Failure) { container = try USBContainer(bytes) } catch { throw .invalidContainer(error) }
        guard container.kind != .data else { return try dataBegan(container) }
        guard length <= UInt32(Self.longestMessage) else { throw .invalidLength(length) }
        guard bytes.byteCount >= Int(length) else { return .incomplete(neededBytes: Int(length)) }
        return .message(container, container.parameters(after: bytes), byteCount: Int(length))
    }

    private mutating func dataBegan(_ container: USBContainer) throws(ContainerStreamFailure) -> Found {
        guard let length = container.byteCount else { throw .invalidLength(.max) }
        let count = Int(length) - USBContainer.headerSize
        if count > 0 { payload = (container.transaction, count) }
        return .dataBegan(container, payloadBytes: count, byteCount: USBContainer.headerSize)
    }

    /// Records ``expected`` data bytes that the caller received directly at their destination.
    public mutating func dataReceived(byteCount: Int) -> Found {
        guard let payload else { return .incomplete(neededBytes: 8) }
        return next(of: payload, byteCount: byteCount)
    }

    private mutating func next(of payload: (transaction: TransactionID, remaining: Int), byteCount: Int) -> Found {
        let count = min(payload.remaining, byteCount)
        if count == 0 { return .incomplete(neededBytes: 1) }
        let isEnd = count == payload.remaining
        self.payload = isEnd ? nil : (payload.transaction, payload.remaining - count)
        return .payload(payload.transaction, byteCount: count, endsData: isEnd)
    }
}

extension USBContainer {
    /// Largest payload of data over TCP, in bytes: its size must be known.
    public static let streamPayloadLimit = UInt64(UInt32.max) - UInt64(headerSize) - 1

    /// Writes the header of data to a writer.
    public static func writeData(
        _ code: OperationCode,
        _ transaction: TransactionID,
        payloadBytes: UInt64,
        to writer: inout DatasetWriter
    ) {
        USBContainer(.data, code: code.rawValue, transaction, payloadBytes: payloadBytes)
            .writeHeader(to: &writer)
    }

    /// Returns an event as bodies send it over TCP: with four parameters, 28 bytes.
    public static func streamEvent(_ event: Event) -> [UInt8] {
        var writer = DatasetWriter()
        USBContainer(.event, code: event.code.rawValue, event.transaction, payloadBytes: 16)
            .writeHeader(to: &writer)
        for index in 0..<4 { writer.integer(event.parameters[index]) }
        return writer.bytes
    }
}
