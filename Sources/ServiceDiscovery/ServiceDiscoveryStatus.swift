public import HotShoeSupport

/// Whether services can be found on this machine, and if not, what to do about it: for a program's self-test.
public enum ServiceDiscoveryStatus: Sendable, Hashable, CustomStringConvertible {
    /// The library is there, and the daemon answers.
    case ready
    /// What is missing.
    case unavailable(ServiceDiscoveryError)
    /// The daemon has not answered within this time. It may have been stopped without being gone.
    case silent(for: Duration)

    /// Asks the daemon.
    ///
    /// - Parameters:
    ///   - timeout: how long to wait for it; a daemon that is well answers in milliseconds.
    ///   - functions: whom to ask.
    ///   - time: what the timeout is measured by.
    public static func check(
        timeout: Duration = .seconds(3),
        functions: any DNSServiceFunctions = SystemDNSService.shared,
        time: any TimeSource = SystemClock.shared
    ) async -> ServiceDiscoveryStatus {
        let answer = Promise<ServiceDiscoveryStatus, Never>()
        let limit = time.makeTimer { answer.fulfil(.success(.silent(for: timeout))) }
        limit.arm(at: time.now + timeout)
        defer { limit.disarm() }
        // A thread for this one call, which may wait for 25 seconds.
        startNamedThread("hs.dnssd-check") { answer.fulfil(.success(ask(functions))) }
        return await answer.result().get()
    }

    /// Whoever is asked to browse asks the daemon; what is browsed for does not matter.
    private static func ask(_ functions: any DNSServiceFunctions) -> ServiceDiscoveryStatus {
        do throws(DNSServiceFailure) {
            try functions.start(.browse(type: "_ptp._tcp", domain: nil, interface: 0), reply: { _ in }).end()
            return .ready
        } catch {
            return .unavailable(error.error)
        }
    }

    /// One sentence for people, without a full stop.
    public var description: String {
        switch self {
        case .ready: "the mDNS daemon answers"
        case .unavailable(let error): error.message
        case .silent(let span):
            "the mDNS daemon has not answered within \(span.components.seconds) s: restart it (systemctl restart avahi-daemon)"
        }
    }
}
