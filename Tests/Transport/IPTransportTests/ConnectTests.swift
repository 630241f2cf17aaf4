import Glibc
import HotShoeSupport
import IPTransport
import PTP
import Sockets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct IPConnectTests {
    private static let identity = InitiatorIdentity(identifier: IPIdentifier([UInt8](repeating: 7, count: 16))!, name: "tests")

    private func failure(_ peer: Peer, _ timeouts: IPConnector.Timeouts = .init()) async -> IPConnectError? {
        await #expect(throws: IPConnectError.self) {
            try await IPConnector(Self.identity, time: SystemClock.shared, timeouts: timeouts).connect(to: [peer.address])
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt32]) func `a refusal has a reason`(_ reason: UInt32) async throws {
        let peer = try Peer { door in
            let command = try door.accept()
            _ = try command.receive()
            try command.send(.initFail(.init(rawValue: reason)))
        }
        #expect(await failure(peer) == .refused(.init(rawValue: reason)))
    }

    @Test func `a server that does not send a welcome does not support PTP/IP`() async throws {
        for bytes: [UInt8] in [Array("HTTP/1.1 400 Bad Request\r\n".utf8), [8, 0, 0, 0, 4, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0]] {
            let peer = try Peer { door in
                let command = try door.accept()
                _ = try command.receive()
                try command.send(bytes)
                _ = try? command.receive()
            }
            guard case .notPTPIP(let words) = await failure(peer) else {
                Issue.record("\(bytes)")
                continue
            }
            #expect(!words.isEmpty)
        }
    }

    @Test func `a server that disconnects immediately is reported as such`() async throws {
        let peer = try Peer { door in try door.accept().close() }
        #expect(await failure(peer) == .closed)
    }

    @Test func `an address without a server is reported`() async throws {
        let socket = try Socket.listening(on: .loopback(port: 0))
        let address = try #require(socket.localAddress)
        socket.shutDown()
        let error = await #expect(throws: IPConnectError.self) {
            try await IPConnector(Self.identity, time: SystemClock.shared).connect(to: [address])
        }
        #expect(error == .unreachable(address, SocketError("connect", code: ECONNREFUSED)))
    }

    @Test func `the second address is tried when the first does not answer`() async throws {
        let dead = try Socket.listening(on: .loopback(port: 0))
        let address = try #require(dead.localAddress)
        dead.shutDown()
        let peer = try Peer { door in _ = try door.welcome() }
        let connection = try await IPConnector(Self.identity, time: SystemClock.shared).connect(to: [address, peer.address])
        #expect(connection.address == peer.address)
    }

    @Test func `an event connection that is refused twice is tried a third time`() async throws {
        let peer = try Peer { door in
            let command = try door.accept()
            _ = try command.receive()
            try command.send(.initCommandAck(.init(connection: 9, responder: Peer.guid, name: "Late")))
            try door.accept().close()
            try door.accept().close()
            let event = try door.accept()
            _ = try event.expect { $0 == .initEventRequest(connection: 9) }
            try event.send(.initEventAck)
        }
        var timeouts = IPConnector.Timeouts()
        timeouts.eventRetry = .milliseconds(1)
        let connection = try await IPConnector(Self.identity, time: SystemClock.shared, timeouts: timeouts).connect(to: [
            peer.address
        ])
        #expect(connection.welcome.connection == 9)
        #expect(await peer.outcome() == nil)
    }

    @Test func `a camera that waits for its user is reported, and accepts in the end`() async throws {
        let clock = VirtualClock()
        let introduced = Promise<Void, Never>()
        let requested = Promise<Void, Never>()
        let pressed = Promise<Void, Never>()
        let peer = try Peer { door in
            let command = try door.accept()
            _ = try command.receive()
            introduced.fulfil(.success(()))
            while pressed.current == nil { sched_yield() }
            try command.send(.initCommandAck(.init(connection: 1, responder: Peer.guid, name: "Peer")))
            let event = try door.accept()
            _ = try event.receive()
            try event.send(.initEventAck)
        }
        let connecting = Task {
            try await IPConnector(Self.identity, time: clock).connect(to: [peer.address]) { requested.fulfil(.success(())) }
        }
        // Only after the introduction: the wait for the connection is over then, and this clock must not end it before.
        _ = await introduced.result()
        defer { pressed.fulfil(.success(())) }
        try await clock.advance(by: .milliseconds(500), until: "the user is requested to confirm") { requested.current != nil }
        clock.advance(by: .seconds(60))
        pressed.fulfil(.success(()))
        #expect(try await connecting.value.welcome.name == "Peer")
    }

    @Test(arguments: [true, false]) func `a claim without a holder is waited for`(_ isReleased: Bool) async throws {
        let clock = VirtualClock()
        let peer = try Peer { door in _ = try door.welcome() }
        let claim = try CameraLock.claim(peer.address)
        defer { claim.release() }
        // As between the two steps of a claim or of a release: locked and empty.
        let name = "ptpip-" + peer.address.description.replacing(":", with: "_")
        try #require(unsafe truncate("/tmp/hotshoe-\(getuid())/\(name)", 0) == 0)
        let ended = Promise<IPConnection, IPConnectError>()
        let connecting = Task {
            let connector = IPConnector(Self.identity, time: clock, isExclusive: true)
            do throws(IPConnectError) {
                ended.fulfil(.success(try await connector.connect(to: [peer.address])))
            } catch { ended.fulfil(.failure(error)) }
        }
        defer { connecting.cancel() }
        try await until("the connector waits") { clock.armedTimers > 0 || ended.current != nil }
        #expect(ended.current == nil)
        if isReleased { claim.release() }
        clock.advance(by: isReleased ? .milliseconds(20) : .seconds(5))
        switch await ended.result() {
        case .success(let connection): #expect(isReleased && connection.address == peer.address)
        case .failure(let error): #expect(!isReleased && error == .claimed(by: nil))
        }
    }

    @Test func `cancelling connecting returns immediately`() async throws {
        let accepted = Promise<Void, Never>()
        let peer = try Peer { door in
            let command = try door.accept()
            _ = try command.receive()
            accepted.fulfil(.success(()))
            _ = try? command.receive()
        }
        let connecting = Task { try await IPConnector(Self.identity, time: SystemClock.shared).connect(to: [peer.address]) }
        _ = await accepted.result()
        connecting.cancel()
        await #expect(throws: IPConnectError.cancelled) { try await connecting.value }
        #expect(await peer.outcome() == nil)
    }
}

