package import PTP

/// What a property can be set to: the record AvailListChanged (0xC18A; observed behaviour).
///
/// On the wire, in bytes from the record's start: the property at 8, a type at 12 (3 is a list), a count at 16, then as many values: four
/// bytes each, or an ``ImageFormat``.
package enum OfferedValues: Hashable, Sendable {
    /// In 32 bits whatever the property's width; see ``PropertyContent/init(offered:of:)``.
    case numbers([UInt32])
    case imageFormats([ImageFormat])
    /// What is no list: its type, and all from the count on.
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
        // A count, and one file of four numbers at least.
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

    /// The first values as those of the property; of a property that is no number or image format, none.
    package func contents(of property: DevicePropCode, limit: Int = .max) -> [PropertyContent] {
        switch self {
        case .numbers(let numbers): numbers.prefix(limit).compactMap { PropertyContent(offered: $0, of: property) }
        case .imageFormats(let formats): formats.prefix(limit).map { .imageFormat($0) }
        case .unexplained: []
        }
    }
}
