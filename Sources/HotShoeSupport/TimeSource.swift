/// A source of time and timers that is handed in, so that a test can run an hour in a moment.
///
/// Time is a `Duration` since an origin that the clock chose when it was made; it never goes back.
/// Implementations are **thread-safe**.
public protocol TimeSource: AnyObject, Sendable {
    /// Time since this clock's origin.
    var now: Duration { get }

    /// Makes a timer that does nothing until it is armed.
    ///
    /// - Parameter handler: runs each time the timer falls due: on the clock's own thread, so it must return at once
    ///   and must not block; it may arm its own timer again.
    func makeTimer(_ handler: @escaping @Sendable () -> Void) -> any TimeSourceTimer
}

/// One timer of a ``TimeSource``: armed for one moment at a time, as often as wanted, without allocating. **Thread-safe.**
///
/// Its clock holds it while it is armed; otherwise it is whoever made it that does.
public protocol TimeSourceTimer: AnyObject, Sendable {
    /// Lets the timer fall due at `deadline` (at once if that has passed), instead of any earlier arrangement.
    func arm(at deadline: Duration)

    /// Takes the arrangement back. A handler that is already running is not waited for.
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
