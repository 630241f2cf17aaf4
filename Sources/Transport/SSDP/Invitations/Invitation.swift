public import Sockets

/// How devices are found that announce nothing: a program invites them by a datagram to all hosts of a network, and each device connects to the
/// program and sends its address (observed behaviour of Fujifilm's bodies).
public struct Invitation: Hashable, Sendable {
    /// The service that is invited, such as "PCSS/1.0".
    public var service: String
    /// UDP port at which devices wait for invitations.
    public var port: UInt16
    /// TCP port of the program at which devices answer.
    public var answerPort: UInt16

    /// Creates an invitation.
    public init(service: String, port: UInt16, answerPort: UInt16) {
        (self.service, self.port, self.answerPort) = (service, port, answerPort)
    }

    /// Maximum size of a datagram and of an answer in bytes, and maximum number of their lines.
    static let (byteLimit, lineLimit) = (2048, 32)

    /// The datagram, sent by the interface with an address.
    func datagram(from host: String) -> [UInt8] {
        Array("DISCOVERY * HTTP/1.1\r\nHOST: \(host)\r\nMX: 5\r\nSERVICE: \(service)\r\n\r\n".utf8)
    }

    /// Whether a datagram invites the devices of this service.
    func isInvitation(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= Self.byteLimit, let lines = HeaderLines(bytes, limit: Self.lineLimit) else { return false }
        return lines.first.hasPrefix("DISCOVERY ") && lines["SERVICE"] == service
    }
}

/// A device that has answered an invitation. Everything is received from the network without authentication, and can be forged.
public struct InvitedDevice: Hashable, Sendable {
    /// Address and port at which it waits for the program.
    public let address: SocketAddress
    /// Its name; nil if it sent none.
    public let name: String?

    /// Maximum number of characters of a name.
    private static let nameLimit = 100

    /// Creates a device.
    public init(address: SocketAddress, name: String?) { (self.address, self.name) = (address, name) }

    /// Parses an answer: lines with `DSC`, the device's address, `CAMERANAME` and `DSCPORT`. Nil for anything else, and for an answer that
    /// names another host than the one that sent it: this program would connect to a third.
    init?(_ bytes: [UInt8], from source: SocketAddress) {
        guard bytes.count <= Invitation.byteLimit, let lines = HeaderLines(bytes, limit: Invitation.lineLimit),
            let digits = lines["DSCPORT"], digits.allSatisfy({ ("0"..."9").contains($0) }), let port = UInt16(digits), port != 0,
            let host = lines["DSC"], host == source.host
        else { return nil }
        address = source.withPort(port)
        let given = lines["CAMERANAME"].map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(Self.nameLimit))) }
        name = given?.isEmpty == false ? given : nil
    }

    /// The answer of a device of this program.
    func answer() -> [UInt8] {
        let name = name.map { "CAMERANAME: \($0)\r\n" } ?? ""
        return Array("NOTIFY * HTTP/1.1\r\nDSC: \(address.host)\r\n\(name)DSCPORT: \(address.port)\r\n\r\n".utf8)
    }
}

/// An event of an ``InvitationBrowser``.
public enum InvitationEvent: Hashable, Sendable {
    /// A device has answered, or its name is another one.
    case found(InvitedDevice)
    /// A device has not answered for a while. Its address.
    case lost(SocketAddress)
}
