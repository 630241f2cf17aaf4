package import Glibc

/// An IPv4 or IPv6 address with a port.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// Address in network byte order: 4 or 16 bytes.
    public let bytes: [UInt8]
    /// Port number.
    public let port: UInt16
    /// Interface index of a link-local IPv6 address; 0 if unspecified.
    public let scope: UInt32

    /// Creates an address from 4 or 16 bytes; nil for any other number.
    public init?(bytes: [UInt8], port: UInt16, scope: UInt32 = 0) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
        self.port = port
        self.scope = scope
    }

    /// The IPv4 loopback address.
    public static func loopback(port: UInt16) -> SocketAddress { SocketAddress(bytes: [127, 0, 0, 1], port: port)! }
    /// The IPv6 loopback address.
    public static func loopbackIPv6(port: UInt16) -> SocketAddress {
        SocketAddress(bytes: [UInt8](repeating: 0, count: 15) + [1], port: port)!
    }
    /// All addresses of this machine, IPv6 and IPv4.
    public static func any(port: UInt16) -> SocketAddress { SocketAddress(bytes: [UInt8](repeating: 0, count: 16), port: port)! }

    /// The same address with another port.
    public func withPort(_ port: UInt16) -> SocketAddress { SocketAddress(bytes: bytes, port: port, scope: scope)! }

    /// Whether the address is an IPv6 address.
    public var isIPv6: Bool { bytes.count == 16 }

    /// Text such as "127.0.0.1:15740" or "[fe80::1%2]:15740".
    public var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The address as text, without the port.
    public var host: String {
        if !isIPv6 { return bytes.map(String.init).joined(separator: ".") }
        let text = unsafe withSocketAddress { address, length in
            var buffer = [CChar](repeating: 0, count: 64)
            let failure = unsafe getnameinfo(address, length, &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
            return failure == 0 ? String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
        }
        return text
    }

    /// Returns the addresses of a host name or of a numeric address. **Blocks** during the name resolution.
    ///
    /// - Returns: At most 16 addresses, in the order in which to try them; empty if there are none.
    public static func resolve(_ host: String, port: UInt16) -> [SocketAddress] {
        guard !host.utf8.contains(0) else { return [] }
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
        defer { unsafe freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var entry = unsafe list
        while let info = unsafe entry, found.count < 16 {
            if let address = unsafe SocketAddress(info.pointee.ai_addr), !found.contains(address) { found.append(address) }
            unsafe entry = info.pointee.ai_next
        }
        return found
    }

    /// Returns the local address of a socket; nil for a descriptor that is none.
    package static func local(of descriptor: Int32) -> SocketAddress? {
        unsafe stored { pointer, length in unsafe getsockname(descriptor, pointer, &length) }
    }

    /// Returns the address of the other end of a socket; nil for a descriptor that has none.
    static func remote(of descriptor: Int32) -> SocketAddress? {
        unsafe stored { pointer, length in unsafe getpeername(descriptor, pointer, &length) }
    }

    /// Returns the address that a system call stores; nil if that fails.
    private static func stored(_ call: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Int32) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutableBytes(of: &storage) { raw in
            let pointer = unsafe raw.assumingMemoryBound(to: sockaddr.self).baseAddress!
            return unsafe call(pointer, &length) == 0 ? SocketAddress(pointer) : nil
        }
    }

    /// Converts a system address; nil for other families than IPv4 and IPv6.
    package init?(_ pointer: UnsafePointer<sockaddr>) {
        switch Int32(unsafe pointer.pointee.sa_family) {
        case AF_INET:
            let address = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in.self)
            bytes = unsafe withUnsafeBytes(of: address.sin_addr) { unsafe Array($0) }
            port = UInt16(bigEndian: address.sin_port)
            scope = 0
        case AF_INET6:
            let address = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in6.self)
            bytes = unsafe withUnsafeBytes(of: address.sin6_addr) { unsafe Array($0) }
            port = UInt16(bigEndian: address.sin6_port)
            scope = address.sin6_scope_id
        default: return nil
        }
    }

    /// Calls `body` with the address as a system structure, valid during the call.
    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_scope_id = scope
            unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { unsafe $0.copyBytes(from: bytes) }
            return unsafe withUnsafeBytes(of: address) { raw in
                unsafe body(raw.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t(raw.count))
            }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        unsafe withUnsafeMutableBytes(of: &address.sin_addr) { unsafe $0.copyBytes(from: bytes) }
        return unsafe withUnsafeBytes(of: address) { raw in
            unsafe body(raw.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t(raw.count))
        }
    }
}
