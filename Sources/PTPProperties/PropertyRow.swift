package import CameraModel
package import PTP

/// One property of a device: what it is here, and how it stands on the wire.
package struct PropertyRow: Sendable {
    package let code: DevicePropCode
    package let property: PropertyIdentifier
    package let coding: ValueCoding

    package init(_ code: DevicePropCode, _ property: PropertyIdentifier, _ coding: ValueCoding) {
        self.code = code
        self.property = property
        self.coding = coding
    }

    /// A row for a maker's own code.
    package init(_ code: UInt16, _ property: PropertyIdentifier, _ coding: ValueCoding) {
        self.init(DevicePropCode(rawValue: code), property, coding)
    }

    /// The row with more values, or other numbers for those it has: what a device does with numbers of its own.
    package func with(_ more: [CommonValue: Int]) -> PropertyRow {
        guard case .choice(let type, let numbers) = coding else { return self }
        return PropertyRow(code, property, .choice(type, numbers.merging(more) { $1 }))
    }
}
