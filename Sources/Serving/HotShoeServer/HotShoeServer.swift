import BrokerMessages
public import HotShoe
import WebServer

/// Serves the cameras of a discovery over HTTP: their properties, live view, pictures and files under `/api/v1`. **Thread-safe.**
///
/// A camera is connected when a request needs it, and stays connected until the server stops. Releasing the last reference does not stop the
/// server: call ``stop()``.
public final class HotShoeServer: Sendable {
    /// Options of a server.
    public struct Options: Sendable {
        /// Name or numeric address to listen at. Other addresses than those of loopback need a token and a certificate.
        public var host = "127.0.0.1"
        /// TCP port; 0 for one that the system chooses.
        public var port: UInt16 = 0
        /// A listening TCP socket in place of `host` and `port`, such as that of a socket unit of systemd; the server becomes its owner. Nil
        /// for one that the server opens.
        public var listeningDescriptor: Int32?
        /// The token that each request must have; nil for none. A server that other computers reach always has one: then nil means that
        /// one is made.
        public var token: String?
        /// Other names of this computer that clients may use.
        public var names: [String] = []
        /// Cameras besides those of the discovery, such as those that are known by their addresses.
        public var cameras: [Camera] = []
        /// Roles of cameras, such as "left", which the page shows before their names.
        public var roles: [CameraIdentifier: String] = [:]
        /// Selects the cameras of the discovery that are served; called on any thread. Default: all.
        public var selects: @Sendable (CameraDescription) -> Bool = { _ in true }
        /// Refuses each request that changes something.
        public var isReadOnly = false
        /// Whether files can be deleted.
        public var allowsDeletion = true
        /// Folder of this computer into which tethering copies pictures; nil if clients cannot begin tethering.
        public var folder: String?
        /// The certificate with its chain, and its key, as PEM texts; nil for HTTP without encryption, or, at an address that other
        /// computers reach, for a certificate that the server makes.
        public var certificate: (certificate: String, key: String)?
        /// The broker to which the server reports; nil for none.
        public var broker: Broker?
        /// Is called with a line for each request that changes something, and for each wrong token, and of the broker; on any thread, and must
        /// return immediately.
        public var log: @Sendable (String) -> Void = { _ in }

        /// Creates the options of a server for programs of this computer.
        public init() {}

        /// Whether only programs of this computer reach the server.
        public var isLocal: Bool {
            listeningDescriptor.map(WebServer.isLoopback) ?? HotShoeServer.isLoopback(host)
        }
    }

    /// The failure of starting a server.
    public struct StartError: Error, Hashable, CustomStringConvertible {
        /// One sentence for display.
        public let description: String
    }

    /// Address of the server, such as `http://127.0.0.1:8080/`.
    public let url: String
    /// The token that requests must have; nil if none is needed.
    public let token: String?
    /// The SHA-256 hash of the certificate in hexadecimal; nil without encryption.
    public let fingerprint: String?
    /// The SHA-256 hash of the server's public key in base64, by which ``RemoteCameraProvider`` recognizes it; nil without encryption.
    public let publicKeyHash: String?

    private let server: WebServer
    private let core: ServerCore
    private let link: BrokerLink?