@Suite struct SocketAddressTests {
    @Test func `addresses are written as people write them`() {
        #expect(SocketAddress.loopback(port: 15740).description == "127.0.0.1:15740")
        #expect(SocketAddress.resolve("::1", port: 1).map(\.description) == ["[::1]:1"])
        #expect(SocketAddress.resolve("127.0.0.1", port: 2).map(\.description) == ["127.0.0.1:2"])
        #expect(SocketAddress.resolve("no such host", port: 2).isEmpty && SocketAddress.resolve("a\0b", port: 2).isEmpty)
        #expect(SocketAddress(bytes: [1, 2, 3], port: 1) == nil)
    }
}

@Suite struct InitiatorIdentityTests {
    @Test func `the number persists, and the name is the present one, cut to the maximum`() throws {
        var template = Array("/tmp/hotshoe-identity-XXXXXX".utf8CString)
        let folder = unsafe String(cString: try #require(unsafe mkdtemp(&template)))
        defer {
            unsafe unlink(folder + "/a/b/initiator")
            for path in ["/a/b", "/a", ""] { unsafe rmdir(folder + path) }
        }
        let first = InitiatorIdentity.persistent(name: "one", in: folder + "/a/b")
        let second = InitiatorIdentity.persistent(name: String(repeating: "ü", count: 50), in: folder + "/a/b")
        #expect(first.identifier == second.identifier && first.name == "one" && second.name.utf16.count == 39)
        #expect(InitiatorIdentity.persistent(in: "/proc/nowhere").identifier != first.identifier)
    }
}
