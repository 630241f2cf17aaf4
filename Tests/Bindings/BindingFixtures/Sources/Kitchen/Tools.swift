// Compositions of protocols, and parameters of any type that conforms to a protocol, which a function changes.

/// A tool with an edge.
public protocol Sharp {
    /// The angle of the edge, in degrees.
    var edge: Int { get }
}

/// A thing that can be washed.
public protocol Washable {
    /// Whether it is clean.
    var isClean: Bool { get }
    /// Cleans it.
    mutating func wash()
}

/// A knife.
public struct Cleaver: Sharp, Washable {
    public let edge: Int
    public private(set) var isClean = false

    /// Creates a knife that is not clean.
    ///
    /// - Parameter edge: The angle of the edge, in degrees.
    public init(edge: Int) { self.edge = edge }

    public mutating func wash() { isClean = true }
}

/// A plate, which has no edge.
public struct Plate: Washable {
    public private(set) var isClean = false

    /// Creates a plate that is not clean.
    public init() {}

    public mutating func wash() { isClean = true }
}

/// Chooses the tool with the smaller angle.
public func keener(_ first: any Sharp & Washable, _ second: (any Sharp & Washable)?) -> any Sharp & Washable {
    guard let second, second.edge < first.edge else { return first }
    return second
}

/// The angle of a tool, if it is clean.
public func cleanEdge<Tool: Sharp & Washable>(of tool: Tool) -> Int? { tool.isClean ? tool.edge : nil }

/// Washes a thing.
///
/// - Parameter thing: The thing, which is clean afterwards.
public func rinse<Thing: Washable>(_ thing: inout Thing) { thing.wash() }

/// Washes a thing or replaces it by a clean plate.
public func swap(_ thing: inout any Washable, forPlate: Bool) {
    if forPlate { thing = Plate() }
    thing.wash()
}
