import Sockets
import Testing

@testable import SSDP

/// Searches, requests of descriptions, and the devices that are present.
@Suite struct PlanTests {
    private static let type = "urn:test:service:1"
    private static let source = SocketAddress(bytes: [192, 0, 2, 7], port: 50_000)!
    private static let other = SocketAddress(bytes: [192, 0, 2, 8], port: 50_000)!
    private let camera = try! DeviceDescription("<a><modelName>M</modelName></a>".utf8)

    private static func announcement(
        _ number: Int = 1,
        of host: String = "192.0.2.7",
        path: String = "/d",
        type: String = type,
        age: Int = 100,
        boot: Int? = nil
    ) -> SSDPAnnouncement {
        SSDPAnnouncement(
            type: type,
            uniqueName: "uuid:\(number)::\(type)",
            location: "http://\(host):80\(path)",
            boot: boot,
            maximumAge: age
        )
    }

    private static func location(_ path: String = "/d", at source: SocketAddress = source) -> DescriptionLocation {
        DescriptionLocation(address: SocketAddress(bytes: source.bytes, port: 80)!, path: path)
    }

    /// A plan whose searches of the first half minute are over.
    private func plan(_ limits: SSDPPlan.Limits = .init()) -> SSDPPlan {
        var plan = SSDPPlan(types: [Self.type], limits: limits, now: .zero)
        for _ in 0..<3 { _ = plan.timePassed(plan.nextDeadline) }
        return plan
    }

    /// A plan that has described a device, 1 s after the start.
    private func described() -> SSDPPlan {
        var plan = plan()
        _ = plan.received(.alive(Self.announcement()), from: Self.source, at: .seconds(1))
        _ = plan.described("uuid:1::\(Self.type)", Self.location(), camera, at: .seconds(1))
        return plan
    }

    @Test func `each type is searched three times, and then every half minute`() {
        var plan = SSDPPlan(types: ["a", "b"], now: .seconds(5))
        var times: [Duration] = []
        for _ in 0..<5 {
            times.append(plan.nextDeadline)
            let actions = plan.timePassed(plan.nextDeadline)
            #expect(actions == [.search("a"), .search("b")])
        }
        #expect(times == [.seconds(5), .milliseconds(5500), .seconds(6), .seconds(36), .seconds(66)])
        #expect(plan.timePassed(.seconds(67)) == [])
    }

    @Test func `a device is described, reported, and lost when its announcement expires`() {
        var plan = plan()
        let name = "uuid:1::\(Self.type)"
        let response = SSDPMessage.response(Self.announcement())
        #expect(plan.received(response, from: Self.source, at: .seconds(2)) == [.read(uniqueName: name, Self.location())])
        #expect(plan.received(response, from: Self.source, at: .seconds(3)) == [], "it is being read")
        let device = SSDPDevice(
            announcement: Self.announcement(),
            source: Self.source,
            location: Self.location(),
            description: camera
        )
        #expect(plan.described(name, Self.location(), camera, at: .seconds(4)) == [.report(.found(device))])
        #expect(plan.received(response, from: Self.source, at: .seconds(10)) == [], "it extends its life only")
        _ = plan.timePassed(.seconds(109))
        #expect(plan.deviceCount == 1)
        #expect(plan.timePassed(.seconds(110)).contains(.report(.lost(uniqueName: name))))
        #expect(plan.deviceCount == 0)
    }

    @Test(arguments: [(-5, 60), (0, 60), (59, 60), (61, 61), (.max, 1800)])
    func `the validity of an announcement is limited`(_ age: Int, _ seconds: Int) {
        var plan = plan()
        _ = plan.received(.alive(Self.announcement(age: age)), from: Self.source, at: .zero)
        _ = plan.timePassed(.seconds(seconds) - .nanoseconds(1))
        #expect(plan.deviceCount == 1)
        _ = plan.timePassed(.seconds(seconds))
        #expect(plan.deviceCount == 0)
    }

