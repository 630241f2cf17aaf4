package import PTP

/// What an EOS body has beyond its DeviceInfo: the data of GetDeviceInfoEx (0x9108; observed behaviour).
///
/// On the wire: its length in bytes, then arrays of UINT32. Codes that take more than 16 bits are kept.
package struct DeviceInfoEx: Dataset {
    /// Which records GetEvent may hold.
    package var eventNumbers: [UInt32]
    /// Which properties there are.
    package var propertyNumbers: [UInt32]
    /// A third array, which nobody explains; empty where it is left out.
    package var unexplained: [UInt32]

    package init(events: [EventCode], properties: [DevicePropCode]) {
        eventNumbers = events.map { UInt32($0.rawValue) }
        propertyNumbers = properties.map { UInt32($0.rawValue) }
        unexplained = []
    }

    /// Those of the events that have a code.
    package var events: [EventCode] { eventNumbers.compactMap { UInt16(exactly: $0).map { EventCode(rawValue: $0) } } }

    /// Those of the properties that have a code.
    package var properties: [DevicePropCode] {
        propertyNumbers.compactMap { UInt16(exactly: $0).map { DevicePropCode(rawValue: $0) } }
    }

    package init(_ reader: inout DatasetReader) throws(DatasetError) {
        // The length says no more than the arrays do.
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