    /// Returns why a text cannot be a token, as a sentence; nil if it can.
    public static func problem(inToken token: String) -> String? {
        if token.utf8.count < 8 { return "A token has at least 8 characters, and this one \(token.utf8.count)." }
        if token.utf8.allSatisfy(isTokenByte) { return nil }
        return "A token has only the letters A to Z and a to z, digits, and - . _ ~ + / =."
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - discovery: finds the cameras; the caller starts and stops it.
    ///   - options: the address and what is permitted.
    /// - Throws: ``StartError`` if the address or the certificate cannot be used.
    public init(_ discovery: CameraDiscovery, _ options: Options = Options()) throws(StartError) {
        for name in options.broker.map({ [$0.name] + $0.groups }) ?? [] {
            if let problem = Self.problem(inBrokerName: name) { throw StartError(description: problem) }
        }
        let isLocal = options.isLocal
        token = options.token ?? (isLocal ? nil : Self.madeToken())
        if let problem = token.flatMap({ Self.problem(inToken: $0) }) { throw StartError(description: problem) }
        var policy = AccessPolicy(token: token)
        policy.names = Set(options.names.map { $0.lowercased() })
        (policy.isReadOnly, policy.allowsDeletion) = (options.isReadOnly, options.allowsDeletion)
        var web = WebServer.Options()
        (web.host, web.port, web.listeningDescriptor) = (options.host, options.port, options.listeningDescriptor)
        do throws(WebServerError) {
            if let (certificate, key) = options.certificate {
                web.certificate = ServerCertificate(certificate: certificate, key: key)
            } else if !isLocal {
                web.certificate = try ServerCertificate.make(names: options.names, address: options.host)
            }
            core = ServerCore(
                discovery,
                policy,
                folder: options.folder,
                others: options.cameras,
                roles: options.roles,
                selects: options.selects,
                SystemClock.shared,
                options.log
            )
        } catch {
            throw StartError(description: error.description)
        }
        if let broker = options.broker {
            link = try BrokerLink(core, broker, isReadOnly: options.isReadOnly, log: options.log)
        } else {
            link = nil
        }
        do throws(WebServerError) { server = try WebServer(web, handler: core) } catch {
            throw StartError(description: error.description)
        }
        fingerprint = web.certificate.flatMap(\.fingerprint)
        publicKeyHash = web.certificate.flatMap(\.publicKeyHash)
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        url = "\(web.certificate == nil ? "http" : "https")://\(host):\(server.port)/"
        guard let link, let broker = options.broker else { return }
        var own = HostStatus(isOnline: true)
        own.addresses = broker.addresses(url)
        (own.url, own.key, own.version) = (own.addresses.first ?? url, publicKeyHash, HotShoeVersion.text)
        link.start(as: own)
    }

    /// Closes all connections, stops series and tethering, disconnects the cameras, and returns when that has ended. A picture that is being
    /// taken is completed. Safe to repeat.
    public func stop() async {
        core.feed.end()
        await link?.end()
        await server.stop()
        await core.end()
        await core.cameras.disconnect()
    }

    /// Makes a certificate that is signed by its own key, for ten years: for a program that keeps it from one start to the next.
    ///
    /// - Parameters:
    ///   - names: DNS names of the server, besides `localhost`.
    ///   - host: the address of the server.
    /// - Returns: the certificate and its key as PEM texts, for ``Options/certificate``.
    /// - Throws: ``StartError``.
    public static func makeCertificate(
        names: [String],
        host: String
    ) throws(StartError) -> (certificate: String, key: String) {
        do throws(WebServerError) {
            let made = try ServerCertificate.make(names: names, address: host)
            return (made.certificate, made.key)
        } catch { throw StartError(description: error.description) }
    }

    /// Whether a certificate is valid for 30 more days.
    ///
    /// - Parameter certificate: a PEM text.
    /// - Returns: whether it is; false for a text that is no certificate.
    public static func isLasting(_ certificate: String) -> Bool {
        ServerCertificate(certificate: certificate, key: "").isValid(for: .seconds(30 * 86_400))
    }

    /// Makes a token of 128 random bits.
    public static func makeToken() -> String { madeToken() }

    /// Whether only programs of this computer reach an address.
    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.") && AccessPolicy.isNumeric(host)
    }

    /// Whether a byte may occur in a token of RFC 6750, section 2.1: such a token is the same in a cookie.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: Array("-._~+/=".utf8).contains(byte)
        }
    }

    /// 128 random bits in hexadecimal.
    private static func madeToken() -> String {
        Secrets.random(count: 16).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }
}
