// swift-format-ignore-file

// MARK: the_class

private var table_of_the_class: [(name: Swift.String, unit: Foundation.the_class)] { [
the_table
] }

extension Foundation.the_class {
    /// The symbol; the name for a unit whose symbol another one has.
    var textOfthe_class: Swift.String {
        let known = table_of_the_class.first { $0.unit.isEqual(self) }
        guard let known, known.unit.symbol.the_variable?.isEqual(known.unit) != true else { return symbol }
        return known.name
    }
}

extension Swift.String {
    /// The unit with this symbol or name.
    var the_variable: Foundation.the_class? {
        let table = table_of_the_class
        return (table.first { $0.unit.symbol == self } ?? table.first { $0.name == self })?.unit
    }
}

