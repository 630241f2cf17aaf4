package import PTP

/// The value of the property 0xD212: the properties that have changed since it was last read, or on networks all. Pure (observed
/// behaviour).
///
/// A UINT16 count, then for each property its code, UINT16, and its value, UINT32. The values of texts have no meaning.
package struct FujifilmChanges: Hashable, Sendable {
    /// A property and its value.
    package struct Change: Hashable, Sendable {
        package let code: DevicePropCode
        package let value: UInt32

        package init(_ code: DevicePropCode, _ value: UInt32) { (self.code, self.value) = (code, value) }
    }

    /// Size of a value without a change, in bytes.
    package static let emptySize = 2

    /// The changes before the first malformed one.
    package private(set) var changes: [Change] = []
    /// Reason why there are no further changes; nil if all were parsed.
    package private(set) var failure: DatasetError?

    /// Parses a value. Ends with a result for any bytes. A count that exceeds the data allocates nothing.
    package init(_ bytes: [UInt8]) {
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        do throws(DatasetError) {
            for _ in 0..<(try reader.integer("Count", as: UInt16.self)) {
                let code = try reader.integer("PropertyCode", as: UInt16.self)
                changes.append(Change(DevicePropCode(rawValue: UInt32(code)), try reader.integer("Value")))
            }
        } catch { failure = error }
    }

    /// Encodes changes; the first 65,535.
    package static func encoded(_ changes: [Change]) -> [UInt8] {
        var writer = DatasetWriter()
        writer.integer(UInt16(clamping: changes.count))
        for change in changes.prefix(Int(UInt16.max)) {
            writer.integer(UInt16(truncatingIfNeeded: change.code.rawValue))
            writer.integer(change.value)
        }
        return writer.bytes
    }
}

/// Distinguishes changes from properties that a body reports each time, with the same value. Pure.
package struct FujifilmNews: Sendable {
    /// The values in the last reply.
    private var last: [DevicePropCode: UInt32] = [:]

    package init() {}

    /// Returns the changes of a reply: those that the reply before it does not have with the same value.
    package mutating func changed(_ changes: [FujifilmChanges.Change]) -> [FujifilmChanges.Change] {
        let before = last
        last = Dictionary(changes.map { ($0.code, $0.value) }) { $1 }
        return changes.filter { before[$0.code] != $0.value }
    }
}
