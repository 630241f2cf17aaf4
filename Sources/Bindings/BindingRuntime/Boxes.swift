import Glibc
import HotShoeSupport

/// What a ``HandleTable`` gives back when nobody holds it any more, instead of only letting it go.
public class ReusableObject {
    init() {}

    /// Nobody else has it; called once for each time that it was put into a table.
    func nobodyHoldsIt() {}
}

/// A value behind a handle, the same for as long as that is held. **Thread-safe.**
// SAFETY: what is in it changes only while one thread has it and nobody else: before it is put into a table, and when it has left that. A
// value that is not Sendable is used by several threads only as foreign code does that: the library's documentation tells it which types
// allow it.
public final class ValueBox<Value>: ReusableObject, @unchecked Sendable {
    private var content: Value?
    /// Where it comes from, while it has a value.
    private var pool: BoxPool<Value>?

    /// Wraps a value.
    public init(_ value: Value) { content = value }

    /// What it was made with.
    public var value: Value { content! }

    fileprivate func wrap(_ value: Value, from pool: BoxPool<Value>) {
        content = value
        self.pool = pool
    }

    override func nobodyHoldsIt() {
        // First the value, which may call back when it goes.
        content = nil
        let pool = pool
        self.pool = nil
        pool?.giveBack(self)
    }
}

/// Boxes that are used again: what a stream delivers again and again costs no block of memory for its handle. **Thread-safe.**
public final class BoxPool<Value>: Sendable {
    /// Guards the boxes that are free.
    private let free: Guarded<[ValueBox<Value>]>
    /// More than a consumer holds at a time.
    private static var limit: Int { 8 }

    /// Begins with none.
    public init() {
        var boxes: [ValueBox<Value>] = []
        boxes.reserveCapacity(Self.limit)
        free = Guarded(boxes)
    }

    /// A box around a value.
    public func box(_ value: Value) -> ValueBox<Value> {
        let box = free.withLock { $0.popLast() } ?? ValueBox(value)
        box.wrap(value, from: self)
        return box
    }

    fileprivate func giveBack(_ box: ValueBox<Value>) {
        free.withLock { if $0.count < Self.limit { $0.append(box) } }
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
