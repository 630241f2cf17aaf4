import HotShoeSupport
public import Sockets

/// The address of a device's description: `http://HOST[:PORT]/PATH`, where HOST is the device's own numeric IPv4 address. Pure.
public struct DescriptionLocation: Hashable, Sendable {
    /// Address of the device's HTTP server.
    public let address: SocketAddress
    /// Path with the query, from its "/" on.
    public let path: String

    /// Maximum length of a location in bytes.
    private static let limit = 512

    /// Creates a location.
    public init(address: SocketAddress, path: String) { (self.address, self.path) = (address, path) }

    /// Parses a location that a device has announced; nil if the text is no such URL, if its host is not the source, if its port
    /// is 0, or if it contains characters that a request line must not have.
    ///
    /// - Parameters:
    ///   - text: the location as announced.
    ///   - source: the address that sent the announcement.
    public init?(_ text: String, announcedBy source: SocketAddress) {
        let scheme = "http://"
        guard text.utf8.count <= Self.limit, text.lowercased().hasPrefix(scheme),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), String(parts[0]) == source.host, !source.isIPv6 else { return nil }
        guard let port = parts.count == 2 ? Self.number(parts[1]) : 80, port > 0 else { return nil }
        let path = rest.dropFirst(authority.count).prefix { $0 != "#" }
        guard path.isEmpty || path.hasPrefix("/"), let address = SocketAddress(bytes: source.bytes, port: port) else {
            return nil
        }
        self.init(address: address, path: path.isEmpty ? "/" : String(path))
    }

    /// Resolves a reference in a description.
    ///
    /// - Parameter reference: an absolute URL, an absolute path, or a path relative to this one.
    /// - Returns: the location of another document of the same device; nil for a URL of another host.
    func document(_ reference: String) -> DescriptionLocation? {
        if reference.includes("://") { return DescriptionLocation(reference, announcedBy: address) }
        let folder = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
            separator: "/"
        )
        let path = reference.hasPrefix("/") ? reference : "\(folder)/\(reference)"
        return DescriptionLocation("http://\(address)\(path)", announcedBy: address)
    }

    private static func number(_ text: Substring) -> UInt16? {
        text.allSatisfy { $0.isASCII && $0.isNumber } ? UInt16(text) : nil
    }
}
