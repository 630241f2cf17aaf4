package import PTP

/// Canon's extension of DeviceInfo: the data of GetDeviceInfoEx (0x9108; observed behaviour).
///
/// Format: the length in bytes, then arrays of UINT32. Codes of more than 16 bits are preserved.
package struct DeviceInfoEx: Dataset {
    /// Codes of the records that GetEvent may return.
    package var eventNumbers: [UInt32]
    /// Codes of the properties.
    package var propertyNumbers: [UInt32]
    /// A third array whose meaning is unknown; empty if absent.
    package var unexplained: [UInt32]

    package init(events: [EventCode], properties: [DevicePropCode]) {
        eventNumbers = events.map { UInt32($0.rawValue) }
        propertyNumbers = properties.map(\.rawValue)
        unexplained = []
    }

    /// The records whose codes have 16 bits.
    package var events: [EventCode] { eventNumbers.compactMap { UInt16(exactly: $0).map { EventCode(rawValue: $0) } } }

    /// The properties whose codes have 16 bits.
    package var properties: [DevicePropCode] {
        propertyNumbers.map { DevicePropCode(rawValue: $0) }.filter { !$0.isWide }
    }

    package init(_ reader: inout DatasetReader) throws(DatasetError) {
        // The arrays contain their own lengths.
        try reader.skip(4, "DeviceInfoEx.Length")
        eventNumbers = try reader.array("DeviceInfoEx.Events")
        propertyNumbers = try reader.array("DeviceInfoEx.Properties")
        unexplained = reader.remaining > 0 ? try reader.array("DeviceInfoEx.Unexplained") : []
    }

    package func write(to writer: inout DatasetWriter) throws(DatasetError) {
        let arrays = [eventNumbers, propertyNumbers, unexplained]
        writer.integer(UInt32(clamping: arrays.reduce(4) { $0 + 4 + $1.count * 4 }))
        for array in arrays { writer.array(array) }
    }
}
