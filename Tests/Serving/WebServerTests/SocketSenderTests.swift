import Glibc
import HotShoeSupport
import TestSupport
import Testing

@testable import WebServer

/// Bytes of an object, which a test can see being released.
private final class LentBytes: WebContent {
    let bytes: [UInt8]
    var byteCount: Int { bytes.count }

    init(count: Int) { bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) } }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { unsafe bytes.withUnsafeBytes(body) }
}

/// The calls that watch a socket.
private final class Watching: Sendable {
    let calls = Guarded<[Bool]>([])
}

/// A sender with the other end of its socket.
private final class Rig: Sendable {
    let sender: SocketSender
    private let watching = Watching()
    var watched: [Bool] { watching.calls.withLock { $0 } }
    private let sockets: (Int32, Int32)

    init() {
        var pair: [Int32] = [0, 0]
        unsafe _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
        sockets = (pair[0], pair[1])
        sender = SocketSender(pair[0]) { [watching] toSend in watching.calls.withLock { $0.append(toSend) } }
    }

    deinit {
        close(sockets.0)
        close(sockets.1)
    }

    func received() -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe recv(sockets.1, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return all }
            all += buffer[..<count]
        }
    }

    func hangUp() { shutdown(sockets.1, Int32(SHUT_RDWR)) }
}

@Suite struct SocketSenderTests {
    private static let large = 8 << 20

    @Test func `a piece is sent from where it is, in the order of its parts`() async {
        let rig = Rig()
        rig.sender.send(WebPiece([1, 2], LentBytes(count: 3), [9]))
        #expect(await rig.sender.wait())
        #expect(rig.received() == [1, 2, 0, 1, 2, 9])
        #expect(rig.watched.isEmpty)
    }

    @Test func `what the system does not accept waits, and keeps nobody's memory`() async {
        let rig = Rig()
        let expected = [7] + LentBytes(count: Self.large).bytes + [8]
        var content: LentBytes? = LentBytes(count: Self.large)
        weak let lent = content
        rig.sender.send(WebPiece([7], content, [8]))
        content = nil
        #expect(lent == nil)
        #expect(!rig.sender.isSettled)
        #expect(rig.watched == [true])
        // An answer follows the piece, and is not within it.
        #expect(rig.sender.answer([5, 5]))
        let waiting = Task { await rig.sender.wait() }
        var all: [UInt8] = []
        while !rig.sender.isSettled {
            all += rig.received()
            rig.sender.canSend()
        }
        all += rig.received()
        #expect(await waiting.value)
        #expect(all == expected + [5, 5])
        #expect(rig.watched == [true, false])
        rig.sender.send(WebPiece([1]))
        #expect(await rig.sender.wait())
        #expect(rig.received() == [1])
    }

    @Test func `a piece after an answer that waits is sent after it`() async {
        let rig = Rig()
        rig.sender.send(WebPiece([], LentBytes(count: Self.large)))
        #expect(rig.sender.answer([1]))
        rig.sender.send(WebPiece([2], LentBytes(count: 2), [3]))
        var all: [UInt8] = []
        while !rig.sender.isSettled {
            all += rig.received()
            rig.sender.canSend()
        }
        all += rig.received()
        #expect(all.suffix(5) == [1, 2, 0, 1, 3])
        #expect(all.count == Self.large + 5)
    }

    @Test func `closing ends the task that waits, and nothing is sent afterwards`() async {
        let rig = Rig()
        rig.sender.send(WebPiece([], LentBytes(count: Self.large)))
        let waiting = Task { await rig.sender.wait() }
        rig.sender.close()
        #expect(await !waiting.value)
        _ = rig.received()
        rig.sender.send(WebPiece([1]))
        rig.sender.canSend()
        #expect(await !rig.sender.wait())
        #expect(rig.received().isEmpty)
    }

    @Test func `the last bytes are sent after what waits, and no piece after them`() async {
        let rig = Rig()
        rig.sender.send(WebPiece([], LentBytes(count: Self.large)))
        rig.sender.end(with: [4])
        rig.sender.send(WebPiece([1]))
        var all: [UInt8] = []
        while !rig.sender.isSettled {
            all += rig.received()
            rig.sender.canSend()
        }
        all += rig.received()
        #expect(all.count == Self.large + 1)
        #expect(all.last == 4)
        #expect(await !rig.sender.wait())
    }

    @Test func `answers to a client that does not receive have a limit`() {
        let rig = Rig()
        rig.sender.send(WebPiece([], LentBytes(count: Self.large)))
        var count = 0
        while rig.sender.answer([UInt8](repeating: 0, count: 1000)), count < 100 { count += 1 }
        #expect(count == 9)
    }

    @Test func `an error of the socket ends the stream`() async {
        let rig = Rig()
        rig.hangUp()
        rig.sender.send(WebPiece([1]))
        #expect(rig.sender.isSettled)
        #expect(await !rig.sender.wait())
    }
}
