import Glibc
import HotShoeSupport
import Testing

@testable import BindingSupport

/// The library's own threads.
@Suite(.timeLimit(.minutes(5))) struct LibraryCallbackQueueTests {
    /// Work that counts how many pieces run at the same time, and ends when its latch is open.
    private final class Workload: Sendable {
        let (started, ended, latch) = (Recorder<Int>(), Recorder<Int>(), Latch())
        private let inside = Guarded((now: 0, most: 0))

        var most: Int { inside.withLock { $0.most } }

        func work(_ number: Int) -> CallbackWork {
            CallbackWork { [self] in
                inside.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                started.record(number)
                latch.wait()
                inside.withLock { $0.now -= 1 }
                ended.record(number)
            }
        }
    }

    @Test func `work that blocks delays no other work, up to the limit of threads, and none is lost beyond it`() async {
        let (queue, load) = (LibraryCallbackQueue(threadName: "test", threadLimit: 3), Workload())
        for number in 0..<10 { queue.enqueue(load.work(number)) }
        #expect(await Set(load.started.elements(atLeast: 3)) == [0, 1, 2])
        load.latch.open()
        #expect(await Set(load.ended.elements(atLeast: 10)) == Set(0..<10))
        #expect(load.most == 3)
    }

    @Test func `a single thread runs work in the order of arrival, also when it has been idle`() async {
        let (queue, seen) = (LibraryCallbackQueue(threadName: "test", threadLimit: 1), Recorder<Int>())
        for round in 0..<200 {
            for number in 0..<3 { queue.enqueue(CallbackWork { seen.record(3 * round + number) }) }
            _ = await seen.elements(atLeast: 3 * round + (round % 3))
        }
        #expect(await seen.elements(atLeast: 600) == Array(0..<600))
    }

    @Test func `work that many threads enqueue runs once each`() async {
        let (queue, seen) = (LibraryCallbackQueue(threadName: "test", threadLimit: 4), Recorder<Int>())
        await onThreads(4) { thread in
            for number in 0..<500 { queue.enqueue(CallbackWork { seen.record(500 * thread + number) }) }
        }
        #expect(await seen.elements(atLeast: 2000).sorted() == Array(0..<2000))
    }
}

/// Handlers that run on the thread that has received their data.
@Suite(.timeLimit(.minutes(5))) struct ReceptionTests {
    private final class Connection: ReceivableConnection {
        func receive(until deadline: Duration?, _ isDone: () -> Bool) {}
    }

    private final class Calls: Sendable {
        let threads = Recorder<UInt>()
        func work() -> CallbackWork { CallbackWork { [threads] in threads.record(UInt(pthread_self())) } }
    }

    @Test func `the first handler is returned, and others run on their threads`() async {
        let (first, second, connection) = (Calls(), Calls(), Connection())
        let (here, returned) = await onThread {
            let (kept, other) = (first.work(), second.work())
            let returned = Reception.deliver(from: connection, defersHandler: true) {
                LibraryCallbackQueue.shared.enqueue(kept)
                LibraryCallbackQueue.shared.enqueue(other)
            }
            return (UInt(pthread_self()), returned.handler === kept)
        }
        #expect(returned)
        #expect(await second.threads.elements(atLeast: 1) != [here])
        #expect(first.threads.elements.isEmpty, "it is the caller's")
    }

    @Test func `no handler is kept without permission, by another queue, or after the delivery`() async {
        let (calls, connection) = (Calls(), Connection())
        let other = LibraryCallbackQueue(threadName: "test")
        let returned = await onThread {
            [
                Reception.deliver(from: connection, defersHandler: false) { LibraryCallbackQueue.shared.enqueue(calls.work()) },
                Reception.deliver(from: connection, defersHandler: true) { other.enqueue(calls.work()) },
                Reception.deliver(from: connection, defersHandler: true) {},
            ]
        }
        #expect(returned.allSatisfy { $0.handler == nil && !$0.wakesReceiver })
        await onThread {
            _ = Reception.deliver(from: connection, defersHandler: true) {}
            LibraryCallbackQueue.shared.enqueue(calls.work())
        }
        #expect(await calls.threads.elements(atLeast: 3).count == 3)
    }

    @Test func `a delivery that wakes a receiving thread reports it, once`() async {
        let connection = Connection()
        let outcomes = await onThread {
            Reception.wakeReceiver()
            return (0..<3).map { number in
                Reception.deliver(from: connection, defersHandler: true) { if number == 1 { Reception.wakeReceiver() } }
            }
        }
        #expect(outcomes.map(\.wakesReceiver) == [false, true, false])
    }

    @Test func `a delivery has its connection, on its thread`() async {
        let connection = Connection()
        let isRight = await onThread {
            var inside = false
            _ = Reception.deliver(from: connection, defersHandler: false) { inside = Reception.connection === connection }
            return inside && Reception.connection == nil
        }
        #expect(isRight)
    }

    @Test func `a thread that runs a handler does not count towards the limit`() async {
        let (queue, latch, ran) = (LibraryCallbackQueue(threadName: "test", threadLimit: 1), Latch(), Recorder<Int>())
        queue.enqueue(
            CallbackWork {
                queue.enqueue(CallbackWork { ran.record(1) })
                queue.runUncounted(
                    CallbackWork {
                        queue.enqueue(CallbackWork { ran.record(2) })
                        latch.wait()
                    }
                )
                ran.record(3)
            }
        )
        #expect(await ran.elements(atLeast: 2) == [1, 2], "while the handler runs")
        latch.open()
        #expect(await ran.elements(atLeast: 3) == [1, 2, 3])
        queue.enqueue(CallbackWork { ran.record(4) })
        #expect(await ran.elements(atLeast: 4) == [1, 2, 3, 4])
    }
}

