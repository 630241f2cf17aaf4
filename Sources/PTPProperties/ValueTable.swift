package import CameraModel
package import PTP

/// What the numbers of one property mean where several mean the same, and some have a meaning that cameras do not share. Pure.
///
/// A value that came from here keeps its number in `PropertyValue.code`, and so goes back as what it was.
package struct ValueTable: Sendable {
    /// The type of the numbers on the wire.
    package let type: IntegerType
    /// Each with its number as code; of several that mean the same, the first is the one to write when nothing else is known.
    package let values: [PropertyValue]
    private let places: [Int64: Int]

    /// A number that stands twice is the first of the two.
    package init(_ type: IntegerType, _ values: [PropertyValue]) {
        self.type = type
        self.values = values
        places = Dictionary(values.enumerated().compactMap { place, value in value.code.map { ($0, place) } }) { first, _ in first
        }
    }

    /// What a number means; nil for one that nobody explains.
    package subscript(number: Int64) -> PropertyValue? { places[number].map { values[$0] } }

    /// What a number means, or the number itself in hexadecimal.
    package func value(_ number: Int64) -> PropertyValue { self[number] ?? PropertyValue(code: number, label: "") }

    /// Every number with a value's meaning, the value's own first: what to look for among those that a camera offers.
    package func numbers(meaning value: PropertyValue) -> [Int64] {
        let same = values.filter { Self.same($0, value) }.compactMap(\.code)
        guard let own = value.code, same.contains(own) else { return same }
        return [own] + same.filter { $0 != own }
    }

    /// The number to write for a value; nil if it has none. A number that nobody explains is kept.
    package func number(for value: PropertyValue) -> Int64? {
        if let known = numbers(meaning: value).first { return known }
        // A number of this table that is called otherwise belongs to another camera's table.
        guard value.common == nil, let code = value.code, self[code] == nil else { return nil }
        return code
    }

    /// Whether two values mean the same: in common terms where there are any, else by what they are called.
    private static func same(_ entry: PropertyValue, _ value: PropertyValue) -> Bool {
        if entry.common != nil || value.common != nil { return entry.common == value.common }
        return entry.label.lowercased() == value.label.lowercased()
    }
}
