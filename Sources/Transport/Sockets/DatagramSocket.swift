import Glibc

/// A non-blocking UDP socket for IPv4. **Thread-safe.**
public final class DatagramSocket: Sendable {
    /// The socket, to be watched by an ``EventLoop``.
    public let socket: Socket

    /// Binds a socket to an IPv4 address and port; port 0 for one that the system chooses.
    ///
    /// - Parameters:
    ///   - address: the address and port.
    ///   - isShared: whether other sockets may be bound to the same address, as for a multicast group.
    /// - Throws: ``SocketError`` if the address cannot be used.
    public init(bound address: SocketAddress, isShared: Bool = false) throws(SocketError) {
        socket = try Socket.datagram()
        if isShared { socket.set(SOL_SOCKET, SO_REUSEADDR, 1) }
        let failed = unsafe address.withSocketAddress { pointer, length in unsafe bind(socket.descriptor, pointer, length) }
        if failed != 0 { throw SocketError("receive at \(address)") }
        // Only of groups that this socket has joined.
        socket.set(Int32(IPPROTO_IP), IP_MULTICAST_ALL, 0)
    }

    /// Returns the address of this machine from which datagrams to another address are sent; nil if it cannot be reached.
    public static func localAddress(towards address: SocketAddress) -> SocketAddress? {
        guard !address.isIPv6, let socket = try? Socket.datagram() else { return nil }
        let failed = unsafe address.withSocketAddress { pointer, length in unsafe connect(socket.descriptor, pointer, length) }
        return failed == 0 ? socket.localAddress : nil
    }

    /// Receives datagrams of a multicast group that arrive at an interface with an address.
    public func join(_ group: SocketAddress, at interface: SocketAddress) throws(SocketError) {
        var membership = ip_mreq(imr_multiaddr: group.ipv4, imr_interface: interface.ipv4)
        let size = socklen_t(MemoryLayout<ip_mreq>.size)
        let failed = unsafe setsockopt(socket.descriptor, Int32(IPPROTO_IP), IP_ADD_MEMBERSHIP, &membership, size)
        if failed != 0, errno != EADDRINUSE { throw SocketError("join \(group.host)") }
    }

    /// Sends multicast datagrams by the interface with an address.
    ///
    /// - Parameters:
    ///   - interface: the address.
    ///   - hops: maximum number of networks that they cross, at least 1.
    /// - Throws: ``SocketError`` if no interface has the address.
    public func sendMulticast(by interface: SocketAddress, hops: Int32) throws(SocketError) {
        var address = interface.ipv4
        let (level, size) = (Int32(IPPROTO_IP), socklen_t(MemoryLayout<in_addr>.size))
        if unsafe setsockopt(socket.descriptor, level, IP_MULTICAST_IF, &address, size) != 0 {
            throw SocketError("send by \(interface.host)")
        }
        socket.set(level, IP_MULTICAST_TTL, hops)
    }

    /// Allows datagrams to the broadcast address of a network.
    public func allowBroadcast() { socket.set(SOL_SOCKET, SO_BROADCAST, 1) }

    /// Sends a datagram, which is lost if there is no space for it now.
    public func send(_ bytes: [UInt8], to address: SocketAddress) throws(SocketError) {
        let sent = unsafe address.withSocketAddress { pointer, length in
            unsafe sendto(socket.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, length)
        }
        if sent < 0, errno != EAGAIN { throw SocketError("send to \(address)") }
    }

    /// Receives a datagram.
    ///
    /// - Parameter limit: maximum number of bytes; the rest of a longer datagram is lost.
    /// - Returns: the datagram and the address that sent it; nil if there is none now.
    /// - Throws: ``SocketError`` if the socket cannot be used any more.
    public func receive(_ limit: Int) throws(SocketError) -> (bytes: [UInt8], source: SocketAddress)? {
        var bytes = [UInt8](repeating: 0, count: limit)
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let (count, source) = unsafe withUnsafeMutableBytes(of: &storage) { raw in
            let pointer = unsafe raw.assumingMemoryBound(to: sockaddr.self).baseAddress!
            let count = unsafe recvfrom(socket.descriptor, &bytes, limit, 0, pointer, &length)
            return unsafe (count, count < 0 ? nil : SocketAddress(pointer))
        }
        guard count >= 0, let source else {
            // ICMP errors of earlier datagrams are no errors of this socket.
            if count >= 0 || [EAGAIN, EINTR, ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(errno) { return nil }
            throw SocketError("receive")
        }
        return (Array(bytes[..<count]), source)
    }
}

extension SocketAddress {
    fileprivate var ipv4: in_addr {
        var address = in_addr()
        unsafe withUnsafeMutableBytes(of: &address) { unsafe $0.copyBytes(from: bytes.prefix(4)) }
        return address
    }
}
