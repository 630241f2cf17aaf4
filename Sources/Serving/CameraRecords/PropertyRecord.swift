package import CameraModel

/// A property as JSON.
package struct PropertyRecord: Encodable {
    package let property: String
    package let vendorName: String?
    /// The group of the property, such as "exposure"; "other" for a vendor's property.
    package let category: String
    package let value: String?
    /// The value that is being set; nil if none is.
    package let pending: String?
    /// The value as a number, and its unit; nil for a value that is no number.
    package let number: Double?
    package let unit: String?
    package let settable: Bool
    /// Why the property cannot be set now, as a sentence; nil for a property that can be set, and for a reading.
    package let reason: String?
    /// The setting of another property that would let this one be set; nil if none is known.
    package let remedy: Remedy?
    /// The settable values; nil unless requested.
    package let values: [String]?
    package let range: Range?

    package struct Range: Encodable {
        package let minimum: Int
        package let maximum: Int
        package let step: Int
    }

    /// Another property, and its values that would help, the most suitable one first.
    package struct Remedy: Encodable {
        package let property: String
        package let values: [String]
    }

    package init(_ state: PropertyState, withValues: Bool, in situation: SettingObstacle.Situation) {
        property = state.identifier.description
        category = state.identifier.category.rawValue
        vendorName = state.vendorName
        // An empty text is empty for programs, not a dash.
        value = state.value.map { $0.text ?? $0.label }
        pending = state.pending.map { $0.text ?? $0.label }
        let quantity = Quantity(state.value, of: state.identifier)
        (number, unit) = (quantity?.number, quantity?.unit)
        settable = state.settable.isSettable
        let isExplained = !state.settable.isSettable && !SettingObstacle.isReading(state.identifier)
        let obstacle = isExplained ? SettingObstacle(state.identifier, situation) : nil
        reason = obstacle?.text
        remedy = obstacle?.record
        values = withValues ? state.settable.values.map(\.label) : nil
        range = withValues ? state.settable.range.map { Range(minimum: $0.minimum, maximum: $0.maximum, step: $0.step) } : nil
    }

    private enum CodingKeys: String, CodingKey {
        case property, vendorName, category, value, pending, number, unit, settable, reason, remedy, values, range
    }

    /// Encodes missing values as null.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(property, forKey: .property)
        try container.encodeIfPresent(vendorName, forKey: .vendorName)
        try container.encode(category, forKey: .category)
        try container.encode(value, forKey: .value)
        try container.encodeIfPresent(pending, forKey: .pending)
        try container.encodeIfPresent(number, forKey: .number)
        try container.encodeIfPresent(unit, forKey: .unit)
        try container.encode(settable, forKey: .settable)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encodeIfPresent(remedy, forKey: .remedy)
        try container.encodeIfPresent(values, forKey: .values)
        try container.encodeIfPresent(range, forKey: .range)
    }
}

extension SettingObstacle {
    /// The reason, with what to do at the camera, for every kind of program.
    fileprivate var text: String {
        switch remedy {
        case .none, .unknown, .setting, .heldShutter: reason
        case .atCamera(let text): "\(reason) \(text)"
        case .endOfRecording: "\(reason) Stop the recording first."
        }
    }

    fileprivate var record: PropertyRecord.Remedy? {
        guard case .setting(let property, let values) = remedy else { return nil }
        return PropertyRecord.Remedy(property: property.description, values: values)
    }
}

extension SettableValues {
    /// The settable values as text.
    package var text: String {
        if let range { return "\(range.minimum) to \(range.maximum) in steps of \(range.step)" }
        if let maximumTextLength { return "any text of at most \(maximumTextLength) bytes" }
        if values.isEmpty { return isSettable ? "in steps" : "" }
        return values.map(\.listedLabel).joined(separator: ", ")
    }
}

extension PropertyValue {
    /// The label for a list whose items are separated by commas: one that contains a comma, or begins with a quotation mark, is quoted.
    package var listedLabel: String {
        let isAmbiguous = label.contains(",") || label.hasPrefix("\"")
        return isAmbiguous ? "\"" + label.map { $0 == "\"" ? "\\\"" : String($0) }.joined() + "\"" : label
    }
}
