public import Pantry

/// How many cooks the kitchen holds.
public let capacity = 12

/// Over the door.
public let motto: String = "Mise en place"

/// Position of the pass.
public let pass = Position(x: 1.5, y: -2)

/// Whether the light is on; can be set.
// SAFETY: the tests switch it on one thread only.
public nonisolated(unsafe) var isLit = true

/// How hot it is, in degrees Celsius; never below zero.
public var roomTemperature: Double { 21.5 }

/// A restaurant: everything in one place. To be used on the main actor.
@MainActor
public final class Restaurant {
    /// The one that is always there.
    public static let shared = Restaurant(name: "main")

    public static var count: Int { 1 }

    public let name: String
    public var appliances: [Appliance] = []
    public weak var inspector: Inspector?
    public lazy var cookbook = Cookbook()

    public init(name: String) {
        self.name = name
    }

    public func install(_ appliance: Appliance, at position: Position = .origin, tags: [String] = ["new", "a, b"]) -> Int {
        appliances.append(appliance)
        inspector?.restaurant(self, didInstall: appliance.name)
        return appliances.count
    }

    public func open(hour: Int = 8) async throws(KitchenError) -> String {
        if hour < 0 || hour > 23 { throw KitchenError.closed }
        return "\(name) opens at \(hour)"
    }

    /// May be asked from anywhere.
    public nonisolated func motto(loud: Bool = false) -> String { loud ? "YES CHEF" : "yes chef" }

    @available(*, deprecated, message: "Ovens differ.", renamed: "install(_:at:tags:)")
    public func add(_ oven: Oven) { appliances.append(oven) }

    @available(*, unavailable, message: "Never implemented.")
    public func burn() {}
}

/// Receives events. Implemented outside, and held weakly.
@MainActor
public protocol Inspector: AnyObject {
    func restaurant(_ restaurant: Restaurant, didInstall name: String)
}

/// Judges restaurants on the main actor.
@MainActor
public protocol Critic {
    func stars(of name: String) -> Int
    func leave(_ remark: String)
}

extension Restaurant {
    /// Lets a critic in; returns the number of stars.
    public func admit(_ critic: any Critic) -> Int {
        let stars = critic.stars(of: name)
        critic.leave("\(stars) stars")
        return stars
    }
}

/// Runs on the main actor.
@MainActor
public func onMain(_ value: Int) -> Int { value &+ 1 }

@available(*, deprecated, message: "Use describe(_:).")
public func oldDescription() -> String { "old" }

extension String {
    /// The text in capitals, for calling it out in a kitchen.
    public var calledOut: String { uppercased() + "!" }

    public func repeated(_ count: Int = 2) -> String { String(repeating: self, count: min(max(count, 0), 1000)) }
}

extension Ingredient {
    /// Adds a warning. Pantry knows nothing of it.
    public mutating func warn(of allergen: String) { allergens.append(allergen) }

    public var isSafe: Bool { allergens.isEmpty }
}

extension Shelf {
    /// A recipe with everything on the shelf.
    public func recipe() -> Recipe {
        Recipe(title: label, ingredients: contents.keys.sorted().map { Ingredient(name: $0, quantity: .none) })
    }
}

/// A picture in memory, lent out without copying.
public struct Photo: Sendable {
    private let pixels: [UInt8]

    public init(pixels: [UInt8]) {
        self.pixels = pixels
    }

    /// Valid while the photo is.
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        get { pixels.span.bytes }
    }
}

// Declarations that cannot be called from other languages, each for another reason.

/// Generic.
public func largest<Value: Comparable>(of values: [Value]) -> Value? { values.max() }

/// Generic, written the short way.
public func total(_ values: some Sequence<Int>) -> Int { values.reduce(0) { $0 &+ $1 } }

/// Throws what its argument throws.
public func twice(_ body: () throws -> Void) rethrows {
    try body()
    try body()
}

/// Takes a handler that takes a handler.
public func delegate(_ work: @Sendable (@escaping @Sendable (Int) -> Void) -> Void) { work { _ in } }

/// Runs where its caller does.
public func whereabouts(isolation: isolated (any Actor)? = #isolation) async -> Bool { isolation != nil }

/// Cannot be copied.
public struct Token: ~Copyable, Sendable {
    public let number: Int

    public init(number: Int) { self.number = number }

    public consuming func redeem() -> Int { number }
}

/// One of its cases has a payload that cannot be represented.
public enum Reaction: Sendable {
    case none
    case call(ContinuousClock.Instant)

    public var isNone: Bool { if case .none = self { true } else { false } }
}

/// A type that cannot be named elsewhere.
public func meter() -> ContinuousClock { ContinuousClock() }

@_spi(Testing) public func reset() {}
