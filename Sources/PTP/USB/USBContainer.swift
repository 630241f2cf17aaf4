/// The head of a container on USB, and what it holds (USB Still Image Class 1.0 § 7.1.1): 12 bytes, then the payload.
public struct USBContainer: Hashable, Sendable {
    /// What a container holds.
    public enum Kind: UInt16, Hashable, Sendable, CaseIterable {
        case command = 1
        case data
        case response
        case event
    }

    /// The head's size in bytes.
    public static let headerSize = 12

    /// Of head and payload in bytes; nil for 4 GiB and more: then the end of the transfer is the end of the data
    /// (observed behaviour; 0xFFFFFFFF on the wire).
    public var byteCount: UInt32?
    public var kind: Kind
    /// An operation's, response's or event's.
    public var code: UInt16
    public var transaction: TransactionID

    /// A container with a payload of so many bytes.
    public init(_ kind: Kind, code: UInt16, _ transaction: TransactionID, payloadBytes: UInt64) {
        self.kind = kind
        self.code = code
        self.transaction = transaction
        let (total, overflow) = payloadBytes.addingReportingOverflow(UInt64(Self.headerSize))
        byteCount = overflow || total >= UInt64(UInt32.max) ? nil : UInt32(total)
    }

    /// What is wrong with a head.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case endsEarly(presentBytes: Int)
        /// Shorter than its own head.
        case invalidLength(UInt32)
        case unknownKind(UInt16)

        public var description: String {
            switch self {
            case .endsEarly(let count): "a container's head takes 12 bytes, \(count) are there"
            case .invalidLength(let length): "a container cannot be \(length) bytes long"
            case .unknownKind(let kind): "there is no container of kind \(kind)"
            }
        }
    }

    /// Reads a head.
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

    /// The head's bytes.
    public var header: [UInt8] {
        var writer = DatasetWriter()
        writeHeader(to: &writer)
        return writer.bytes
    }

    fileprivate func writeHeader(to writer: inout DatasetWriter) {
        writer.integer(byteCount ?? .max)
        writer.integer(kind.rawValue)
        writer.integer(code)
        writer.integer(transaction.rawValue)
    }
}

extension USBContainer {
    /// A whole command.
    public static func command(_ request: OperationRequest) -> [UInt8] {
        whole(.command, request.code.rawValue, request.transaction, request.parameters)
    }

    /// A whole response.
    public static func response(_ response: OperationResponse) -> [UInt8] {
        whole(.response, response.code.rawValue, response.transaction, response.parameters)
    }

    /// A whole event.
    public static func event(_ event: Event) -> [UInt8] {
        whole(.event, event.code.rawValue, event.transaction, event.parameters)
    }

    private static func whole(_ kind: Kind, _ code: UInt16, _ transaction: TransactionID, _ parameters: Parameters) -> [UInt8] {
        var writer = DatasetWriter()
        write(kind, code, transaction, parameters, to: &writer)
        return writer.bytes
    }

    /// Writes a whole command, for who has memory for it already.
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

    /// The parameters that follow the head of a command, response or event: what the container's length and the bytes hold, up to
    /// five.
    public func parameters(after header: RawSpan) -> Parameters {
        let end = min(header.byteCount, Int(byteCount ?? 0))
        guard end > Self.headerSize else { return [] }
        var reader = DatasetReader(header.extracting(Self.headerSize..<end))
        return Parameters(&reader)
    }
}
