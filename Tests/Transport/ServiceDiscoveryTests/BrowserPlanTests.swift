import Testing

@testable import ServiceDiscovery

/// Requests, dropped data and events of a browser.
@Suite struct BrowserPlanTests {
    @Test func `a search begins with one browse for its type`() {
        var world = BrowserWorld()
        world.begin()
        world.begin()
        #expect(Array(world.open.values) == [.browse(type: "_ptp._tcp", domain: nil, interface: 0)])
        #expect(world.events.isEmpty)
        #expect(world.plan.nextDeadline == nil)
    }

    @Test func `a service is looked up by its escaped name, on its interface, then its host's addresses`() {
        var world = BrowserWorld()
        world.begin()
        world.add("EOS R5. \\ é\n", interface: 7)
        let name = "EOS\\032R5\\.\\032\\\\\\032\\195\\169\\010._ptp._tcp.local"
        #expect(
            Set(world.open.values.filter { !$0.isBrowse }) == [
                .query(name: name, record: .location, interface: 7), .query(name: name, record: .text, interface: 7),
            ]
        )
        world.record(.location, location(host: "camera.local"))
        #expect(world.open.values.contains(.query(name: "camera.local", record: .v4Address, interface: 7)))
        #expect(world.open.values.contains(.query(name: "camera.local", record: .v6Address, interface: 7)))
        #expect(world.open.count == 5)
    }

    @Test(arguments: [
        [DNSRecordType.location, .text, .v4Address], [.text, .location, .v4Address], [.location, .v4Address, .text],
        [.location, .text, .v6Address], [.text, .location, .v6Address], [.location, .v6Address, .text],
    ])
    func `a service is found with the last of host, address and TXT record, once`(order: [DNSRecordType]) {
        let data: [DNSRecordType: [UInt8]] = [.location: location(), .text: text("a=1"), .v4Address: v4(1), .v6Address: v6(1)]
        var world = BrowserWorld()
        world.begin()
        world.add("C")
        for (index, record) in order.enumerated() {
            #expect(world.events.isEmpty, "\(index)")
            world.record(record, data[record]!)
        }
        let address = data[order.first { $0 == .v4Address || $0 == .v6Address }!]!
        #expect(world.drainEvents() == [.found(service("C", addresses: [address], text: text("a=1")))])
        world.advance(by: .seconds(100))
        #expect(world.events.isEmpty)
    }

    @Test func `a service without a TXT record is found after a second`() {
        var world = BrowserWorld()
        world.begin()
        world.add("C")
        world.record(.location, location())
        world.record(.v4Address, v4(1))
        world.advance(by: .milliseconds(999))
        #expect(world.events.isEmpty)
        world.advance(by: .milliseconds(1))
        #expect(world.drainEvents() == [.found(service("C", addresses: [v4(1)]))])
        world.record(.text, text("late=1"))
        #expect(world.drainEvents() == [.updated(service("C", addresses: [v4(1)], text: text("late=1")))])
    }

    @Test func `a service without host or address is never found`() {
        var world = BrowserWorld()
        world.begin()
        world.add("C")
        world.record(.text, text("a=1"))
        world.advance(by: .seconds(1000))
        world.record(.location, location())
        world.advance(by: .seconds(1000))
        world.remove("C")
        #expect(world.events.isEmpty, "what was not found is not lost")
        #expect(world.open.count == 1)
    }

    @Test func `each protocol that announces a service counts once`() {
        var world = BrowserWorld()
        world.begin()
        for _ in 0..<3 { world.add("C") }
        world.answer("C")
        #expect(world.drainEvents().count == 1)
        world.remove("C")
        world.remove("C")
        #expect(world.events.isEmpty)
        world.remove("C")
        #expect(world.drainEvents() == [.lost(identity("C"))])
        world.remove("C")
        world.remove("never seen")
        #expect(world.events.isEmpty)
        world.add("C")
        world.answer("C")
        #expect(world.drainEvents().count == 1, "it was found again")
    }

    @Test func `the same name on two interfaces is two services`() {
        var world = BrowserWorld()
        world.begin()
        world.add("C", interface: 2)
        world.add("C", interface: 3)
        world.answer("C")
        #expect(world.drainEvents().count == 2)
        world.remove("C", interface: 3)
        #expect(world.drainEvents() == [.lost(identity("C", interface: 3))])
    }

    @Test func `changes are reported, repetitions are not`() {
        var world = BrowserWorld()
        world.begin()
        world.add("C")
        world.record(.text, text("a=1"))
        world.record(.location, location())
        world.record(.v4Address, v4(9))
        #expect(world.drainEvents().count == 1)
        // The same for the second protocol.
        world.record(.text, text("a=1"))
        world.record(.location, location())
        #expect(world.events.isEmpty)
        // A new TXT record appears, and the old one disappears a second later.
        for _ in 0..<2 { world.record(.text, text("a=2")) }
        #expect(world.drainEvents() == [.updated(service("C", addresses: [v4(9)], text: text("a=2")))])
        for _ in 0..<2 { world.record(.text, text("a=1"), isAdded: false) }
        #expect(world.events.isEmpty)
        // Addresses are listed in a fixed order, regardless of the order of their arrival.
        world.record(.v6Address, v6(1))
        world.record(.v4Address, v4(1))
        #expect(
            world.drainEvents() == [
                .updated(service("C", addresses: [v4(9), v6(1)], text: text("a=2"))),
                .updated(service("C", addresses: [v4(1), v4(9), v6(1)], text: text("a=2"))),
            ]
        )
        world.record(.v4Address, v4(9), isAdded: false)
        #expect(world.drainEvents() == [.updated(service("C", addresses: [v4(1), v6(1)], text: text("a=2")))])
        world.record(.location, location(port: 80))
        #expect(world.drainEvents() == [.updated(service("C", port: 80, addresses: [v4(1), v6(1)], text: text("a=2")))])
    }

    @Test func `a goodbye is one event, for any order of the removed records`() {
        let records: [(DNSRecordType, [UInt8])] = [
            (.text, text("n=C")), (.location, location(host: "C.local")), (.v4Address, v4(1)),
        ]
        for first in 0..<3 {
            var world = BrowserWorld()
            world.begin()
            world.add("C")
            world.answer("C")
            _ = world.drainEvents()
            for index in 0..<3 {
                let (record, data) = records[(first + index) % 3]
                world.record(record, data, isAdded: false)
                world.advance(by: .milliseconds(10))
            }
            world.remove("C")
            #expect(world.drainEvents() == [.lost(identity("C"))])
        }
    }

    @Test func `a service that moves to another host is reported when that host's address is known`() {
        var world = BrowserWorld()
        world.begin()
        world.add("C")
        world.record(.text, text("a=1"))
        world.record(.location, location(host: "old.local"))
        world.record(.v4Address, v4(1))
        _ = world.drainEvents()
        world.record(.location, location(port: 81, host: "new.local"))
        #expect(world.events.isEmpty)
        #expect(world.keys { $0.name == "old.local" }.isEmpty, "its addresses are not needed any more")
        world.record(.v6Address, v6(2))
        #expect(
            world.drainEvents() == [.updated(service("C", port: 81, host: "new.local", addresses: [v6(2)], text: text("a=1")))]
        )
    }

    @Test(
        arguments: [
            [], [0], [0, 0, 0, 0, 0, 80], [0, 0, 0, 0, 0, 80, 0], [0, 0, 0, 0, 0, 80, 5, 65], [0, 0, 0, 0, 0, 80, 1, 65],
            [0, 0, 0, 0, 0, 80, 0xC0, 12], [0, 0, 0, 0, 0, 80, 1, 65, 0, 0],
            [0, 0, 0, 0, 0, 80] + [UInt8](repeating: 1, count: 300),
        ] as [[UInt8]]
    )
    func `a malformed SRV record has no effect`(data: [UInt8]) {
        #expect(ServiceLocation(parsing: data) == nil)
        var world = BrowserWorld()
        world.begin()
        world.add("C")
        world.record(.location, data)
        #expect(world.open.count == 3)
    }

    @Test(
        arguments: [
            [], [1, 2, 3], [0, 0, 0, 0], [224, 0, 0, 251], [255, 255, 255, 255], [1, 2, 3, 4, 5],
        ] as [[UInt8]]
    )
    func `an address that no host can have is left out`(data: [UInt8]) {
        var world = BrowserWorld()
        world.begin()
        world.add("C")
        world.record(.text, [0])
        world.record(.location, location())
        world.record(.v4Address, data)
        world.record(.v6Address, [0xFF, 0x02] + [UInt8](repeating: 0, count: 14))
        #expect(world.events.isEmpty)
    }

    @Test func `at most sixteen addresses of a kind are kept`() {
        var world = BrowserWorld()
        world.begin()
        world.add("C")
        world.record(.text, [0])
        world.record(.location, location())
        for last in 1...200 { world.record(.v4Address, v4(UInt8(last))) }
        guard case .updated(let service)? = world.events.last else { return #expect(Bool(false)) }
        #expect(service.addresses.count == 16)
        #expect(service.addresses.last == HostAddress(v4: v4(200)))
    }

    // MARK: The daemon

    @Test func `an error is reported once, and attempts continue with longer pauses, up to thirty seconds`() {
        var world = BrowserWorld()
        world.failure = { _ in .code(.unknown) }
        world.begin()
        #expect(world.drainEvents() == [.unavailable(.daemonMissing)])
        var tries = world.begun
        for pause in [1, 2, 4, 8, 16, 30, 30, 30] {
            world.advance(by: .seconds(pause) - .milliseconds(1))
            #expect(world.begun == tries)
            world.advance(by: .milliseconds(1))
            #expect(world.begun == tries + 1)
            tries = world.begun
        }
        #expect(world.events.isEmpty)
        world.failure = { _ in nil }
        world.advance(by: .seconds(30))
        #expect(world.drainEvents() == [.availableAgain])
    }

    @Test func `a missing library is reported as such`() {
        var world = BrowserWorld()
        world.failure = { _ in .library(.libraryMissing("no such file")) }
        world.begin()
        guard case .unavailable(let error)? = world.events.first else { return #expect(Bool(false)) }
        #expect(error.code == .libraryMissing)
        #expect(error.message.contains("libavahi-compat-libdnssd1"))
    }

    @Test func `when the daemon ends, services are lost, the error is reported, and services are found again afterwards`() {
        var world = BrowserWorld()
        world.begin()
        for name in ["B", "A", "unknown"] { world.add(name) }
        for name in ["A", "B"] { world.answer(name) }
        let found = world.drainEvents()
        world.advance(by: .seconds(60))
        world.reply(.failed(.unknown), to: \.isBrowse)
        #expect(world.drainEvents() == [.lost(identity("B")), .lost(identity("A")), .unavailable(.daemonMissing)])
        #expect(world.open.isEmpty)
        world.advance(by: .seconds(1))
        #expect(world.drainEvents() == [.availableAgain])
        for name in ["A", "B"] {
            world.add(name)
            world.answer(name)
        }
        #expect(world.drainEvents() == found)
    }

    @Test func `a daemon that keeps dying is tried more and more seldom`() {
        var world = BrowserWorld()
        world.begin()
        for pause in [1, 2, 4, 8] {
            world.reply(.failed(.unknown), to: \.isBrowse)
            let tries = world.begun
            world.advance(by: .seconds(pause) - .milliseconds(1))
            #expect(world.begun == tries)
            world.advance(by: .milliseconds(1))
            #expect(world.begun == tries + 1)
        }
        world.advance(by: .seconds(5))
        world.reply(.failed(.unknown), to: \.isBrowse)
        let tries = world.begun
        world.advance(by: .seconds(1))
        #expect(world.begun == tries + 1, "it had worked for five seconds")
    }

    @Test(arguments: [DNSServiceErrorCode.unsupported, .unknown, .refused, .badParameter])
    func `a failed lookup is retried later, without effect on other services`(code: DNSServiceErrorCode) {
        var world = BrowserWorld()
        world.begin()
        world.add("good")
        world.answer("good")
        world.failure = { $0.name == "bad._ptp._tcp.local" ? .code(code) : nil }
        world.add("bad")
        #expect(world.drainEvents().count == 1)
        #expect(world.keys { $0.name == "bad._ptp._tcp.local" }.isEmpty)
        for pause in [5, 10, 20, 40, 60, 60] {
            let tries = world.begun
            world.advance(by: .seconds(pause) - .milliseconds(1))
            #expect(world.begun == tries)
            world.advance(by: .milliseconds(1))
            #expect(world.begun > tries)
        }
        world.failure = { _ in nil }
        world.advance(by: .seconds(60))
        world.answer("bad")
        #expect(world.drainEvents().count == 1)
        #expect(world.plan.openLookups.count == 2)
    }

    @Test func `a lookup that ends early keeps its results`() {
        var world = BrowserWorld()
        world.begin()
        world.add("C")
        world.answer("C")
        _ = world.drainEvents()
        world.reply(.failed(.unknown)) { $0.record == .text }
        #expect(world.events.isEmpty)
        #expect(world.open.count == 1, "its other lookups have ended")
        world.advance(by: .seconds(5))
        world.answer("C", address: 2)
        world.advance(by: .seconds(1))
        #expect(
            world.drainEvents() == [.updated(service("C", host: "C.local", addresses: [v4(2)], text: text("n=C")))]
        )
    }

    @Test func `after stop nothing is open, nothing is reported and nothing begins`() {
        var world = BrowserWorld()
        world.begin()
        world.add("C")
        world.answer("C")
        _ = world.drainEvents()
        world.process(.stop)
        #expect(world.open.isEmpty)
        world.process(.begin)
        world.process(.timerFired)
        #expect(world.events.isEmpty)
        #expect(world.open.isEmpty)
        #expect(world.plan.nextDeadline == nil)
    }

    // MARK: Many services

    @Test func `a flood is bounded, and reported once`() {
        var world = BrowserWorld()
        world.begin()
        for number in 0..<5000 { world.add("flood\(number)") }
        #expect(world.plan.entries.count == 1024)
        #expect(world.open.count == 1 + 2 * 16)
        #expect(world.warnings.count == 1)
        world.remove("flood0")
        world.add("room again")
        #expect(world.plan.entries.count == 1024)
        for number in 0..<5000 { world.remove("flood\(number)") }
        #expect(world.plan.entries.count == 1)
    }

    @Test func `a new service replaces a finished one immediately, and a silent one after three seconds`() {
        var world = BrowserWorld(lookups: 2)
        world.begin()
        for name in ["A", "B", "C", "D"] { world.add(name) }
        #expect(world.plan.openLookups == [identity("A"), identity("B")])
        world.answer("A")
        world.process(.timerFired)
        #expect(world.plan.openLookups == [identity("B"), identity("C")])
        world.advance(by: .seconds(3) - .milliseconds(1))
        #expect(world.plan.openLookups == [identity("B"), identity("C")])
        world.advance(by: .milliseconds(1))
        #expect(world.plan.openLookups == [identity("C"), identity("D")])
    }

    @Test func `earlier services are looked up in turns, and all changes are seen in the end`() {
        var world = BrowserWorld(lookups: 2)
        world.begin()
        let names = ["A", "B", "C", "D", "E"]
        for name in names { world.add(name) }
        for _ in names {
            for name in names { world.answer(name) }
            world.advance(by: .milliseconds(1))
        }
        #expect(world.drainEvents().count == 5)
        // From now on all of them have another address.
        for _ in 0..<20 {
            for name in names { world.answer(name, address: 2) }
            world.advance(by: .seconds(5))
            #expect(world.plan.openLookups.count == 2)
        }
        let updates = world.drainEvents().compactMap { if case .updated(let service) = $0 { service } else { nil } }
        #expect(Set(updates.filter { $0.addresses.contains(HostAddress(v4: v4(2))!) }.map(\.name)) == Set(names))
        #expect(world.begun < 150, "turns, not a chase: \(world.begun)")
    }

    @Test func `while there is space no turn ends`() {
        var world = BrowserWorld()
        world.begin()
        for number in 0..<16 {
            world.add("C\(number)")
            world.answer("C\(number)")
        }
        let begun = world.begun
        world.advance(by: .seconds(3600))
        #expect(world.begun == begun)
        #expect(world.plan.nextDeadline == nil, "nothing to wait for")
    }

    @Test(arguments: 1...20) func `for random inputs the open operations are known, bounded, and ended`(seed: UInt64) {
        var dice = Dice(state: seed)
        var world = BrowserWorld(services: 12, lookups: 3)
        var visible: Set<Service.Identity> = []
        var isDaemonThere = true
        world.begin()
        for _ in 0..<2000 {
            let name = "S\(Int.random(in: 0..<16, using: &dice))"
            switch Int.random(in: 0..<24, using: &dice) {
            case 0..<6: world.add(name)
            case 6..<10: world.remove(name)
            case 10..<16: world.answer(name, address: .random(in: 1...4, using: &dice))
            case 16: world.record(.v4Address, v4(.random(in: 1...4, using: &dice)), isAdded: false)
            case 17: world.record(.location, location(port: .random(in: 1...3, using: &dice), host: "\(name).local"))
            case 18: world.record(.text, text("n=\(name)"), isAdded: false)
            case 19:
                if let key = world.keys({ !$0.isBrowse }).randomElement(using: &dice) {
                    let request = world.open[key]
                    world.reply(.failed(.unknown)) { $0 == request }
                }
            case 20:
                isDaemonThere = Bool.random(using: &dice)
                if !isDaemonThere {
                    world.failure = { _ in .code(.unknown) }
                    for key in world.open.keys { world.reply(.failed(.unknown)) { [open = world.open] in $0 == open[key] } }
                } else {
                    world.failure = { _ in nil }
                }
            default: world.advance(by: .milliseconds(Int.random(in: 1...8000, using: &dice)))
            }
            for event in world.drainEvents() {
                switch event {
                case .found(let service): #expect(visible.insert(service.identity).inserted)
                case .updated(let service):
                    #expect(visible.contains(service.identity))
                    #expect(!service.addresses.isEmpty)
                case .lost(let identity): #expect(visible.remove(identity) != nil)
                case .unavailable: #expect(visible.isEmpty)
                case .availableAgain: break
                }
            }
            #expect(world.plan.openLookups.count <= 3)
            #expect(world.plan.entries.count <= 12)
            #expect(Set(world.open.keys.filter { !world.open[$0]!.isBrowse }) == Set(world.plan.owners.keys))
            #expect(
                world.plan.newServices.count + world.plan.returners.count + world.plan.openLookups.count
                    == world.plan.entries.count
            )
        }
        world.process(.stop)
        #expect(world.open.isEmpty)
    }
}
