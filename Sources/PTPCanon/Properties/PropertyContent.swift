package import PTP

/// A property's value as an EOS body says or takes it.
package enum PropertyContent: Hashable, Sendable {
    case integer(IntegerValue)
    case text(String)
    case imageFormat(ImageFormat)
    case focusInfo(FocusInfoEx)
    /// As they came: custom functions (0xD180…0xD192, 0xD1A0), and properties that nobody explains.
    case bytes([UInt8])

    /// Reads what is left as a property's value. What is padding, or what newer bodies add, is passed over.
    package init(_ reader: inout DatasetReader, of code: DevicePropCode) throws(DatasetError) {
        switch PropertyShape.of(code) {
        case .integer(let type):
            // Its bytes say how wide it is: an integer of a known type always is one.
            guard case .integer(let value) = try DataValue(&reader, type: DataType(rawValue: type.rawValue), "PropertyValue")
            else { throw DatasetError("PropertyValue", at: reader.offset, .typeMismatch) }
            self = .integer(value)
        case .text: self = .text(try reader.eosText("PropertyValue"))
        case .imageFormat: self = .imageFormat(try ImageFormat(&reader))
        case .focusInfo: self = .focusInfo(try FocusInfoEx(&reader))
        case .bytes: self = .bytes(try reader.raw("PropertyValue", count: reader.remaining))
        }
    }

    /// One of the numbers that a body offers in AvailListChanged (0xC18A), which are 32 bits wide whatever the property's width;
    /// nil for a property that is no number.
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

    /// Writes the value, a number padded to four bytes, text with its NUL.
    ///
    /// - Throws: For text that is not ASCII, and for more points of focus than have room.
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
