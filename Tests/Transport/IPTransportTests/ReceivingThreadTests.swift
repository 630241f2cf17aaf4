import Glibc
import HotShoeSupport
import IPTransport
import PTP
import TestSupport
import Testing

@testable import PTPSession

/// The threads that receive, and those that run handlers.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ReceivingThreadTests {
    private static var thread: UInt { UInt(pthread_self()) }

    /// Answers a number of requests with no data.
    private static func answeringPeer(_ count: Int) throws -> Peer {
        try Peer { door in
            let (command, _) = try door.welcome()
            for _ in 0..<count { try command.respond(command.request()) }
        }
    }

    private final class Sink: DataReceiver {
        let onData: @Sendable () -> Void

        init(_ onData: @escaping @Sendable () -> Void = {}) { self.onData = onData }

        func dataBegan(announcedBytes: UInt64?) {}

        func dataReceived(_ bytes: RawSpan) -> Bool {
            onData()
            return true
        }
    }

    @Test func `a handler runs on the thread that has received its data, and may request the next`() async throws {
        let peer = try Self.answeringPeer(20)
        let rig = try await SessionRig.connect(peer)
        let received = Guarded<[UInt]>([])
        let handled = Guarded<[UInt]>([])
        let done = Promise<Void, Never>()
        let recurring = Guarded<RecurringTransaction?>(nil)
        let handler = CallbackWork {
            let count = handled.withLock { handled in
                handled.append(Self.thread)
                return handled.count
            }
            if count == 20 { done.fulfil(.success(())) } else { recurring.withLock { $0 }?.perform() }
        }
        let transaction = rig.session.recurring(.getThumb, receiver: Sink()) { _ in
            received.withLock { $0.append(Self.thread) }
            LibraryCallbackQueue.shared.enqueue(handler)
        }
        recurring.withLock { $0 = transaction }
        transaction.perform()
        _ = await done.result()
        // A slow machine may take the connection from a handler, so that the following ones run elsewhere.
        #expect(handled.withLock { $0[0] } == received.withLock { $0[0] })
        #expect(await peer.outcome() == nil)
    }

    @Test func `the request that a completion handler performs is sent before the handler returns`() async throws {
        let requested = ThreadSignal()
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            try command.respond(command.request())
            let second = try command.request()
            requested.signal()
            try command.respond(second)
        }
        let rig = try await SessionRig.connect(peer)
        let done = Promise<Void, Never>()
        let count = Guarded(0)
        let recurring = Guarded<RecurringTransaction?>(nil)
        let transaction = rig.session.recurring(.getThumb, receiver: Sink()) { _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst {
                recurring.withLock { $0 }?.perform()
                // Otherwise this waits until the test's time limit.
                requested.wait()
            } else {
                done.fulfil(.success(()))
            }
        }
        recurring.withLock { $0 = transaction }
        transaction.perform()
        _ = await done.result()
        #expect(await peer.outcome() == nil)
    }

    @Test func `while a handler blocks, other transactions proceed, and the request that it has made`() async throws {
        let peer = try Self.answeringPeer(3)
        let rig = try await SessionRig.connect(peer)
        let (entered, answered, left) = (Promise<Void, Never>(), Promise<Void, Never>(), Promise<Void, Never>())
        let latch = ThreadSignal()
        let count = Guarded(0)
        let recurring = Guarded<RecurringTransaction?>(nil)
        let handler = CallbackWork {
            recurring.withLock { $0 }?.perform()
            entered.fulfil(.success(()))
            latch.wait()
            left.fulfil(.success(()))
        }
        let transaction = rig.session.recurring(.getThumb, receiver: Sink()) { _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst { LibraryCallbackQueue.shared.enqueue(handler) } else { answered.fulfil(.success(())) }
        }
        recurring.withLock { $0 = transaction }
        transaction.perform()
        _ = await entered.result()
        // Nothing else starts a thread for this answer.
        _ = await answered.result()
        #expect(left.current == nil)
        try await rig.session.perform(.getThumb)
        #expect(left.current == nil)
        latch.signal()
        _ = await left.result()
        #expect(await peer.outcome() == nil)
    }

    @Test func `the link ends while a handler blocks`() async throws {
        let peer = try Self.answeringPeer(1)
        let rig = try await SessionRig.connect(peer)
        let entered = Promise<Void, Never>()
        let latch = ThreadSignal()
        let handler = CallbackWork {
            entered.fulfil(.success(()))
            latch.wait()
        }
        let transaction = rig.session.recurring(.getThumb, receiver: Sink()) { _ in
            LibraryCallbackQueue.shared.enqueue(handler)
        }
        transaction.perform()
        _ = await entered.result()
        rig.session.abort()
        #expect(await rig.end.result() == .success(.closedHere))
        latch.signal()
    }

    @Test func `a thread that waits for an answer receives it itself, if the transaction recurs`() async throws {
        let packets = Monitor((sent: 0, received: 0, isTaken: false))
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let request = try command.request()
            try command.send(.startData(request.transaction, totalBytes: .max))
            // Until the waiting thread receives: at first a thread of the library does, until there is nothing to receive.
            while packets.withLock({ packets, _ in !packets.isTaken }) {
                try command.send(.data(request.transaction, payloadBytes: 1, isLast: false), [0])
                packets.withLock { packets, _ in packets.sent += 1 }
                _ = packets.wait { $0.received == $0.sent ? true : nil }
            }
            try command.send(.data(request.transaction, payloadBytes: 1, isLast: true), [0])
            try command.respond(request)
        }
        let rig = try await SessionRig.connect(peer)
        let isDone = Guarded(false)
        let waiting = Guarded<UInt>(0)
        let sink = Sink {
            let isWaiting = waiting.withLock { $0 } == Self.thread
            packets.withLock { packets, _ in
                packets.received += 1
                if isWaiting { packets.isTaken = true }
            }
            packets.broadcast()
        }
        let transaction = rig.session.recurring(.getThumb, receiver: sink) { _ in isDone.withLock { $0 = true } }
        let connection = try #require(rig.session.link as? IPConnection)
        waiting.withLock { $0 = Self.thread }
        transaction.perform()
        while !isDone.withLock({ $0 }) { connection.receive(until: nil) { isDone.withLock { $0 } } }
        #expect(packets.withLock { packets, _ in packets.isTaken })
        #expect(await peer.outcome() == nil)
    }

    @Test func `a waiting thread returns at its deadline from a camera that never stops sending`() async throws {
        /// Numbers of packets. If the waiting thread receives and does not return, a limit ends the test.
        struct Packets {
            var sent = 0
            var received = 0
            var receivedByWaiting = 0
            var isOver = false
        }
        let packets = Monitor(Packets())
        let isTaken = Guarded(false)
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let request = try command.request()
            try command.send(.startData(request.transaction, totalBytes: .max))
            while packets.withLock({ packets, _ in !packets.isOver && packets.receivedByWaiting < 100_000 }) {
                try command.send(.data(request.transaction, payloadBytes: 1, isLast: false), [0])
                packets.withLock { packets, _ in packets.sent += 1 }
                packets.broadcast()
                // Until the waiting thread receives, another one must not always have something to receive.
                _ = packets.wait { $0.receivedByWaiting > 0 || $0.received == $0.sent ? true : nil }
            }
            packets.withLock { packets, _ in packets.isOver = true }
            packets.broadcast()
            try command.send(.data(request.transaction, payloadBytes: 1, isLast: true), [0])
            try command.respond(request)
        }
        let rig = try await SessionRig.connect(peer)
        let answered = Promise<Void, Never>()
        let waiting = Self.thread
        let sink = Sink {
            let isWaiting = waiting == Self.thread
            packets.withLock { packets, _ in
                packets.received += 1
                if isWaiting { packets.receivedByWaiting += 1 }
            }
            packets.broadcast()
            if !isWaiting { return }
            isTaken.withLock { $0 = true }
            // The next packet is always there already.
            _ = packets.wait { $0.sent > $0.received || $0.isOver ? true : nil }
        }
        let transaction = rig.session.recurring(.getThumb, receiver: sink) { _ in answered.fulfil(.success(())) }
        let connection = try #require(rig.session.link as? IPConnection)
        transaction.perform()
        while !isTaken.withLock({ $0 }) {
            connection.receive(until: SystemClock.monotonicTime() + .milliseconds(1)) { false }
        }
        #expect(packets.withLock { packets, _ in !packets.isOver }, "the thread has returned before the camera stopped")
        packets.withLock { packets, _ in packets.isOver = true }
        packets.broadcast()
        _ = await answered.result()
        #expect(await peer.outcome() == nil)
    }

    @Test func `a thread that delivers data does not wait for more from within`() async throws {
        let peer = try Self.answeringPeer(2)
        let rig = try await SessionRig.connect(peer)
        let answers = Guarded(0)
        let done = Promise<Void, Never>()
        let recurring = Guarded<RecurringTransaction?>(nil)
        let connection = try #require(rig.session.link as? IPConnection)
        let transaction = rig.session.recurring(.getThumb, receiver: Sink()) { [weak connection] _ in
            let count = answers.withLock { answers in
                answers += 1
                return answers
            }
            if count == 1 {
                recurring.withLock { $0 }?.perform()
                connection?.receive(until: nil) { false }
            } else {
                done.fulfil(.success(()))
            }
        }
        recurring.withLock { $0 = transaction }
        transaction.perform()
        _ = await done.result()
        #expect(await peer.outcome() == nil)
    }

    @Test func `a waiting thread leaves at once where nothing is to be received, or the transaction may block`() async throws {
        let mayAnswer = ThreadSignal()
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let request = try command.request()
            mayAnswer.wait()
            try command.respond(request)
        }
        let rig = try await SessionRig.connect(peer)
        let connection = try #require(rig.session.link as? IPConnection)
        let calls = Guarded(0)
        func receive() {
            connection.receive(until: nil) {
                calls.withLock { $0 += 1 }
                return false
            }
        }
        receive()
        async let answer = rig.session.perform(.getThumb)
        receive()
        mayAnswer.signal()
        _ = try await answer
        receive()
        #expect(calls.withLock { $0 } == 0)
        #expect(await peer.outcome() == nil)
    }

    @Test func `a waiting thread returns at its deadline, and the answer is received all the same`() async throws {
        let mayAnswer = ThreadSignal()
        let peer = try Peer { door in
            let (command, _) = try door.welcome()
            let request = try command.request()
            mayAnswer.wait()
            try command.respond(request)
        }
        let rig = try await SessionRig.connect(peer)
        let answered = Promise<Void, Never>()
        let transaction = rig.session.recurring(.getThumb, receiver: Sink()) { _ in answered.fulfil(.success(())) }
        let connection = try #require(rig.session.link as? IPConnection)
        transaction.perform()
        for _ in 0..<100 { connection.receive(until: SystemClock.monotonicTime()) { false } }
        #expect(answered.current == nil)
        mayAnswer.signal()
        _ = await answered.result()
        #expect(await peer.outcome() == nil)
    }
}

/// A signal for one thread.
private final class ThreadSignal: Sendable {
    private let monitor = Monitor(false)

    func wait() { _ = monitor.wait { $0 ? true : nil } }

    func signal() {
        monitor.withLock { isSet, _ in isSet = true }
        monitor.broadcast()
    }
}
