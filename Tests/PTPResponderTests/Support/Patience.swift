import Glibc
import HotShoeSupport

/// Waits for what happens on other threads, and loses patience when nothing does.
enum Patience {
    private static let limit: Duration = .seconds(60)

    /// On a thread of the test's own: those that the work is done on may be one.
    static func until(_ isSo: () throws -> Bool) throws {
        let end = SystemClock.shared.now + limit
        while try !isSo() {
            if SystemClock.shared.now > end { throw WireConnection.TimedOut() }
            sched_yield()
        }
    }

    /// Tries again until it works; on a thread of the test's own.
    static func eventually<Value>(_ body: () throws -> Value) throws -> Value {
        let end = SystemClock.shared.now + limit
        while true {
            do { return try body() } catch  where SystemClock.shared.now < end { sched_yield() }
        }
    }

    /// On a thread that others wait for.
    static func yielding(until isSo: () -> Bool) async throws {
        let end = SystemClock.shared.now + limit
        while !isSo() {
            if SystemClock.shared.now > end { throw WireConnection.TimedOut() }
            await Task.yield()
        }
    }
}
