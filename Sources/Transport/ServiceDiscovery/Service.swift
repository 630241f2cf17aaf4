/// A service that is announced on the local network, with its host and addresses.
///
/// All values are received from the network without authentication, and can be forged.
public struct Service: Sendable, Hashable {
    /// Identifies a service. The same service on two interfaces has two identities.
    public struct Identity: Sendable, Hashable {
        /// The instance name for display: any text, at most 63 bytes in the announcement.
        public let name: String
        /// The service type, such as `_ptp._tcp`; without a final dot.
        public let type: String
        /// The domain, such as `local`; without a final dot.
        public let domain: String
        /// The kernel's number of the interface on which the service was found.
        public let interface: UInt32

        /// Creates an identity; removes a final dot from type and domain.
        public init(name: String, type: String, domain: String, interface: UInt32) {
            self.name = name
            self.type = type.withoutFinalDot
            self.domain = domain.withoutFinalDot
            self.interface = interface
        }
    }

    /// Identifies the service.
    public let identity: Identity
    /// The host's name, such as `camera.local`, in the text format of RFC 4343: characters other than letters, digits, hyphens
    /// and underscores are escaped.
    public let host: String
    /// The TCP or UDP port, 1 to 65535 for a reachable service. RFC 6763 §2.3 allows 0 in an announcement that the service is
    /// not available.
    public let port: UInt16
    /// The addresses, without duplicates and in a fixed order: IPv4, IPv6, link-local IPv6; then by value. Not empty.
    public let addresses: [HostAddress]
    /// The key and value pairs that the service announces.
    public let text: TXTRecord

    /// The instance name.
    public var name: String { identity.name }

    /// Creates the description of a service.
    public init(identity: Identity, host: String, port: UInt16, addresses: [HostAddress], text: TXTRecord) {
        self.identity = identity
        self.host = host
        self.port = port
        self.addresses = addresses
        self.text = text
    }
}

/// An event of a ``ServiceBrowser``.
public enum ServiceEvent: Sendable, Hashable {
    /// A service was found.
    case found(Service)
    /// The known facts about a service changed.
    case updated(Service)
    /// A service announced its end, or no longer answers.
    case lost(Service.Identity)
    /// The search does not work at present; reported once, until it works again. All found services are lost.
    case unavailable(ServiceDiscoveryError)
    /// The search works again.
    case availableAgain
}

extension String {
    var withoutFinalDot: String { hasSuffix(".") ? String(dropLast()) : self }
}
