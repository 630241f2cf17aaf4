// Collections, generic types without a use, and raw values.

/// Bottles, by their positions.
public struct Rack: RandomAccessCollection, MutableCollection, Sendable {
    private var bottles: [String]

    /// Creates a rack of bottles.
    public init(_ bottles: [String]) { self.bottles = bottles }

    public var startIndex: Int { 0 }
    public var endIndex: Int { bottles.count }
    public subscript(position: Int) -> String {
        get { bottles[position] }
        set { bottles[position] = newValue }
    }

    /// Adds a bottle.
    public mutating func add(_ bottle: String) { bottles.append(bottle) }
}

/// Every third number, with positions that are no integers.
public struct Steps: Collection, Sendable {
    /// A position.
    public struct Index: Comparable, Sendable {
        fileprivate var number: Int
        public static func < (left: Index, right: Index) -> Bool { left.number < right.number }
    }

    private let limit: Int

    /// Creates the numbers below a limit.
    public init(below limit: Int) { self.limit = limit }

    public var startIndex: Index { Index(number: 0) }
    public var endIndex: Index { Index(number: (limit &+ 2) / 3) }
    public func index(after index: Index) -> Index { Index(number: index.number &+ 1) }
    public subscript(index: Index) -> Int { index.number &* 3 }
}

/// A stack of plates of any kind, which no declaration uses.
public struct Stack<Plate: Hashable & Sendable>: Sendable {
    private var plates: [Plate] = []

    /// Creates an empty stack.
    public init() {}

    /// The number of plates.
    public var height: Int { plates.count }

    /// Puts a plate on top.
    public mutating func push(_ plate: Plate) { plates.append(plate) }

    /// Removes the top plate.
    public mutating func pop() -> Plate? { plates.popLast() }
}

/// A size of a bottle, with its volume in millilitres.
public enum Bottle: Int, Sendable {
    case small = 250, large = 750
}

/// A colour of a bottle.
public enum Glass: String, Sendable {
    case clear, green = "bottle green"
}

/// A shelf whose labels have a fixed order.
public struct Labels: Sendable {
    private let texts: [String]

    /// Creates a shelf with labels.
    public init(_ texts: [String]) { self.texts = texts }

    /// The labels from the last one to the first.
    public var reversed: some Collection<String> { texts.reversed() }

    /// The lengths of the labels.
    public func lengths() -> any Collection<Int> { texts.lazy.map(\.count) }

    /// Bytes of the first label; fails without any.
    public func initial() throws -> some BidirectionalCollection<UInt8> {
        guard let first = texts.first else { throw PantryError.empty }
        return first.utf8
    }

    /// The number of labels of a length.
    public func number(of lengths: any Collection<Int>) -> Int { texts.count { lengths.contains($0.count) } }
}

/// A failure of a pantry.
public enum PantryError: Error {
    case empty
}
