/// A service that is announced on the local network, and where it can be reached.
///
/// Everything in it comes from the network, and may be anybody's invention.
public struct Service: Sendable, Hashable {
    /// What tells a service from the others. The same one on two interfaces is two services.
    public struct Identity: Sendable, Hashable {
        /// The instance name: for people, any text, at most 63 bytes as it is announced.
        public let name: String
        /// Such as `_ptp._tcp`; no dot at the end.
        public let type: String
        /// Such as `local`; no dot at the end.
        public let domain: String
        /// The interface on which it was heard, by the kernel's number.
        public let interface: UInt32

        /// Names a service; dots at the end of type and domain are left out.
        public init(name: String, type: String, domain: String, interface: UInt32) {
            self.name = name
            self.type = type.withoutFinalDot
            self.domain = domain.withoutFinalDot
            self.interface = interface
        }
    }

    public let identity: Identity
    /// The host's name, such as `camera.local`, in the text form of RFC 4343: what is not a letter, digit, hyphen or underscore
    /// is escaped.
    public let host: String
    /// 1 to 65535 where the service can be reached; RFC 6763 §2.3 allows others to announce 0 for "not here".
    public let port: UInt16
    /// Each once, and always in the same order: IPv4, IPv6, link-local IPv6; then by value. Not empty.
    public let addresses: [HostAddress]
    /// What the service says about itself.
    public let text: TXTRecord

    /// The instance name.
    public var name: String { identity.name }

    /// Describes a service.
    public init(identity: Identity, host: String, port: UInt16, addresses: [HostAddress], text: TXTRecord) {
        self.identity = identity
        self.host = host
        self.port = port
        self.addresses = addresses
        self.text = text
    }
}

/// What a ``ServiceBrowser`` tells.
public enum ServiceEvent: Sendable, Hashable {
    /// A service is there.
    case found(Service)
    /// What is known of a service has changed.
    case updated(Service)
    /// A service said goodbye, or does not answer any more.
    case lost(Service.Identity)
    /// The search does not work at present; told once, until it works again. What was found is lost.
    case unavailable(ServiceDiscoveryError)
    /// The search works again.
    case availableAgain
}

extension String {
    var withoutFinalDot: String { hasSuffix(".") ? String(dropLast()) : self }
}
