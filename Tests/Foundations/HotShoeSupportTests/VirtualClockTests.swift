import HotShoeSupport
import Testing

/// A clock that advances on request only.
@Suite(.timeLimit(.minutes(5))) struct VirtualClockTests {
    @Test func `time stands still until it is advanced`() {
        let clock = VirtualClock()
        #expect(clock.now == .zero)
        clock.advance(by: .seconds(5))
        clock.advance(to: .seconds(3))
        #expect(clock.now == .seconds(5))
    }

    @Test func `timers fire in the order of deadlines, equal ones in the order of arming, each at its own moment`() {
        for order in permutations(of: Array(0..<4)) {
            let (clock, fired) = (VirtualClock(), Recorder<String>())
            let timers = (0..<4).map { name in clock.makeTimer { fired.record("\(name)@\(clock.now.components.seconds)") } }
            for name in order { timers[name].arm(at: .seconds(name / 2)) }
            clock.advance(by: .seconds(9))
            let early = order.filter { $0 < 2 }.map { "\($0)@0" }
            #expect(fired.elements == early + order.filter { $0 >= 2 }.map { "\($0)@1" })
        }
    }

    @Test func `a timer that a handler arms within the span fires in it, a later one does not`() {
        let (clock, fired) = (VirtualClock(), Recorder<Duration>())
        let again = Guarded<(any TimeSourceTimer)?>(nil)
        let timer = clock.makeTimer {
            fired.record(clock.now)
            again.withLock { $0 }?.arm(at: clock.now + .seconds(2))
        }
        again.withLock { $0 = timer }
        timer.arm(at: .seconds(1))
        clock.advance(by: .seconds(6))
        #expect(fired.elements == [.seconds(1), .seconds(3), .seconds(5)])
        #expect(clock.nextDeadline == .seconds(7))
        timer.disarm()
        again.withLock { $0 = nil }
    }

    @Test func `a disarmed timer does not fire`() {
        let (clock, fired) = (VirtualClock(), Recorder<Int>())
        let timer = clock.makeTimer { fired.record(1) }
        timer.arm(at: .seconds(1))
        #expect(clock.armedTimers == 1)
        timer.disarm()
        #expect(clock.armedTimers == 0)
        clock.advance(by: .seconds(2))
        #expect(fired.elements.isEmpty)
    }

    @Test func `a deadline in the past is due at the next advance of time`() {
        let (clock, fired) = (VirtualClock(), Recorder<Duration>())
        clock.advance(by: .seconds(10))
        let timer = clock.makeTimer { fired.record(clock.now) }
        timer.arm(at: .seconds(-5))
        clock.advance(by: .zero)
        #expect(fired.elements == [.seconds(10)])
    }

    @Test func `waiting for timers ends when there are enough, including timers that are armed later`() async {
        let clock = VirtualClock()
        let waiting = Task { await clock.waitForTimers(2) }
        let timers = (0..<2).map { _ in clock.makeTimer {} }
        for timer in timers { timer.arm(at: .seconds(1)) }
        await waiting.value
        await clock.waitForTimers(1)
        #expect(clock.armedTimers == 2)
    }

    @Test func `sleeping lasts until this clock's deadline`() async {
        let (clock, woke) = (VirtualClock(), Recorder<Duration>())
        let sleeper = Task {
            await clock.sleep(for: .seconds(3600))
            woke.record(clock.now)
        }
        await clock.waitForTimers()
        clock.advance(by: .seconds(3599))
        #expect(woke.elements.isEmpty)
        clock.advance(by: .seconds(1))
        await sleeper.value
        #expect(woke.elements == [.seconds(3600)])
    }

    @Test func `a cancelled sleeper wakes immediately and leaves no timer`() async {
        let clock = VirtualClock()
        let sleeper = Task { await clock.sleep(for: .seconds(3600)) }
        await clock.waitForTimers()
        sleeper.cancel()
        await sleeper.value
        #expect(clock.armedTimers == 0)
        await whenCancelled { await clock.sleep(for: .seconds(3600)) }
        #expect(clock.now == .zero)
    }

    @Test func `a released clock releases its timers, armed or not`() {
        let released = Recorder<Int>()
        do {
            let clock = VirtualClock()
            let witness = Witness { released.record(1) }
            let timers = (0..<2).map { _ in clock.makeTimer { withExtendedLifetime(witness) {} } }
            timers[0].arm(at: .seconds(1))
        }
        #expect(released.count == 1)
        var clock: VirtualClock? = VirtualClock()
        let orphan = clock!.makeTimer {}
        clock = nil
        orphan.arm(at: .seconds(1))
        orphan.disarm()
    }

    @Test func `several threads may advance: each timer fires once`() async {
        let (clock, fired) = (VirtualClock(), Recorder<Int>())
        let timers = (0..<100).map { name in clock.makeTimer { fired.record(name) } }
        for (name, timer) in timers.enumerated() { timer.arm(at: .milliseconds(name)) }
        await onThreads(4) { _ in for _ in 0..<25 { clock.advance(by: .milliseconds(4)) } }
        #expect(fired.elements == Array(0..<100))
    }
}
