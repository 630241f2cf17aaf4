// Members of a global actor, and functions that return tasks.

/// The actor that all hobs share.
@globalActor public actor HobActor {
    /// The actor itself.
    public static let shared = HobActor()
}

/// A hob, which only its actor uses.
@HobActor public final class Hob {
    /// The level of the heat.
    public private(set) var level = 0
    /// The name of the hob.
    public nonisolated let name: String

    /// Creates a hob.
    public init(name: String) { self.name = name }

    /// Changes the level; returns the new one.
    public func heat(by amount: Int) throws -> Int {
        guard amount >= 0 else { throw KitchenError.missing("heat") }
        level = level &+ amount
        return level
    }

    /// Calls a function with the level.
    public func report(to observer: (Int) -> Void) { observer(level) }
}

/// A lighter with a member on the actor of the hobs.
public final class Lighter: Sendable {
    /// Creates a lighter.
    public init() {}

    /// Lights a hob, and returns its level.
    @HobActor public func light(_ hob: Hob) -> Int { (try? hob.heat(by: 1)) ?? 0 }
}

/// The number of hobs.
@HobActor public var hobCount: Int { 4 }

/// Returns a number on the actor of the hobs.
@HobActor public func flames(_ count: Int) -> Int { count &* 2 }

/// Starts a task that returns a number; fails if it is negative.
public func simmering(_ minutes: Int) -> Task<Int, any Error> {
    Task {
        guard minutes >= 0 else { throw KitchenError.missing("minutes") }
        return minutes
    }
}

/// Starts a task that ends when it is cancelled.
public func boilingForever() -> Task<String, any Error> {
    Task {
        let (stream, source) = AsyncStream<Int>.makeStream()
        for await number in stream { source.yield(number) }
        try Task.checkCancellation()
        return "boiled"
    }
}

/// Starts a task that cannot fail.
public func resting() -> Task<String, Never> { Task { "rested" } }

/// Starts a task without a result, unless the number is negative.
public func cooling(to degrees: Int) throws -> Task<Void, Never> {
    guard degrees >= 0 else { throw KitchenError.missing("degrees") }
    return Task {}
}
