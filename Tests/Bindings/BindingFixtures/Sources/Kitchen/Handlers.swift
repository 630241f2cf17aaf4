import Synchronization

/// Calls the function with each of them.
public func season(_ dishes: [String], with add: (String) -> String) -> [String] { dishes.map { add($0) } }

/// Calls once, before it returns.
public func ring(then done: @escaping @Sendable () -> Void) { done() }

/// Calls once, on another thread.
public func ringLater(then done: @escaping @Sendable (String) -> Void) { Task { done("ring") } }

/// Calls the given number of times, at most a thousand.
public func stir(times: Int, each: @Sendable (Int) -> Void) {
    for turn in 0..<min(max(times, 0), 1000) { each(turn) }
}

/// The handler may fail, and then this fails the same way.
public func attempt(_ body: () throws -> Int) throws -> Int { try body() }

/// The handler may fail with one kind of error.
public func check(_ body: (Int) throws(KitchenError) -> Void) throws(KitchenError) { try body(7) }

/// Waits for what the handler waits for.
public func prepare(_ name: String, with work: @Sendable (String) async throws -> String) async throws -> String {
    try await work(name) + "!"
}

/// Does nothing without a handler.
///
/// - Returns: whether there was one.
public func notify(_ handler: (@Sendable (String?, [Int]) -> Void)?) -> Bool {
    handler?("ready", [1, 2, 3])
    return handler != nil
}

/// Filters by a handler that is given values of the module.
public func choose(_ recipes: [Recipe], where isWanted: (Recipe, Position) -> Bool) -> [Recipe] {
    recipes.filter { isWanted($0, .origin) }
}

/// Hands out a function.
public func multiplier(by factor: Int) -> @Sendable (Int) -> Int { { $0 &* factor } }

/// A handler by another name.
public typealias BellHandler = @Sendable (_ rings: Int) -> Void

/// Rings for all listeners. Thread-safe.
public final class Bell: Sendable {
    private let handlers = Mutex<[BellHandler]>([])
    private let rings = Mutex(0)

    public init() {}

    /// Calls the handler each time the bell is rung.
    public func onRing(_ handler: @escaping BellHandler) { handlers.withLock { $0.append(handler) } }

    /// - Returns: how many heard it.
    @discardableResult
    public func ring() -> Int {
        let count = rings.withLock { count in
            count &+= 1
            return count
        }
        let handlers = handlers.withLock { $0 }
        for handler in handlers { handler(count) }
        return handlers.count
    }

    public func forget() { handlers.withLock { $0 = [] } }
}

/// A struct that cannot be plain: one of its fields is a handler.
public struct Alarm: Sendable {
    public var minutes: Int
    public var handler: @Sendable () -> Void

    public init(minutes: Int, handler: @escaping @Sendable () -> Void) {
        self.minutes = minutes
        self.handler = handler
    }

    public func fire() { handler() }
}

/// Calls things: a value that is called like a function.
public struct Doubler: Sendable {
    public init() {}

    public func callAsFunction(_ value: Int) -> Int { value &* 2 }
}
