public import HotShoeSupport

/// Whether services can be found on this machine, and if not, the remedy: for a program's self-test.
public enum ServiceDiscoveryStatus: Sendable, Hashable, CustomStringConvertible {
    /// The library is installed, and the daemon answers.
    case ready
    /// A component is missing.
    case unavailable(ServiceDiscoveryError)
    /// The daemon has not answered within this time. It may hang.
    case silent(for: Duration)

    /// Checks the library and the daemon.
    ///
    /// - Parameters:
    ///   - timeout: maximum time to wait; a working daemon answers in milliseconds.
    ///   - functions: the functions to check.
    ///   - time: the clock for the timeout.
    /// - Returns: the status; `.silent` if the daemon has not answered within `timeout`.
    public static func check(
        timeout: Duration = .seconds(3),
        functions: any DNSServiceFunctions = SystemDNSService.shared,
        time: any TimeSource = SystemClock.shared
    ) async -> ServiceDiscoveryStatus {
        let answer = Promise<ServiceDiscoveryStatus, Never>()
        let limit = time.makeTimer { answer.fulfil(.success(.silent(for: timeout))) }
        limit.arm(at: time.now + timeout)
        defer { limit.disarm() }
        // A separate thread, as the call may block for 25 seconds.
        startNamedThread("hotshoe.mdns") { answer.fulfil(.success(query(functions))) }
        return await answer.result().get()
    }

    /// Starts and ends a browse operation, which contacts the daemon; the type does not matter.
    private static func query(_ functions: any DNSServiceFunctions) -> ServiceDiscoveryStatus {
        do throws(DNSServiceFailure) {
            try functions.start(.browse(type: "_ptp._tcp", domain: nil, interface: 0), reply: { _ in }).end()
            return .ready
        } catch {
            return .unavailable(error.error)
        }
    }

    /// One sentence for display, without a full stop.
    public var description: String {
        switch self {
        case .ready: "the mDNS daemon answers"
        case .unavailable(let error): error.message
        case .silent(let span):
            "the mDNS daemon has not answered within \(span.components.seconds) s: restart it (systemctl restart avahi-daemon)"
        }
    }
}
