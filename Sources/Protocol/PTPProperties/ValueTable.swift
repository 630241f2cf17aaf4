package import CameraModel
package import PTP

/// Meanings of the numbers of a property, where several numbers may have the same meaning. Pure.
///
/// A value from a table keeps its number in `PropertyValue.code` and is encoded as that number again.
package struct ValueTable: Sendable {
    /// Data type of the numbers in the protocol.
    package let type: IntegerDataType
    /// Values with their numbers as code; of several with the same meaning, the first is used for encoding by default.
    package let values: [PropertyValue]
    private let places: [Int64: Int]

    /// Creates a table. Of two entries with the same number, the first is used.
    package init(_ type: IntegerDataType, _ values: [PropertyValue]) {
        self.type = type
        self.values = values
        places = Dictionary(values.enumerated().compactMap { place, value in value.code.map { ($0, place) } }) { first, _ in first
        }
    }

    /// The meaning of a number; nil if unknown.
    package subscript(number: Int64) -> PropertyValue? { places[number].map { values[$0] } }

    /// Returns the meaning of a number, or the number itself as a value.
    package func value(_ number: Int64) -> PropertyValue { self[number] ?? PropertyValue(code: number, label: "") }

    /// Returns every number with a value's meaning, the value's own number first, for comparison with the numbers that a
    /// camera offers.
    package func numbers(meaning value: PropertyValue) -> [Int64] {
        let same = values.filter { Self.same($0, value) }.compactMap(\.code)
        guard let own = value.code, same.contains(own) else { return same }
        return [own] + same.filter { $0 != own }
    }

    /// Returns the number for encoding a value; nil if there is none. A number that the table lacks is kept.
    package func number(for value: PropertyValue) -> Int64? {
        if let known = numbers(meaning: value).first { return known }
        // A number of this table with another meaning belongs to another camera's table.
        guard value.common == nil, let code = value.code, self[code] == nil else { return nil }
        return code
    }

    /// Returns whether two values mean the same: by common value if either has one, otherwise by label.
    private static func same(_ entry: PropertyValue, _ value: PropertyValue) -> Bool {
        if entry.common != nil || value.common != nil { return entry.common == value.common }
        return entry.label.lowercased() == value.label.lowercased()
    }
}
