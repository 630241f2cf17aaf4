import Glibc
import Synchronization

// SAFETY: `storage` is accessed only between a successful `borrow()` or `change()` and the end of that access, so that no call
// changes the value while another one uses it.
/// A value that cannot be copied, behind a handle. **Thread-safe**; but an access that would change the value while another one
/// uses it fails instead of waiting, because both may belong to one thread.
@safe
public final class UniqueBox<Value: ~Copyable>: @unchecked Sendable {
    /// Number of accesses that read the value; ``changing`` or ``consumed`` otherwise.
    private let accesses = Atomic<Int>(0)
    private let storage: UnsafeMutablePointer<Value>

    /// Wraps a value.
    public init(_ value: consuming Value) {
        unsafe storage = .allocate(capacity: 1)
        unsafe storage.initialize(to: value)
    }

    deinit {
        if accesses.load(ordering: .relaxed) != UniqueAccess.consumed { unsafe storage.deinitialize(count: 1) }
        unsafe storage.deallocate()
    }

    /// The place of the value, valid during an access.
    public var value: UnsafeMutablePointer<Value> { unsafe storage }

    /// Begins an access that reads the value.
    ///
    /// - Throws: `.inUse` if the value is being changed, `.invalidHandle` if it was consumed.
    public func borrow() throws(Status) {
        var count = accesses.load(ordering: .relaxed)
        while true {
            if count < 0 { throw count == UniqueAccess.consumed ? .invalidHandle : .inUse }
            let (exchanged, original) = accesses.compareExchange(
                expected: count,
                desired: count + 1,
                successOrdering: .acquiring,
                failureOrdering: .relaxed
            )
            if exchanged { return }
            count = original
        }
    }

    /// Ends an access that reads the value.
    public func endBorrow() { accesses.subtract(1, ordering: .releasing) }

    /// Begins an access that may change or consume the value.
    ///
    /// - Throws: `.inUse` if the value is in use, `.invalidHandle` if it was consumed.
    public func change() throws(Status) {
        let (exchanged, original) = accesses.compareExchange(
            expected: 0,
            desired: UniqueAccess.changing,
            ordering: .acquiringAndReleasing
        )
        if !exchanged { throw original == UniqueAccess.consumed ? .invalidHandle : .inUse }
    }

    /// Ends an access that may change the value; does nothing after ``consume(_:_:)``.
    public func endChange() {
        _ = accesses.compareExchange(expected: UniqueAccess.changing, desired: 0, ordering: .acquiringAndReleasing)
    }

    /// Ends the value, for all users of its handle, when the accesses under way have ended. Waits only for those of other threads.
    public func withdraw(_ handle: UInt64, _ type: UInt16) {
        Handles.invalidate(handle, type)
        var attempts = 0
        while !accesses.compareExchange(expected: 0, desired: UniqueAccess.consumed, ordering: .acquiringAndReleasing).exchanged {
            attempts += 1
            // An access usually ends at once; but it may be a function of the library that blocks.
            if attempts < UniqueAccess.spins { sched_yield() } else { usleep(UniqueAccess.pause) }
        }
        unsafe storage.deinitialize(count: 1)
    }

    /// Moves the value out of the box during a ``change()``, and makes the box's handle invalid for all its users.
    public func consume(_ handle: UInt64, _ type: UInt16) -> Value {
        accesses.store(UniqueAccess.consumed, ordering: .releasing)
        Handles.invalidate(handle, type)
        return unsafe storage.move()
    }
}

/// Numbers of accesses with a meaning of their own.
private enum UniqueAccess {
    static let changing = -1
    static let consumed = Int.min
    /// Number of attempts without a pause to end a value that is in use.
    static let spins = 100
    /// Pause between two further attempts, in microseconds.
    static let pause: UInt32 = 200
}
