#if THREAD_SANITIZER
import Glibc
#else
public import Synchronization
#endif

/// A value and the lock that guards it. **Thread-safe.**
///
/// This is `Synchronization.Mutex`, except in builds under ThreadSanitizer, which cannot see into `Mutex` and would report
/// every access that it guards as a race (observed with Swift 6.3.1 on Linux). Those builds use a POSIX mutex.
public struct Guarded<Value: ~Copyable>: ~Copyable, Sendable {
    #if THREAD_SANITIZER
    private let box: Box

    /// Creates a lock that guards the value.
    public init(_ value: consuming sending Value) {
        box = Box(value)
    }

    /// Calls `body` with exclusive access to the value. Short work only: no waiting, no call of a handler or continuation.
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(box.mutex)
        defer { unsafe pthread_mutex_unlock(box.mutex) }
        return try unsafe body(&box.value.pointee)
    }

    @safe
    private final class Box: Sendable {
        // SAFETY: made in `init`, never changed, freed in `deinit`; the value is accessed only while the mutex is held.
        nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
        nonisolated(unsafe) let value: UnsafeMutablePointer<Value>

        init(_ initial: consuming sending Value) {
            unsafe mutex = .allocate(capacity: 1)
            unsafe pthread_mutex_init(mutex, nil)
            unsafe value = .allocate(capacity: 1)
            unsafe value.initialize(to: initial)
        }

        deinit {
            unsafe value.deinitialize(count: 1)
            unsafe value.deallocate()
            unsafe pthread_mutex_destroy(mutex)
            unsafe mutex.deallocate()
        }
    }
    #else
    @usableFromInline let mutex: Mutex<Value>

    /// Creates a lock that guards the value.
    public init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Calls `body` with exclusive access to the value. Short work only: no waiting, no call of a handler or continuation.
    @inlinable
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock(body)
    }
    #endif
}
