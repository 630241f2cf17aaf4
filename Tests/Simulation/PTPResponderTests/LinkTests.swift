import HotShoeSupport
import Sockets
import TestSupport
import Testing

@testable import PTPResponder

/// A link that answers each byte with a hundred bytes.
@Suite(.timeLimit(.minutes(5))) struct LinkTests {
    @Test func `a link receives no more than its peer reads`() async throws {
        try await Rig.run { rig throws -> Void in
            for socket in [rig.peer.socket, rig.link.socket] { socket.useSmallBuffers() }
            let sent = try rig.peer.sendUntilBlocked([UInt8](repeating: 1, count: 100), count: 100_000)
            #expect(sent < 100_000)
            #expect(rig.link.monitor.withLock { state, _ in state.unsent } <= EchoFormat.holdLimit + EchoFormat.answer.count)
            // The link handles the remaining input as the peer reads.
            _ = try rig.peer.read(4 << 20)
        }
    }

    @Test func `sending to a peer that never reads ends with the link`() async throws {
        try await Rig.run { rig throws -> Void in
            rig.peer.socket.useSmallBuffers()
            // The tasks are not awaited here, so that all of them send at the same time.
            let tasks = (0..<1000).map { _ in
                Task { [link = rig.link] in await link.send([UInt8](repeating: 0, count: 64 << 10)) }
            }
            _ = try rig.ended.wait()
            #expect(rig.link.monitor.withLock { state, _ in state.unsent } == 0)
            for task in tasks { task.cancel() }
        }
    }

    @Test func `output that is posted to a peer that never reads ends the link above the limit`() async throws {
        try await Rig.run { rig throws -> Void in
            for socket in [rig.peer.socket, rig.link.socket] { socket.useSmallBuffers() }
            for _ in 0..<12 { rig.link.post([UInt8](repeating: 0, count: 1 << 20)) }
            rig.link.monitor.withLock { state, _ in
                #expect(state.isEnded)
                #expect(state.unsent == 0)
            }
        }
    }

    @Test func `a link that fails while it sends keeps no output`() async throws {
        try await Rig.run { rig throws -> Void in
            // Not started: no event of the socket ends it before it sends.
            let socket = rig.link.socket
            let link = ServedLink<EchoFormat>(
                2,
                socket,
                workers: Listener.workers,
                time: SystemClock.shared,
                timeout: .seconds(60)
            )
            link.socket.shutDown()
            link.post([UInt8](repeating: 0, count: 1000))
            link.monitor.withLock { state, _ in
                #expect(state.isEnded)
                #expect(state.unsent == 0)
            }
        }
    }

    @Test func `handing a link over that has ended ends it for its new handler, once`() async throws {
        try await Rig.run { rig throws -> Void in
            rig.link.close()
            #expect(try rig.ended.wait() == 1)
            let next = Ended()
            rig.link.handOver(to: next)
            rig.link.close()
            #expect(try next.wait() == 1)
            #expect(try rig.ended.wait() == 1, "the old handler is not notified again")
        }
    }
}

/// Both ends of a connection on loopback.
private struct Rig {
    let link: ServedLink<EchoFormat>
    let address: SocketAddress
    let peer: WireConnection
    let ended = Ended()

    static func run(_ body: @escaping @Sendable (Rig) throws -> Void) async throws {
        try await onOwnThread { _ = try Rig(body) }.get()
    }

    private init(_ body: (Rig) throws -> Void) throws {
        let listener = try Socket.listening(on: .loopback(port: 0))
        address = try #require(listener.localAddress)
        peer = try WireConnection(address)
        guard listener.wait(for: waitLimit), let socket = try listener.accept() else { throw WireConnection.TimedOut() }
        link = ServedLink(1, socket, workers: Listener.workers, time: SystemClock.shared, timeout: .seconds(60))
        link.start(ended, limit: .seconds(600))
        try body(self)
        link.close()
    }
}

/// Counts the end of a link. **Thread-safe.**
private final class Ended: Sendable {
    private let count = Guarded(0)

    func add() { count.withLock { $0 += 1 } }

    func wait() throws -> Int {
        try Wait.until { count.withLock { $0 } > 0 }
        return count.withLock { $0 }
    }
}

private struct EchoFormat: LinkFormat {
    static let outputLimit = 1 << 20
    static let holdLimit = 4096
    static let answer = [UInt8](repeating: 7, count: 100)

    var isBetweenPackets: Bool { true }

    static func ended(_ link: ServedLink<EchoFormat>, _ handler: Ended) { handler.add() }

    mutating func digest(_ bytes: RawSpan, for handler: Ended, on link: ServedLink<EchoFormat>) -> LinkDigestion {
        if bytes.byteCount == 0 { return .incomplete }
        link.post(Self.answer)
        return .used(1)
    }
}
