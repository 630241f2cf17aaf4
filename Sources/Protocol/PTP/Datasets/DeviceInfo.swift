/// Description of a device and its capabilities: the data of GetDeviceInfo (ISO 15740 § 5.5.1).
public struct DeviceInfo: Dataset {
    /// Version of the standard in hundredths: 100 is version 1.00.
    public var standardVersion: UInt16
    /// Vendor whose codes the device uses.
    public var vendorExtension: VendorExtension
    /// Version of the vendor extension in hundredths.
    public var vendorExtensionVersion: UInt16
    /// Description of the vendor extension.
    public var vendorExtensionDescription: String
    /// Functional mode; 0 is the standard mode.
    public var functionalMode: UInt16
    /// Supported operations.
    public var operations: [OperationCode]
    /// Events that the device sends.
    public var events: [EventCode]
    /// Device properties.
    public var deviceProps: [DevicePropCode]
    /// Formats of captured objects.
    public var captureFormats: [ObjectFormatCode]
    /// Image formats that the device supports.
    public var imageFormats: [ObjectFormatCode]
    /// Manufacturer name.
    public var manufacturer: String
    /// Model name.
    public var model: String
    /// Firmware version.
    public var deviceVersion: String
    /// Serial number.
    public var serialNumber: String

    /// Creates a description without operations, events, properties and formats.
    public init(
        vendorExtension: VendorExtension = .none,
        manufacturer: String = "",
        model: String = "",
        deviceVersion: String = "",
        serialNumber: String = ""
    ) {
        standardVersion = 100
        self.vendorExtension = vendorExtension
        vendorExtensionVersion = 0
        vendorExtensionDescription = ""
        functionalMode = 0
        (operations, events, deviceProps, captureFormats, imageFormats) = ([], [], [], [], [])
        self.manufacturer = manufacturer
        self.model = model
        self.deviceVersion = deviceVersion
        self.serialNumber = serialNumber
    }

    /// Reads the dataset.
    public init(_ reader: inout DatasetReader) throws(DatasetError) {
        standardVersion = try reader.integer("DeviceInfo.StandardVersion")
        vendorExtension = VendorExtension(rawValue: try reader.integer("DeviceInfo.VendorExtensionID"))
        vendorExtensionVersion = try reader.integer("DeviceInfo.VendorExtensionVersion")
        vendorExtensionDescription = try reader.string("DeviceInfo.VendorExtensionDesc")
        functionalMode = try reader.integer("DeviceInfo.FunctionalMode")
        operations = try reader.codes("DeviceInfo.OperationsSupported")
        events = try reader.codes("DeviceInfo.EventsSupported")
        deviceProps = try reader.codes("DeviceInfo.DevicePropertiesSupported")
        captureFormats = try reader.codes("DeviceInfo.CaptureFormats")
        imageFormats = try reader.codes("DeviceInfo.ImageFormats")
        manufacturer = try reader.string("DeviceInfo.Manufacturer")
        model = try reader.string("DeviceInfo.Model")
        deviceVersion = try reader.string("DeviceInfo.DeviceVersion")
        serialNumber = try reader.string("DeviceInfo.SerialNumber")
    }

    /// Writes the dataset.
    public func write(to writer: inout DatasetWriter) throws(DatasetError) {
        writer.integer(standardVersion)
        writer.integer(vendorExtension.rawValue)
        writer.integer(vendorExtensionVersion)
        try writer.string(vendorExtensionDescription, "DeviceInfo.VendorExtensionDesc")
        writer.integer(functionalMode)
        writer.codes(operations)
        writer.codes(events)
        writer.codes(deviceProps)
        writer.codes(captureFormats)
        writer.codes(imageFormats)
        try writer.string(manufacturer, "DeviceInfo.Manufacturer")
        try writer.string(model, "DeviceInfo.Model")
        try writer.string(deviceVersion, "DeviceInfo.DeviceVersion")
        try writer.string(serialNumber, "DeviceInfo.SerialNumber")
    }
}
