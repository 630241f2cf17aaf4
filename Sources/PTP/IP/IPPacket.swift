/// A packet of PTP/IP (CIPA DC-X005 § 2.3); of those with data the head.
public enum IPPacket: Hashable, Sendable {
    case initCommandRequest(InitCommandRequest)
    case initCommandAck(InitCommandAck)
    case initEventRequest(connection: UInt32)
    case initEventAck
    case initFail(InitFailReason)
    case operationRequest(OperationRequest, dataFollows: Bool)
    case operationResponse(OperationResponse)
    case event(Event)
    /// Nil: the sender does not know how many bytes there will be.
    case startData(TransactionID, totalBytes: UInt64?)
    /// So many bytes of data follow the head; with the last packet the data is over.
    case data(TransactionID, payloadBytes: Int, isLast: Bool)
    case cancel(TransactionID)
    case probeRequest
    case probeResponse

    /// What an initiator says first.
    public struct InitCommandRequest: Hashable, Sendable {
        public var initiator: IPIdentifier
        public var name: String
        /// The upper 16 bits are the major version.
        public var version: UInt32

        public init(initiator: IPIdentifier, name: String, version: UInt32 = IPPacket.version) {
            self.initiator = initiator
            self.name = name
            self.version = version
        }
    }

    /// How a responder welcomes.
    public struct InitCommandAck: Hashable, Sendable {
        /// Goes into the request for the event connection.
        public var connection: UInt32
        public var responder: IPIdentifier
        public var name: String
        public var version: UInt32

        public init(connection: UInt32, responder: IPIdentifier, name: String, version: UInt32 = IPPacket.version) {
            self.connection = connection
            self.responder = responder
            self.name = name
            self.version = version
        }
    }

    /// Why a responder does not want to.
    public struct InitFailReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// It does not serve this initiator.
        public static let rejectedInitiator = InitFailReason(rawValue: 1)
        /// It serves another one.
        public static let busy = InitFailReason(rawValue: 2)
        public static let unspecified = InitFailReason(rawValue: 3)
    }

    /// The protocol's version, 1.0.
    public static let version: UInt32 = 0x0001_0000

    /// The packets' numbers (CIPA DC-X005 § 2.3, table 7).
    enum Kind: UInt32 {
        case initCommandRequest = 1
        case initCommandAck
        case initEventRequest
        case initEventAck
        case initFail
        case operationRequest
        case operationResponse
        case event
        case startData
        case data
        case cancel
        case endData
        case probeRequest
        case probeResponse
    }
}

/// Sixteen bytes that tell one initiator or responder from all others, for ever (CIPA DC-X005 § 2.3.1).
public struct IPIdentifier: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Takes sixteen bytes; nil if there are not so many.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A new one, by chance.
    public static func random() -> IPIdentifier {
        IPIdentifier((0..<16).map { _ in UInt8.random(in: 0...255) })!
    }

    /// The sixteen bytes as they go onto the wire.
    public var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - UInt64($0) * 8)) } }
    }

    /// Reads 32 hexadecimal digits, in any grouping with "-" or ":".
    public init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let digits = text.filter { $0 != "-" && $0 != ":" }
        guard digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit) else { return nil }
        let numbers = Array(digits).compactMap { $0.hexDigitValue.map { UInt8($0) } }
        self.init((0..<16).map { numbers[$0 * 2] << 4 | numbers[$0 * 2 + 1] })
    }

    /// In the usual grouping: 8-4-4-4-12 digits.
    public var description: String {
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
        return groups.map { digits[$0].joined() }.joined(separator: "-")
    }
}
