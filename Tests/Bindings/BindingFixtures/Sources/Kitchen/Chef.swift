/// A cook. Made to be implemented outside.
public protocol Chef: Sendable {
    var name: String { get }

    func greet(_ guest: String) -> String

    /// - Returns: points from 0 to 10.
    /// - Throws: ``KitchenError`` when the dish is not edible.
    func taste(_ dish: Dish) throws(KitchenError) -> Int

    func cook(_ recipe: Recipe) async throws -> Dish

    func rest() async

    /// How many stars there are on the door.
    var stars: Int { get }

    func motto() -> String
}

extension Chef {
    public var stars: Int { 0 }

    public func motto() -> String { "\(name) cooks" }

    /// Not a requirement: the same for every chef.
    public func introduction() -> String { "\(motto()), with \(stars) stars" }
}

/// Implemented here, and handed out.
public protocol Thermometer: AnyObject {
    var degrees: Double { get set }
    func read() -> Double
}

/// A chef who also runs the place.
public protocol HeadChef: Chef {
    func decide(_ doneness: Doneness) -> Bool
}

/// Cannot be implemented outside: it asks for a static member.
public protocol Certified {
    static var authority: String { get }
    func certificate() -> String
}

/// Cannot be used without knowing what is inside.
public protocol Container {
    associatedtype Content
    var content: Content { get }
}

extension Container {
    /// Reaches conforming types all the same.
    public var isContainer: Bool { true }
}

/// Conforms to a protocol with an associated type.
public struct Jar: Container, Certified, Sendable {
    public var content: String

    public init(content: String) {
        self.content = content
    }

    public static var authority: String { "Jar Office" }

    public func certificate() -> String { "jar of \(content)" }
}

/// The chef that the kitchen brings along.
public final class HouseChef: HeadChef {
    public let name: String

    public init(name: String) {
        self.name = name
    }

    public func greet(_ guest: String) -> String { "Welcome, \(guest)" }

    public func taste(_ dish: Dish) throws(KitchenError) -> Int {
        if dish.calories < 0 { throw KitchenError.missing("calories") }
        return dish.calories % 11
    }

    public func cook(_ recipe: Recipe) async throws -> Dish {
        await Task.yield()
        if recipe.title.isEmpty { throw KitchenError.missing("title") }
        return Dish(name: recipe.title)
    }

    public func rest() async { await Task.yield() }

    public func decide(_ doneness: Doneness) -> Bool { doneness != .wellDone }
}

private final class MercuryThermometer: Thermometer {
    var degrees: Double

    init(degrees: Double) { self.degrees = degrees }

    func read() -> Double { degrees }
}

/// A thermometer whose type is internal.
public func makeThermometer(degrees: Double = 20) -> any Thermometer { MercuryThermometer(degrees: degrees) }

/// Returns the reading of a thermometer after warming it.
public func warm(_ thermometer: any Thermometer, by degrees: Double) -> Double {
    thermometer.degrees += degrees
    return thermometer.read()
}

/// Lets a chef do everything that a chef can, one after the other.
public func audition(_ chef: any Chef, with recipe: Recipe) async throws -> [String] {
    let dish = try await chef.cook(recipe)
    let points = try chef.taste(dish)
    await chef.rest()
    return [chef.greet("guest"), dish.name, "\(points)", chef.introduction()]
}

/// Any chef will do, written the short way.
public func hire(_ chef: some Chef) -> String { chef.name }

/// The first chef, if there is one.
public func best(of chefs: [any Chef]) -> (any Chef)? { chefs.max { $0.stars < $1.stars } }
