package import CameraModel
package import PTP

/// Content of a property as a camera reports it.
package protocol ReportedContent: Hashable, Sendable {
    /// Size of the content, in bytes; 0 for a number.
    var byteCount: Int { get }
}

/// The properties that a camera has reported, and the values that it has listed for them, within limits. Pure.
package struct ReportedProperties<Content: ReportedContent> {
    /// Values of the properties, as received.
    package private(set) var contents: [DevicePropCode: Content] = [:]
    private var listed: [DevicePropCode: [Content]] = [:]
    /// Number of stored values of all properties' lists.
    package private(set) var weight = 0

    /// Maximum number of stored properties; no camera has as many.
    private static var propertyLimit: Int { 2048 }
    /// Maximum number of listed values per property.
    package static var valueLimit: Int { 1024 }
    /// Maximum number of listed values over all properties.
    package static var weightLimit: Int { 1 << 16 }
    /// Maximum size of a value, in bytes: larger than any text, custom function setting or undocumented value.
    private static var contentLimit: Int { 64 << 10 }

    /// Creates an empty store.
    package init() {}

    /// The value of a property; nil if the camera has not reported it.
    package subscript(code: DevicePropCode) -> Content? { contents[code] }

    /// The listed values of a property; empty if the camera has listed none.
    package func values(of code: DevicePropCode) -> [Content] { listed[code] ?? [] }

    /// Stores a value; returns `false` if it exceeds the limits.
    package mutating func set(_ code: DevicePropCode, _ content: Content) -> Bool {
        guard contents[code] != nil || contents.count < Self.propertyLimit, content.byteCount <= Self.contentLimit else {
            return false
        }
        contents[code] = content
        return true
    }

    /// Stores the values that a property can have, up to ``valueLimit``; returns `false` if they exceed the total limit.
    package mutating func list(_ values: [Content], of code: DevicePropCode) -> Bool {
        guard listed[code] != nil || listed.count < Self.propertyLimit else { return false }
        let before = listed[code]?.count ?? 0
        let kept = values.prefix(Self.valueLimit)
        guard weight - before + kept.count <= Self.weightLimit else { return false }
        weight += kept.count - before
        listed[code] = Array(kept)
        return true
    }

    /// Returns the next of the listed values in the given direction; nil at the end and for properties without a list.
    package func stepped(_ code: DevicePropCode, _ direction: StepDirection) -> Content? {
        guard let values = listed[code], let content = contents[code], let index = values.firstIndex(of: content) else {
            return nil
        }
        let next = direction == .increment ? index + 1 : index - 1
        return values.indices.contains(next) ? values[next] : nil
    }

    /// Returns the state of a property for the camera model; nil if the camera has not reported it. `value` converts contents.
    package func state(
        of code: DevicePropCode,
        as identifier: PropertyIdentifier,
        vendorName: String? = nil,
        _ value: (Content) -> PropertyValue?
    ) -> PropertyState? {
        guard let content = contents[code] else { return nil }
        var seen: Set<PropertyValue> = []
        let values = values(of: code).compactMap(value).filter { seen.insert($0).inserted }
        return PropertyState(
            identifier,
            value: value(content),
            settable: values.isEmpty ? .none : .enumeration(values),
            vendorName: vendorName
        )
    }
}
