/// By which numbers and names a USB device is known.
public struct USBIdentity: Sendable, Hashable {
    public var vendor: UInt16
    public var product: UInt16
    /// In binary-coded decimal.
    public var release: UInt16 = 0x0100
    public var manufacturer: String
    public var model: String
    public var serialNumber: String

    /// The numbers of a body of nobody's: those that pid.codes has set apart for tests (0x1209, 0x0001), which no product has.
    static let testVendor: UInt16 = 0x1209
    static let testProduct: UInt16 = 0x0001
}
