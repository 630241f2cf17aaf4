import CameraModel
import PTP
import PTPProperties

/// Value of a property in a vendor's form.
protocol VendorContent: Hashable, Sendable {
    /// Creates a number of the property's width; nil if it does not fit, or the property is not numeric.
    init?(number: Int64, of code: DevicePropCode)
    /// The number; nil for other content.
    var number: Int64? { get }
    /// Parses bytes that ``stored`` has returned for the same property; nil if they are invalid.
    init?(stored: [UInt8], of code: DevicePropCode)
    /// Bytes that keep the value; nil if it has no such form.
    var stored: [UInt8]? { get }
}

/// Conversion between the camera's values and those of a body. Pure.
enum ValueMap<Content: VendorContent>: Sendable {
    /// Codes by common value and label. `also` adds labels with their nearest codes.
    case table(ValueTable, also: [String: Int64] = [:])
    /// Codes by common value.
    case choice([CommonValue: Int64])
    case number
    /// The codes of false and true.
    case boolean(off: Int64, on: Int64)
    /// Content that is not a number.
    case other(@Sendable (PropertyValue) -> Content?)

    /// Converts a value; nil if the property cannot have it.
    func content(_ value: PropertyValue, of code: DevicePropCode) -> Content? {
        let number: Int64? =
            switch self {
            case .table(let table, let also): table.numbers(meaning: value).first ?? also[value.label.lowercased()]
            case .choice(let numbers): value.common.flatMap { numbers[$0] }
            case .number: value.integer.map { Int64($0) }
            case .boolean(let off, let on): value.boolean.map { $0 ? on : off }
            case .other: nil
            }
        if case .other(let convert) = self { return convert(value) }
        return number.flatMap { Content(number: $0, of: code) }
    }

    /// Returns the allowed values without duplicates, in the camera's order.
    func offered(_ settable: SettableValues, of code: DevicePropCode) -> [Content] {
        var values = settable.values
        if let range = settable.range {
            values = (0..<min(range.count, rangeLimit)).compactMap { range.number(at: $0) }.map { PropertyValue(.integer($0)) }
        }
        var seen: Set<Content> = []
        return values.compactMap { content($0, of: code) }.filter { seen.insert($0).inserted }
    }

    /// Returns the camera's value for one that the initiator sets; nil if it is not allowed.
    func value(_ wanted: Content, among settable: SettableValues, of code: DevicePropCode) -> PropertyValue? {
        if let listed = settable.values.first(where: { content($0, of: code) == wanted }) { return listed }
        guard case .number = self, let range = settable.range, let number = wanted.number.flatMap({ Int(exactly: $0) }),
            range.contains(number)
        else { return nil }
        return PropertyValue(.integer(number))
    }
}

/// Maximum number of values of a range that are listed.
private let rangeLimit = 256
