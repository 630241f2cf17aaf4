import HotShoeSupport
import PTP
import PTPSession
import Testing

/// Reception of data directly in the receiver's memory.
@Suite(.timeLimit(.minutes(5))) struct ReceptionInPlaceTests {
    /// Provides memory for the first bytes, and copies the rest.
    private final class Lender: DataReceiver {
        struct State {
            var placed = 0
            var copied: [UInt8] = []
        }
        let state = Guarded(State())
        private let memory: Memory

        /// Memory for the link.
        @safe
        private final class Memory: Sendable {
            // SAFETY: allocated and freed with this object; the link writes to it while it is lent, and the test reads only
            // the part that the link has reported as filled.
            nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

            init(_ room: Int) { unsafe bytes = .allocate(byteCount: room, alignment: 1) }

            deinit { unsafe bytes.deallocate() }
        }

        init(room: Int) { memory = Memory(room) }

        var bytes: [UInt8] { state.withLock { state in unsafe Array(memory.bytes.prefix(state.placed)) + state.copied } }

        func dataBegan(announcedBytes: UInt64?) {}

        func dataReceived(_ bytes: RawSpan) -> Bool {
            state.withLock { state in unsafe bytes.withUnsafeBytes { unsafe state.copied.append(contentsOf: $0) } }
            return true
        }

        var lendsMemory: Bool { true }

        func lend(upTo limit: Int) -> LentMemory? {
            let (placed, isCopying) = state.withLock { ($0.placed, !$0.copied.isEmpty) }
            guard unsafe placed < memory.bytes.count, !isCopying else { return nil }
            return unsafe LentMemory(UnsafeMutableRawBufferPointer(rebasing: memory.bytes[placed...].prefix(limit)), of: memory)
        }

        func filled(_ byteCount: Int) { state.withLock { $0.placed += byteCount } }
    }

    @Test(arguments: [1, 7, 31, 32, 33, 44, 100, 5000], [0, 1, 50, 999, 1000, 5000])
    func `data reaches the receiver in pieces of any size`(piece: Int, room: Int) async throws {
        let content = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let first = try command.request()
            // Two data packets followed immediately by the response.
            var bytes = try IPPacket.startData(first.transaction, totalBytes: 1000).encoded()
            bytes += try IPPacket.data(first.transaction, payloadBytes: 600, isLast: false).encoded() + content[..<600]
            bytes += try IPPacket.data(first.transaction, payloadBytes: 400, isLast: true).encoded() + content[600...]
            bytes += try IPPacket.operationResponse(OperationResponse(.ok, first.transaction)).encoded()
            try command.send(bytes, pieces: piece)
            let second = try command.request()
            try command.send(Peer.Line.data(second.transaction, [1, 2, 3]))
            try command.respond(second)
        }
        let rig = try await SessionRig.connect(peer)
        let lender = Lender(room: room)
        try await rig.session.perform(.getThumb, [], .receive(lender))
        #expect(lender.bytes == content)
        #expect(lender.state.withLock { $0.placed } <= room)
        #expect(try await rig.session.receive(.getThumb).bytes == [1, 2, 3])
        #expect(await peer.outcome() == nil)
    }

    @Test(arguments: [0, 10, 5000]) func `more data than was announced is not put anywhere`(room: Int) async throws {
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let first = try command.request()
            var bytes = try IPPacket.startData(first.transaction, totalBytes: 100).encoded()
            bytes += try IPPacket.data(first.transaction, payloadBytes: 1000, isLast: true).encoded()
            try command.send(bytes + [UInt8](repeating: 9, count: 1000))
            try command.respond(first)
        }
        let rig = try await SessionRig.connect(peer)
        let lender = Lender(room: room)
        await #expect(throws: SessionError.self) { try await rig.session.perform(.getThumb, [], .receive(lender)) }
        #expect(lender.bytes.count <= 100)
    }
}
