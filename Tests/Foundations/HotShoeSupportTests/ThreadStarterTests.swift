import Glibc
import HotShoeSupport
import Testing

@testable import BindingSupport

/// Threads that the system refuses for some time.
@Suite struct ThreadStarterTests {
    /// A system that has a number of threads.
    private final class Threads: Sendable {
        let free: Guarded<Int>
        let started = Guarded<[String]>([])

        init(free: Int) { self.free = Guarded(free) }

        func create(_ start: ThreadStart) -> Int32 {
            let isRefused = free.withLock { free in
                free -= 1
                return free < 0
            }
            if !isRefused { started.withLock { $0.append(start.name) } }
            return isRefused ? EAGAIN : 0
        }
    }

    private static func starter(_ threads: Threads, _ clock: VirtualClock) -> ThreadStarter {
        ThreadStarter(create: { threads.create($0) }) { handler in
            let timer = clock.makeTimer(handler)
            return { timer.arm(at: clock.now + ThreadStarter.pause) }
        }
    }

    @Test func `a refused thread starts when the system permits it, in the order of the requests`() {
        let (clock, threads) = (VirtualClock(), Threads(free: 1))
        let starter = Self.starter(threads, clock)
        for name in ["a", "b", "c"] { starter.start(ThreadStart(name: name) {}) }
        #expect(threads.started.withLock { $0 } == ["a"] && starter.waitingCount == 2)
        clock.advance(by: ThreadStarter.pause)
        #expect(threads.started.withLock { $0 } == ["a"] && starter.waitingCount == 2)
        threads.free.withLock { $0 = 5 }
        clock.advance(by: ThreadStarter.pause)
        #expect(threads.started.withLock { $0 } == ["a", "b", "c"] && starter.waitingCount == 0)
    }

    @Test func `a new request starts those before it, without the clock`() {
        let threads = Threads(free: 0)
        let starter = Self.starter(threads, VirtualClock())
        starter.start(ThreadStart(name: "a") {})
        threads.free.withLock { $0 = 2 }
        starter.start(ThreadStart(name: "b") {})
        #expect(threads.started.withLock { $0 } == ["a", "b"])
    }

    @Test func `the errors name the limit`() {
        #expect(ResourceError(.threads, code: EAGAIN).description.contains("ulimit -u"))
        #expect(ResourceError(.descriptors, code: EMFILE).description.contains("ulimit -n"))
    }
}
