package import PTP

/// The values that a property can have: the record AvailListChanged (0xC18A; observed behaviour).
///
/// Format, in bytes from the start of the record: the property code at 8, a type at 12 (3 for a list), a count at 16, then
/// the values: four bytes each, or an ``ImageFormat``.
package enum OfferedValues: Hashable, Sendable {
    /// 32-bit numbers for any width of the property; see ``PropertyContent/init(offered:of:)``.
    case numbers([UInt32])
    case imageFormats([ImageFormat])
    /// A type other than a list, and all bytes from the count.
    case unexplained(type: UInt32, [UInt8])

    private static let list: UInt32 = 3

    init(_ reader: inout DatasetReader, of property: DevicePropCode) throws(DatasetError) {
        let type = try reader.integer("AvailListChanged.Type", as: UInt32.self)
        guard type == Self.list else {
            self = .unexplained(type: type, try reader.raw("AvailListChanged.Values", count: reader.remaining))
            return
        }
        guard PropertyShape.of(property) == .imageFormat else {
            self = .numbers(try reader.array("AvailListChanged.Values"))
            return
        }
        // The smallest element: a count, and one file of four numbers.
        let count = try reader.count("AvailListChanged.Count", elementSize: 20)
        var formats: [ImageFormat] = []
        formats.reserveCapacity(count)
        for _ in 0..<count { formats.append(try ImageFormat(&reader)) }
        self = .imageFormats(formats)
    }

    func write(to writer: inout DatasetWriter) throws(DatasetError) {
        switch self {
        case .numbers(let numbers):
            writer.integer(Self.list)
            writer.array(numbers)
        case .imageFormats(let formats):
            writer.integer(Self.list)
            writer.integer(UInt32(clamping: formats.count))
            for format in formats { try format.write(to: &writer) }
        case .unexplained(let type, let bytes):
            writer.integer(type)
            writer.raw(bytes)
        }
    }

    /// Returns the first values as values of the property; empty for properties that are neither numbers nor image formats.
    package func contents(of property: DevicePropCode, limit: Int = .max) -> [PropertyContent] {
        switch self {
        case .numbers(let numbers): numbers.prefix(limit).compactMap { PropertyContent(offered: $0, of: property) }
        case .imageFormats(let formats): formats.prefix(limit).map { .imageFormat($0) }
        case .unexplained: []
        }
    }
}
