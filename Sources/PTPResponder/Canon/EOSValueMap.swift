import CameraModel
import PTP
import PTPCanon
import PTPProperties

/// What the camera's values are to an EOS body. Pure.
enum EOSValueMap: Sendable {
    /// Numbers for common values and labels; further labels with the numbers that come nearest.
    case table(ValueTable, also: [String: Int64] = [:])
    /// Numbers for common values.
    case choice([CommonValue: Int64])
    case number
    /// A number for each of the two.
    case boolean(off: Int64, on: Int64)
    /// What each quality makes, by its label in lower case.
    case imageFormats([String: ImageFormat])

    /// A value as the body says it; nil for one that it cannot have.
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

    /// So many values of a range are offered one by one at the most.
    private static let rangeLimit = 256

    /// What the body offers: each once, in the camera's order.
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

    /// The camera's value for one that the host sets; nil if it is not offered.
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
    /// A number in the property's width; nil if it does not fit, or the property is no number.
    init?(number: Int64, of code: DevicePropCode) {
        guard case .integer(let type) = PropertyShape.of(code), let value = IntegerValue(number, as: type) else { return nil }
        self = .integer(value)
    }

    /// The number; nil for what is none.
    var number: Int64? { if case .integer(let value) = self { value.integer() } else { nil } }
}

extension OfferedValues {
    /// Values of one property, as the record has them.
    init(_ contents: [PropertyContent], of code: DevicePropCode) {
        if PropertyShape.of(code) == .imageFormat {
            self = .imageFormats(contents.compactMap { if case .imageFormat(let format) = $0 { format } else { nil } })
        } else {
            self = .numbers(contents.compactMap { $0.number.map { UInt32(truncatingIfNeeded: $0) } })
        }
    }
}
