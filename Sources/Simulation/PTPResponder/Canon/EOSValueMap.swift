import CameraModel
import PTP
import PTPCanon
import PTPProperties

/// Conversion between the camera's values and those of an EOS body. Pure.
enum EOSValueMap: Sendable {
    /// Codes by common value and label. `also` adds labels with their nearest codes.
    case table(ValueTable, also: [String: Int64] = [:])
    /// Codes by common value.
    case choice([CommonValue: Int64])
    case number
    /// The codes of false and true.
    case boolean(off: Int64, on: Int64)
    /// Image formats by the quality's label in lower case.
    case imageFormats([String: ImageFormat])

    /// Converts a value for a record; nil if the property cannot have it.
    func content(_ value: PropertyValue, of code: DevicePropCode) -> PropertyContent? {
        if case .imageFormats(let formats) = self {
            let format =
                formats[value.label.lowercased()] ?? (value.common == nil ? value.code : nil).flatMap { ImageFormat(code: $0) }
            return format.map { .imageFormat($0) }
        }
        return number(value).flatMap { PropertyContent(number: $0, of: code) }
    }

    private func number(_ value: PropertyValue) -> Int64? {
        switch self {
        case .table(let table, let also): table.numbers(meaning: value).first ?? also[value.label.lowercased()]
        case .choice(let numbers): value.common.flatMap { numbers[$0] }
        case .number: value.integer.map { Int64($0) }
        case .boolean(let off, let on): value.boolean.map { $0 ? on : off }
        case .imageFormats: nil
        }
    }

    /// Maximum number of values of a range that are listed.
    private static let rangeLimit = 256

    /// Returns the allowed values for a record, without duplicates, in the camera's order.
    func offered(_ settable: SettableValues, of code: DevicePropCode) -> [PropertyContent] {
        var values = settable.values
        if let range = settable.range {
            values = (0..<min(range.count, Self.rangeLimit)).compactMap { range.number(at: $0) }.map {
                PropertyValue(.integer($0))
            }
        }
        var seen: Set<PropertyContent> = []
        return values.compactMap { content($0, of: code) }.filter { seen.insert($0).inserted }
    }

    /// Returns the camera's value for one that the initiator sets; nil if it is not allowed.
    func value(_ wanted: PropertyContent, among settable: SettableValues, of code: DevicePropCode) -> PropertyValue? {
        if let listed = settable.values.first(where: { content($0, of: code) == wanted }) { return listed }
        guard case .number = self, case .integer(let number) = wanted, let range = settable.range,
            let number: Int = number.integer(),
            range.contains(number)
        else { return nil }
        return PropertyValue(.integer(number))
    }
}

extension PropertyContent {
    /// Creates a number of the property's width; nil if it does not fit, or the property is not numeric.
    init?(number: Int64, of code: DevicePropCode) {
        guard case .integer(let type) = PropertyShape.of(code), let value = IntegerValue(number, as: type) else { return nil }
        self = .integer(value)
    }

    /// The number; nil for other content.
    var number: Int64? { if case .integer(let value) = self { value.integer() } else { nil } }
}

extension OfferedValues {
    /// Creates the list of allowed values of a property, as stored in a record.
    init(_ contents: [PropertyContent], of code: DevicePropCode) {
        if PropertyShape.of(code) == .imageFormat {
            self = .imageFormats(contents.compactMap { if case .imageFormat(let format) = $0 { format } else { nil } })
        } else {
            self = .numbers(contents.compactMap { $0.number.map { UInt32(truncatingIfNeeded: $0) } })
        }
    }
}
