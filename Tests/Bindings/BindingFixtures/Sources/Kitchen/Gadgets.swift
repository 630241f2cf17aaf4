// Registries by type, static members of one conforming type, functions with typed errors, operators with several operands.

/// A small machine.
public protocol Gadget: Sendable {
    /// The name of the machine.
    var label: String { get }
}

/// A machine that whisks.
public struct Whisk: Gadget {
    /// The speed.
    public let speed: Int
    private let isElectric = true

    /// Creates a machine.
    public init(speed: Int) { self.speed = speed }

    public var label: String { "whisk \(speed)" }
}

/// A machine that pours.
public struct Ladle: Gadget {
    private let isElectric = false

    /// Creates a machine.
    public init() {}

    public var label: String { "ladle" }
}

extension Gadget where Self == Whisk {
    /// A usual whisk.
    public static var whisk: Whisk { Whisk(speed: 1) }

    /// A whisk with a speed.
    public static func fastWhisk(times factor: Int) -> Self { Whisk(speed: 10 &* factor) }

    /// A faster one.
    public func faster() -> Whisk { Whisk(speed: self.speed &+ 1) }
}

/// Returns the name of a machine.
public func named(_ gadget: any Gadget) -> String { gadget.label }

/// A drawer with machines by their types.
public final class GadgetDrawer {
    private var makers: [ObjectIdentifier: () -> Any] = [:]

    /// Creates an empty drawer.
    public init() {}

    /// Registers the function that makes machines of a type.
    public func register<G: Gadget>(_ type: G.Type, factory: @escaping () -> G) { makers[ObjectIdentifier(type)] = factory }

    /// Makes a machine of a type; nil if it is not registered.
    public func make<G>(_ type: G.Type) -> G? { makers[ObjectIdentifier(type)]?() as? G }
}

/// A failure of a machine.
public struct GadgetFailure: Error, Equatable {
    /// The number of the failure.
    public var code: Int

    /// Creates a failure.
    public init(code: Int) { self.code = code }
}

/// Calls a function that fails with errors of one type.
public func powered(_ use: (Int) throws(GadgetFailure) -> Int) throws(GadgetFailure) -> Int { try use(230) }

/// Calls a function later, and returns the code of its failure; 0 if it did not fail.
public func powerFailure(_ use: @escaping @Sendable (String) throws(GadgetFailure) -> Void) async -> Int {
    do throws(GadgetFailure) { try use("on") } catch { return error.code }
    return 0
}

/// Calls a function that fails with errors of any one type, and passes these on.
public func plugged<Failure: Error>(_ use: (Int) throws(Failure) -> Int) throws(Failure) -> Int { try use(110) }

/// A direction of a knife.
public struct Stroke: Equatable, Sendable {
    /// The length in each direction.
    public var x: Double, y: Double

    /// Creates a direction.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// The part of one in the direction of the other.
    public static func * (left: Stroke, right: Stroke) -> Double { left.x * right.x + left.y * right.y }
    /// A longer direction.
    public static func * (left: Stroke, right: Double) -> Stroke { Stroke(x: left.x * right, y: left.y * right) }
    /// A longer direction.
    public static func * (left: Double, right: Stroke) -> Stroke { right * left }
    /// Makes a direction longer.
    public static func *= (left: inout Stroke, right: Double) { left = left * right }
    /// The opposite direction.
    public static prefix func - (stroke: Stroke) -> Stroke { Stroke(x: -stroke.x, y: -stroke.y) }
}
