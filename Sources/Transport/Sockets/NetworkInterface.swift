import Glibc

/// A network interface of this machine that is up, with one of its addresses.
public struct NetworkInterface: Hashable, Sendable {
    /// Name, such as "eth0".
    public let name: String
    /// Address, with port 0.
    public let address: SocketAddress
    /// Whether it leads to this machine only.
    public let isLoopback: Bool

    /// Creates the description of an interface.
    package init(name: String, address: SocketAddress, isLoopback: Bool) {
        (self.name, self.address, self.isLoopback) = (name, address, isLoopback)
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
            found.append(NetworkInterface(name: name, address: address, isLoopback: flags & Int32(IFF_LOOPBACK) != 0))
        }
        return found
    }
}
