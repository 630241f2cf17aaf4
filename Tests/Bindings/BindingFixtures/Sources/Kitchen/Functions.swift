// Functions inside other types, functions that return functions or change their arguments, static members of protocols.
import Synchronization

/// A change of an amount in grams.
public typealias Adjustment = @Sendable (Int) -> Int

/// Next work of a helper.
public enum Chore: Sendable {
    /// Waits for a number of minutes.
    case wait(minutes: Int)
    /// Adjusts an amount.
    case adjust(Adjustment)
    /// Writes into a drain.
    case pour(any Drain)
}

/// Applies functions to a number, in their order; an absent one leaves it unchanged.
public func adjusted(_ number: Int, by steps: [Adjustment?]) -> Int {
    steps.prefix(100).reduce(number) { number, step in step?(number) ?? number }
}

/// Returns functions by their names: `double` and `half`.
public func adjustments() -> [String: Adjustment] { ["double": { $0 &* 2 }, "half": { $0 / 2 }] }

/// Returns a function and its name.
public func namedAdjustment() -> (name: String, function: Adjustment) { ("plus one", { $0 &+ 1 }) }

/// Does a chore with an amount.
public func carriedOut(_ chore: Chore, amount: Int) -> Int {
    switch chore {
    case .wait(let minutes): minutes
    case .adjust(let adjustment): adjustment(amount)
    case .pour(let drain): drain.write("\(amount)") == nil ? -1 : 1
    }
}

/// Returns a chore that multiplies.
public func multiplying(by factor: Int) -> Chore { .adjust { $0 &* factor } }

/// Asks a function for another one, and calls that; an absent one returns nil.
public func chosen(_ choose: (String) -> Adjustment?, amount: Int) -> Int? { choose("any")?(amount) }

/// Asks a function for another one, and calls that.
public func prepared(_ make: (Int) throws -> Adjustment, amount: Int) throws -> Int { try make(2)(amount) }

/// Lets a function change numbers and a season.
///
/// - Parameter change: Receives a number, and a season that it may change.
public func seasoned(_ number: Int, with change: (inout Int, inout TimeOfYear) -> Bool) -> String {
    var (number, season) = (number, TimeOfYear.winter)
    let isChanged = change(&number, &season)
    return "\(number) \(season) \(isChanged)"
}

/// A time of the year.
public enum TimeOfYear: Sendable {
    case spring, summer, autumn, winter
}

/// Configuration of a mixer, changed in place.
public struct Mixing: Sendable {
    private var steps: [String] = []

    /// The speed, from 1 to 9.
    public var speed = 1

    /// Adds a step.
    public mutating func add(_ step: String) { steps.append(step) }

    /// The steps and the speed.
    public var summary: String { "\(steps.joined(separator: "+")) at \(speed)" }
}

/// Returns a configuration that a function has changed.
public func mixed(_ configure: (inout Mixing) throws -> Void) rethrows -> Mixing {
    var mixing = Mixing()
    try configure(&mixing)
    return mixing
}

/// A colour whose initialiser has other names than its fields.
public struct Tint: Equatable, Sendable {
    /// Red, from 0 to 255.
    public var r: UInt8
    /// Green, from 0 to 255.
    public var g: UInt8
    /// A field that is called as its structure.
    public var tint: String

    /// Creates a colour with red and green exchanged.
    public init(_ first: UInt8, _ second: UInt8, named name: String) { (r, g, tint) = (second, first, name) }
}

/// Returns a colour with more red.
public func warmed(_ tint: Tint) -> Tint {
    var tint = tint
    tint.r = tint.r &+ 1
    return tint
}

/// A utensil, whose kinds have different properties.
public protocol Utensil: Sendable {
    /// The name of the kind.
    static var kind: String { get }

    /// Describes an amount of utensils of the kind.
    static func label(_ amount: Int) -> String

    /// Creates a utensil.
    init(size: Int)
}

extension Utensil {
    /// Whether the kind is a spoon.
    public static var isSpoon: Bool { kind == "spoon" }
}

/// A spoon.
public struct Spoon: Utensil {
    public static let kind = "spoon"
    private let size: Int

    public static func label(_ amount: Int) -> String { "\(amount) spoons" }
    public init(size: Int) { self.size = size }
}

/// Returns a utensil.
public func utensil() -> any Utensil { Spoon(size: 3) }

/// Returns the largest number of several.
public func largest(_ numbers: [Int]) -> Int { numbers.max() ?? 0 }

/// Returns the largest number of several.
public func largest(_ numbers: Int...) -> Int { largest(numbers) }

/// Returns a value of a type that the caller chooses.
public func parsed<Value: LosslessStringConvertible>(_ text: String) -> Value? { Value(text) }

/// Returns any value as a list with it.
public func listed<Value>(_ value: Value) -> [Value] { [value] }

extension Array where Element == UInt8 {
    /// The bytes without the last one.
    public func clipped() -> [Element] { Array(dropLast()) }
}

extension Int16 {
    /// A measure that is nested in a type of another library.
    public struct Measure: Equatable, Sendable {
        /// The number.
        public var value: Int16

        /// Creates a measure.
        public init(value: Int16) { self.value = value }
    }

    /// The number as a measure.
    public var measure: Measure { Measure(value: self) }
}
