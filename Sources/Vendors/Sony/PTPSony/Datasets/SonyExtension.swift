package import PTP

/// The extension of a body: the data of GetExtDeviceInfo (0x9202; observed behaviour).
///
/// UINT16 version, then two arrays of codes. Which of the two has a code is not fixed; its number says what it is.
package struct SonyExtension: Dataset, Hashable {
    /// Version in hundredths; see ``SonyVersion``.
    package var version: UInt16
    /// The codes of the first array.
    package var codes: [UInt16]
    /// The codes of the second array: the controls.
    package var controls: [UInt16]

    package init(version: UInt16, codes: [UInt16], controls: [UInt16]) {
        (self.version, self.codes, self.controls) = (version, codes, controls)
    }

    package init(_ reader: inout DatasetReader) throws(DatasetError) {
        version = try reader.integer("ExtDeviceInfo.Version")
        codes = try reader.array("ExtDeviceInfo.Codes")
        controls = try reader.array("ExtDeviceInfo.Controls")
    }

    package func write(to writer: inout DatasetWriter) {
        writer.integer(version)
        writer.array(codes)
        writer.array(controls)
    }

    /// The version that the body uses: every version but 3.00 is 2.00 (observed behaviour).
    package var used: SonyVersion { SonyVersion(rawValue: version) == .v3 ? .v3 : .v2 }

    /// The operations of both arrays.
    package var operations: [OperationCode] { all(0x1000).map { OperationCode(rawValue: $0) } }
    /// The events of both arrays.
    package var events: [EventCode] { all(0x4000).map { EventCode(rawValue: $0) } }
    /// The properties and controls of both arrays.
    package var properties: [DevicePropCode] { all(0x5000).map { DevicePropCode(rawValue: UInt32($0)) } }

    private func all(_ kind: UInt16) -> [UInt16] { (codes + controls).filter { $0 & 0x7000 == kind } }
}
