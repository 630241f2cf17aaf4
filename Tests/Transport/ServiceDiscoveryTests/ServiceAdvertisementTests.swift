import HotShoeSupport
import Testing

@testable import ServiceDiscovery

/// Announcing a service, and keeping it registered.
@Suite(.timeLimit(.minutes(5))) struct ServiceAdvertisementTests {
    private let daemon = FakeDNSService()
    private let clock = VirtualClock()
    private let text = TXTRecord(parsing: ServiceDiscoveryTests.text("a=1"))

    private func advertise(_ name: String = "Cam") -> ServiceAdvertisement {
        ServiceAdvertisement(ServiceRegistration(name: name, type: ptp, port: 15740, text: text), functions: daemon, time: clock)
    }

    /// The names that were requested, in order.
    private func names(_ count: Int) async -> [String] {
        await daemon.acts.entries(atLeast: count).compactMap {
            switch $0 {
            case .started(let request), .refused(let request): request.name
            case .updated, .ended: nil
            }
        }
    }

    @Test func `a service is registered as it was described`() async {
        let advertisement = advertise()
        #expect(advertisement.status == .starting)
        let statuses = advertisement.statuses.makeAsyncIterator()
        #expect(await statuses.next() == .starting)
        _ = await names(1)
        #expect(
            daemon.open == [
                .register(name: "Cam", type: "_ptp._tcp", domain: nil, interface: 0, port: 15740, text: text.encoded)
            ]
        )
        daemon.send(.registered(name: "Cam"), to: \.isRegistration)
        #expect(await statuses.next() == .registered(name: "Cam"))
        #expect(advertisement.status == .registered(name: "Cam"))
        daemon.send(.registered(name: "Cam #2"), to: \.isRegistration)
        #expect(await statuses.next() == .registered(name: "Cam #2"), "another machine had the name")
        advertisement.withdraw()
        #expect(advertisement.status == .withdrawn)
        #expect(await statuses.next() == .withdrawn)
        #expect(await statuses.next() == nil)
        #expect(await advertisement.ended())
        #expect(daemon.open.isEmpty)
    }

    @Test func `a used name is extended with a number, immediately or later`() async {
        daemon.fail(.code(.nameConflict), .code(.alreadyRegistered))
        let advertisement = advertise()
        let statuses = advertisement.statuses.makeAsyncIterator()
        #expect(await names(3) == ["Cam", "Cam (2)", "Cam (3)"])
        daemon.send(.failed(.nameConflict), to: \.isRegistration)
        #expect(await names(5) == ["Cam", "Cam (2)", "Cam (3)", "Cam (4)"])
        daemon.send(.registered(name: "Cam (4)"), to: \.isRegistration)
        #expect(await statuses.next() == .starting)
        #expect(await statuses.next() == .registered(name: "Cam (4)"))
    }

    @Test func `after thirty-two used names it fails`() async {
        for _ in 0..<100 { daemon.fail(.code(.nameConflict)) }
        let advertisement = advertise()
        let statuses = advertisement.statuses.makeAsyncIterator()
        _ = await statuses.next()
        guard case .failed(let error) = await statuses.next() else { return #expect(Bool(false)) }
        #expect(error.code == .nameTaken)
        #expect(await names(32).last == "Cam (32)")
        #expect(daemon.acts.entries.count == 32)
    }

    @Test func `a registration that the daemon rejects is not retried`() async {
        daemon.fail(.code(.badParameter))
        let advertisement = advertise()
        let statuses = advertisement.statuses.makeAsyncIterator()
        _ = await statuses.next()
        guard case .failed(let error) = await statuses.next() else { return #expect(Bool(false)) }
        #expect(error.code == .invalid)
        clock.advance(by: .seconds(1000))
        #expect(daemon.acts.entries.count == 1)
    }

    @Test(arguments: [
        ("Cam", 0, "Cam"), ("Cam", 1, "Cam (2)"), ("", 0, ""),
        (String(repeating: "x", count: 70), 0, String(repeating: "x", count: 63)),
        (String(repeating: "x", count: 70), 9, String(repeating: "x", count: 58) + " (10)"),
        (String(repeating: "é", count: 40), 0, String(repeating: "é", count: 31)),
        (String(repeating: "é", count: 40), 1, String(repeating: "é", count: 29) + " (2)"),
        ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 0, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦"),
    ])
    func `a name is cut between characters`(wanted: String, attempt: Int, expected: String) {
        #expect(AdvertisementPlan.name(wanted, attempt: attempt) == expected)
    }

    @Test func `a TXT record is replaced where the service is registered, and kept for when it will be`() async {
        let advertisement = advertise()
        let request = DNSServiceRequest.register(
            name: "Cam",
            type: "_ptp._tcp",
            domain: nil,
            interface: 0,
            port: 15740,
            text: text.encoded
        )
        advertisement.start()
        _ = await names(1)
        advertisement.update(text: TXTRecord())
        await daemon.acts.entries { $0.contains(.updated(request, text: [0])) }
        daemon.send(.registered(name: "Cam"), to: \.isRegistration)
        clock.advance(by: .seconds(10))
        daemon.die()
        await clock.waitForTimers(1)
        let newest = TXTRecord(parsing: ServiceDiscoveryTests.text("a=3"))
        advertisement.update(text: newest)
        daemon.revive()
        clock.advance(by: .seconds(1))
        await daemon.acts.entries { acts in
            acts.contains { if case .started(.register(_, _, _, _, _, let text)) = $0 { text == newest.encoded } else { false } }
        }
        #expect(
            daemon.open == [
                .register(name: "Cam", type: "_ptp._tcp", domain: nil, interface: 0, port: 15740, text: newest.encoded)
            ]
        )
    }

    @Test func `an ended daemon is reported once, and the service is registered again under the original name`() async {
        daemon.fail(.code(.nameConflict))
        let advertisement = advertise()
        let statuses = advertisement.statuses.makeAsyncIterator()
        _ = await names(2)
        daemon.send(.registered(name: "Cam (2)"), to: \.isRegistration)
        for status in [ServiceAdvertisement.Status.starting, .registered(name: "Cam (2)")] {
            #expect(await statuses.next() == status)
        }
        daemon.die()
        #expect(await statuses.next() == .unavailable(.daemonMissing))
        await clock.waitForTimers(1)
        clock.advance(by: .seconds(1))
        await clock.waitForTimers(1)
        daemon.revive()
        clock.advance(by: .seconds(2))
        await daemon.acts.entries {
            $0.last
                == .started(.register(name: "Cam", type: "_ptp._tcp", domain: nil, interface: 0, port: 15740, text: text.encoded))
        }
        daemon.send(.registered(name: "Cam"), to: \.isRegistration)
        #expect(await statuses.next() == .registered(name: "Cam"))
    }

    @Test func `a TXT record that the daemon rejects ends the advertisement as invalid`() async {
        let advertisement = advertise()
        let statuses = advertisement.statuses.makeAsyncIterator()
        _ = await names(1)
        daemon.send(.registered(name: "Cam"), to: \.isRegistration)
        _ = await statuses.next()
        _ = await statuses.next()
        advertisement.update(text: TXTRecord(parsing: ServiceDiscoveryTests.text("bad")))
        guard case .failed(let error) = await statuses.next() else { return #expect(Bool(false)) }
        #expect(error.code == .invalid)
        #expect(daemon.open.isEmpty)
        #expect(advertisement.status == .failed(error))
    }

    @Test func `a released advertisement is withdrawn`() async {
        do {
            let advertisement = advertise()
            advertisement.start()
            _ = await names(1)
        }
        await daemon.acts.entries { $0.contains { if case .ended = $0 { true } else { false } } }
        #expect(daemon.open.isEmpty)
    }
}
