// Shapes of declarations that emitted code finds hard.

/// A property that is a function of the main actor.
public final class Bell {
    public init() {}
    public var onRing: (@_Concurrency.MainActor @Sendable (Int) -> Void)?
    public var onStop: @_Concurrency.MainActor @Sendable () -> Void = {}
    @_Concurrency.MainActor public var onMain: ((Int) -> Void)?
    public func ring() async { await onRing?(3) }
}

// MARK: Conformances that exist where a constraint holds

public struct Box<Value: Swift.Sendable>: Swift.Sendable {
    public var value: Value
    public init(_ value: Value) { self.value = value }
}

extension Box: Equatable where Value: Equatable {}
extension Box: Hashable where Value: Hashable {}
extension Box: Comparable where Value: Comparable {
    public static func < (left: Box, right: Box) -> Bool { left.value < right.value }
}
extension Box: CustomStringConvertible where Value: CustomStringConvertible {
    public var description: Swift.String { "a box of \(value)" }
}

/// A value that cannot be compared or shown.
public struct Opaque: Swift.Sendable {
    public var closure: @Sendable () -> Int
    public init(_ number: Int) { closure = { number } }
    public func number() -> Int { closure() }
}

public func boxed(_ number: Int) -> Box<Int> { Box(number) }
public func boxedOpaque(_ number: Int) -> Box<Opaque> { Box(Opaque(number)) }

public protocol Weighing: Swift.Sendable { var weight: Int { get } }
extension Box: Weighing where Value: Weighing { public var weight: Int { value.weight + 1 } }
public struct Stone: Weighing, Equatable { public var weight: Int; public init(weight: Int) { self.weight = weight } }
public func boxedStone(_ weight: Int) -> Box<Stone> { Box(Stone(weight: weight)) }
public func weigh(_ thing: any Weighing) -> Int { thing.weight }

// MARK: Many default values that only Swift can express

public func base() -> Int { 1 }

public func sum(
    a: Int = base(),
    b: Int = base(),
    c: Int = base(),
    d: Int = base(),
    e: Int = base(),
    f: Int = base(),
    g: Int = base(),
    h: Int = base(),
    i: Int = base(),
    j: Int = base(),
    k: Int = base(),
    l: Int = base(),
    m: Int = base(),
    n: Int = base()
) -> Int {
    a + b + c + d + e + f + g + h + i + j + k + l + m + n
}

// MARK: Operators with another type on the left

public struct Length: Swift.Sendable, Equatable {
    public var meters: Double
    public init(meters: Double) { self.meters = meters }
    public static func * (left: Double, right: Length) -> Length { Length(meters: left * right.meters) }
    public static func * (left: Length, right: Double) -> Length { Length(meters: left.meters * right) }
    public static func + (left: Length, right: Length) -> Length { Length(meters: left.meters + right.meters) }
    public static func - (left: Int, right: Length) -> Length { Length(meters: Double(left) - right.meters) }
}
