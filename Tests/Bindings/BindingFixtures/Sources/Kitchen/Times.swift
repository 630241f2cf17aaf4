import Foundation

// Values of Foundation: numbers of seconds.

/// Returns twice a time.
///
/// - Parameter time: The time.
public func doubled(_ time: TimeInterval) -> TimeInterval { time * 2 }

/// Returns the shorter of two times; an absent one is endless.
public func shorter(_ time: TimeInterval?, than limit: TimeInterval = 1.5) -> TimeInterval? {
    time.map { min($0, limit) }
}

/// How long a dish takes.
public struct CookingTime: Equatable, Sendable {
    /// The time in the oven.
    public var baking: TimeInterval
    /// The time until it is cool; nil for one that is eaten hot.
    public var cooling: TimeInterval?

    /// Creates a time.
    public init(baking: TimeInterval = 60, cooling: Double? = nil) { (self.baking, self.cooling) = (baking, cooling) }
}

/// Returns the sum of the times of a dish, each changed by a function.
public func wholeTime(of dish: CookingTime, _ change: (TimeInterval) -> TimeInterval) -> TimeInterval {
    change(dish.baking) + change(dish.cooling ?? 0)
}

/// A timer with a time that can be set.
public final class EggTimer {
    /// The time that is left.
    public var left: TimeInterval = 180
    /// The times of rounds.
    public private(set) var rounds: [TimeInterval] = [0.5, 2]

    /// Creates a timer.
    public init() {}
}
