// Sequences that are no collections.

/// Guests who wait, each served once.
public struct GuestQueue: Sequence, Sendable {
    private let names: [String]

    /// Creates a queue of guests.
    public init(_ names: [String]) { self.names = names }

    public func makeIterator() -> AnyIterator<String> { AnyIterator(names.makeIterator()) }
}

/// The minutes until a meal: a sequence that is its own iterator.
public struct Minutes: Sequence, IteratorProtocol, Sendable {
    private var left: Int

    /// Creates a countdown.
    public init(from left: Int) { self.left = left }

    public mutating func next() -> Int? {
        guard left > 0 else { return nil }
        left = left &- 1
        return left
    }
}

/// Dishes of a belt, which has no end.
public final class DishBelt: Sequence {
    /// Creates a belt.
    public init() {}

    public func makeIterator() -> some IteratorProtocol<Dish> {
        var number = 0
        return AnyIterator {
            number = number &+ 1
            return Dish(name: "dish \(number)")
        }
    }

    /// The weights of the dishes in grams, which have no end.
    public var weights: some Sequence<Double> { sequence(first: 100) { $0 + 50 } }
}

/// Returns the numbers of tickets, without an end.
public func tickets(from first: Int) -> some Sequence<Int> { sequence(first: first) { $0 &+ 1 } }

/// Returns numbers that a function makes of given ones.
public func made(of numbers: [Int], _ make: @escaping @Sendable (Int) -> Int) -> AnySequence<Int> {
    AnySequence(numbers.lazy.map(make))
}

/// Returns the letters of a text.
public func letters(of text: String) -> AnyIterator<Character> { AnyIterator(text.makeIterator()) }

/// Returns texts.
public func cries() -> any Sequence<String> { ["one", "two"] }

/// Returns the sum of some numbers.
public func tallied(_ numbers: AnySequence<Int>) -> Int { numbers.reduce(0, &+) }
