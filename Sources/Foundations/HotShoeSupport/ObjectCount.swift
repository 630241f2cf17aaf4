import Synchronization

/// Number of live objects of one kind, for tests and for finding leaks. **Thread-safe.**
public final class ObjectCount: Sendable {
    private let count = Atomic<Int>(0)

    /// Creates a count of zero.
    public init() {}

    /// Number of live objects.
    public var current: Int { count.load(ordering: .relaxed) }

    /// Adds one object.
    public func add() { count.add(1, ordering: .relaxed) }

    /// Removes one object.
    public func subtract() { count.subtract(1, ordering: .relaxed) }
}
