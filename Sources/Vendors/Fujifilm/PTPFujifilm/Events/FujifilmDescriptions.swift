package import PTP

/// The data of 0x902B: the descriptions of all properties (observed behaviour). Pure.
///
/// A UINT32 count, then for each property the size of its description, UINT32, and the description in the standard's form.
package struct FujifilmDescriptions: Hashable, Sendable {
    /// The descriptions that could be parsed, in the order of the data. One that cannot is left out.
    package private(set) var descriptions: [DevicePropDesc] = []
    /// Reason why there are no further descriptions; nil if the data had all that it announces.
    package private(set) var failure: DatasetError?

    /// Maximum number of descriptions; no body has as many.
    private static let limit = 2048

    /// Parses the data. Ends with a result for any bytes. A count that exceeds the data allocates nothing.
    package init(_ bytes: [UInt8]) {
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        do throws(DatasetError) {
            let count = try reader.integer("Count", as: UInt32.self)
            for _ in 0..<min(count, UInt32(Self.limit)) {
                let size = Int(try reader.integer("Size", as: UInt32.self))
                let start = reader.offset
                guard size <= reader.remaining else {
                    throw DatasetError("Size", at: start, .tooManyElements(count: size, limit: reader.remaining))
                }
                let part = Array(bytes[start..<start + size])
                if let desc = try? DevicePropDesc(part) { descriptions.append(desc) }
                for _ in 0..<size { _ = try reader.integer("Description", as: UInt8.self) }
            }
        } catch { failure = error }
    }

    /// Encodes descriptions.
    package static func encoded(_ descriptions: [DevicePropDesc]) throws(DatasetError) -> [UInt8] {
        var writer = DatasetWriter()
        writer.integer(UInt32(clamping: descriptions.count))
        var bytes = writer.bytes
        for desc in descriptions {
            let part = try desc.encoded()
            var size = DatasetWriter()
            size.integer(UInt32(clamping: part.count))
            bytes += size.bytes + part
        }
        return bytes
    }
}
