import Foundation

// Values that must arrive as they were sent: default values that are not nil, dates and numbers at their limits, values that are
// lent to a function, delegates, and the errors of a program's functions.

/// Seats at a table, four by default.
public func seats(_ count: Int? = 4, near window: String? = "north") -> String { "\(count ?? 0) \(window ?? "anywhere")" }

/// Returns the seats of a menu that only Swift can write.
public func courses(_ names: [String]? = ["soup", "cake"].reversed()) -> Int { names?.count ?? -1 }

/// Returns the same date.
public func moved(_ date: Date) -> Date { date }

/// Returns a date in a year that 64 bits of nanoseconds cannot count.
public func distantYear() -> Date { Date(timeIntervalSince1970: 32_503_680_000) }

/// Returns the same number.
public func priced(_ price: Decimal) -> Decimal { price }

/// Returns the scheme of a URL; nil without one.
public func scheme(of url: URL) -> String? { url.scheme }

/// A text with parts in parts.
public struct Bill: Sendable {
    /// The text.
    public private(set) var text = ""

    /// Creates an empty text.
    public init() {}

    /// Adds a word.
    public mutating func add(_ word: String) { text += word }

    /// Adds a part, whose content a function writes.
    public mutating func nest(_ title: String, _ content: (inout Bill) throws -> Void) rethrows {
        text += "\(title)("
        try content(&self)
        text += ")"
    }
}

/// Writes a bill with a function of the program.
public func billed(_ write: (inout Bill) throws -> Void) rethrows -> String {
    var bill = Bill()
    try write(&bill)
    return bill.text
}

/// A dish that writes itself into a bill.
public struct BillItem: Sendable {
    private let name: String

    /// Creates an item of the bill.
    public init(name: String) { self.name = name }

    /// Adds the name; an empty one is an error, which is noted.
    public func write(into bill: inout Bill) throws {
        bill.add(name.isEmpty ? "!" : name)
        if name.isEmpty { throw KitchenError.missing("name") }
    }
}

/// Receives the events of a booking.
public protocol BookingDelegate: AnyObject {
    /// A guest has arrived.
    func seated(_ guest: String)
}

/// A desk that refers to its delegate weakly, as is usual.
public final class BookingDesk {
    /// The delegate, which its owner keeps.
    public weak var delegate: (any BookingDelegate)?
    /// The observers, which the desk keeps.
    private var observers: [any BookingDelegate] = []

    /// Creates a desk.
    public init() {}

    /// Seats a guest; returns whether there is a delegate.
    public func seat(_ guest: String) -> Bool {
        delegate?.seated(guest)
        for observer in observers { observer.seated(guest) }
        return delegate != nil
    }

    /// Adds an observer, which the desk keeps.
    public func add(_ observer: any BookingDelegate) { observers.append(observer) }

    /// Removes an observer; returns whether it was there.
    public func remove(_ observer: any BookingDelegate) -> Bool {
        let count = observers.count
        observers.removeAll { $0 === observer }
        return observers.count < count
    }

    /// Whether two delegates are one object.
    public static func same(_ one: any BookingDelegate, _ other: any BookingDelegate) -> Bool { one === other }
}

/// Calls a function of the program that may fail, and passes its error on.
public func confirmed(_ confirm: (String) throws -> Bool) throws -> Bool { try confirm("table") }

/// Calls a function of the program that cannot fail.
public func announced(_ announce: (String) -> Void) { announce("table") }

/// Takes orders by telephone: members that differ in a label before a function only.
public protocol Telephone {
    /// Connects, and calls a function when that is done, which gets one to hang up with.
    func connect(done: @escaping (_ line: Int, _ hangUp: @escaping () -> Void) -> Void)

    /// Connects with a prefix.
    func connect(prefix: Int, done: @escaping (_ line: Int, _ hangUp: @escaping () -> Void) -> Void)

    /// Members with the names that the bindings use themselves.
    var functions: Int { get }
    func context(base: Int, queue: Int) -> Int
}

/// Calls both members of a telephone, and hangs up; returns the lines.
public func dial(_ telephone: any Telephone) -> [Int] {
    var lines: [Int] = []
    telephone.connect { line, hangUp in
        lines.append(line)
        hangUp()
    }
    telephone.connect(prefix: 9) { line, hangUp in
        lines.append(line)
        hangUp()
    }
    return lines + [telephone.functions, telephone.context(base: 1, queue: 2)]
}

/// A telephone of the library.
private struct Switchboard: Telephone {
    func connect(done: @escaping (Int, @escaping () -> Void) -> Void) { done(1) {} }
    func connect(prefix: Int, done: @escaping (Int, @escaping () -> Void) -> Void) { done(prefix) {} }
    let functions = 4
    func context(base: Int, queue: Int) -> Int { base &- queue }
}

/// Returns a telephone of the library.
public func switchboard() -> any Telephone { Switchboard() }

/// Calls a function with the length of a queue, which is not that of the bindings.
public func queued(_ done: @escaping (Int) -> Void, queue: Int) { done(queue) }

/// The size of a portion, made of a number or of a text.
public struct Portion: Hashable, Sendable, LosslessStringConvertible {
    private let grams: Double

    /// Creates a portion; nil if it is empty.
    public init?(grams: Double) {
        guard grams > 0 else { return nil }
        self.grams = grams
    }

    /// Parses a portion, such as "250.0 g".
    public init?(_ description: String) {
        guard description.hasSuffix(" g"), let grams = Double(description.dropLast(2)) else { return nil }
        self.init(grams: grams)
    }

    public var description: String { "\(grams) g" }
}

/// A scale that weighs portions.
public final class Scale {
    /// The portion to weigh.
    public private(set) var portion: Portion?

    /// Creates a scale without a portion.
    public init() {}

    /// Sets the portion.
    public func set(_ portion: Portion) throws { self.portion = portion }

    /// Sets the portion to one that a text describes.
    public func set(text: String) throws {
        guard let portion = Portion(text) else { throw KitchenError.missing(text) }
        self.portion = portion
    }
}

/// Compares two tables by their numbers.
public func compared(_ one: Int, _ other: Int) -> ComparisonResult {
    one < other ? .orderedAscending : one == other ? .orderedSame : .orderedDescending
}

/// Returns the opposite order.
public func opposite(_ order: ComparisonResult) -> ComparisonResult { ComparisonResult(rawValue: -order.rawValue)! }
