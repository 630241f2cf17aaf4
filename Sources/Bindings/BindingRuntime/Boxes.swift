import Glibc
import HotShoeSupport

/// An object that a ``HandleTable`` recycles when its last handle is released.
public class ReusableObject {
    init() {}

    /// Called by the table once for each insertion, when no other reference exists.
    func lastReferenceReleased() {}
}

// SAFETY: the content changes only while one thread has the only reference: before insertion into a table, and after removal
// from it. Several threads use a value that is not Sendable only if foreign code does that; the library's documentation
// specifies which types allow it.
/// A value behind a handle, constant for the lifetime of the handle. **Thread-safe.**
public final class ValueBox<Value>: ReusableObject, @unchecked Sendable {
    private var content: Value?
    /// The pool to which the box returns, while it has a value.
    private var pool: BoxPool<Value>?

    /// Wraps a value.
    public init(_ value: Value) { content = value }

    /// The wrapped value.
    public var value: Value { content! }

    fileprivate func wrap(_ value: Value, from pool: BoxPool<Value>) {
        content = value
        self.pool = pool
    }

    override func lastReferenceReleased() {
        // The value is released first, because its `deinit` may call back.
        content = nil
        let pool = pool
        self.pool = nil
        pool?.recycle(self)
    }
}

/// Recycled boxes: handles of elements that a stream delivers repeatedly need no allocation. **Thread-safe.**
public final class BoxPool<Value>: Sendable {
    /// Guards the free boxes.
    private let free: Guarded<[ValueBox<Value>]>
    /// Maximum number of free boxes, more than a consumer holds at a time.
    private static var limit: Int { 8 }

    /// Creates an empty pool.
    public init() {
        var boxes: [ValueBox<Value>] = []
        boxes.reserveCapacity(Self.limit)
        free = Guarded(boxes)
    }

    /// Returns a box around a value, recycled if possible.
    public func box(_ value: Value) -> ValueBox<Value> {
        let box = free.withLock { $0.popLast() } ?? ValueBox(value)
        box.wrap(value, from: self)
        return box
    }

    fileprivate func recycle(_ box: ValueBox<Value>) {
        free.withLock { if $0.count < Self.limit { $0.append(box) } }
    }
}

// SAFETY: `value` is accessed only while `mutex` is held.
/// A mutable value behind a lock, which protects it from concurrent foreign threads. **Thread-safe.**
@safe
public final class MutableBox<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Wraps a value.
    public init(_ value: Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Calls `body` with exclusive access to the value. Using the same box inside `body` deadlocks.
    public func with<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
