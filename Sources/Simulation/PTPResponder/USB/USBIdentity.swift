/// USB vendor and product IDs and the string descriptors of a device.
public struct USBIdentity: Sendable, Hashable {
    /// Vendor ID.
    public var vendor: UInt16
    /// Product ID.
    public var product: UInt16
    /// Release number of the device, in binary-coded decimal.
    public var release: UInt16 = 0x0100
    /// Manufacturer string.
    public var manufacturer: String
    /// Product string.
    public var model: String
    /// Serial number string.
    public var serialNumber: String

    /// IDs of a device without a vendor: 0x1209, 0x0001, which pid.codes reserves for tests.
    static let testVendor: UInt16 = 0x1209
    static let testProduct: UInt16 = 0x0001
}
