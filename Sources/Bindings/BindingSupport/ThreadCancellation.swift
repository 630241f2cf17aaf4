import Glibc

/// Holds off the cancellation of the calling thread (`pthread_cancel`) while `body` runs. A request that arrives meanwhile takes
/// effect at the thread's next cancellation point outside.
///
/// Swift code has no cleanup for a thread that ends in the middle of it: locks would stay locked, and other threads would wait
/// without end. Everything that may block on a thread of the host is therefore called in here.
public func withoutThreadCancellation<Result: ~Copyable>(_ body: () -> Result) -> Result {
    var previous: Int32 = 0
    _ = unsafe pthread_setcancelstate(Int32(PTHREAD_CANCEL_DISABLE), &previous)
    defer { _ = pthread_setcancelstate(previous, nil) }
    return body()
}

/// The life of one thread, for those who must learn that it has ended: a handler may end its thread (`pthread_exit`), and never
/// returns then. **Thread-safe.**
final class ThreadLife: Sendable {
    private struct State {
        var isOver = false
        var nextNumber = 0
        var actions: [Int: @Sendable () -> Void] = [:]
    }

    /// Guards the actions.
    private let state = Guarded(State())

    /// Key of each thread's life, whose destructor runs when the thread ends; nil if the process has none left.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        let failure = unsafe pthread_key_create(&key) { life in
            if let life = unsafe life { unsafe Unmanaged<ThreadLife>.fromOpaque(life).takeRetainedValue().end() }
        }
        return failure == 0 ? key : nil
    }()

    /// The life of the calling thread; nil if the process has no storage for it.
    static var current: ThreadLife? {
        guard let key else { return nil }
        if let known = unsafe pthread_getspecific(key) {
            return unsafe Unmanaged<ThreadLife>.fromOpaque(known).takeUnretainedValue()
        }
        let made = ThreadLife()
        unsafe pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
        return made
    }

    /// Performs an action when the thread ends, or now if it has; returns a number for ``forget(_:)``.
    func whenOver(_ action: @escaping @Sendable () -> Void) -> Int {
        let number = state.withLock { state -> Int? in
            if state.isOver { return nil }
            state.nextNumber += 1
            state.actions[state.nextNumber] = action
            return state.nextNumber
        }
        if number == nil { action() }
        return number ?? 0
    }

    /// Withdraws an action.
    func forget(_ number: Int) { state.withLock { _ = $0.actions.removeValue(forKey: number) } }

    private func end() {
        let actions = state.withLock { state in
            state.isOver = true
            defer { state.actions = [:] }
            return state.actions.values.map { $0 }
        }
        for action in actions { action() }
    }
}
