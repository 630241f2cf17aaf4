import Glibc
import ServiceDiscovery
import Sockets

/// The announcement of a server on the local network, and the search for servers: mDNS, `_hotshoe._tcp`.
enum ServerAnnouncement {
    static let type = ServiceType("_hotshoe._tcp")!

    /// Creates the announcement of a server.
    ///
    /// - Parameters:
    ///   - url: the address of the server.
    ///   - needsToken: whether requests need a token.
    /// - Returns: the announcement; nil for a server that no other computer reaches.
    static func of(_ url: String, needsToken: Bool) -> ServiceAdvertisement? {
        let host = url.split(separator: "/").dropFirst().first ?? ""
        guard !["127.", "localhost", "[::1]"].contains(where: { host.utf8.starts(with: $0.utf8) }),
            let port = host.split(separator: ":").last.flatMap({ UInt16($0) })
        else { return nil }
        let isSecure = url.utf8.starts(with: "https:".utf8)
        let text = try? TXTRecord(texts: ["path": "/", "tls": isSecure ? "1" : "0", "token": needsToken ? "1" : "0"])
        let registration = ServiceRegistration(
            name: "HotShoe on \(hostName)",
            type: type,
            port: port,
            text: text ?? TXTRecord()
        )
        return ServiceAdvertisement(registration)
    }

    /// The name of this computer.
    static var hostName: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "this computer" }
        let name = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: name, as: UTF8.self)
    }
}

/// A server that was found, as JSON.
struct ServerRecord: Encodable, Hashable {
    let name: String
    let url: String
    /// Whether requests need a token.
    let token: Bool

    /// Creates a record for a service; nil if its address is not known yet.
    init?(_ service: Service) {
        guard let address = service.addresses.min() else { return nil }
        name = service.name
        let scheme = service.text.text("tls") == "1" ? "https" : "http"
        let host = address.description
        url = "\(scheme)://\(host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host):\(service.port)/"
        token = service.text.text("token") != "0"
    }
}
