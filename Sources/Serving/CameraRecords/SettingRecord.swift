package import CameraModel

/// The change of a setting, as JSON.
package struct SettingRecord: Encodable {
    package let property: String
    /// The vendor's name; nil if the property has a common one.
    package var vendorName: String?
    package let old: String?
    package let value: String
    /// The new value as a number, and its unit; nil for a value that is no number.
    package var number: Double?
    package var unit: String?

    package init(_ property: Property, old: String?, new: PropertyValue) {
        self.property = property.identifier.description
        if case .vendor = property.identifier { vendorName = property.state.vendorName }
        (self.old, value) = (old, new.label)
        let quantity = Quantity(new, of: property.identifier)
        (number, unit) = (quantity?.number, quantity?.unit)
    }
}
