import HotShoeSupport
import PTP
import TestSupport
import Testing

@testable import PTPSession

/// The threads that receive beside those that run handlers.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ReceivingThreadTests {
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
