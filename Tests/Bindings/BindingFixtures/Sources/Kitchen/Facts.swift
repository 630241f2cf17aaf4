public import Dispatch
public import Foundation

// Values of any type, structures of Foundation, and queues of the system.

/// Describes each fact, in the order of the keys.
public func explain(_ facts: [String: Any]) -> [String] {
    facts.sorted { $0.key < $1.key }.map { "\($0.key): \(explain($0.value))" }
}

/// Describes a value with its Swift type.
public func explain(_ fact: Any) -> String {
    switch fact {
    case let list as [Any]: "[" + list.map { explain($0) }.joined(separator: ", ") + "]"
    case let facts as [String: Any]: "{" + explain(facts).joined(separator: ", ") + "}"
    case let appliance as Appliance: "Appliance \(appliance.name)"
    case is NSNull: "none"
    default: "\(type(of: fact)) \(fact)"
    }
}

/// Returns facts of each kind.
public func facts() -> [String: Any] {
    [
        "true": true, "tiny": Int8(-5), "large": UInt64.max, "half": Float(0.5), "name": "oven", "letter": Character("x"),
        "bytes": Data([1, 2]), "list": [1, "two", [3.0]] as [Any], "numbers": [1, 2], "empty": [Int](),
        "map": ["a": 1] as [AnyHashable: Any], "null": NSNull(), "nil": Optional<Int>.none as Any,
        "some": Optional<Int>.some(4) as Any, "oven": Appliance(name: "oven"), "number": NSNumber(value: 1),
    ]
}

/// Returns the same value.
public func echo(fact: Any) -> Any { fact }
/// Returns the same value, or none.
public func echo(optionalFact fact: Any?) -> Any? { fact }
/// Returns the same key.
public func echo(key: AnyHashable) -> AnyHashable { key }
/// Returns the same values.
public func echo(shared: [any Sendable]) -> [any Sendable] { shared }

/// Changes a value by a function.
public func transform(_ fact: Any, _ change: (Any) -> Any) -> String { explain(change(fact)) }

/// A label with facts.
public struct Label {
    public var text: String
    public var facts: [String: Any]

    public init(text: String, facts: [String: Any] = [:]) {
        self.text = text
        self.facts = facts
    }

    public var count: Int { facts.count }
}

/// Moves a rectangle by the size of a point.
public func move(_ table: CGRect, by offset: CGPoint = CGPoint(x: 1, y: 2)) -> CGRect {
    CGRect(origin: CGPoint(x: table.origin.x + offset.x, y: table.origin.y + offset.y), size: table.size)
}
/// The area of a size.
public func area(of size: CGSize?) -> Double { size.map { Double($0.width * $0.height) } ?? -1 }
/// The end of a range.
public func end(of range: NSRange) -> Int { range.location &+ range.length }

/// Calls a function on a queue with the queue's label.
public func callBack(on queue: DispatchQueue, _ body: @escaping @Sendable (String) -> Void) {
    queue.async { body(queue.label) }
}
/// Calls a function on the main queue, unless it receives another one.
public func callBackLater(on queue: DispatchQueue = .main, _ body: @escaping @Sendable () -> Void) { queue.async { body() } }
/// Whether a queue is given.
public func hasQueue(_ queue: DispatchQueue?) -> Bool { queue != nil }
