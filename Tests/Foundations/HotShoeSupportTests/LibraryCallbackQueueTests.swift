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
