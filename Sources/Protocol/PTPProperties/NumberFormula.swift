package import CameraModel
package import PTP

/// A vendor's encoding of values as numbers, as two functions, each of which is the inverse of the other. Pure.
///
/// For encodings that follow a rule, such as tenths of an f-number; others are a ``ValueTable``.
package struct NumberFormula: Sendable {
    /// Data type of the numbers in the protocol.
    package let type: IntegerDataType
    /// Numbers that mean "no value".
    package let none: Set<Int64>
    /// Labels of numbers without a common value.
    package let labels: [Int64: String]
    /// Returns the number of a value; nil if it has none.
    package let number: @Sendable (CommonValue) -> Int64?
    /// Returns the value of a number; nil for one without a common value.
    package let value: @Sendable (Int64) -> CommonValue?

    /// Creates an encoding.
    ///
    /// - Parameters:
    ///   - type: Data type of the numbers.
    ///   - none: Numbers that mean "no value", for which `value` returns nil.
    ///   - labels: Labels of numbers for which `value` returns nil. All others are shown as numbers.
    ///   - number: Returns the number of a value.
    ///   - value: Returns the value of a number.
    package init(
        _ type: IntegerDataType,
        none: Set<Int64> = [],
        labels: [Int64: String] = [:],
        number: @escaping @Sendable (CommonValue) -> Int64?,
        value: @escaping @Sendable (Int64) -> CommonValue?
    ) {
        (self.type, self.none, self.labels, self.number, self.value) = (type, none, labels, number, value)
    }
}
