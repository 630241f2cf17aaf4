// Parameters with any number of values, types as values, and values without content.

/// Adds numbers, and names the sum.
public func totalled(_ numbers: Int..., unit: String = "g") -> String { "\(numbers.reduce(0, &+)) \(unit)" }

/// Joins the names that are not nil; fails without any.
public func joined(_ first: String, names: String?..., by separator: String) throws -> String {
    let given = ([first] + names.compactMap { $0 }).filter { !$0.isEmpty }
    guard !given.isEmpty else { throw KitchenError.missing("names") }
    return given.joined(separator: separator)
}

/// A salad of leaves.
public final class Salad: Sendable {
    /// Its leaves.
    public let leaves: [String]

    /// Creates a salad.
    public init(leaves: String...) { self.leaves = leaves }

    /// Creates a salad of leaves that may be absent.
    public static func from(_ leaves: [String]...) async throws -> Salad {
        guard let first = leaves.first, let leaf = first.first else { throw KitchenError.missing("leaves") }
        await Task.yield()
        return Salad(leaves: leaf, "\(leaves.count)")
    }

    /// The sum of bytes and the number of leaves.
    public func weight(with dressing: UInt8...) -> Int { dressing.reduce(leaves.count) { $0 + Int($1) } }
}

/// Returns a value without content for numbers above zero.
public func tried(_ number: Int) -> Void? { number > 0 ? () : nil }

/// Returns whether there is a value.
public func settled(_ done: Void?) -> Bool { done != nil }

/// Counts the results with a value of a function, which is called at most a hundred times.
public func repeated(_ times: Int, _ work: (Int) -> Void?) -> Int { (0..<max(0, min(times, 100))).count { work($0) != nil } }

/// A place for texts, which a program can implement.
public protocol Drain: Sendable {
    /// Accepts a text; nil if there is no space for it.
    func write(_ text: String) -> Void?
}

/// Writes texts until one is not accepted; returns the number of those that were.
public func pour(_ texts: [String], into drain: any Drain) -> Int {
    texts.firstIndex { drain.write($0) == nil } ?? texts.count
}

/// Returns the largest value of a type.
public func maximum(of type: Int16.Type) -> Int { Int(type.max) }

/// A coating with its own kind of grain.
public protocol Coating {
    /// A grain.
    associatedtype Grain

    /// Creates a coating from grains.
    init(grains: [Grain])

    /// The description of the coating.
    var label: String { get }
}

/// A glaze of grains of one size, which no declaration uses.
public struct Glaze<Size: FixedWidthInteger & UnsignedInteger & Sendable>: Coating, Sendable {
    private let grains: [Size]

    /// Creates a glaze.
    public init(grains: [Size]) { self.grains = grains }

    /// Its description.
    public var label: String { "\(grains.count) grains of \(Size.bitWidth) bits" }
}

/// Returns the description of a coating of one type.
public func coated<Coat: Coating>(with type: Coat.Type, grains: [Coat.Grain]) -> String { type.init(grains: grains).label }
