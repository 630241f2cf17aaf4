public import Pantry

/// A course of a meal.
public enum Course: Sendable, Hashable {
    case none
    case soup(temperature: Int)
    case main(dish: Dish, sides: [String])
    case dessert(String, Bool)
}

/// A plain enum.
public enum Doneness: Sendable, CaseIterable {
    case rare
    case medium
    /// Not recommended.
    case wellDone
}

/// A cooked dish.
public struct Dish: Hashable, Sendable {
    public var name: String
    public var calories: Int
    public var photo: [UInt8]

    public init(name: String, calories: Int = 500, photo: [UInt8] = []) {
        self.name = name
        self.calories = calories
        self.photo = photo
    }
}

/// How a dish is put together: contains itself.
public indirect enum Assembly: Hashable, Sendable {
    case single(Ingredient)
    case layered([Assembly])
    case wrapped(inside: Assembly, by: String)

    /// How many ingredients there are.
    public var count: Int {
        switch self {
        case .single: 1
        case .layered(let layers): layers.reduce(0) { $0 &+ $1.count }
        case .wrapped(let inside, _): inside.count &+ 1
        }
    }
}

/// An order, and its progress.
public actor Order {
    /// Number of the table.
    public let table: Int
    private var dishes: [Dish] = []
    /// Remarks of the guests.
    public var remarks: [String] = []

    public init(table: Int) {
        self.table = table
    }

    /// Adds a dish.
    ///
    /// - Returns: how many there are then.
    @discardableResult
    public func add(_ dish: Dish) -> Int {
        dishes.append(dish)
        return dishes.count
    }

    public var calories: Int { dishes.reduce(0) { $0 &+ $1.calories } }

    public func remark(_ text: String) { remarks.append(text) }

    /// - Throws: ``KitchenError/closed`` when nothing was ordered.
    public func serve() async throws(KitchenError) -> [Dish] {
        await Task.yield()
        guard !dishes.isEmpty else { throw KitchenError.closed }
        defer { dishes = [] }
        return dishes
    }

    public nonisolated var label: String { "table \(table)" }

    public nonisolated func course(for dish: Dish) -> Course { .main(dish: dish, sides: ["bread"]) }
}

/// Says what course it is, in words.
public func describe(_ course: Course) -> String {
    switch course {
    case .none: "nothing"
    case .soup(let temperature): "soup at \(temperature)"
    case .main(let dish, let sides): "\(dish.name) with \(sides.joined(separator: ", "))"
    case .dessert(let name, let withCream): withCream ? "\(name) with cream" : name
    }
}
