import Sockets
import Testing

@testable import SSDP

/// Limits on the requests and events that an announcer can cause.
@Suite struct RateTests {
    private static let type = "urn:test:service:1"
    private static let source = SocketAddress(bytes: [192, 0, 2, 7], port: 50_000)!
    private static let camera = try! DeviceDescription("<a><modelName>M</modelName></a>".utf8)

    /// Number of requests and events so far.
    private struct Count: Equatable {
        var requests = 0
        var events = 0
    }

    /// Passes a message to the plan, answers each request immediately, and counts.
    private static func pass(
        _ message: SSDPMessage,
        from source: SocketAddress,
        at now: Duration,
        _ plan: inout SSDPPlan,
        _ count: inout Count
    ) {
        var actions = plan.received(message, from: source, at: now)[...]
        if plan.nextDeadline <= now { actions += plan.timePassed(now) }
        while let action = actions.popFirst() {
            switch action {
            case .read(let name, let location):
                count.requests += 1
                actions += plan.described(name, location, camera, at: now)
            case .report: count.events += 1
            case .search: break
            }
        }
    }

    private static func announcement(_ boot: Int, of source: SocketAddress) -> SSDPAnnouncement {
        SSDPAnnouncement(
            type: type,
            uniqueName: "uuid:\(source.host)::\(type)",
            location: "http://\(source.host):80/\(boot)",
            boot: boot,
            maximumAge: 100
        )
    }

    @Test(arguments: [false, true])
    func `a device with ever other locations, or with goodbyes in between, is read once a second`(
        leaves: Bool
    ) {
        var (plan, count) = (SSDPPlan(types: [Self.type], now: .zero), Count())
        for step in 0..<10_000 {
            let now = Duration.milliseconds(step)
            let announcement = Self.announcement(step, of: Self.source)
            Self.pass(.alive(announcement), from: Self.source, at: now, &plan, &count)
            if leaves { Self.pass(.goodbye(uniqueName: announcement.uniqueName), from: Self.source, at: now, &plan, &count) }
        }
        #expect((10...11).contains(count.requests) && count.events <= 22, "\(count)")
    }

    @Test func `all sources together cause ten requests a second`() {
        var (plan, count) = (SSDPPlan(types: [Self.type], now: .zero), Count())
        for step in 0..<10_000 {
            let source = SocketAddress(bytes: [10, 0, UInt8(step / 250 % 250), UInt8(step % 250)], port: 50_000)!
            Self.pass(.alive(Self.announcement(step, of: source)), from: source, at: .milliseconds(step), &plan, &count)
            Self.pass(
                .goodbye(uniqueName: Self.announcement(step, of: source).uniqueName),
                from: source,
                at: .milliseconds(step),
                &plan,
                &count
            )
        }
        #expect((100...101).contains(count.requests) && count.events <= 202, "\(count)")
    }

    @Test func `a device beyond the rate is read when the span is over`() {
        var (plan, count) = (SSDPPlan(types: [Self.type], now: .zero), Count())
        for boot in 0...20 {
            Self.pass(.alive(Self.announcement(boot, of: Self.source)), from: Self.source, at: .seconds(1), &plan, &count)
        }
        #expect(count.requests == 10)
        var deadline = plan.nextDeadline
        while deadline < .seconds(11) {
            _ = plan.timePassed(deadline)
            deadline = plan.nextDeadline
        }
        let last = DescriptionLocation(address: SocketAddress(bytes: Self.source.bytes, port: 80)!, path: "/20")
        #expect(plan.timePassed(.seconds(11)).contains(.read(uniqueName: "uuid:192.0.2.7::\(Self.type)", last)))
    }
}
