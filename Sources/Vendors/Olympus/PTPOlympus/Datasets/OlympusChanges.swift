package import PTP

/// Properties that have changed: the data of GetChangedProperties (0x9486; observed behaviour). Pure.
///
/// UINT32 count, then as many descriptions in the standard's form (DevicePropDesc), without gaps; or as many codes of 16 bits. Some bodies return all
/// properties each time.
package struct OlympusChanges: Hashable, Sendable {
    /// A property that has changed.
    package enum Change: Hashable, Sendable {
        /// With its description.
        case described(DevicePropDesc)
        /// Without one.
        case named(DevicePropCode)
    }

    /// The changes before the first malformed one.
    package private(set) var changes: [Change] = []
    /// Reason why there are no further changes; nil if all were parsed.
    package private(set) var failure: DatasetError?

    /// Size of a reply without changes, in bytes.
    package static let emptySize = 4
    /// Maximum size of a reply, in bytes; an OM-1 sends 11 KB.
    package static let replyLimit = 1 << 20
    /// Maximum number of changes; no body has as many properties.
    private static let limit = 1024

    package init(_ changes: [Change]) { self.changes = changes }

    /// Parses a reply. Ends with a result for any bytes.
    package init(_ bytes: [UInt8]) {
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        do throws(DatasetError) {
            let count: UInt32 = try reader.integer("ChangedProperties.Count")
            let hasCodesOnly = count > 0 && UInt64(count) * 2 == UInt64(reader.remaining)
            for _ in 0..<min(count, UInt32(Self.limit)) {
                changes.append(
                    hasCodesOnly ? .named(try reader.code("ChangedProperties.Code")) : .described(try DevicePropDesc(&reader))
                )
            }
        } catch { failure = error }
    }

    /// The bytes of descriptions; those that cannot be encoded are left out.
    package static func encoded(_ descriptions: [DevicePropDesc]) -> [UInt8] {
        let parts = descriptions.compactMap { try? $0.encoded() }
        var writer = DatasetWriter()
        writer.integer(UInt32(clamping: parts.count))
        for part in parts { writer.raw(part) }
        return writer.bytes
    }

    /// The bytes of codes.
    package static func encoded(_ codes: [DevicePropCode]) -> [UInt8] {
        var writer = DatasetWriter()
        writer.codes(codes)
        return writer.bytes
    }
}

/// The changes that differ from those received before. Pure.
package struct OlympusNews {
    private var known: [DevicePropCode: DevicePropDesc] = [:]

    /// Maximum number of properties that are compared; others count as changed.
    private static let limit = 1024

    package init() {}

    /// Stores descriptions, and returns the changes without those that are as before.
    package mutating func changed(_ changes: [OlympusChanges.Change]) -> [OlympusChanges.Change] {
        changes.filter { change in
            guard case .described(let desc) = change else { return true }
            if known[desc.code] == desc { return false }
            if known[desc.code] != nil || known.count < Self.limit { known[desc.code] = desc }
            return true
        }
    }
}
