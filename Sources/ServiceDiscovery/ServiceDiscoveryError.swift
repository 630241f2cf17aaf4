/// Why services cannot be looked for, or announced, at present.
public struct ServiceDiscoveryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of trouble it is.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// `libdns_sd.so.1` is not installed.
        case libraryMissing = "library missing"
        /// `libdns_sd.so.1` lacks a function that is needed.
        case libraryUnusable = "library unusable"
        /// The library reached no mDNS daemon.
        case daemonMissing = "daemon missing"
        /// The mDNS daemon refused: too many clients or operations, or not allowed.
        case refused
        /// The mDNS daemon says that what it was asked is not valid.
        case invalid
        /// The name, and every other one that was tried in its place, is taken.
        case nameTaken = "name taken"
        /// The mDNS daemon failed for another reason.
        case failed
    }

    /// What kind of trouble it is.
    public let code: Code
    /// What failed and what to do about it, for people; one sentence without a full stop.
    public let message: String

    /// Describes trouble.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}

extension ServiceDiscoveryError {
    static func libraryMissing(_ reason: String) -> Self {
        Self(
            .libraryMissing,
            "finding services on the network needs libdns_sd.so.1, which cannot be loaded (\(reason)):"
                + " install libavahi-compat-libdnssd1 (Debian, Ubuntu) or what your system calls Avahi's libdns_sd"
        )
    }

    static let daemonMissing = Self(
        .daemonMissing,
        "no mDNS daemon answers: install avahi-daemon and start it (systemctl start avahi-daemon); it needs the D-Bus system bus"
    )

    /// What an answer of the daemon means. -65537 is all that the library says when it reaches no daemon.
    static func daemon(_ code: DNSServiceErrorCode) -> Self {
        switch code {
        case .unknown: daemonMissing
        case .refused:
            Self(
                .refused,
                "the mDNS daemon refuses more work (\(code)): too many programs or searches, or this user is not allowed to"
            )
        case .badParameter, .invalid, .badInterface, .unsupported:
            Self(.invalid, "the mDNS daemon does not take what it was asked (\(code))")
        default: Self(.failed, "the mDNS daemon failed (\(code))")
        }
    }
}
