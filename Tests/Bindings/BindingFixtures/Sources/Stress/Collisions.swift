// Names that become equal in another language, or that another language or emitted code has.

public func pair() -> (aB: Int, a_b: Int) { (1, 2) }
public enum Both: Swift.Sendable { case both(aB: Int, a_b: Int), other(class: Int, class_: Int) }
public enum A: Swift.Sendable {
    case bC, d
    public enum B: Swift.Sendable { case c, e }
}
public indirect enum Deep: Swift.Sendable { case node(Deep, Deep), leafOne, leaf_one }
public struct Point: Swift.Sendable {
    public var x: Int; public var X: Int; public init(x: Int, X: Int) { self.x = x; self.X = X }
}
public struct W: Swift.Sendable {
    public var `self_`: Int; public var `init`: Int;
    public init(self_: Int, `init`: Int) { self.self_ = self_; self.`init` = `init` }
}
public protocol P: AnyObject {
    func go(aB: Int, a_b: Int) -> Int; var goAB: Int { get }; func go_a_b() -> Int; func `init`() -> Int; func `self`() -> Int
}
public func use(_ p: any P) -> Int { p.go(aB: 1, a_b: 2) + p.goAB + p.go_a_b() }
public struct Sub: Swift.Sendable {
    public subscript(_ a: Int, a_ b: Int) -> Int { a + b }; public init() {}; public static let `default` = Sub();
    public let `Type` = 1
}
public func closures(_ f: (_ aB: Int, _ a_b: Int) -> (aB: Int, a_b: Int)) -> Int { f(1, 2).aB }
public func `default`(_ `in`: Int, `for` x: Int) -> Int { `in` + x }
public enum Op: Swift.Sendable { case get, kind, visit, value, `is`, asVariant, to_string, kindType }
public enum Pay: Swift.Sendable { case get(Int), kind(Int), visit(Int), value(Int), `is`(Int), Pay(Int), kindType(Int) }
public struct Foundation: Swift.Sendable { public var x = 1; public init(x: Int) { self.x = x } }
public struct BindingRuntime: Swift.Sendable { public var x = 1; public init(x: Int) { self.x = x } }
public class Base {
    public init() {}; public func release() -> Int { 1 }; public func retain(_ x: Int) -> Int { x }; public var bits: Int { 3 };
    public var get: Int { 4 }; public var adopt: Int { 4 }
}
public final class Derived: Base { public func share() -> Int { 1 }; public var take_bits: Int { 2 } }
public typealias Callback = (Int) -> Void
public struct Holder { public var callback: Callback?; public init(callback: Callback?) { self.callback = callback } }
public func std() -> Int { 1 }
public func detail() -> Int { 1 }
public struct std_: Swift.Sendable { public init() {}; public func f() -> Int { 3 } }
public actor Actor2 { public init() {}; public func `self_`(self_: Int) -> Int { self_ }; public var operation: Int { 1 } }

// MARK: Members with the names of what emitted code calls

public final class Ground {
    public var status = 1
    public var times = [2]
    public var failure: Swift.String?
    private var kept: [Int: Int] = [:]
    public init() {}
    public func native() -> Int { status }
    public func callback(_ done: @escaping (Int) -> Void) { done(status) }
    public func texts(operations: Int, completions: Int) throws -> [Swift.String] { ["\(operations) \(completions)"] }
    public func implementations() async -> Int { status }
    public subscript(value: Int) -> Int {
        get { kept[value] ?? 0 }
        set { kept[value] = newValue }
    }
}

/// A collection of pairs.
public struct Pairs: RandomAccessCollection {
    private let names: [Swift.String]
    public init(names: [Swift.String]) { self.names = names }
    public var startIndex: Int { 0 }
    public var endIndex: Int { names.count }
    public subscript(position: Int) -> (number: Int, name: Swift.String) { (position, names[position]) }
}

public func paired(_ pair: (Int, (number: Int, name: Swift.String)) -> (Int, Int)) -> (Int, Int) { pair(1, (2, "two")) }
