import HotShoeSupport
import Sockets
import TestSupport
import Testing

@testable import SSDP

/// Devices that wait for an invitation.
@Suite struct InvitationTests {
    private static let source = SocketAddress(bytes: [192, 0, 2, 7], port: 50_000)!
    private static let invitation = Invitation(service: "PCSS/1.0", port: 51562, answerPort: 51560)

    private static func device(_ number: UInt8 = 7, port: UInt16 = 15740) -> InvitedDevice {
        InvitedDevice(address: SocketAddress(bytes: [192, 0, 2, number], port: port)!, name: "X-T4")
    }

    @Test func `an invitation is one for the same service only`() {
        let sent = Self.invitation.datagram(from: "192.0.2.1")
        #expect(Self.invitation.isInvitation(sent))
        // The vendor's program sends no empty line, and zeros after the text.
        #expect(Self.invitation.isInvitation(sent.dropLast(2) + [UInt8](repeating: 0, count: 400)))
        #expect(!Invitation(service: "PCAUTOSAVE/1.0", port: 1, answerPort: 2).isInvitation(sent))
        #expect(!Self.invitation.isInvitation(Array("M-SEARCH * HTTP/1.1\r\nSERVICE: PCSS/1.0\r\n".utf8)))
        #expect(!Self.invitation.isInvitation([UInt8](repeating: 10, count: 3000)) && !Self.invitation.isInvitation([]))
    }

    @Test(
        arguments: [
            ("NOTIFY * HTTP/1.1\r\nDSC: 192.0.2.7\r\nCAMERANAME: X-T4\r\nDSCPORT: 15740\r\n\r\n", 15740, "X-T4"),
            ("X\nDSCPORT:1\nDSC:192.0.2.7", 1, nil), ("X\r\nDSC: 192.0.2.7\r\nCAMERANAME:\r\nDSCPORT: 65535\r\n", 65535, nil),
        ] as [(String, UInt16, String?)]
    ) func `an answer has a port, and perhaps a name`(_ text: String, _ port: UInt16, _ name: String?) throws {
        let device = try #require(InvitedDevice(Array(text.utf8), from: Self.source))
        #expect(device.address == Self.source.withPort(port) && device.name == name)
        #expect(InvitedDevice(device.answer(), from: Self.source) == device)
    }

    @Test(arguments: [
        "", "\r\n", "X\r\nDSC: 192.0.2.8\r\nDSCPORT: 1\r\n", "X\r\nDSCPORT: 1\r\n", "X\r\nDSC: 192.0.2.7\r\n",
        "X\r\nDSC: 192.0.2.7\r\nDSCPORT: 0\r\n", "X\r\nDSC: 192.0.2.7\r\nDSCPORT: +77\r\n",
        "X\r\nDSC: 192.0.2.7\r\nDSCPORT: 65536\r\n",
        "X\r\nDSC: localhost\r\nDSCPORT: 1\r\n",
        "X\r\nDSC: 192.0.2.7\r\n" + String(repeating: "A: b\r\n", count: 40) + "DSCPORT: 1\r\n",
        String(repeating: "x", count: 3000),
    ]) func `an answer that names another host, or no port, is none`(_ text: String) {
        #expect(InvitedDevice(Array(text.utf8), from: Self.source) == nil)
    }

    @Test func `a long name is cut`() {
        let text = "X\r\nDSC: 192.0.2.7\r\nDSCPORT: 1\r\nCAMERANAME: " + String(repeating: "x", count: 1500)
        #expect(InvitedDevice(Array(text.utf8), from: Self.source)?.name?.count == 100)
    }

    // MARK: The plan

    @Test func `three invitations follow one another, later ones every ten seconds; without answers a device is lost`() {
        var plan = InvitationPlan(now: .zero)
        var times: [Duration] = []
        while plan.nextDeadline < .seconds(22) {
            let now = plan.nextDeadline
            if plan.timePassed(now).invites { times.append(now) }
        }
        #expect(times == [.zero, .milliseconds(500), .seconds(1), .seconds(11), .seconds(21)])
        #expect(plan.received(Self.device(), at: .seconds(22))?.events == [.found(Self.device())])
        #expect(plan.received(Self.device(), at: .seconds(23))?.events == [])
        #expect(plan.received(Self.device(port: 2), at: .seconds(24))?.events == [.found(Self.device(port: 2))])
        // Two devices of one host.
        #expect(plan.timePassed(.seconds(57)).events == [])
        #expect(plan.timePassed(.seconds(58)).events == [.lost(Self.device().address)])
        #expect(plan.timePassed(.seconds(59)).events == [.lost(Self.device(port: 2).address)])
        #expect(plan.timePassed(.seconds(120)).events == [])
    }

