import Glibc

/// A semaphore for one waiting thread. **Thread-safe.**
///
/// POSIX's: Dispatch's needs its own type of time, and a condition a mutex as well.
@safe
final class ThreadSemaphore: Sendable {
    // SAFETY: made in `init`, never changed, and destroyed in `deinit`, when no thread can hold a reference.
    private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>

    /// Creates a semaphore without a signal.
    init() {
        unsafe semaphore = .allocate(capacity: 1)
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    /// Adds a signal, which ends one wait.
    func signal() { unsafe sem_post(semaphore) }

    /// Waits for a signal.
    func wait() { withoutThreadCancellation { while unsafe sem_wait(semaphore) != 0 {} } }

    /// Waits for a signal; returns `false` if none was added within a number of seconds of the system's clock, which may be set
    /// meanwhile.
    func wait(seconds: Int) -> Bool {
        var deadline = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += seconds
        return withoutThreadCancellation {
            while unsafe sem_timedwait(semaphore, &deadline) != 0 {
                if errno != EINTR { return false }
            }
            return true
        }
    }
}
