import Glibc

/// An immutable value behind a handle. **Thread-safe.**
// SAFETY: `value` never changes. A value that is not Sendable is used by several threads only as foreign code does that:
// the library's documentation tells it which types allow it.
public final class ValueBox<Value>: @unchecked Sendable {
    public let value: Value

    /// Wraps a value.
    public init(_ value: Value) {
        self.value = value
    }
}

/// A value that members can change, behind a lock: two foreign threads cannot corrupt it. **Thread-safe.**
// SAFETY: `value` is touched only while `mutex` is held.
@safe
public final class MutableBox<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Takes a value.
    public init(_ value: Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` alone with the value. From inside `body` the same box must not be used: the call would not return.
    public func with<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