    @Test func `the next answer of a device that is wanted is accepted, once, and it stays while it is used`() {
        var plan = InvitationPlan(now: .zero)
        #expect(plan.received(Self.device(), at: .zero)?.isAccepted == false)
        _ = plan.timePassed(.zero)
        plan.want(Self.device().address, at: .milliseconds(100))
        #expect(plan.nextDeadline == .milliseconds(100) && plan.timePassed(.milliseconds(100)).invites)
        #expect(plan.received(Self.device(8), at: .seconds(1))?.isAccepted == false)
        #expect(plan.received(Self.device(), at: .seconds(1))?.isAccepted == true)
        #expect(plan.timePassed(.seconds(3600)).events == [.lost(Self.device(8).address)])
        // It answers again: nobody uses it.
        #expect(plan.received(Self.device(), at: .seconds(3600))?.isAccepted == false)
        #expect(plan.timePassed(.seconds(3636)).events == [.lost(Self.device().address)])
        // One that has not answered again is kept as well.
        #expect(plan.received(Self.device(), at: .seconds(4000))?.events.count == 1)
        plan.want(Self.device().address, at: .seconds(4000))
        plan.use(Self.device().address, at: .seconds(4002))
        #expect(plan.timePassed(.seconds(5000)).events == [])
        #expect(plan.received(Self.device(), at: .seconds(5000))?.isAccepted == false)
    }

    @Test func `answers are limited, of each source and in all, and so are devices`() {
        var plan = InvitationPlan(now: .zero)
        #expect((0..<30).count { plan.received(Self.device(port: UInt16($0 + 1)), at: .seconds(1)) != nil } == 10)
        var others = InvitationPlan(now: .zero)
        let found = (0..<200).count { others.received(Self.device(UInt8($0)), at: .seconds($0)) != nil }
        #expect(found == InvitationPlan.limit)
        #expect(others.nextDeadline == .zero)
    }
}

/// Invitations and answers on loopback, at ports of the test's own.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct InvitationLoopbackTests {
    private static func invitation() throws -> Invitation {
        let datagrams = try DatagramSocket(bound: .loopback(port: 0))
        let answers = try Socket.listening(on: .loopback(port: 0))
        return Invitation(
            service: "TEST/1.0",
            port: try #require(datagrams.socket.localAddress?.port),
            answerPort: try #require(answers.localAddress?.port)
        )
    }

    @Test func `a device is found, and is lost when it has ended`() async throws {
        let invitation = try Self.invitation()
        let clock = VirtualClock()
        let responder = InvitationResponder(invitation, name: "X-T4", port: 15740, isPublic: false)
        try responder.start()
        let browser = InvitationBrowser(invitation, network: .loopback, time: clock)
        let events = browser.events.makeAsyncIterator()
        browser.start()
        let device = InvitedDevice(address: .loopback(port: 15740), name: "X-T4")
        #expect(await events.next() == .found(device))
        responder.stop()
        async let lost = events.next()
        try await until("the device is lost") {
            clock.advance(by: .seconds(10))
            return clock.now > .seconds(60)
        }
        #expect(await lost == .lost(device.address))
        browser.stop()
    }

    @Test func `an answer is accepted when the program connects, and not before`() async throws {
        let invitation = try Self.invitation()
        let browser = InvitationBrowser(invitation, network: .loopback)
        browser.start()
        let device = InvitedDevice(address: .loopback(port: 15740), name: nil)
        func answer() async throws -> String {
            try await onOwnThread {
                let socket = try Socket.connecting(to: .loopback(port: invitation.answerPort))
                _ = socket.wait(toSend: true, for: .seconds(60))
                if let failure = socket.connectionFailure() { throw failure }
                let deadline = SystemClock.monotonicTime() + .seconds(60)
                socket.sendAll(device.answer(), until: deadline)
                var bytes: [UInt8] = []
                while socket.wait(for: .seconds(60)), (try socket.receive(1000, appendingTo: &bytes)) != .closed {}
                return String(decoding: bytes, as: UTF8.self)
            }
            .get()
        }
        #expect(try await answer() == "")
        async let accepted: Void = browser.accept(device.address, within: .seconds(60))
        var reply = ""
        try await until("the answer is accepted") {
            reply = try await answer()
            return !reply.isEmpty
        }
        #expect(reply == "HTTP/1.1 200 OK\r\n\r\n")
        await accepted
        #expect(try await answer() == "")
        browser.stop()
    }

    @Test func `while another program has the port of answers, nobody is invited`() async throws {
        let invitation = try Self.invitation()
        let taken = try Socket.listening(on: .loopback(port: invitation.answerPort))
        let invited = Guarded(0)
        let receiver = try DatagramReceiver(
            DatagramSocket(bound: SocketAddress(bytes: [127, 255, 255, 255], port: invitation.port)!, isShared: true),
            limit: 100
        ) { _, _ in invited.withLock { $0 += 1 } }
        let clock = VirtualClock()
        let browser = InvitationBrowser(invitation, network: .loopback, time: clock)
        browser.start()
        clock.advance(by: .seconds(60))
        taken.shutDown()
        try await until("it is free") { (try? Socket.listening(on: .loopback(port: invitation.answerPort))) != nil }
        #expect(invited.withLock { $0 } == 0)
        try await until("the program is back") {
            clock.advance(by: .seconds(10))
            return invited.withLock { $0 } > 0
        }
        browser.stop()
        receiver.close()
    }
}