/// A semaphore for one waiting thread.
@Suite(.timeLimit(.minutes(5))) struct ThreadSemaphoreTests {
    @Test func `each signal ends one wait, and no signal ends none`() async {
        let semaphore = ThreadSemaphore()
        semaphore.signal()
        semaphore.signal()
        let waits = await onThread { (0..<3).map { _ in semaphore.wait(seconds: 0) } }
        #expect(waits == [true, true, false])
    }

    @Test func `a signal wakes a waiting thread`() async {
        let (semaphore, woken) = (ThreadSemaphore(), Recorder<Bool>())
        startNamedThread("test") {
            semaphore.wait()
            woken.record(semaphore.wait(seconds: 1000))
        }
        semaphore.signal()
        semaphore.signal()
        #expect(await woken.elements(atLeast: 1) == [true])
    }
}

/// Whole numbers of units in a duration.
@Suite struct WholeDurationTests {
    @Test(
        arguments: [
            (.zero, 0, 0),
            (.nanoseconds(1), 1, 0),
            (.milliseconds(1), 1_000_000, 1),
            (.microseconds(1999), 1_999_000, 1),
            (.microseconds(-1999), -1_999_000, -1),
            (Duration(secondsComponent: 3, attosecondsComponent: 999_999_999_999_999_999), 3_999_999_999, 3999),
            (Duration(secondsComponent: -3, attosecondsComponent: -999_999_999_999_999_999), -3_999_999_999, -3999),
            (.nanoseconds(Int64.max), .max, 9_223_372_036_854),
            (.nanoseconds(Int64.min), .min, -9_223_372_036_854),
            (.seconds(9_223_372_037), .max, 9_223_372_037_000),
            (.seconds(Int64.max), .max, .max),
            (.seconds(Int64.min), .min, .min),
        ] as [(Duration, Int64, Int64)]
    )
    func `units are counted towards zero, and limited to 64 bits`(
        _ duration: Duration,
        _ nanoseconds: Int64,
        _ milliseconds: Int64
    ) {
        #expect(duration.wholeNanoseconds == nanoseconds)
        #expect(duration.wholeMilliseconds == milliseconds)
    }

    @Test(arguments: [0, 1, -1, .max, .min, 1_700_000_000_123_456_789] as [Int64])
    func `nanoseconds are exact in both directions`(_ nanoseconds: Int64) {
        #expect(Duration(wholeNanoseconds: nanoseconds) == .nanoseconds(nanoseconds))
        #expect(Duration(wholeNanoseconds: nanoseconds).wholeNanoseconds == nanoseconds)
    }
}
