// Types within generic types, parameters that are left to their default values, and classes of Foundation.

public import Foundation

/// A cabinet with drawers.
public struct Cabinet<Item: Sendable>: Sendable {
    /// A side of the cabinet.
    public enum Side: Sendable {
        case left, right
    }

    /// A drawer, with its items.
    public struct Drawer: Sendable {
        /// The items, in the order in which they were put in.
        public var items: [Item]

        /// Creates a drawer.
        public init(items: [Item]) { self.items = items }
    }

    /// A drawer that is divided into compartments.
    public struct Tray<Label: Sendable>: Sendable {
        private var compartments: [(label: Label, item: Item)] = []

        /// Creates a tray without compartments.
        public init() {}

        /// The labels, in the order in which they were added.
        public var labels: [Label] { compartments.map(\.label) }

        /// Adds a compartment.
        public mutating func add(_ item: Item, labelled label: Label) { compartments.append((label, item)) }

        /// A drawer with the items of all compartments.
        public func drawer() -> Drawer { Drawer(items: compartments.map(\.item)) }
    }

    private var drawers: [Side: Drawer] = [:]

    /// Creates a cabinet with two empty drawers.
    public init() {}

    /// Replaces a drawer.
    public mutating func put(_ drawer: Drawer, at side: Side) { drawers[side] = drawer }

    /// A drawer.
    public func drawer(at side: Side) -> Drawer { drawers[side] ?? Drawer(items: []) }

    /// A tray for the cabinet, whose labels are texts.
    public func tray() -> Tray<String> { Tray() }
}

/// A cabinet for tea.
public typealias TeaCabinet = Cabinet<String>

/// A cabinet of sizes, from 1 to a largest one.
///
/// - Parameters:
///   - largest: The largest size, from 0 to 100; a larger one counts as 100.
///   - bundle: The place of the sizes.
public func sizes(upTo largest: Int, in bundle: Bundle? = nil) -> Cabinet<Int> {
    var cabinet = Cabinet<Int>()
    if bundle == nil, largest > 0 { cabinet.put(.init(items: Array(1...min(largest, 100))), at: .right) }
    return cabinet
}

/// The label of a thing whose raw value is a text.
public func label<Name: RawRepresentable>(of thing: Name) -> String where Name.RawValue == String { "<\(thing.rawValue)>" }

/// Sets the table with up to 100 plates, and reports each plate as a unit of progress; ends when it is cancelled.
public func setTable(plates: Int, progress: Progress? = nil) -> Int {
    var done = 0
    while done < min(plates, 100), progress?.isCancelled != true {
        done += 1
        progress?.completedUnitCount = Int64(done)
    }
    return done
}

extension FileManager {
    /// Whether there is a cookbook of this name, in the folder of temporary files.
    public func hasCookbook(named name: String) -> Bool { fileExists(atPath: temporaryDirectory.path + "/" + name) }
}
