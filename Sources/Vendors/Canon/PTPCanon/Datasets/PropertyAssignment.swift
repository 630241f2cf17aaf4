package import PTP

/// A property with its new value: the data of SetDevicePropValueEx (0x9110; observed behaviour).
///
/// Format: the total number of bytes and the property code as UINT32, then the value. The total is twelve bytes for a number,
/// and nine plus the number of letters for text.
package struct PropertyAssignment: Dataset {
    package var property: DevicePropCode
    package var content: PropertyContent

    package init(_ property: DevicePropCode, _ content: PropertyContent) {
        self.property = property
        self.content = content
    }

    package init(_ reader: inout DatasetReader) throws(DatasetError) {
        let start = reader.offset
        let present = reader.remaining
        let length = try reader.integer("PropertyAssignment.Length", as: UInt32.self)
        guard length >= 8 else {
            throw DatasetError("PropertyAssignment.Length", at: start, .unexpectedNumber(UInt64(length)))
        }
        guard UInt64(length) <= UInt64(present) else {
            throw DatasetError(
                "PropertyAssignment.Length",
                at: start,
                .endsEarly(neededBytes: UInt64(length), presentBytes: present)
            )
        }
        property = DevicePropCode(rawValue: try reader.integer("PropertyAssignment.Property"))
        guard !property.isWide else {
            throw DatasetError("PropertyAssignment.Property", at: start + 4, .unexpectedNumber(UInt64(property.rawValue)))
        }
        let value = try reader.raw("PropertyAssignment.Value", count: Int(length) - 8)
        content = try Self.content(value, of: property, at: start + 8)
    }

    /// Parses the value from a copy of its bytes, so that it cannot read beyond the length.
    private static func content(
        _ bytes: [UInt8],
        of property: DevicePropCode,
        at offset: Int
    ) throws(DatasetError) -> PropertyContent {
        do throws(DatasetError) {
            let span = bytes.span
            var reader = unsafe DatasetReader(span.bytes)
            return try PropertyContent(&reader, of: property)
        } catch {
            throw DatasetError(error.field, at: offset + error.offset, error.reason)
        }
    }

    package func write(to writer: inout DatasetWriter) throws(DatasetError) {
        var value = DatasetWriter()
        try content.write(to: &value)
        writer.integer(UInt32(clamping: value.bytes.count + 8))
        writer.integer(property.rawValue)
        writer.raw(value.bytes)
    }
}
