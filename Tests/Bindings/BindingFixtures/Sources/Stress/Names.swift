// Names that emitted code uses itself, or that become equal in another language.

// MARK: Types called as those that emitted Swift code uses

/// Called as a type of Swift is.
public struct Span: Swift.Sendable, Equatable {
    public var from: Int
    public var to: Int
    public init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
    public func widened(by margin: Int) -> Span { Span(from: from - margin, to: to + margin) }
}

/// Called as a type of Swift is, whose values are texts here, too.
public struct String: Swift.Sendable {
    public var text: Swift.String
    public init(text: Swift.String) { self.text = text }
}

public struct Array: Swift.Sendable {
    public var items: [Int]
    public init(items: [Int]) { self.items = items }
}

public enum Optional: Swift.Sendable { case one, other }
public enum Sequence: Swift.Sendable { case first, second }
public enum Collection: Swift.Sendable { case whole, part }
public enum AsyncSequence: Swift.Sendable { case slow, fast }
public enum MemoryLayout: Swift.Sendable { case wide, narrow }
public enum Result: Swift.Sendable { case won(Int), lost }
public enum CancellationError: Swift.Sendable { case soon, late }
public enum ObjectIdentifier: Swift.Sendable { case short, long }
public enum Sendable: Swift.Sendable { case yes, no }
public enum SendableMetatype: Swift.Sendable { case yes, no }
public enum BitwiseCopyable: Swift.Sendable { case yes, no }
public enum UnsafeBufferPointer: Swift.Sendable { case yes, no }
public enum UnsafeMutableBufferPointer: Swift.Sendable { case yes, no }
public enum UnsafeMutableRawBufferPointer: Swift.Sendable { case yes, no }
public enum CChar: Swift.Sendable { case yes, no }
public enum Task: Swift.Sendable { case yes, no }
public enum Substring: Swift.Sendable { case yes, no }
public enum Never: Swift.Sendable { case yes, no }
public enum AsyncStream: Swift.Sendable { case yes, no }
public enum MainActor: Swift.Sendable { case yes, no }

/// Called as the types of the emitted code are.
public enum Types: Swift.Sendable { case yes, no }
public enum Spans: Swift.Sendable { case yes, no }
public enum QueueObject: Swift.Sendable { case yes, no }
public enum Handles: Swift.Sendable { case yes, no }
public enum ForeignContext: Swift.Sendable { case yes, no }
public enum ForeignVisitor: Swift.Sendable { case yes, no }

/// Uses many of them.
public func mixed(_ span: Span, _ sequence: Sequence, _ optional: Optional?) -> Result {
    sequence == .first && optional != nil ? .won(span.to - span.from) : .lost
}

public func joined(_ texts: [Swift.String], _ string: String) -> String {
    String(text: texts.joined(separator: string.text))
}

public func numbers(upTo limit: Int) -> _Concurrency.AsyncStream<Int> {
    _Concurrency.AsyncStream { continuation in
        for number in 0..<limit { continuation.yield(number) }
        continuation.finish()
    }
}

public func doubled(_ number: Int) async throws -> Int {
    guard number > 0 else { throw _Concurrency.CancellationError() }
    return number * 2
}

/// A protocol that a program implements, whose members are called as emitted code is.
public protocol Visitor: AnyObject {
    var status: Int { get }
    func release(_ function: Int) -> Int
    func refuse(completion: Int, held: Swift.String) -> [Swift.String]
}

public func visit(_ visitor: any Visitor) -> [Swift.String] {
    visitor.refuse(completion: visitor.release(visitor.status), held: "held")
}

/// Protocols whose implementations would be called as classes of the runtime are.
public protocol Context: AnyObject { func context() -> Int }
public protocol Completion: AnyObject { func complete() -> Int }
public func contexts(_ one: any Context, _ other: any Completion) -> Int { one.context() + other.complete() }

/// Protocols whose paths have the same words.
public enum Outer { public protocol Inner: AnyObject { func inner() -> Int } }
public protocol OuterInner: AnyObject { func outerInner() -> Int }
public func inner(_ one: any Outer.Inner, _ other: any OuterInner) -> Int { one.inner() + other.outerInner() }

// MARK: Names that become equal

/// Cases that differ in case only.
public enum Measure: Swift.Sendable { case m, M, mm, Mm }

public enum Amount: Swift.Sendable {
    case m(Int)
    case M(Double)
    case isM
    case none
}

public enum Naming: Swift.Sendable { case fooBar, foo_bar, FooBar, `class`, class_, `default` }

public struct Fields: Swift.Sendable, Equatable {
    public var aB: Int
    public var a_b: Int
    public var `class`: Int
    public var class_: Int
    public init(aB: Int, a_b: Int, `class`: Int, class_: Int) {
        (self.aB, self.a_b, self.class, self.class_) = (aB, a_b, `class`, class_)
    }
}

public final class Members: Swift.Sendable {
    public init() {}
    public var isOn: Int { 1 }
    public var is_on: Int { 2 }
    public func doIt() -> Int { 3 }
    public func do_it() -> Int { 4 }
    public func DoIt() -> Int { 5 }
    public func mix(aB: Int, a_b: Int) -> Int { aB * 10 + a_b }
    public func own(self_: Int, _ `self`: Int) -> Int { self_ * 10 + `self` }
    public func members(_ members: Int, members_: Int) -> Int { members * 10 + members_ }
    public func used(result: Int, error: Int, operation: Int) throws -> Int { result * 100 + error * 10 + operation }
    public func call(_ f: (Int) -> Int, context: Int, release: Int) -> Int { f(context) + release }
    public func later(_ f: @escaping @Sendable (Int) -> Void, context: Int, queue: Int, f_context: Int) {
        f(context + queue + f_context)
    }
}

public func own(self_: Int, `self`: Int) -> Int { self_ * 10 + `self` }

public struct FooBar: Swift.Sendable { public var x: Int; public init(x: Int) { self.x = x } }
public struct Foo_Bar: Swift.Sendable { public var y: Int; public init(y: Int) { self.y = y } }
public struct fooBar: Swift.Sendable { public var z: Int; public init(z: Int) { self.z = z } }

/// Flags with the names of members that other languages give to sets of flags.
public struct Marks: OptionSet, Swift.Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let hasFlag = Marks(rawValue: 1)
    public static let toString = Marks(rawValue: 2)
}

/// A field with a name that is a word of asynchronous languages.
public struct Waiting: Swift.Sendable {
    public var `await`: Int
    public init(`await`: Int) { self.`await` = `await` }
}
