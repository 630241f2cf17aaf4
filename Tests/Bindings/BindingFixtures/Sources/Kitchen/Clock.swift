public import Pantry

/// Counts down.
public final class KitchenTimer: Sendable {
    public let seconds: Int

    public init(seconds: Int) {
        self.seconds = seconds
    }

    /// The seconds that are left, each once: down to 0.
    public func ticks() -> AsyncStream<Int> {
        let seconds = min(seconds, 100)
        return AsyncStream { continuation in
            for left in stride(from: seconds, through: 0, by: -1) { continuation.yield(left) }
            continuation.finish()
        }
    }

    /// Fails after as many ticks as there are seconds.
    public func failingTicks() -> AsyncThrowingStream<Int, any Error> {
        let seconds = min(max(seconds, 0), 100)
        return AsyncThrowingStream { continuation in
            for tick in 0..<seconds { continuation.yield(tick) }
            continuation.finish(throwing: KitchenError.tooHot(degrees: seconds, limit: 100))
        }
    }

    /// The same as ``ticks()``, with an opaque type.
    public func hiddenTicks() -> some AsyncSequence<Int, Never> { ticks() }

    public func boxedTicks() -> any AsyncSequence<Int, Never> & Sendable { ticks() }

    public func countdown() -> Countdown { Countdown(from: min(seconds, 100)) }
}

/// A sequence with a named type.
public struct Countdown: AsyncSequence, Sendable {
    public typealias Element = Int
    public typealias Failure = Never

    public let start: Int

    public init(from start: Int) {
        self.start = start
    }

    public func makeAsyncIterator() -> Iterator { Iterator(left: start) }

    public struct Iterator: AsyncIteratorProtocol {
        var left: Int

        public mutating func next() async -> Int? {
            guard left >= 0 else { return nil }
            defer { left &-= 1 }
            return left
        }
    }
}

/// The sum of what a stream gives.
public func sum(_ numbers: AsyncStream<Int>) async -> Int {
    await numbers.reduce(0) { $0 &+ $1 }
}

/// The names that arrive, joined.
public func names(in deliveries: Deliveries<Ingredient>) async -> String {
    var names: [String] = []
    for await ingredient in deliveries { names.append(ingredient.name) }
    return names.joined(separator: "+")
}
