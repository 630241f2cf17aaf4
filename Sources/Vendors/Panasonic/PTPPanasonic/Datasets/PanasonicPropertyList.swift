package import PTP

/// A group of properties with their allowed values: the data of ListProperty (0x9108; observed behaviour). Pure.
///
/// Records of three kinds, depth first. The group and its members have a head of 28 bytes: UINT32 number, UINT32 20, UINT32 20, UINT16 1, UINT16 1,
/// UINT32 0, UINT32 count of the records below, UINT32 their size in bytes. A member has elements, of which most have one.
package struct PanasonicPropertyList: Hashable, Sendable {
    /// A property: a member of its group.
    package struct Member: Hashable, Sendable {
        package var code: DevicePropCode
        /// Its numbers, of which most properties have one.
        package var elements: [PanasonicElement]

        package init(_ code: DevicePropCode, _ elements: [PanasonicElement]) { (self.code, self.elements) = (code, elements) }
    }

    /// The number that was requested.
    package var group: DevicePropCode
    /// The members before the first malformed one.
    package private(set) var members: [Member] = []
    /// Reason why there are no further members; nil if all were parsed.
    package private(set) var failure: DatasetError?

    /// Maximum size of a reply, in bytes; a GH5 sends at most 1.2 KB.
    package static let replyLimit = 256 << 10
    /// Number of bytes of a head after its number and its size.
    private static let headSize = 20

    package init(_ group: DevicePropCode, _ members: [Member]) { (self.group, self.members) = (group, members) }

    // MARK: Reading

    /// Parses a reply. Ends with a result for any bytes; each record needs some, so that no count is trusted.
    package init(_ bytes: [UInt8]) {
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        group = DevicePropCode(rawValue: 0)
        do throws(DatasetError) {
            let (code, count) = try Self.head(&reader, "PropertyGroup")
            group = code
            for _ in 0..<count { members.append(try Self.member(&reader)) }
        } catch { failure = error }
    }

    private static func member(_ reader: inout DatasetReader) throws(DatasetError) -> Member {
        let (code, count) = try head(&reader, "Property")
        var elements: [PanasonicElement] = []
        for _ in 0..<count { elements.append(try PanasonicElement(&reader)) }
        return Member(code, elements)
    }

    /// Reads the number of a record, and the count of those below.
    private static func head(
        _ reader: inout DatasetReader,
        _ field: String
    ) throws(DatasetError) -> (DevicePropCode, count: UInt32) {
        let code = DevicePropCode(rawValue: try reader.integer(field))
        let start = reader.offset
        let size: UInt32 = try reader.integer(field)
        guard size >= headSize else { throw DatasetError(field, at: start, .unexpectedNumber(UInt64(size))) }
        try reader.skip(12, field)
        let count: UInt32 = try reader.integer(field)
        try reader.skip(4, field)
        // A longer head would have further fields.
        try reader.skip(Int(size) - headSize, field)
        return (code, count)
    }

    // MARK: Writing

    /// The bytes of the group.
    package var encoded: [UInt8] {
        let parts = members.map { member in
            let elements = member.elements.flatMap(\.encoded)
            return Self.head(member.code, member.elements.count, elements.count) + elements
        }
        return Self.head(group, members.count, parts.reduce(0) { $0 + $1.count }) + parts.joined()
    }

    /// The heads without the elements: the data of GetPropertySize (0x9107).
    package var outline: [UInt8] {
        let sizes = members.map { $0.elements.reduce(0) { $0 + $1.encoded.count } }
        let heads = zip(members, sizes).flatMap { Self.head($0.code, $0.elements.count, $1) }
        return Self.head(group, members.count, sizes.reduce(0, +) + heads.count) + heads
    }

    private static func head(_ code: DevicePropCode, _ count: Int, _ byteCount: Int) -> [UInt8] {
        var writer = DatasetWriter()
        writer.integer(code.rawValue)
        writer.integer(UInt32(headSize))
        writer.integer(UInt32(headSize))
        writer.integer(UInt16(1))
        writer.integer(UInt16(1))
        writer.integer(UInt32(0))
        writer.integer(UInt32(clamping: count))
        writer.integer(UInt32(clamping: byteCount))
        return writer.bytes
    }
}
