/// Header of a USB container (USB Still Image Class 1.0 § 7.1.1): 12 bytes, followed by the payload.
public struct USBContainer: Hashable, Sendable {
    /// Type of a container.
    public enum Kind: UInt16, Hashable, Sendable, CaseIterable {
        /// An operation request.
        case command = 1
        /// Data.
        case data
        /// A response.
        case response
        /// An event.
        case event
    }

    /// Size of the header, in bytes.
    public static let headerSize = 12

    /// Size of header and payload, in bytes; nil for 4 GiB and more (0xFFFFFFFF in the protocol): then the end of the
    /// transfer is the end of the data (observed behaviour).
    public var byteCount: UInt32?
    /// Type of the container.
    public var kind: Kind
    /// Code of the operation, response or event.
    public var code: UInt16
    /// Transaction ID.
    public var transaction: TransactionID

    /// Creates the header of a container with a payload of `payloadBytes` bytes.
    public init(_ kind: Kind, code: UInt16, _ transaction: TransactionID, payloadBytes: UInt64) {
        self.kind = kind
        self.code = code
        self.transaction = transaction
        let (total, overflow) = payloadBytes.addingReportingOverflow(UInt64(Self.headerSize))
        byteCount = overflow || total >= UInt64(UInt32.max) ? nil : UInt32(total)
    }

    /// Error of parsing a header.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The bytes end within the header.
        case endsEarly(presentBytes: Int)
        /// The length is shorter than the header.
        case invalidLength(UInt32)
        /// The container type is unknown.
        case unknownKind(UInt16)

        /// Error message in English.
        public var description: String {
            switch self {
            case .endsEarly(let count): "a container's head takes 12 bytes, \(count) are there"
            case .invalidLength(let length): "a container cannot be \(length) bytes long"
            case .unknownKind(let kind): "there is no container of kind \(kind)"
            }
        }
    }

    /// Parses a header.
    ///
    /// - Throws: ``Failure`` if the header is invalid.
    public init(_ bytes: RawSpan) throws(Failure) {
        guard bytes.byteCount >= Self.headerSize else { throw .endsEarly(presentBytes: bytes.byteCount) }
        let length = bytes.littleEndian(at: 0, as: UInt32.self)
        let number = bytes.littleEndian(at: 4, as: UInt16.self)
        guard let kind = Kind(rawValue: number) else { throw .unknownKind(number) }
        if length < UInt32(Self.headerSize) { throw .invalidLength(length) }
        byteCount = length == .max ? nil : length
        self.kind = kind
        code = bytes.littleEndian(at: 6, as: UInt16.self)
        transaction = TransactionID(rawValue: bytes.littleEndian(at: 8, as: UInt32.self))
    }

    /// The encoded header.
    public var header: [UInt8] {
        var writer = DatasetWriter()
        writeHeader(to: &writer)
        return writer.bytes
    }

    func writeHeader(to writer: inout DatasetWriter) {
        writer.integer(byteCount ?? .max)
        writer.integer(kind.rawValue)
        writer.integer(code)
        writer.integer(transaction.rawValue)
    }
}

extension USBContainer {
    /// Returns an encoded command.
    public static func command(_ request: OperationRequest) -> [UInt8] {
        whole(.command, request.code.rawValue, request.transaction, request.parameters)
    }

    /// Returns an encoded response.
    public static func response(_ response: OperationResponse) -> [UInt8] {
        whole(.response, response.code.rawValue, response.transaction, response.parameters)
    }

    /// Returns an encoded event.
    public static func event(_ event: Event) -> [UInt8] {
        whole(.event, event.code.rawValue, event.transaction, event.parameters)
    }

    private static func whole(_ kind: Kind, _ code: UInt16, _ transaction: TransactionID, _ parameters: Parameters) -> [UInt8] {
        var writer = DatasetWriter()
        write(kind, code, transaction, parameters, to: &writer)
        return writer.bytes
    }

    /// Writes an encoded command to a writer.
    public static func write(_ request: OperationRequest, to writer: inout DatasetWriter) {
        write(.command, request.code.rawValue, request.transaction, request.parameters, to: &writer)
    }

    private static func write(
        _ kind: Kind,
        _ code: UInt16,
        _ transaction: TransactionID,
        _ parameters: Parameters,
        to writer: inout DatasetWriter
    ) {
        USBContainer(kind, code: code, transaction, payloadBytes: UInt64(parameters.count * 4)).writeHeader(to: &writer)
        parameters.write(to: &writer)
    }

    /// Returns the parameters after the header of a command, response or event: as many as the container's length and the
    /// bytes contain, at most five.
    public func parameters(after header: RawSpan) -> Parameters {
        let end = min(header.byteCount, Int(byteCount ?? 0))
        guard end > Self.headerSize else { return [] }
        var reader = DatasetReader(header.extracting(Self.headerSize..<end))
        return Parameters(&reader)
    }
}
