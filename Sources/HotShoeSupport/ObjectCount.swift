import Synchronization

/// How many objects of one kind are alive, for tests and for users who look for leaks. **Thread-safe.**
public final class ObjectCount: Sendable {
    private let count = Atomic<Int>(0)

    /// Starts at zero.
    public init() {}

    /// How many are alive now.
    public var current: Int { count.load(ordering: .relaxed) }

    /// One more.
    public func add() { count.add(1, ordering: .relaxed) }

    /// One fewer.
    public func subtract() { count.subtract(1, ordering: .relaxed) }
}
