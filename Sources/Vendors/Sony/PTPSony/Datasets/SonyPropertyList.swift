package import PTP

/// The properties of a body: the data of GetAllExtDevicePropInfo (0x9209; observed behaviour). Pure.
///
/// UINT32 count, UINT32 0, then the records without gaps.
package struct SonyPropertyList: Hashable, Sendable {
    /// The records before the first malformed one.
    package private(set) var records: [SonyPropertyRecord] = []
    /// Reason why there are no further records; nil if all were parsed.
    package private(set) var failure: DatasetError?

    /// Size of a reply without records, in bytes.
    package static let headSize = 8
    /// Maximum size of a reply, in bytes; a body with 404 properties sends 20 KB.
    package static let replyLimit = 256 << 10
    /// Maximum number of records; no body has as many.
    private static let recordLimit = 1024

    /// Parses a reply. Ends with a result for any bytes. The count is not needed: the records end with the data.
    package init(_ bytes: [UInt8]) {
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        do throws(DatasetError) {
            try reader.skip(Self.headSize, "AllExtDevicePropInfo.Count")
            while reader.remaining > 0, records.count < Self.recordLimit { records.append(try SonyPropertyRecord(&reader)) }
        } catch { failure = error }
    }

    /// Encodes records. Those that cannot be encoded are left out.
    package static func encoded(_ records: [SonyPropertyRecord]) -> [UInt8] {
        let parts = records.compactMap { record -> [UInt8]? in
            var writer = DatasetWriter()
            return (try? record.write(to: &writer)).map { writer.bytes }
        }
        var writer = DatasetWriter()
        writer.integer(UInt32(clamping: parts.count))
        writer.integer(UInt32(0))
        for part in parts { writer.raw(part) }
        return writer.bytes
    }
}

/// The records that differ from those received before. Pure.
///
/// Bodies of version 2 always send all properties, and bodies of version 3 may ignore the request for changes only.
package struct SonyChanges {
    private var known: [DevicePropCode: SonyPropertyRecord] = [:]

    /// Maximum number of properties that are compared; others count as changed.
    private static let limit = 1024

    package init() {}

    /// Stores records, and returns those that differ.
    package mutating func changed(_ records: [SonyPropertyRecord]) -> [SonyPropertyRecord] {
        records.filter { record in
            if known[record.code] == record { return false }
            if known[record.code] != nil || known.count < Self.limit { known[record.code] = record }
            return true
        }
    }
}
