/// Reason why services cannot be searched for, or announced, at present.
public struct ServiceDiscoveryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Kind of an error.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// `libdns_sd.so.1` is not installed.
        case libraryMissing = "library missing"
        /// `libdns_sd.so.1` lacks a required function.
        case libraryUnusable = "library unusable"
        /// The library reached no mDNS daemon.
        case daemonMissing = "daemon missing"
        /// The mDNS daemon refused: too many clients or operations, or not allowed.
        case refused
        /// The mDNS daemon rejected the request as invalid.
        case invalid
        /// The name, and every alternative that was tried, is taken.
        case nameTaken = "name taken"
        /// The mDNS daemon failed for another reason.
        case failed
    }

    /// Kind of the error.
    public let code: Code
    /// A sentence for display, without a full stop: what failed, and what to do about it.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
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

    /// Translates an error code of the daemon. -65537 is all that the library reports when it reaches no daemon.
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
