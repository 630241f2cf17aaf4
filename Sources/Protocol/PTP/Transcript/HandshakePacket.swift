/// A packet of the handshake that opened a link. It contains names and identifiers.
public struct HandshakePacket: Hashable, Sendable {
    /// Whether the initiator has sent it; otherwise the device.
    public let isSent: Bool
    /// The whole packet.
    public var bytes: [UInt8]

    /// Creates a packet.
    public init(isSent: Bool, _ bytes: [UInt8]) { (self.isSent, self.bytes) = (isSent, bytes) }
}
