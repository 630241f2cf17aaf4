// Names that clash: with the module, with a function of the C library, with the runtime of the bindings, with one another.

/// Called as the module is, which is also a function of POSIX.
public struct Select: Sendable, Equatable {
    public var title: String
    public init(title: String) { self.title = title }
}

public func find(_ title: String) -> Select { Select(title: title) }

/// Left out, because the thunk's compiler refuses it.
@available(swift, obsoleted: 5)
public func outdated() -> Int { 5 }

// MARK: The runtime's names

public enum Status: Sendable { case on, off }

public func current() -> Status { .off }

public func status() -> Int { 1 }

public func shutdown() -> Int { 2 }

public enum Error: Swift.Error { case broken, late }

public func fail(_ isLate: Bool) throws(Error) { throw isLate ? .late : .broken }

public final class Gate: Sendable {
    public init() {}
    public func release() -> Int { 3 }
    public func retain() -> Int { 4 }
    public func toString() -> String { "gate" }
}

extension Gate: CustomStringConvertible {
    public var description: String { "a gate" }
}

// MARK: Types of Swift

extension Bool {
    public func flipped() -> Bool { !self }
}

extension Int {
    public var twice: Int { self * 2 }
}

extension Double {
    public var half: Double { self / 2 }
}

extension Float {
    public var quarter: Float { self / 4 }
}

// MARK: Optional arrays, and arrays of optionals

public func lengths(_ texts: [String?]) -> [Int?] { texts.map { $0?.count } }

public func texts(_ count: Int) -> [String]? { count < 0 ? nil : Array(repeating: "x", count: count) }

public func numbers(_ count: Int) -> [Int]? { count < 0 ? nil : Array(0..<count) }

/// Left out: there is no value.
public func nothing() -> Void? { nil }

// MARK: Cases and properties of one name

public enum Shape: Sendable {
    case circle(Double)
    case square(Double)

    public var circle: Double? { if case .circle(let radius) = self { radius } else { nil } }
    public var kind: Int { 7 }
}

public indirect enum Node: Sendable {
    case text(String)
    case array([Node])

    public var array: [Node]? { if case .array(let nodes) = self { nodes } else { nil } }
}

public func tree() -> Node { .array([.text("leaf")]) }

// MARK: Operators beside a conformance

public struct Pair: Sendable {
    public var numbers: [Int]
    public init(numbers: [Int]) { self.numbers = numbers }
}

public func == (left: Pair, right: Pair) -> Bool { left.numbers == right.numbers }

public func < (left: Pair, right: Pair) -> Bool { left.numbers.count < right.numbers.count }

extension Pair: Comparable {}

// MARK: Overrides

open class Animal {
    public init() {}
    open class func kind() -> String { "animal" }
    open class var tag: String { "A" }
    open func legs() -> Int { 0 }
}

open class Dog: Animal {
    open override class func kind() -> String { "dog" }
    open override class var tag: String { "D" }
    open override func legs() -> Int { 4 }
}

open class Puppy: Dog {
    open override class func kind() -> String { "puppy" }
    open override func legs() -> Int { 5 }
}

// MARK: Protocols of values

public protocol Counting: Sendable {
    var level: Int { get set }
    mutating func bump()
}

public struct Counter: Counting {
    public var level = 1
    public init() {}
    public mutating func bump() { level += 1 }
}

public func counting() -> any Counting { Counter() }

// MARK: A generic type without end

public struct Nest<Value: Sendable>: Sendable {
    public var value: Value
    public init(_ value: Value) { self.value = value }
    public func nested() -> Nest<Nest<Value>> { Nest<Nest<Value>>(self) }
}

public func nest() -> Nest<Int> { Nest(9) }
