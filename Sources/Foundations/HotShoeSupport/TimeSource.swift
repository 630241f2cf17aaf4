/// A source of time and timers that is injected, so that tests do not depend on real time.
///
/// Time is the duration since the clock's origin; it never decreases. Implementations are **thread-safe**.
public protocol TimeSource: AnyObject, Sendable {
    /// Time since the clock's origin.
    var now: Duration { get }

    /// Creates a timer that does nothing until it is armed.
    ///
    /// - Parameter handler: runs each time the timer expires, on the clock's own thread: it must return immediately and must
    ///   not block. It may arm its own timer again.
    /// - Returns: the timer, which the clock retains only while it is armed.
    func makeTimer(_ handler: @escaping @Sendable () -> Void) -> any TimeSourceTimer
}

/// One timer of a ``TimeSource``: armed for one time at a time, repeatedly, without allocating. **Thread-safe.**
///
/// The clock retains an armed timer; otherwise the timer's creator must retain it.
public protocol TimeSourceTimer: AnyObject, Sendable {
    /// Sets the timer to expire at `deadline`, replacing any earlier deadline; immediately if it has passed.
    func arm(at deadline: Duration)

    /// Clears the deadline. Does not wait for a handler that is already running.
    func disarm()
}

extension TimeSource {
    /// Waits until `deadline`; returns early, without an error, when the task is cancelled.
    public func sleep(until deadline: Duration) async {
        if deadline <= now { return }
        let due = Promise<Void, Never>()
        let timer = makeTimer { due.fulfil(.success(())) }
        timer.arm(at: deadline)
        await withTaskCancellationHandler {
            _ = await due.result()
        } onCancel: {
            due.fulfil(.success(()))
        }
        timer.disarm()
    }

    /// Waits for a span of this clock's time; returns early, without an error, when the task is cancelled.
    public func sleep(for span: Duration) async {
        await sleep(until: now + span)
    }
}
