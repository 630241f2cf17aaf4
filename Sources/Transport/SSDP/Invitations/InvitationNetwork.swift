public import Sockets

/// The networks of an invitation.
public struct InvitationNetwork: Sendable {
    /// Returns the interfaces to use; called before each invitation.
    public var interfaces: @Sendable () -> [NetworkInterface]
    /// Address at which answers are awaited; its port is ignored.
    public var answers: SocketAddress

    /// Creates a network.
    public init(answers: SocketAddress, interfaces: @escaping @Sendable () -> [NetworkInterface]) {
        (self.answers, self.interfaces) = (answers, interfaces)
    }

    /// All networks of this computer with an IPv4 address.
    public static let standard = InvitationNetwork(answers: SocketAddress(bytes: [0, 0, 0, 0], port: 0)!) {
        NetworkInterface.all()
    }
    /// This computer only.
    public static let loopback = InvitationNetwork(answers: .loopback(port: 0)) { NetworkInterface.all().filter(\.isLoopback) }
}
