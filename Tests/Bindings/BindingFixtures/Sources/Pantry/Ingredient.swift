/// Unit of a quantity.
public enum Unit: String, Sendable, CaseIterable {
    case gram = "g"
    case millilitre = "ml"
    case piece
}

/// How much of something there is: plain numbers.
public struct Quantity: Hashable, Sendable {
    /// The number of units.
    public var amount: Double
    public var unit: Unit

    public init(amount: Double, unit: Unit = .piece) {
        self.amount = amount
        self.unit = unit
    }

    /// This quantity several times over.
    public func times(_ factor: Double) -> Quantity {
        Quantity(amount: amount * factor, unit: unit)
    }

    /// Adds amounts; the unit of the left one wins.
    public static func + (left: Quantity, right: Quantity) -> Quantity {
        Quantity(amount: left.amount + right.amount, unit: left.unit)
    }

    public static let none = Quantity(amount: 0)
}

/// Something to cook with.
public struct Ingredient: Hashable, Sendable, CustomStringConvertible {
    public var name: String
    public var quantity: Quantity
    /// Allergens to warn of.
    public var allergens: [String]
    public var note: String?

    public init(name: String, quantity: Quantity, allergens: [String] = [], note: String? = nil) {
        self.name = name
        self.quantity = quantity
        self.allergens = allergens
        self.note = note
    }

    public var description: String { "\(quantity.amount) \(quantity.unit.rawValue) \(name)" }
}

/// Properties that an ingredient must not have.
public struct Diet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let vegan = Diet(rawValue: 1)
    public static let glutenFree = Diet(rawValue: 2)
    /// Neither meat nor gluten.
    public static let careful: Diet = [.vegan, .glutenFree]
}
