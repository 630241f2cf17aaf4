import Sockets

/// The addresses at which other computers reach a server. Pure.
enum ServerAddresses {
    /// Returns the addresses for a browser.
    ///
    /// - Parameters:
    ///   - url: the address of the server. For one that listens at all addresses of this computer its host is `0.0.0.0` or `[::]`.
    ///   - interfaces: the interfaces of this computer.
    /// - Returns: the addresses, of IPv4 first; `url` alone if there are no others.
    static func of(_ url: String, _ interfaces: [NetworkInterface]) -> [String] {
        let isIPv4 = url.utf8.starts(with: "https://0.0.0.0:".utf8) || url.utf8.starts(with: "http://0.0.0.0:".utf8)
        guard isIPv4 || url.utf8.starts(with: "https://[::]:".utf8) || url.utf8.starts(with: "http://[::]:".utf8) else {
            return [url]
        }
        let scheme = url.prefix { $0 != ":" }
        let port = url.split(separator: ":").last ?? ""
        let outside = interfaces.filter { !$0.isLoopback && $0.address.scope == 0 && !(isIPv4 && $0.address.isIPv6) }
        let sorted = outside.filter { !$0.address.isIPv6 } + outside.filter(\.address.isIPv6)
        let found = sorted.map { interface in
            let host = interface.address.host
            return "\(scheme)://\(interface.address.isIPv6 ? "[\(host)]" : host):\(port)"
        }
        return found.isEmpty ? [url] : found
    }
}
