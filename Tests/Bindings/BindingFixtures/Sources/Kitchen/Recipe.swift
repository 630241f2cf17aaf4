public import Pantry

/// How to make a dish.
public struct Recipe: Hashable, Sendable, Comparable, CustomStringConvertible {
    public var title: String
    public var ingredients: [Ingredient]
    public var steps: [Step]
    public var servings: Int
    /// How long it takes.
    public var time: Duration
    public var source: String?

    /// One thing to do.
    public struct Step: Hashable, Sendable {
        public var text: String
        public var minutes: UInt16

        public init(_ text: String, minutes: UInt16) {
            self.text = text
            self.minutes = minutes
        }
    }

    public init(
        title: String,
        ingredients: [Ingredient] = [],
        steps: [Step] = [],
        servings: Int = 4,
        time: Duration = .seconds(60 * 30),
        source: String? = nil
    ) {
        self.title = title
        self.ingredients = ingredients
        self.steps = steps
        self.servings = servings
        self.time = time
        self.source = source
    }

    public static func < (left: Recipe, right: Recipe) -> Bool { left.title < right.title }

    public var description: String { "\(title) for \(servings)" }

    /// The same recipe for more or fewer people.
    public func scaled(to servings: Int) -> Recipe {
        var copy = self
        copy.servings = servings
        copy.ingredients = ingredients.map {
            var ingredient = $0
            ingredient.quantity = ingredient.quantity.times(self.servings == 0 ? 0 : Double(servings) / Double(self.servings))
            return ingredient
        }
        return copy
    }
}

/// A point on the worktop, in centimetres: nothing but numbers.
public struct Position: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let origin = Position(x: 0, y: 0)

    public static func + (left: Position, right: Position) -> Position {
        Position(x: left.x + right.x, y: left.y + right.y)
    }

    public static prefix func - (position: Position) -> Position {
        Position(x: -position.x, y: -position.y)
    }
}

/// Recipes by number; what it keeps them in is its own affair.
public struct Cookbook: Sendable {
    private var recipes: [Recipe] = []

    public init() {}

    /// Reads titles, one a line.
    ///
    /// - Throws: ``KitchenError/missing(_:)`` when there is no title.
    public init(titles: String) async throws(KitchenError) {
        await Task.yield()
        recipes = titles.split(separator: "\n").map { Recipe(title: String($0)) }
        if recipes.isEmpty { throw KitchenError.missing("title") }
    }

    public var count: Int { recipes.count }

    /// The title that would be printed on it.
    public var title: String {
        get { recipes.first?.title ?? "" }
        set {
            if recipes.isEmpty { recipes.append(Recipe(title: newValue)) } else { recipes[0].title = newValue }
        }
    }

    /// Recipes by place; nil past the end.
    public subscript(index: Int) -> Recipe? {
        recipes.indices.contains(index) ? recipes[index] : nil
    }

    /// Number of servings of a recipe; setting it changes nothing when there is no such recipe.
    public subscript(servingsOf title: String, default fallback: Int = 0) -> Int {
        get { recipes.first { $0.title == title }?.servings ?? fallback }
        set {
            for index in recipes.indices where recipes[index].title == title { recipes[index].servings = newValue }
        }
    }

    public mutating func add(_ recipe: Recipe) { recipes.append(recipe) }

    /// Adds titles.
    ///
    /// - Returns: how many recipes there are then.
    @discardableResult
    public mutating func add(titles: String...) -> Int {
        recipes += titles.map { Recipe(title: $0) }
        return recipes.count
    }

    public mutating func removeAll() { recipes = [] }

    /// One page of titles; a page has `size` of them.
    public func titles(page: Int, size: Int = 10) -> Page<String> {
        let (skipped, overflow) = page.multipliedReportingOverflow(by: size)
        guard !overflow, skipped >= 0, size > 0 else { return Page(items: [], number: page) }
        return Page(items: recipes.dropFirst(skipped).prefix(size).map(\.title), number: page)
    }

    public func page(_ number: Int) -> Page<Recipe> {
        Page(items: number == 0 ? recipes : [], number: number)
    }

    /// The lengths of all titles.
    public func titleLengths() -> Page<Int> { Page(items: recipes.map(\.title.count), number: 0) }
}

/// Lengths, a page of them.
public typealias LengthPage = Page<Int>
