import Glibc
import HotShoeSupport
import TestSupport

/// Waits for conditions of other threads, with a time limit.
enum Wait {
    /// Waits on a separate thread of the test, because the tested work may have only one thread.
    static func until(_ isSo: () throws -> Bool) throws {
        let end = SystemClock.shared.now + waitLimit
        while try !isSo() {
            if SystemClock.shared.now > end { throw WireConnection.TimedOut() }
            sched_yield()
        }
    }

    /// Repeats an action until it succeeds, on a separate thread of the test.
    static func eventually<Value>(_ body: () throws -> Value) throws -> Value {
        let end = SystemClock.shared.now + waitLimit
        while true {
            do { return try body() } catch  where SystemClock.shared.now < end { sched_yield() }
        }
    }
}
