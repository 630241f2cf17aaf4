package import CameraModel
package import PTP

/// A property of a device: its code, its identifier in the camera model, and the encoding of its values.
package struct PropertyRow: Sendable {
    package let code: DevicePropCode
    package let property: PropertyIdentifier
    package let coding: ValueCoding
    /// Returns the encoding for a camera whose description of the property shows that it differs from ``coding``; nil otherwise.
    package let variant: @Sendable (DevicePropDesc) -> ValueCoding?
    /// Whether the device sets the property back when the connection ends.
    package var endsWithConnection = false
    /// The purpose of the property; nil for most.
    package var role: PropertyRole?
    /// Returns a description with what it means, for a property whose own description is no list or range of its values; nil for
    /// most.
    package private(set) var corrected: (@Sendable (DevicePropDesc) -> DevicePropDesc)?

    package init(
        _ code: DevicePropCode,
        _ property: PropertyIdentifier,
        _ coding: ValueCoding,
        variant: @escaping @Sendable (DevicePropDesc) -> ValueCoding? = { _ in nil }
    ) {
        self.code = code
        self.property = property
        self.coding = coding
        self.variant = variant
    }

    /// Creates a row for a vendor's code.
    package init(_ code: UInt32, _ property: PropertyIdentifier, _ coding: ValueCoding) {
        self.init(DevicePropCode(rawValue: code), property, coding)
    }

    /// Returns the row of a property that the device sets back when the connection ends.
    package var untilDisconnected: PropertyRow {
        var row = self
        row.endsWithConnection = true
        return row
    }

    /// Returns the row of a property with a purpose that programs need.
    package func with(_ role: PropertyRole) -> PropertyRow {
        var row = self
        row.role = role
        return row
    }

    /// Returns the row of a property whose description is read as `correct` returns it.
    package func correcting(_ correct: @escaping @Sendable (DevicePropDesc) -> DevicePropDesc) -> PropertyRow {
        var row = self
        row.corrected = correct
        return row
    }

    /// Returns the row with additional or replaced numbers for common values, for a vendor's numbers.
    package func with(_ more: [CommonValue: Int]) -> PropertyRow {
        guard case .choice(let type, let numbers) = coding else { return self }
        return PropertyRow(code, property, .choice(type, numbers.merging(more) { $1 }))
    }
}
