import Glibc
import HotShoeSupport
import Testing

/// Real time, tested without waiting.
@Suite(.timeLimit(.minutes(5))) struct SystemClockTests {
    @Test func `deadlines in the past fire immediately, by deadline`() async {
        let (clock, fired) = (SystemClock.shared, Recorder<Int>())
        let timers = (0..<3).map { name in clock.makeTimer { fired.record(name) } }
        for timer in timers { timer.arm(at: clock.now - .seconds(1)) }
        #expect(await Set(fired.elements(atLeast: 3)) == [0, 1, 2])
    }

    @Test func `time does not decrease`() {
        let clock = SystemClock.shared
        var last = clock.now
        for _ in 0..<1000 {
            let now = clock.now
            #expect(now >= last)
            last = now
        }
    }

    @Test func `a timer may be armed as far ahead as a duration reaches, without effect on other timers`() async {
        let (clock, fired) = (SystemClock.shared, Recorder<Int>())
        let distant = clock.makeTimer { fired.record(0) }
        distant.arm(at: clock.now + .seconds(Int64.max))
        let near = clock.makeTimer { fired.record(1) }
        near.arm(at: clock.now)
        #expect(await fired.elements(atLeast: 1) == [1])
        // The thread waits for the distant timer again; a near timer wakes it.
        near.arm(at: clock.now)
        #expect(await fired.elements(atLeast: 2) == [1, 1])
        distant.disarm()
    }
}

/// A lock with a condition, for threads.
@Suite(.timeLimit(.minutes(5))) struct MonitorTests {
    @Test func `one thread at a time is inside`() async {
        let monitor = Monitor((inside: 0, most: 0, visits: 0))
        await onThreads(4) { _ in
            for _ in 0..<2000 {
                monitor.withLock { state, _ in
                    state.inside += 1
                    state.most = max(state.most, state.inside)
                    state.visits += 1
                    state.inside -= 1
                }
            }
        }
        #expect(monitor.withLock { state, _ in state.most } == 1)
        #expect(monitor.withLock { state, _ in state.visits } == 8000)
    }

    @Test func `a signal passes the turn to a thread that waits`() async {
        let (turn, order) = (Monitor(0), Recorder<Int>())
        await onThreads(3) { index in
            for round in 0..<50 {
                turn.wait { turn in turn == 3 * round + index ? () : nil }
                turn.withLock { turn, condition in
                    order.record(turn)
                    turn += 1
                    condition.broadcast()
                }
            }
        }
        #expect(order.elements == Array(0..<150))
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(-1)])
    func `waiting until a moment that has passed returns without a result, after one check`(deadline: Duration) async {
        let checks = Monitor(0)
        await onThread { checks.withLock { _, condition in condition.wait(until: deadline) } }
        let result = await onThread {
            checks.wait(until: deadline) { checks -> Int? in
                checks += 1
                return nil
            }
        }
        #expect(result == nil)
        #expect(checks.withLock { checks, _ in checks } == 1)
    }

    @Test func `waiting until the end of time can be ended by a signal`() async {
        let (monitor, waiting) = (Monitor(false), Latch())
        let ended = Promise<Bool, Never>()
        startNamedThread("test") {
            let result = monitor.wait(until: .seconds(Int64.max) + .seconds(Int64.max)) { isOver in
                waiting.open()
                return isOver ? true : nil
            }
            ended.fulfil(.success(result ?? false))
        }
        await onThread { waiting.wait() }
        monitor.withLock { isOver, condition in
            isOver = true
            condition.signal()
        }
        #expect(await ended.result() == .success(true), "the deadline did not pass")
    }
}

/// A value and its lock.
@Suite struct GuardedTests {
    @Test func `changes from many threads are all there`() async {
        let sum = Guarded(0)
        await onThreads(4) { _ in for _ in 0..<5000 { sum.withLock { $0 += 1 } } }
        #expect(sum.withLock { $0 } == 20_000)
    }

    private struct Refused: Error, Equatable {}

    @Test func `an error leaves the lock free and the change made`() {
        let value = Guarded(1)
        #expect(throws: Refused()) {
            try value.withLock { value throws(Refused) in
                value = 2
                throw Refused()
            }
        }
        #expect(value.withLock { $0 } == 2)
    }

    @Test func `objects are counted`() {
        let count = ObjectCount()
        for _ in 0..<3 { count.add() }
        count.subtract()
        #expect(count.current == 2)
    }
}
