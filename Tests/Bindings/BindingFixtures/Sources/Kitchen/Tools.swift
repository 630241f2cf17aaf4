// Compositions of protocols, and parameters of any type that conforms to a protocol, which a function changes.

import Foundation

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

extension FileManager {
    /// The plate for a meal in a folder: one that is clean if the folder exists.
    public func plate(forMealIn folder: String) -> Plate {
        var plate = Plate()
        if fileExists(atPath: folder) { plate.wash() }
        return plate
    }
}

extension Progress {
    /// Sharpens a cleaver to an angle in degrees, which completes a unit of work.
    public func sharpen(_ cleaver: Cleaver, to edge: Int) -> Cleaver {
        completedUnitCount += 1
        var sharp = Cleaver(edge: edge)
        if cleaver.isClean { sharp.wash() }
        return sharp
    }
}
