package import CameraModel
package import PTP

/// The properties of the standard or of a vendor, as data: their identifiers, the meanings of their values, and the properties that
/// change together.
package struct PropertyTable: Sendable {
    /// The properties with an identifier in the camera model or a table of values; all others are numbers.
    package let rows: [PropertyRow]
    private let byCode: [DevicePropCode: PropertyRow]
    /// The row that each identifier means.
    private var byIdentifier: [PropertyIdentifier: PropertyRow]
    private let dependencies: [DevicePropCode: [DevicePropCode]]
    private let name: @Sendable (DevicePropCode) -> String?

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - rows: The properties, each code once. Of several with the same identifier, the first has it and the others are the
    ///     vendor's; see ``select(_:)``.
    ///   - dependents: Properties whose values or lists change when another property does, by that property.
    ///   - name: Returns the vendor's name of a property.
    package init(
        _ rows: [PropertyRow],
        dependents: [DevicePropCode: [DevicePropCode]] = [:],
        name: @escaping @Sendable (DevicePropCode) -> String? = { $0.name }
    ) {
        (self.rows, dependencies, self.name) = (rows, dependents, name)
        byCode = Dictionary(uniqueKeysWithValues: rows.map { ($0.code, $0) })
        byIdentifier = Dictionary(rows.map { ($0.property, $0) }) { first, _ in first }
    }

    /// Gives each identifier to the first of its rows that a camera has.
    package mutating func select(_ codes: Set<DevicePropCode>) {
        byIdentifier = Dictionary(rows.map { ($0.property, $0) }) { first, next in
            !codes.contains(first.code) && codes.contains(next.code) ? next : first
        }
    }

    /// Returns the table with a vendor's rows, which replace those with the same code or identifier, its dependent properties and
    /// its names.
    package func adding(
        _ more: [PropertyRow],
        dependents: [DevicePropCode: [DevicePropCode]] = [:],
        name vendorName: @escaping @Sendable (DevicePropCode) -> String? = { _ in nil }
    ) -> PropertyTable {
        let (codes, identifiers) = (Set(more.map(\.code)), Set(more.map(\.property)))
        let kept = rows.filter { !codes.contains($0.code) && !identifiers.contains($0.property) }
        let name = name
        return PropertyTable(
            kept + more,
            dependents: dependencies.merging(dependents) { $0 + $1 },
            name: { vendorName($0) ?? name($0) }
        )
    }

    /// The row of a code; nil for a property without one.
    package subscript(code: DevicePropCode) -> PropertyRow? { byCode[code] }

    /// The row of a property of the camera model; nil if no device with this table is known to have it.
    package subscript(property: PropertyIdentifier) -> PropertyRow? { byIdentifier[property] }

    /// Returns the identifier of a code in the camera model.
    package func identifier(_ code: DevicePropCode) -> PropertyIdentifier {
        let vendors = PropertyIdentifier.vendor(code: code.rawValue)
        guard let property = byCode[code]?.property else { return vendors }
        return byIdentifier[property]?.code == code ? property : vendors
    }

    /// Returns the code of an identifier, whether or not a device has the property; nil if there is none.
    package func code(_ identifier: PropertyIdentifier) -> DevicePropCode? {
        if let row = byIdentifier[identifier] { return row.code }
        guard case .vendor(let number) = identifier else { return nil }
        return DevicePropCode(rawValue: number)
    }

    /// Returns the properties that may change together with `code`.
    package func dependents(of code: DevicePropCode) -> [DevicePropCode] { dependencies[code] ?? [] }

    /// Returns the vendor's name of a property that has no identifier in the camera model; nil for all others.
    package func vendorName(_ code: DevicePropCode) -> String? {
        if case .vendor = identifier(code) { name(code) } else { nil }
    }
}
