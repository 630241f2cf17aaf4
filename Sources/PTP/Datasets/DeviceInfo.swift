/// What a device is and can do: the data of GetDeviceInfo (ISO 15740 § 5.5.1).
public struct DeviceInfo: Dataset {
    /// In hundredths: 100 is version 1.00.
    public var standardVersion: UInt16
    public var vendorExtension: VendorExtension
    /// In hundredths.
    public var vendorExtensionVersion: UInt16
    public var vendorExtensionDescription: String
    /// 0 is the standard mode.
    public var functionalMode: UInt16
    public var operations: [OperationCode]
    public var events: [EventCode]
    public var deviceProps: [DevicePropCode]
    public var captureFormats: [ObjectFormatCode]
    public var imageFormats: [ObjectFormatCode]
    public var manufacturer: String
    public var model: String
    public var deviceVersion: String
    public var serialNumber: String

    /// A device that can do nothing yet.
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
