import Synchronization

/// An error of the stock.
public enum StockError: Error, Equatable {
    case empty
    /// There is less than was requested.
    case tooLittle(of: String, missing: Double)
}

/// A place for ingredients. Thread-safe.
public final class Shelf: Sendable {
    public let label: String
    private let stock = Mutex<[String: Double]>([:])

    /// - Parameter label: what is written on it.
    public init(label: String) {
        self.label = label
    }

    /// How much there is of each thing.
    public var contents: [String: Double] { stock.withLock { $0 } }

    /// Puts something on the shelf.
    public func store(_ ingredient: Ingredient) {
        stock.withLock { $0[ingredient.name, default: 0] += ingredient.quantity.amount }
    }

    /// Takes something off the shelf.
    ///
    /// - Returns: what is left of it.
    /// - Throws: ``StockError`` when there is not enough.
    @discardableResult
    public func take(_ name: String, amount: Double = 1) throws(StockError) -> Double {
        let left = stock.withLock { stock -> Result<Double, StockError> in
            guard let there = stock[name] else { return .failure(.empty) }
            guard there >= amount else { return .failure(.tooLittle(of: name, missing: amount - there)) }
            stock[name] = there - amount
            return .success(there - amount)
        }
        return try left.get()
    }

    /// The deliveries that are expected, one after the other.
    public func deliveries(of names: [String]) -> Deliveries<Ingredient> {
        Deliveries(names.map { Ingredient(name: $0, quantity: .none) })
    }
}

/// Things that arrive one by one.
public struct Deliveries<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = Never

    private let elements: [Element]

    init(_ elements: [Element]) {
        self.elements = elements
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(rest: elements[...])
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var rest: ArraySlice<Element>

        public mutating func next() async -> Element? {
            rest.popFirst()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> Element? {
            rest.popFirst()
        }
    }
}

/// A part of a longer list.
public struct Page<Item: Sendable>: Sendable {
    public let items: [Item]
    public let number: Int

    public init(items: [Item], number: Int) {
        self.items = items
        self.number = number
    }

    public var first: Item? { items.first }

    /// The items without the first few.
    public func dropping(_ count: Int) -> Page<Item> {
        Page(items: Array(items.dropFirst(Swift.max(0, count))), number: number)
    }

    /// Cannot be called from other languages: it is generic itself.
    public func mapped<Other: Sendable>(_ transform: (Item) -> Other) -> Page<Other> {
        Page<Other>(items: items.map(transform), number: number)
    }
}
