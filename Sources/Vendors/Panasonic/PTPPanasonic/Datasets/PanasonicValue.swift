package import PTP

/// A property with its value: UINT32 number, UINT32 size, the bytes of the value (observed behaviour).
///
/// The data of SetProperty (0x9403) and of the operations like it, and a part of the replies of GetProperty (0x9402) and GetStatus (0x9414).
package struct PanasonicValue: Hashable, Sendable {
    package var code: DevicePropCode
    package var bytes: [UInt8]

    package init(_ code: DevicePropCode, _ bytes: [UInt8]) { (self.code, self.bytes) = (code, bytes) }

    /// Creates a value of an integer in as many bytes as its type has.
    package init(_ code: DevicePropCode, _ number: some FixedWidthInteger) {
        var writer = DatasetWriter()
        writer.integer(number)
        self.init(code, writer.bytes)
    }

    package init(_ reader: inout DatasetReader) throws(DatasetError) {
        code = DevicePropCode(rawValue: try reader.integer("Property.Code"))
        let count = try reader.count("Property.Size", elementSize: 1)
        bytes = try reader.raw("Property.Value", count: count)
    }

    package func write(to writer: inout DatasetWriter) {
        writer.integer(code.rawValue)
        writer.integer(UInt32(clamping: bytes.count))
        writer.raw(bytes)
    }

    /// The number of a value of 1, 2, 4 or 8 bytes; nil for others.
    package var number: UInt64? {
        [1, 2, 4, 8].contains(bytes.count) ? bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } : nil
    }

    /// The numbers of a type that fill the value; empty if they do not.
    package func numbers(_ type: IntegerDataType) -> [DataValue] {
        guard type.size <= 8, !bytes.isEmpty, bytes.count % type.size == 0 else { return [] }
        return stride(from: 0, to: bytes.count, by: type.size).compactMap { start in
            let bits = bytes[start..<start + type.size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return .integer(type.signExtended(bits), as: type)
        }
    }
}

extension IntegerDataType {
    /// Returns a number from its bits, of which the type has at most 64.
    fileprivate func signExtended(_ bits: UInt64) -> Int128 {
        guard isSigned, size <= 8 else { return Int128(bits) }
        let shift = UInt64(64 - size * 8)
        return Int128(Int64(bitPattern: bits << shift) >> Int64(shift))
    }
}

/// Values one after the other: the data of GetProperty (0x9402) and GetStatus (0x9414; observed behaviour). Pure.
package struct PanasonicValueList: Hashable, Sendable {
    /// The values before the first malformed one.
    package private(set) var values: [PanasonicValue] = []
    /// Reason why there are no further values; nil if all were parsed.
    package private(set) var failure: DatasetError?

    /// Maximum size of a reply, in bytes; bodies send less than 1 KB.
    package static let replyLimit = 64 << 10
    /// Maximum number of values; bodies send at most 16.
    private static let valueLimit = 1024

    package init(values: [PanasonicValue]) { self.values = values }

    /// Parses a reply. Ends with a result for any bytes.
    package init(_ bytes: [UInt8]) {
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        do throws(DatasetError) {
            while reader.remaining > 0, values.count < Self.valueLimit { values.append(try PanasonicValue(&reader)) }
        } catch { failure = error }
    }

    package var encoded: [UInt8] {
        var writer = DatasetWriter()
        for value in values { value.write(to: &writer) }
        return writer.bytes
    }

    /// The value of a property; nil if there is none.
    package subscript(code: DevicePropCode) -> PanasonicValue? { values.first { $0.code == code } }
}
