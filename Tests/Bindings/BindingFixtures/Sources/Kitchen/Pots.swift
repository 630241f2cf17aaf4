// Values that cannot be copied: lent to calls, changed in place, consumed.

import Synchronization

/// The number of pots that exist.
private let pots = Atomic(0)

/// A pot, of which there is only one.
public struct Pot: ~Copyable {
    /// The content, in litres.
    public private(set) var litres: Int

    /// Creates a pot.
    ///
    /// - Parameter litres: The content, from 0 to 1000; there is no pot for another one.
    public init?(litres: Int) {
        guard 0...1_000 ~= litres else { return nil }
        self.litres = litres
        pots.add(1, ordering: .relaxed)
    }

    deinit { pots.subtract(1, ordering: .relaxed) }

    /// The number of pots that exist.
    public static var count: Int { pots.load(ordering: .relaxed) }

    /// Whether the pot has more in it than another one.
    public borrowing func isFuller(than other: borrowing Pot) -> Bool { litres > other.litres }

    /// Pours some litres into the pot.
    ///
    /// - Parameter amount: From 0 to 10.
    /// - Throws: ``KitchenError/closed`` for other amounts.
    public mutating func pour(_ amount: Int = 1) throws {
        guard 0...10 ~= amount else { throw KitchenError.closed }
        litres += amount
    }

    /// Exchanges the contents of two pots.
    public mutating func exchange(with other: inout Pot) { Swift.swap(&litres, &other.litres) }

    /// Stirs while a function agrees, which receives the number of the turn; at most 100 turns.
    public mutating func stir(while isThin: (Int) -> Bool) -> Int {
        var turns = 0
        while turns < 100, isThin(turns) { turns += 1 }
        return turns
    }

    /// The content, after a while.
    public func cooked() async -> Int { litres }

    /// Moves half of the content to a new pot, unless there is too little.
    public mutating func split() -> Pot? {
        guard litres > 1 else { return nil }
        let half = litres / 2
        litres -= half
        return Pot(litres: half)
    }

    /// Serves the content. The pot no longer exists.
    ///
    /// - Returns: The number of litres.
    public consuming func serve() -> Int { litres }

    /// Serves the content, if there is any. The pot no longer exists.
    ///
    /// - Throws: ``KitchenError/closed`` if it is empty.
    public consuming func serveAll() throws -> Int {
        guard litres > 0 else { throw KitchenError.closed }
        return litres
    }

    /// Pours both pots into one.
    public consuming func combined(with other: consuming Pot) -> Pot { Pot(litres: min(litres + other.litres, 1_000))! }
}

/// The content of a pot.
public func content(of pot: borrowing Pot) -> Int { pot.litres }

/// Fills a pot.
public func refill(_ pot: inout Pot, litres: Int) { pot = Pot(litres: min(max(0, litres), 1_000))! }

/// A stove with room for one pot.
public final class Stove {
    private var pot: Pot?

    /// Creates an empty stove.
    public init() {}

    /// Puts a pot on the stove in place of the previous one.
    public func put(_ pot: consuming Pot) { self.pot = consume pot }

    /// Takes the pot from the stove.
    public func takePot() -> Pot? { pot.take() }
}

/// A recipe for pots: a value with a member that changes it, and returns a pot.
public struct PotSeries {
    private var litres = 0

    /// Creates a series of pots with more and more in them.
    public init() {}

    /// Makes the next pot.
    public mutating func next() -> Pot {
        litres = min(litres + 1, 1_000)
        return Pot(litres: litres)!
    }
}

/// Pots in a pile; each item is in one pile only.
public struct Pile<Item: ~Copyable>: ~Copyable {
    private var top: UnsafeMutablePointer<Item>?
    /// The number of items.
    public private(set) var count = 0

    /// Creates an empty pile.
    public init() {}

    deinit {
        for index in 0..<count { (top! + index).deinitialize(count: 1) }
        top?.deallocate()
    }

    /// Puts an item on the pile.
    public mutating func push(_ item: consuming Item) {
        let larger = UnsafeMutablePointer<Item>.allocate(capacity: count + 1)
        if let top { larger.moveInitialize(from: top, count: count) }
        top?.deallocate()
        (larger + count).initialize(to: item)
        (top, count) = (larger, count + 1)
    }

    /// Takes the last item from the pile.
    public mutating func pop() -> Item? {
        guard count > 0, let top else { return nil }
        count -= 1
        return (top + count).move()
    }
}

/// A pile of pots.
public typealias PotPile = Pile<Pot>

/// A pile of numbers.
public typealias NumberPile = Pile<Int>

/// A delivery of the stove.
public enum Delivery: ~Copyable {
    case nothing
    /// A dish of some persons.
    case dish(String, persons: Int)
    /// A whole pot.
    case pot(Pot)

    /// The number of persons that it feeds.
    public var persons: Int {
        switch self {
        case .nothing: 0
        case .dish(_, let persons): persons
        case .pot(let pot): pot.litres * 2
        }
    }

    /// The pot, if it is one.
    public consuming func unpacked() -> Pot? {
        switch consume self {
        case .pot(let pot): pot
        default: nil
        }
    }
}

/// Delivers a pot.
public func delivery(of pot: consuming Pot) -> Delivery { .pot(pot) }
