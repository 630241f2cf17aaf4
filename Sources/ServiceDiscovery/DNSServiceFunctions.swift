/// What is needed of `dns_sd.h`, as data. **Thread-safe**; each operation is used by one thread.
///
/// The machine's is ``SystemDNSService``; ``NoDNSService`` is the smallest that is allowed. Tests put a fake in its place.
public protocol DNSServiceFunctions: Sendable {
    /// Begins an operation, which goes on until it is ended.
    ///
    /// May take long, while the daemon is asked. `reply` is called, on the calling thread, by this call and by
    /// ``DNSServiceOperation/process()``; not after ``DNSServiceReply/failed(_:)``, and not after the operation was ended.
    ///
    /// **Errors**: the library is missing, or what the daemon answered, or that it did not.
    func start(
        _ request: DNSServiceRequest,
        reply: @escaping (DNSServiceReply) -> Void
    ) throws(DNSServiceFailure) -> any DNSServiceOperation
}

/// Something that the daemon does for us, until it is ended. Single-owner: one thread makes, processes and ends it.
public protocol DNSServiceOperation: AnyObject {
    /// Readable when there is something to process. Valid until the operation is ended.
    var descriptor: CInt { get }

    /// Takes what has come, and calls `reply` for each. Waits if nothing has.
    ///
    /// Anything but ``DNSServiceErrorCode/none`` means that the operation is dead, and can only be ended.
    func process() -> DNSServiceErrorCode

    /// Replaces the TXT record of a registration, as on the wire. For registrations only.
    func update(text: [UInt8]) -> DNSServiceErrorCode

    /// Ends it, and lets go of what it holds. Called once, not from within `reply`.
    func end()
}

/// What the daemon is asked to do.
public enum DNSServiceRequest: Sendable, Hashable {
    /// `DNSServiceBrowse`: say which services of a type come and go. Interface 0 means any; a nil domain the usual ones.
    case browse(type: String, domain: String?, interface: UInt32)
    /// `DNSServiceQueryRecord`: say which records of a name (escaped, with dots) come and go.
    case query(name: String, record: DNSRecordType, interface: UInt32)
    /// `DNSServiceRegister`: announce a service, its TXT record as on the wire.
    case register(name: String, type: String, domain: String?, interface: UInt32, port: UInt16, text: [UInt8])
}

/// What the daemon says.
public enum DNSServiceReply: Sendable, Hashable {
    /// A service is there; comes once for each protocol (IPv4, IPv6) by which it is heard.
    case added(Service.Identity)
    /// A service is not heard any more by one of the protocols.
    case removed(Service.Identity)
    /// A record is there, or (`isAdded` false) not any more.
    case record(isAdded: Bool, data: [UInt8])
    /// The service is announced, under this name: another one than was asked for when that was taken.
    case registered(name: String)
    /// The operation is dead.
    case failed(DNSServiceErrorCode)
}

/// A kind of record, by its number (RFC 1035 §3.2.2, RFC 2782, RFC 3596).
public enum DNSRecordType: UInt16, Sendable, Hashable, CaseIterable {
    case v4Address = 1
    case text = 16
    case v6Address = 28
    case location = 33
}

/// Why an operation could not begin.
public enum DNSServiceFailure: Error, Sendable, Hashable {
    /// It has nothing to do with what was asked.
    case library(ServiceDiscoveryError)
    /// What was returned.
    case code(DNSServiceErrorCode)

    var error: ServiceDiscoveryError {
        switch self {
        case .library(let error): error
        case .code(let code): .daemon(code)
        }
    }
}

/// An error of `dns_sd.h`, by its number.
public struct DNSServiceErrorCode: RawRepresentable, Error, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `kDNSServiceErr_NoError`.
    public static let none = Self(rawValue: 0)
    /// `kDNSServiceErr_Unknown`: mostly that no daemon was reached.
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

    public var description: String { "\(Self.names[self].map { "\($0), " } ?? "")\(rawValue)" }
}

/// A machine without DNS-SD: every request fails. **Thread-safe.**
public struct NoDNSService: DNSServiceFunctions {
    /// Nothing is needed.
    public init() {}

    public func start(
        _ request: DNSServiceRequest,
        reply: @escaping (DNSServiceReply) -> Void
    ) throws(DNSServiceFailure) -> any DNSServiceOperation {
        throw .library(.libraryMissing("this program was told not to use it"))
    }
}
