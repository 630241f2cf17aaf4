// Structs whose stored properties are set after their initialisers.

/// How a table is laid.
public struct TableSetting: Sendable {
    /// The number of plates.
    public var plates = 4
    /// The cloth; nil for none.
    public var cloth: String? = "linen"
    /// The time until the meal.
    public var time: Duration = .seconds(600)
    /// The courses, in their order.
    public var courses: [String] = []
    /// A property that depends on other properties.
    public var isFormal: Bool {
        get { plates > 8 }
        set { if newValue { plates = 12 } }
    }
    private var isLaid = false

    /// Creates the setting of a usual table.
    public init() {}

    /// Creates a setting for a guest.
    public init(guest: String) { courses = ["\(guest)'s soup"] }

    /// The setting in one line.
    public var summary: String { "\(plates) \(cloth ?? "bare") \(time.components.seconds) \(courses.joined(separator: "+"))" }
}

/// The order of a dish, with an initialiser for a part of its properties.
public struct DishOrder: Sendable {
    /// The name of the dish.
    public var dish: String
    /// The number of portions.
    public var count = 1
    /// A remark.
    public var note: String?
    private let number: Int

    /// Creates an order.
    public init(_ dish: String, number: Int = 7) {
        self.dish = dish
        self.number = number
    }

    /// The order in one line.
    public var summary: String { "\(number): \(count) \(dish) \(note ?? "-")" }
}