    @Test func `a goodbye counts only from the device's own address, and only for a reported device`() {
        var plan = described()
        let name = "uuid:1::\(Self.type)"
        #expect(plan.received(.goodbye(uniqueName: name), from: Self.other, at: .seconds(2)) == [])
        #expect(
            plan.received(.goodbye(uniqueName: name), from: Self.source, at: .seconds(2)) == [.report(.lost(uniqueName: name))]
        )
        #expect(plan.received(.goodbye(uniqueName: name), from: Self.source, at: .seconds(2)) == [])
        _ = plan.received(.alive(Self.announcement(2)), from: Self.source, at: .seconds(3))
        #expect(plan.received(.goodbye(uniqueName: "uuid:2::\(Self.type)"), from: Self.source, at: .seconds(3)) == [])
        #expect(plan.described("uuid:2::\(Self.type)", Self.location(), camera, at: .seconds(4)) == [], "it has left")
    }

    @Test func `other types, other hosts and searches are ignored`() {
        var plan = plan()
        for message in [
            .alive(Self.announcement(type: "other")), .response(Self.announcement(of: "192.0.2.9")), .search(target: Self.type),
        ] as [SSDPMessage] {
            #expect(plan.received(message, from: Self.source, at: .seconds(2)) == [])
        }
        #expect(plan.deviceCount == 0)
    }

    @Test func `another source does not replace a device whose announcement is valid`() {
        var plan = described()
        let forged = SSDPMessage.alive(Self.announcement(of: "192.0.2.8", path: "/forged"))
        #expect(plan.received(forged, from: Self.other, at: .seconds(2)) == [])
        _ = plan.timePassed(.seconds(200))
        #expect(
            plan.received(forged, from: Self.other, at: .seconds(200))
                == [.read(uniqueName: "uuid:1::\(Self.type)", Self.location("/forged", at: Self.other))]
        )
    }

    @Test(arguments: [("/new", nil), ("/d", 2)] as [(String, Int?)])
    func `a new location or boot number has the description read again`(_ path: String, _ boot: Int?) {
        var plan = described()
        let message = SSDPMessage.alive(Self.announcement(path: path, boot: boot))
        let read = SSDPPlan.Action.read(uniqueName: "uuid:1::\(Self.type)", Self.location(path))
        #expect(plan.received(message, from: Self.source, at: .seconds(2)) == [read])
        // The device moves on while its description is read: the result is not used.
        let third = SSDPMessage.alive(Self.announcement(path: "/third", boot: boot))
        #expect(plan.received(third, from: Self.source, at: .seconds(3)) == [])
        let actions = plan.described("uuid:1::\(Self.type)", Self.location(path), camera, at: .seconds(4))
        #expect(actions == [.read(uniqueName: "uuid:1::\(Self.type)", Self.location("/third"))])
    }

    @Test func `a refused description is read again after a minute, or when the device announces another`() {
        for (path, time, isRead) in [("/d", 30, false), ("/d", 62, true), ("/e", 30, true)] {
            var plan = plan()
            let name = "uuid:1::\(Self.type)"
            _ = plan.received(.alive(Self.announcement()), from: Self.source, at: .seconds(1))
            #expect(plan.described(name, Self.location(), nil, at: .seconds(1)) == [])
            let again = plan.received(.alive(Self.announcement(path: path)), from: Self.source, at: .seconds(time))
            #expect(again == (isRead ? [.read(uniqueName: name, Self.location(path))] : []))
        }
    }

    @Test func `devices, devices of a source, and simultaneous requests are limited`() {
        var plan = plan(.init(devices: 5, devicesOfOneSource: 3, requests: 2))
        var reads = 0
        for number in 1...6 {
            reads += plan.received(.alive(Self.announcement(number)), from: Self.source, at: .seconds(1)).count
            let distant = Self.announcement(100 + number, of: "192.0.2.8")
            reads += plan.received(.alive(distant), from: Self.other, at: .seconds(1)).count
        }
        #expect(plan.deviceCount == 5 && reads == 2)
        let next = plan.described("uuid:1::\(Self.type)", Self.location(), nil, at: .seconds(2))
        #expect(next.count == 1, "the next one in order")
    }

    @Test func `a response that arrives after the goodbye does not bring the device back, a notification or a restart does`() {
        let response = SSDPMessage.response(Self.announcement(boot: 1))
        for (message, time, isBack) in [
            (response, 3, false), (response, 9, true), (.alive(Self.announcement(boot: 1)), 3, true),
            (.response(Self.announcement(boot: 2)), 3, true),
        ] {
            var plan = plan()
            _ = plan.received(.alive(Self.announcement(boot: 1)), from: Self.source, at: .seconds(1))
            _ = plan.received(.goodbye(uniqueName: "uuid:1::\(Self.type)"), from: Self.source, at: .seconds(2))
            #expect(plan.deviceCount == 0)
            _ = plan.received(message, from: Self.source, at: .seconds(time))
            #expect(plan.deviceCount == (isBack ? 1 : 0), "\(message) after \(time) s")
        }
    }
}
