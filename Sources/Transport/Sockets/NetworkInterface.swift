import Glibc

/// A network interface of this machine that is up, with one of its addresses.
public struct NetworkInterface: Hashable, Sendable {
    /// Name, such as "eth0".
    public let name: String
    /// Address, with port 0.
    public let address: SocketAddress
    /// Whether it leads to this machine only.
    public let isLoopback: Bool
    /// Address of all hosts of its network, with port 0; nil for an IPv6 address, and for an interface without such an address.
    public let broadcast: SocketAddress?

    /// Creates the description of an interface.
    package init(name: String, address: SocketAddress, isLoopback: Bool, broadcast: SocketAddress? = nil) {
        (self.name, self.address, self.isLoopback, self.broadcast) = (name, address, isLoopback, broadcast)
    }

    /// Returns the interfaces that are up, one entry for each IPv4 and IPv6 address.
    public static func all() -> [NetworkInterface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var found: [NetworkInterface] = []
        var next = unsafe list
        while let entry = unsafe next {
            unsafe next = entry.pointee.ifa_next
            let flags = unsafe Int32(bitPattern: entry.pointee.ifa_flags)
            guard flags & Int32(IFF_UP) != 0, let pointer = unsafe entry.pointee.ifa_addr,
                let address = unsafe SocketAddress(pointer)
            else { continue }
            let name = unsafe String(cString: entry.pointee.ifa_name)
            let isLoopback = flags & Int32(IFF_LOOPBACK) != 0
            let all =
                unsafe flags & Int32(IFF_BROADCAST) == 0
                ? nil : entry.pointee.ifa_ifu.ifu_broadaddr.flatMap { unsafe SocketAddress($0) }
            found.append(
                NetworkInterface(
                    name: name,
                    address: address,
                    isLoopback: isLoopback,
                    broadcast: address.isIPv6 ? nil : isLoopback ? loopbackBroadcast : all
                )
            )
        }
        return found
    }

    /// The loopback interface has no such address in the kernel's list, and delivers datagrams to this one (RFC 1122, section 3.2.1.3).
    private static let loopbackBroadcast = SocketAddress(bytes: [127, 255, 255, 255], port: 0)
}
