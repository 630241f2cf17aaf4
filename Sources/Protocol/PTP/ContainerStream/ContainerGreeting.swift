/// A packet with which a connection of containers over TCP begins: the protocol of Fujifilm's bodies on networks (observed behaviour of
/// open programs for them).
public enum ContainerGreeting: Hashable, Sendable {
    /// The initiator's first packet, 82 bytes.
    case request(Request)
    /// The responder accepts the connection, 68 bytes.
    case acknowledgement(Acknowledgement)
    /// The responder refuses the connection, 12 bytes.
    case refusal(Refusal)

    /// Contents of the initiator's first packet.
    public struct Request: Hashable, Sendable {
        /// Identifier of the initiator.
        public var initiator: IPIdentifier
        /// Name of the initiator; the first 26 UTF-16 units are sent.
        public var name: String
        /// Version of the protocol.
        public var version: UInt32

        /// Creates a request.
        public init(initiator: IPIdentifier, name: String, version: UInt32 = ContainerGreeting.version) {
            (self.initiator, self.name, self.version) = (initiator, name, version)
        }
    }

    /// Contents of the responder's acknowledgement.
    public struct Acknowledgement: Hashable, Sendable {
        /// Identifier of the responder.
        public var responder: IPIdentifier
        /// Name of the responder; the first 19 UTF-16 units are sent.
        public var name: String

        /// Creates an acknowledgement.
        public init(responder: IPIdentifier, name: String) { (self.responder, self.name) = (responder, name) }
    }

    /// Reason why a responder refuses a connection.
    public struct Refusal: RawRepresentable, Hashable, Sendable {
        /// The 32-bit number in the protocol.
        public let rawValue: UInt32
        /// Creates a reason from its number.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// The responder is in use, or paired with an initiator of another name.
        public static let busy = Refusal(rawValue: 0x2019)
        /// The version of the initiator's request is another than the responder's.
        public static let wrongVersion = Refusal(rawValue: 0x201D)
    }

    /// The only version that is known.
    public static let version: UInt32 = 0x8F53_E4F2

    /// Size of a request, in bytes. Bodies close a connection with a request of another size.
    public static let requestSize = 82
    /// The last bytes of an initiator: an empty container of an unknown type.
    public static let goodbye: [UInt8] = [8, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]

    enum Kind: UInt32 {
        case request = 1
        case acknowledgement = 2
        case refusal = 5
    }

    private static let acknowledgementSize = 68
    /// UTF-16 units of a name without its NUL.
    private static let (requestNameLimit, acknowledgementNameLimit) = (26, 19)
    /// Largest size of an acknowledgement or refusal that is accepted, in bytes.
    static let longestAnswer = 256
}

// MARK: - Encoding

extension ContainerGreeting {
    /// The encoded packet. A name that is too long is cut after a whole character; a NUL in it is left out.
    public var encoded: [UInt8] {
        var writer = DatasetWriter()
        switch self {
        case .request(let request):
            Self.head(&writer, Self.requestSize, .request)
            writer.integer(request.version)
            writer.raw(request.initiator.bytes)
            Self.name(&writer, request.name, limit: Self.requestNameLimit)
        case .acknowledgement(let acknowledgement):
            Self.head(&writer, Self.acknowledgementSize, .acknowledgement)
            writer.integer(UInt32(0))
            writer.raw(acknowledgement.responder.bytes)
            Self.name(&writer, acknowledgement.name, limit: Self.acknowledgementNameLimit)
        case .refusal(let reason):
            Self.head(&writer, 12, .refusal)
            writer.integer(reason.rawValue)
        }
        return writer.bytes
    }

    private static func head(_ writer: inout DatasetWriter, _ size: Int, _ kind: Kind) {
        writer.integer(UInt32(size))
        writer.integer(kind.rawValue)
    }

    /// Writes a name in `limit` UTF-16 units and a NUL.
    private static func name(_ writer: inout DatasetWriter, _ name: String, limit: Int) {
        var units: [UInt16] = []
        for character in name where character != "\0" {
            guard units.count + character.utf16.count <= limit else { break }
            units += character.utf16
        }
        for unit in units { writer.integer(unit) }
        for _ in units.count...limit { writer.integer(UInt16(0)) }
    }
}

// MARK: - Parsing

extension ContainerGreeting {
    /// Parses the greeting at the beginning of the bytes; nil if they end within it.
    ///
    /// - Throws: ``ContainerStreamFailure`` if the bytes are no greeting. An acknowledgement of up to 256 bytes is accepted, because only the
    ///   sizes of few bodies are known.
    public static func parse(_ bytes: RawSpan) throws(ContainerStreamFailure) -> (greeting: ContainerGreeting, byteCount: Int)? {
        guard bytes.byteCount >= 8 else { return nil }
        let length = bytes.littleEndian(at: 0, as: UInt32.self)
        let number = bytes.littleEndian(at: 4, as: UInt32.self)
        guard let kind = Kind(rawValue: number) else { throw .unknownGreeting(kind: number) }
        let allowed: ClosedRange<UInt32> =
            switch kind {
            case .request: UInt32(requestSize)...UInt32(requestSize)
            case .acknowledgement: 30...UInt32(longestAnswer)
            case .refusal: 12...UInt32(longestAnswer)
            }
        guard allowed.contains(length) else { throw .invalidLength(length) }
        guard bytes.byteCount >= Int(length) else { return nil }
        do throws(DatasetError) {
            return (try ContainerGreeting(kind, bytes.extracting(8..<Int(length))), Int(length))
        } catch { throw .malformed(error) }
    }

    private init(_ kind: Kind, _ body: RawSpan) throws(DatasetError) {
        var reader = DatasetReader(body)
        switch kind {
        case .request:
            let version: UInt32 = try reader.integer("Greeting.Version")
            let initiator = try Self.identifier(&reader)
            self = .request(Request(initiator: initiator, name: reader.terminatedString(), version: version))
        case .acknowledgement:
            _ = try reader.integer("Greeting.Reserved", as: UInt32.self)
            let responder = try Self.identifier(&reader)
            self = .acknowledgement(Acknowledgement(responder: responder, name: reader.terminatedString()))
        case .refusal: self = .refusal(Refusal(rawValue: try reader.integer("Greeting.Reason")))
        }
    }

    private static func identifier(_ reader: inout DatasetReader) throws(DatasetError) -> IPIdentifier {
        // The count is always 16.
        IPIdentifier(try reader.raw("Greeting.Identifier", count: 16))!
    }
}
