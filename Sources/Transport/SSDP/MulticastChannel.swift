import HotShoeSupport
public import Sockets

/// Group and port of SSDP, and the interfaces to use.
public struct SSDPNetwork: Sendable {
    /// Multicast address and port.
    public var group: SocketAddress
    /// Returns the interfaces to use; called before each search.
    public var interfaces: @Sendable () -> [NetworkInterface]
    /// IPv4 address at which this program serves descriptions; its port is ignored.
    public var descriptions: SocketAddress

    /// Creates a network; by default descriptions are served to this computer only.
    public init(
        group: SocketAddress,
        descriptions: SocketAddress = .loopback(port: 0),
        interfaces: @escaping @Sendable () -> [NetworkInterface]
    ) {
        (self.group, self.descriptions, self.interfaces) = (group, descriptions, interfaces)
    }

    /// 239.255.255.250, port 1900, on all interfaces with an IPv4 address (UPnP Device Architecture 1.1, § 1.1).
    public static let standard = SSDPNetwork(group: standardGroup, descriptions: everyAddress) { NetworkInterface.all() }

    /// The loopback interface only: other computers neither see an announcement nor reach a description.
    public static let loopback = SSDPNetwork(group: standardGroup) { NetworkInterface.all().filter(\.isLoopback) }

    private static let standardGroup = SocketAddress(bytes: [239, 255, 255, 250], port: 1900)!
    private static let everyAddress = SocketAddress(bytes: [0, 0, 0, 0], port: 0)!
}

/// The datagram sockets of SSDP: one that receives notifications and searches of the group, and for each interface one that sends
/// searches and receives their responses. **Thread-safe.**
final class MulticastChannel: Sendable {
    private struct State {
        var group: DatagramReceiver?
        /// Channels by the addresses of their interfaces.
        var channels: [SocketAddress: DatagramReceiver] = [:]
        var isClosed = false
    }

    private let network: SSDPNetwork
    private let handler: DatagramReceiver.Handler

    /// Guards the sockets, and the order of what is sent: datagrams are sent under the lock, without waiting.
    private let state = Guarded(State())

    init(_ network: SSDPNetwork, _ handler: @escaping DatagramReceiver.Handler) {
        (self.network, self.handler) = (network, handler)
    }

    deinit { close() }

    /// Opens sockets for new interfaces, and closes those of interfaces that are gone. An interface that cannot be used is left
    /// out until the next call.
    func refresh() {
        let present = Set(network.interfaces().filter { !$0.address.isIPv6 }.map(\.address))
        let gone = state.withLock { state -> [DatagramReceiver] in
            if state.isClosed { return [] }
            let gone = state.channels.filter { !present.contains($0.key) }
            for key in gone.keys { state.channels[key] = nil }
            let isNew = state.group == nil
            if isNew { state.group = openGroup() }
            for address in present {
                let channel = state.channels[address]
                // A group that was joined before, by an interface that has returned, is no failure.
                if isNew || channel == nil { try? state.group?.socket.join(network.group, at: address) }
                state.channels[address] = channel ?? open(address)
            }
            return Array(gone.values)
        }
        for channel in gone { channel.close() }
    }

    /// Sends a datagram to the group, by all interfaces.
    func send(_ bytes: [UInt8]) { send { _ in bytes } }

    /// Sends a datagram to the group by each interface; `bytes` returns it for the interface with an address.
    func send(_ bytes: (_ interface: SocketAddress) -> [UInt8]) { state.withLock { send(bytes, &$0) } }

    /// Sends a datagram to one address.
    func send(_ bytes: [UInt8], to address: SocketAddress) {
        state.withLock { try? $0.group?.socket.send(bytes, to: address) }
    }

    /// Sends datagrams to the group twice, and closes all sockets; no other datagram follows. A handler that is running may still
    /// run when this returns.
    func close(sending last: [[UInt8]] = []) {
        let channels = state.withLock { state -> [DatagramReceiver] in
            for bytes in last + last { send({ _ in bytes }, &state) }
            defer { (state.group, state.channels, state.isClosed) = (nil, [:], true) }
            return Array(state.channels.values) + (state.group.map { [$0] } ?? [])
        }
        for channel in channels { channel.close() }
    }

    private func send(_ bytes: (_ interface: SocketAddress) -> [UInt8], _ state: inout State) {
        for (interface, channel) in state.channels {
            // A datagram that cannot be sent is lost, as on the network; it is sent again.
            try? channel.socket.send(bytes(interface), to: network.group)
        }
    }

    private func openGroup() -> DatagramReceiver? {
        do throws(SocketError) { return try received(try DatagramSocket(bound: network.group, isShared: true)) } catch {
            Log.write(.info, "ssdp", "notifications of \(network.group) are not received: \(error)")
            return nil
        }
    }

    private func open(_ address: SocketAddress) -> DatagramReceiver? {
        do throws(SocketError) {
            let socket = try DatagramSocket(bound: address)
            try socket.sendMulticast(by: address, hops: 2)
            return try received(socket)
        } catch {
            Log.write(.info, "ssdp", "\(address.host) is not searched: \(error)")
            return nil
        }
    }

    private func received(_ socket: DatagramSocket) throws(SocketError) -> DatagramReceiver {
        try DatagramReceiver(socket, limit: SSDPMessage.byteLimit + 1, handler)
    }
}
