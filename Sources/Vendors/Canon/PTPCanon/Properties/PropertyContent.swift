package import PTP

/// Value of a property of an EOS body.
package enum PropertyContent: Hashable, Sendable {
    case integer(IntegerValue)
    case text(String)
    case imageFormat(ImageFormat)
    case focusInfo(FocusInfoEx)
    /// Unchanged bytes: custom functions (0xD180…0xD192, 0xD1A0), and properties of unknown format.
    case bytes([UInt8])

    /// Parses the remaining bytes as a property's value. Ignores padding, and data that newer bodies append.
    package init(_ reader: inout DatasetReader, of code: DevicePropCode) throws(DatasetError) {
        switch PropertyShape.of(code) {
        case .integer(let type):
            // The bytes determine the width: a value of an integer type is always an integer.
            guard case .integer(let value) = try DataValue(&reader, type: DataType(rawValue: type.rawValue), "PropertyValue")
            else { throw DatasetError("PropertyValue", at: reader.offset, .typeMismatch) }
            self = .integer(value)
        case .text: self = .text(try reader.eosText("PropertyValue"))
        case .imageFormat: self = .imageFormat(try ImageFormat(&reader))
        case .focusInfo: self = .focusInfo(try FocusInfoEx(&reader))
        case .bytes: self = .bytes(try reader.raw("PropertyValue", count: reader.remaining))
        }
    }

    /// Converts a number from AvailListChanged (0xC18A), which has 32 bits for any width of the property; nil for a property
    /// that is not numeric.
    package init?(offered number: UInt32, of code: DevicePropCode) {
        guard case .integer(let type) = PropertyShape.of(code), type.size <= 4 else { return nil }
        let unused = 32 - type.size * 8
        let value =
            type.isSigned
            ? IntegerValue(Int32(bitPattern: number << unused) >> unused, as: type)
            : IntegerValue((number << unused) >> unused, as: type)
        guard let value else { return nil }
        self = .integer(value)
    }

    /// Writes the value; pads a number to four bytes, and terminates text with a NUL.
    ///
    /// - Throws: `DatasetError` for text that is not ASCII, and for too many focus points.
    package func write(to writer: inout DatasetWriter) throws(DatasetError) {
        switch self {
        case .integer(let value):
            try DataValue.integer(value).write(to: &writer, "PropertyValue")
            writer.zeros(max(0, 4 - value.type.size))
        case .text(let text): try writer.eosText(text, "PropertyValue")
        case .imageFormat(let format): try format.write(to: &writer)
        case .focusInfo(let info): try info.write(to: &writer)
        case .bytes(let bytes): writer.raw(bytes)
        }
    }
}
