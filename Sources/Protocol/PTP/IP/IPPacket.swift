/// A packet of PTP/IP (CIPA DC-X005 § 2.3); for packets with data the header.
public enum IPPacket: Hashable, Sendable {
    /// The initiator's first packet on the command connection.
    case initCommandRequest(InitCommandRequest)
    /// The responder accepts the command connection.
    case initCommandAck(InitCommandAck)
    /// The initiator's first packet on the event connection, with the number from ``InitCommandAck``.
    case initEventRequest(connection: UInt32)
    /// The responder accepts the event connection.
    case initEventAck
    /// The responder refuses a connection.
    case initFail(InitFailReason)
    /// An operation request, and whether data from the initiator follows.
    case operationRequest(OperationRequest, dataFollows: Bool)
    /// An operation response.
    case operationResponse(OperationResponse)
    /// An event.
    case event(Event)
    /// Start of data; the size is nil if the sender does not know it.
    case startData(TransactionID, totalBytes: UInt64?)
    /// Header of a data packet, followed by `payloadBytes` bytes; the last one ends the data.
    case data(TransactionID, payloadBytes: Int, isLast: Bool)
    /// The sender cancels a transaction.
    case cancel(TransactionID)
    /// The sender checks whether the other side is alive.
    case probeRequest
    /// The answer to a probe request.
    case probeResponse

    /// Contents of the initiator's first packet.
    public struct InitCommandRequest: Hashable, Sendable {
        /// Identifier of the initiator.
        public var initiator: IPIdentifier
        /// Name of the initiator, at most 39 UTF-16 units.
        public var name: String
        /// Protocol version; the upper 16 bits are the major version.
        public var version: UInt32

        /// Creates a request.
        public init(initiator: IPIdentifier, name: String, version: UInt32 = IPPacket.version) {
            self.initiator = initiator
            self.name = name
            self.version = version
        }
    }

    /// Contents of the responder's acknowledgement.
    public struct InitCommandAck: Hashable, Sendable {
        /// Connection number for the event connection.
        public var connection: UInt32
        /// Identifier of the responder.
        public var responder: IPIdentifier
        /// Name of the responder, at most 39 UTF-16 units.
        public var name: String
        /// Protocol version; the upper 16 bits are the major version.
        public var version: UInt32

        /// Creates an acknowledgement.
        public init(connection: UInt32, responder: IPIdentifier, name: String, version: UInt32 = IPPacket.version) {
            self.connection = connection
            self.responder = responder
            self.name = name
            self.version = version
        }
    }

    /// Reason why a responder refuses a connection.
    public struct InitFailReason: RawRepresentable, Hashable, Sendable {
        /// The 32-bit number in the protocol.
        public let rawValue: UInt32
        /// Creates a reason from its number.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// The responder rejects this initiator.
        public static let rejectedInitiator = InitFailReason(rawValue: 1)
        /// The responder serves another initiator.
        public static let busy = InitFailReason(rawValue: 2)
        /// An unspecified reason.
        public static let unspecified = InitFailReason(rawValue: 3)
    }

    /// Protocol version 1.0.
    public static let version: UInt32 = 0x0001_0000

    /// Packet types (CIPA DC-X005 § 2.3, table 7).
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

/// Permanent unique identifier of an initiator or responder: 16 bytes (CIPA DC-X005 § 2.3.1).
public struct IPIdentifier: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Creates an identifier from 16 bytes; nil for any other number.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns a random identifier.
    public static func random() -> IPIdentifier {
        IPIdentifier((0..<16).map { _ in UInt8.random(in: 0...255) })!
    }

    /// The 16 bytes in the order of the protocol.
    public var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - UInt64($0) * 8)) } }
    }

    /// Parses 32 hexadecimal digits, in any grouping with "-" or ":"; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let digits = text.filter { $0 != "-" && $0 != ":" }
        guard digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit) else { return nil }
        let numbers = Array(digits).compactMap { $0.hexDigitValue.map { UInt8($0) } }
        self.init((0..<16).map { numbers[$0 * 2] << 4 | numbers[$0 * 2 + 1] })
    }

    /// The identifier in groups of 8-4-4-4-12 digits.
    public var description: String {
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
        return groups.map { digits[$0].joined() }.joined(separator: "-")
    }
}
