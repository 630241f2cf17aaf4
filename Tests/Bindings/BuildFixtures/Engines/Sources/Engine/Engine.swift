import CxxEngine

/// The state of an engine.
public enum State: Int, CaseIterable, Sendable {
    case stopped = 1
    case running = 5
}

/// The fuel of an engine.
public enum Fuel: Equatable, Sendable {
    /// None.
    case none
    /// Petrol, in litres.
    case petrol(Double)
}

/// A gear.
public struct Gear: Hashable, Sendable {
    /// The transmission ratio.
    public var ratio: Double

    /// Creates a gear from its ratio.
    public init(ratio: Double) {
        self.ratio = ratio
    }
}

/// An engine, which a class of C++ implements.
public final class Engine {
    private var motor = engine.Motor()
    /// The gear.
    public var gear = Gear(ratio: 1)
    /// The number of changes of the speed.
    public private(set) var changes = 0

    /// Creates a stopped engine.
    public init() {}

    /// The speed.
    public var speed: Int32 { motor.speed() }

    /// The state.
    public var state: State { speed == 0 ? .stopped : .running }

    /// Changes the speed.
    public func accelerate(by value: Int32) {
        motor.accelerate(value)
        changes += 1
    }

    /// The fuel for a distance in kilometres.
    public func fuel(for distance: Double, in state: State = .running) -> Fuel {
        state == .stopped ? .none : .petrol(distance / 10)
    }

    /// The name of the model of a year.
    public static func model(year: Int32) -> String { String(engine.model(year)) }
}
