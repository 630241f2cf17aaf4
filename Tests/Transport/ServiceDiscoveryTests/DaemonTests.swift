import Glibc
import HotShoeSupport
import ServiceDiscovery
import Testing

/// Tests with real mDNS daemons, in real time: only inside `script/test-mdns`, which provides them.
///
/// Each test has a unique service type, as a withdrawn service remains visible for a second.
@Suite(.enabled(if: Rig.isThere, "script/test-mdns runs these"), .serialized, .timeLimit(.minutes(5)))
struct DaemonTests {
    @Test func `the daemon answers`() async {
        #expect(await ServiceDiscoveryStatus.check() == .ready)
    }

    @Test func `our own service is found, updated and lost`() async throws {
        let type = ServiceType("_hs-own._tcp")!
        let text = try TXTRecord([("model", Array("X".utf8)), ("flag", nil), ("empty", []), ("bytes", [1, 2, 255])])
        let browser = ServiceBrowser(type: type)
        let events = browser.events.makeAsyncIterator()
        let advertisement = ServiceAdvertisement(
            ServiceRegistration(name: "EOS R5. \\ é\t\"", type: type, port: 15740, text: text)
        )
        let watch = Stopwatch("our own service: announced, then found")
        advertisement.start()
        guard case .found(let service) = await events.next() else { return #expect(Bool(false), "found first") }
        watch.stop()
        #expect(service.name == "EOS R5. \\ é\t\"")
        #expect(service.identity.type == type.description)
        #expect(service.identity.domain == "local")
        #expect(service.host == "hotshoe-a.local")
        #expect(service.port == 15740)
        #expect(!service.addresses.isEmpty)
        #expect(service.text == text)
        #expect(advertisement.status == .registered(name: "EOS R5. \\ é\t\""))

        let changed = Stopwatch("TXT record: changed, then seen")
        let newText = try TXTRecord(texts: ["model": "Y"])
        advertisement.update(text: newText)
        while let event = await events.next() {
            if case .updated(let service) = event, service.text == newText { break }
        }
        changed.stop()

        let withdrawn = Stopwatch("our own service: withdrawn, then lost")
        advertisement.withdraw()
        var last: ServiceEvent?
        while let event = await events.next() {
            last = event
            if case .lost = event { break }
        }
        withdrawn.stop()
        #expect(last == .lost(service.identity))
        #expect(await advertisement.ended())
        let stopped = Stopwatch("browser: stopped, then all released")
        browser.stop()
        #expect(await browser.ended())
        stopped.stop()
    }

    @Test func `a used name is extended with a number`() async {
        let type = ServiceType("_hs-taken._tcp")!
        let first = ServiceAdvertisement(ServiceRegistration(name: "Twin", type: type, port: 1))
        let second = ServiceAdvertisement(ServiceRegistration(name: "Twin", type: type, port: 2))
        #expect(await first.firstStatus() == .registered(name: "Twin"))
        #expect(await second.firstStatus() == .registered(name: "Twin (2)"))
        let browser = ServiceBrowser(type: type)
        var ports: [String: UInt16] = [:]
        for await event in browser.events {
            if case .found(let service) = event { ports[service.name] = service.port }
            if ports.count == 2 { break }
        }
        #expect(ports == ["Twin": 1, "Twin (2)": 2])
        first.withdraw()
        second.withdraw()
        #expect(await first.ended())
        #expect(await second.ended())
    }

    @Test(arguments: ["stop", "kill"])
    func `a daemon that ends removes all services, and restores them when it restarts`(how: String) async {
        // A type for each case: what a daemon remembers of one case must not be found in the other.
        let type = ServiceType("_hs-re-\(how)._tcp")!
        let advertisement = ServiceAdvertisement(ServiceRegistration(name: "Survivor", type: type, port: 15740))
        let statuses = advertisement.statuses.makeAsyncIterator()
        let browser = ServiceBrowser(type: type)
        let events = browser.events.makeAsyncIterator()
        guard case .found(let service) = await events.next() else { return #expect(Bool(false), "found first") }
        #expect(await advertisement.firstStatus() == .registered(name: "Survivor"))

        let reportedAfter = Stopwatch("daemon: \(how), then told")
        Rig.control(how, "a")
        var seen: [ServiceEvent] = []
        while let event = await events.next() {
            if case .updated = event { continue }
            seen.append(event)
            if case .unavailable = event { break }
        }
        reportedAfter.stop()
        #expect(seen == [.lost(service.identity), .unavailable(.init(.daemonMissing, browser.failure?.message ?? ""))])
        #expect(browser.failure?.code == .daemonMissing)
        #expect(browser.services.isEmpty)
        guard case .unavailable(browser.failure!) = await ServiceDiscoveryStatus.check() else { return #expect(Bool(false)) }

        Rig.control("start", "a")
        let back = Stopwatch("daemon: back, then found again")
        #expect(await events.next() == .availableAgain)
        guard case .found(let again) = await events.next() else { return #expect(Bool(false), "found again") }
        back.stop()
        #expect(again.identity == service.identity)
        var reported: [ServiceAdvertisement.Status] = []
        while reported.count < 4, let status = await statuses.next() { reported.append(status) }
        #expect(
            reported == [.starting, .registered(name: "Survivor"), reported[2], .registered(name: "Survivor")]
        )
        guard case .unavailable = reported[2] else { return #expect(Bool(false)) }
        advertisement.withdraw()
        browser.stop()
        #expect(await advertisement.ended())
        #expect(await browser.ended())
    }

    // MARK: Two hosts

    @Test(.enabled(if: Rig.hosts == 2))
    func `another host's service is found with all its addresses, and its TXT record in order`() async {
        let type = ServiceType("_hs-found._tcp")!
        let browser = ServiceBrowser(type: type)
        let events = browser.events.makeAsyncIterator()
        let watch = Stopwatch("other host: published, then found")
        let publisher = Rig.control("publish", "b", "Z 9", type.description, "15740", "a=1", "b=2", "c=")
        guard case .found(var service) = await events.next() else { return #expect(Bool(false), "found first") }
        watch.stop()
        while service.addresses.count < 2, case .updated(let newer)? = await events.next() { service = newer }
        #expect(service.host == "hotshoe-b.local")
        #expect(service.addresses.first?.description == "192.0.2.2")
        #expect(service.addresses.last?.description.hasPrefix("fe80::") == true)
        #expect(service.addresses.last?.description.hasSuffix("%\(service.identity.interface)") == true)
        #expect(service.text.entries.map(\.key) == ["a", "b", "c"])
        #expect(service.text.text("b") == "2")

        let reportedAfter = Stopwatch("other host: unregistered, then lost")
        Rig.control("withdraw", "b", publisher)
        #expect(await events.next() == .lost(service.identity))
        reportedAfter.stop()
    }

    @Test(.enabled(if: Rig.hosts == 2)) func `another host's program that crashes is lost as well`() async {
        let type = ServiceType("_hs-crash._tcp")!
        let browser = ServiceBrowser(type: type)
        let events = browser.events.makeAsyncIterator()
        let publisher = Rig.control("publish", "b", "Crasher", type.description, "15740")
        guard case .found(let service) = await events.next() else { return #expect(Bool(false), "found first") }
        let reportedAfter = Stopwatch("other host: killed, then lost")
        Rig.control("crash", "b", publisher)
        while let event = await events.next(), event != .lost(service.identity) {}
        reportedAfter.stop()
    }

    @Test(.enabled(if: Rig.hosts == 2)) func `another host finds our service, and we do not lose ours for its cable`()
        async throws
    {
        let type = ServiceType("_hs-cable._tcp")!
        let text = try TXTRecord(texts: ["first": "1", "second": "2"])
        let advertisement = ServiceAdvertisement(ServiceRegistration(name: "Ours", type: type, port: 4711, text: text))
        #expect(await advertisement.firstStatus() == .registered(name: "Ours"))
        let listing = Rig.control("browse", "b", type.description)
        #expect(listing.contains("Ours;\(type);local;hotshoe-a.local;192.0.2.1;4711;"))
        #expect(listing.contains("\"first=1\""))

        let browser = ServiceBrowser(type: type)
        let events = browser.events.makeAsyncIterator()
        guard case .found(let service) = await events.next() else { return #expect(Bool(false), "found first") }
        let watch = Stopwatch("cable: pulled, then lost")
        Rig.control("link", "a", "down")
        while let event = await events.next(), event != .lost(service.identity) {}
        watch.stop()
        Rig.control("link", "a", "up")
        guard case .found = await events.next() else { return #expect(Bool(false), "found again") }
    }

    @Test(.enabled(if: Rig.hosts == 2)) func `of two hosts with the same name one is renamed`() async {
        let type = ServiceType("_hs-common._tcp")!
        let publisher = Rig.control("publish", "b", "Common", type.description, "1")
        let browser = ServiceBrowser(type: type)
        let events = browser.events.makeAsyncIterator()
        guard case .found = await events.next() else { return #expect(Bool(false), "found first") }
        let advertisement = ServiceAdvertisement(ServiceRegistration(name: "Common", type: type, port: 2))
        guard case .registered(let name) = await advertisement.firstStatus() else { return #expect(Bool(false)) }
        #expect(name.hasPrefix("Common"))
        // The daemons determine which of the two gets the name.
        while Set(browser.services.map(\.port)) != [1, 2] || Set(browser.services.map(\.name)).count != 2 {
            guard await events.next() != nil else { return #expect(Bool(false)) }
        }
        Rig.control("withdraw", "b", publisher)
    }

    @Test(.enabled(if: Rig.hosts == 2)) func `more services than can be looked at are all found`() async {
        let type = ServiceType("_hs-many._tcp")!
        var limits = ServiceBrowser.Limits()
        limits.lookups = 3
        let browser = ServiceBrowser(type: type, limits: limits)
        let watch = Stopwatch("ten services of another host, three at a time: published, then all found")
        let publishers = (1...10).map { Rig.control("publish", "b", "Many \($0)", type.description, "\($0)") }
        var ports: Set<UInt16> = []
        for await event in browser.events {
            if case .found(let service) = event { ports.insert(service.port) }
            if ports.count == 10 { break }
        }
        watch.stop()
        #expect(ports == Set(1...10))
        for publisher in publishers { Rig.control("crash", "b", publisher) }
    }
}

extension ServiceAdvertisement {
    /// Returns the first status after `starting`.
    fileprivate func firstStatus() async -> Status? {
        for await status in statuses where status != .starting { return status }
        return nil
    }
}

/// The environment of `script/test-mdns`.
private enum Rig {
    static let folder = unsafe getenv("HOTSHOE_MDNS_RIG").map { unsafe String(cString: $0) }
    static let hosts = unsafe getenv("HOTSHOE_MDNS_HOSTS").flatMap { unsafe Int(String(cString: $0)) } ?? 0

    static var isThere: Bool { folder != nil }

    /// Runs a command on a host, and returns its output.
    @discardableResult
    static func control(_ command: String, _ host: String, _ arguments: String...) -> String {
        let words = ([command, host] + arguments).map { "'\($0)'" }.joined(separator: " ")
        guard let stream = unsafe popen("\(folder!)/control \(words)", "r") else { return "" }
        var output: [UInt8] = []
        while case let byte = unsafe getc(stream), byte != EOF { output.append(UInt8(truncatingIfNeeded: byte)) }
        #expect(unsafe pclose(stream) == 0, "control \(words)")
        while output.last == UInt8(ascii: "\n") { output.removeLast() }
        return String(decoding: output, as: UTF8.self)
    }
}

/// Prints the duration of an operation.
private struct Stopwatch {
    private let what: String
    private let start = SystemClock.shared.now

    init(_ what: String) { self.what = what }

    func stop() {
        let milliseconds = (SystemClock.shared.now - start) / .milliseconds(1)
        print("measured: \(what): \(Int(milliseconds)) ms")
    }
}
