public import Glibc
import BindingSupport

/// An object that a ``HandleTable`` recycles when its last handle is released.
public class ReusableObject {
    /// The pool to which the object returns, while it is in use.
    fileprivate var pool: ObjectPool?

    init() {}

    /// The foreign object that the box contains; `nil` if it contains another value.
    var foreignObject: ForeignObject? { nil }

    /// Called by the table once for each insertion, when no other reference exists.
    final func lastReferenceReleased() {
        guard let pool else { return }
        self.pool = nil
        // The content is released first, because its `deinit` may call back.
        pool.clear(self)
        pool.recycle(self)
    }
}

/// Objects that wait for their next use. Not generic, so that recycling one looks up no types. **Thread-safe.**
final class ObjectPool: Sendable {
    /// Guards the free objects.
    private let free: Guarded<[UncheckedBox<ReusableObject>]>
    /// Maximum number of free objects, more than a consumer holds at a time.
    private static let limit = 8
    /// Releases the content of an object. A function of the pool instead of the object: a method of a generic class looks up the
    /// type of its content at each call.
    fileprivate let clear: @Sendable (ReusableObject) -> Void

    /// Creates an empty pool.
    init(clear: @escaping @Sendable (ReusableObject) -> Void) {
        self.clear = clear
        var objects: [UncheckedBox<ReusableObject>] = []
        objects.reserveCapacity(Self.limit)
        free = Guarded(objects)
    }

    func popFree() -> ReusableObject? { free.withLock { $0.popLast() }?.value }

    func recycle(_ object: ReusableObject) {
        let box = UncheckedBox(value: object)
        free.withLock { if $0.count < Self.limit { $0.append(box) } }
    }
}

// SAFETY: the content changes only while one thread has the only reference: before insertion into a table, and after removal
// from it. Several threads use a value that is not Sendable only if foreign code does that; the library's documentation
// specifies which types allow it.
/// A value behind a handle, constant for the lifetime of the handle. **Thread-safe.**
public final class ValueBox<Value>: ReusableObject, @unchecked Sendable {
    fileprivate var content: Value?

    /// Wraps a value.
    public init(_ value: Value) { content = value }

    /// The wrapped value.
    public var value: Value { content! }

    override var foreignObject: ForeignObject? {
        guard let content else { return nil }
        return content as? ForeignObject
    }

    fileprivate func wrap(_ value: Value, from pool: ObjectPool) {
        content = value
        self.pool = pool
    }
}

/// Recycled boxes: handles of elements that a stream delivers repeatedly need no allocation. **Thread-safe.**
public final class BoxPool<Value>: Sendable {
    /// Contains only boxes of this type.
    private let objects: ObjectPool

    /// Creates an empty pool.
    public init() {
        objects = ObjectPool { unsafe unsafeDowncast($0, to: ValueBox<Value>.self).content = nil }
    }

    /// Returns a box around a value, recycled if possible.
    public func box(_ value: Value) -> ValueBox<Value> {
        let box = objects.popFree().map { unsafe unsafeDowncast($0, to: ValueBox<Value>.self) } ?? ValueBox(value)
        box.wrap(value, from: objects)
        return box
    }
}

// SAFETY: `value` is accessed only while `mutex` is held.
/// A mutable value behind a lock, which protects it from concurrent foreign threads. **Thread-safe.**
@safe
public final class MutableBox<Value>: @unchecked Sendable {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline var value: Value

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
    @inlinable
    @inline(__always)
    public func with<R: ~Copyable>(_ body: (inout Value) throws -> R) rethrows -> R {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
