/// The functions of `dns_sd.h` that this module needs. **Thread-safe**; each operation is used by one thread.
///
/// ``SystemDNSService`` is the machine's implementation; ``NoDNSService`` is the smallest valid one. Tests use a simulated one.
public protocol DNSServiceFunctions: Sendable {
    /// Starts an operation, which continues until it is ended.
    ///
    /// May take long, while it requests from the daemon. `reply` is called on the calling thread, by this call and by
    /// ``DNSServiceOperation/process()``; not after ``DNSServiceReply/failed(_:)``, and not after the operation was ended.
    ///
    /// **Errors**: the library is missing, the daemon returned an error, or the daemon did not answer.
    func start(
        _ request: DNSServiceRequest,
        reply: @escaping (DNSServiceReply) -> Void
    ) throws(DNSServiceFailure) -> any DNSServiceOperation
}

/// An operation that the daemon performs until it is ended. Single-owner: one thread starts, processes and ends it.
public protocol DNSServiceOperation: AnyObject {
    /// File descriptor that is readable when there are replies to process. Valid until the operation is ended.
    var descriptor: CInt { get }

    /// Reads the replies that have arrived, and calls `reply` for each. Blocks if there are none.
    ///
    /// After any result other than ``DNSServiceErrorCode/none`` the operation has failed, and can only be ended.
    func process() -> DNSServiceErrorCode

    /// Replaces the TXT record of a registration, in wire format. For registrations only.
    func update(text: [UInt8]) -> DNSServiceErrorCode

    /// Ends the operation and releases its resources. Called once, not from within `reply`.
    func end()
}

/// A request to the daemon.
public enum DNSServiceRequest: Sendable, Hashable {
    /// `DNSServiceBrowse`: reports the services of a type. Interface 0 means any; a nil domain the default ones.
    case browse(type: String, domain: String?, interface: UInt32)
    /// `DNSServiceQueryRecord`: reports the records of a name (escaped, with dots).
    case query(name: String, record: DNSRecordType, interface: UInt32)
    /// `DNSServiceRegister`: announces a service, with its TXT record in wire format.
    case register(name: String, type: String, domain: String?, interface: UInt32, port: UInt16, text: [UInt8])
}

/// A reply from the daemon.
public enum DNSServiceReply: Sendable, Hashable {
    /// A service appeared; reported once for each protocol (IPv4, IPv6) that announces it.
    case added(Service.Identity)
    /// A service is no longer announced by one of the protocols.
    case removed(Service.Identity)
    /// A record exists, or (`isAdded` false) no longer exists.
    case record(isAdded: Bool, data: [UInt8])
    /// The service is announced under this name, which differs from the requested one if that was taken.
    case registered(name: String)
    /// The operation has failed.
    case failed(DNSServiceErrorCode)
}

/// Type of a record, with its number (RFC 1035 §3.2.2, RFC 2782, RFC 3596).
public enum DNSRecordType: UInt16, Sendable, Hashable, CaseIterable {
    /// A: an IPv4 address.
    case v4Address = 1
    /// TXT: key and value pairs.
    case text = 16
    /// AAAA: an IPv6 address.
    case v6Address = 28
    /// SRV: host and port.
    case location = 33
}

/// Error of an operation that could not start.
public enum DNSServiceFailure: Error, Sendable, Hashable {
    /// The library is missing or unusable, independent of the request.
    case library(ServiceDiscoveryError)
    /// The error code that the library returned.
    case code(DNSServiceErrorCode)

    var error: ServiceDiscoveryError {
        switch self {
        case .library(let error): error
        case .code(let code): .daemon(code)
        }
    }
}

/// An error code of `dns_sd.h`.
public struct DNSServiceErrorCode: RawRepresentable, Error, Sendable, Hashable, CustomStringConvertible {
    /// The number.
    public let rawValue: Int32

    /// Creates an error code from its number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `kDNSServiceErr_NoError`.
    public static let none = Self(rawValue: 0)
    /// `kDNSServiceErr_Unknown`: usually means that no daemon was reached.
    public static let unknown = Self(rawValue: -65537)
    /// `kDNSServiceErr_BadParam`.
    public static let badParameter = Self(rawValue: -65540)
    /// `kDNSServiceErr_Unsupported`.
    public static let unsupported = Self(rawValue: -65544)
    /// `kDNSServiceErr_AlreadyRegistered`.
    public static let alreadyRegistered = Self(rawValue: -65547)
    /// `kDNSServiceErr_NameConflict`.
    public static let nameConflict = Self(rawValue: -65548)
    /// `kDNSServiceErr_Invalid`.
    public static let invalid = Self(rawValue: -65549)
    /// `kDNSServiceErr_BadInterfaceIndex`.
    public static let badInterface = Self(rawValue: -65552)
    /// `kDNSServiceErr_Refused`.
    public static let refused = Self(rawValue: -65553)

    private static let names: [Self: String] = [
        .none: "no error", .unknown: "unknown error", .badParameter: "bad parameter", .unsupported: "not supported",
        .alreadyRegistered: "already registered", .nameConflict: "name conflict", .invalid: "invalid",
        .badInterface: "bad interface", .refused: "refused",
    ]

    /// The name of the code, if it has one here, and its number.
    public var description: String { "\(Self.names[self].map { "\($0), " } ?? "")\(rawValue)" }
}

/// A machine without DNS-SD: every request fails. **Thread-safe.**
public struct NoDNSService: DNSServiceFunctions {
    /// Creates the implementation.
    public init() {}

    /// Throws the error for a missing library.
    public func start(
        _ request: DNSServiceRequest,
        reply: @escaping (DNSServiceReply) -> Void
    ) throws(DNSServiceFailure) -> any DNSServiceOperation {
        throw .library(.libraryMissing("disabled for this program"))
    }
}
