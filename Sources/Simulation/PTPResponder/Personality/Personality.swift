public import CameraModel
package import PTP
package import PTPProperties

/// The device that a camera is presented as: its operations, properties and identity.
public struct Personality: Sendable, CustomStringConvertible {
    /// Name for selection, in lower case with hyphens.
    public let name: String
    /// Manufacturer and model of the device; nil to use the camera's own.
    public let identity: Identity?
    /// Vendor and product ID of the USB device.
    let usb: (vendor: UInt16, product: UInt16)
    let vendorExtension: VendorExtension
    /// Version in hundredths.
    let vendorExtensionVersion: UInt16
    let vendorExtensionDescription: String
    var operations: [OperationCode: OperationRow]
    let events: [EventCode]
    package let properties: [PropertyRow]
    /// Settings without effect, in the standard's form.
    package var settings: [BodySetting] = []
    /// Numbers that the vendor's body computes, in the standard's form.
    package var readings: [BodyReading] = []
    /// Whether DeviceInfo lists the vendor's properties too, those from 0x8000 on.
    package var listsVendorProperties = true
    /// The properties that DeviceInfo lists, whether or not the device has them; nil for those that it has.
    package var listedProperties: [DevicePropCode]?
    package let formats: FormatTable
    /// Whether the device has properties beyond the rows: the camera's own vendor properties, and its clock as a standard
    /// property.
    package var showsOtherProperties = true
    /// Whether DeviceInfo lists a format in which the standard's operation takes pictures.
    package var takesPictures = true
    /// Whether the body pairs with computers on networks, which the fault `unpaired` makes it require.
    package var pairs = false
    /// The operations that DeviceInfo does not list although the body has them.
    package var unlistedOperations: Set<OperationCode> = []
    /// Creates the body as it is on networks with a protocol of its vendor's own (``ContainerResponder``); nil if it has none.
    package var makeOnOwnNetwork: (@Sendable () -> Personality)?

    /// The body as it is on networks with a protocol of its vendor's own; nil if it has none.
    public var onOwnNetwork: Personality? { makeOnOwnNetwork?() }

    /// What the body rests on; nil for a body that is no vendor's.
    public internal(set) var support: SupportLevel?
    /// Service by which programs invite the body on networks with a protocol of its vendor's own; nil if it is not invited.
    package internal(set) var invited: InvitedService?
    /// How the body announces itself by SSDP; nil if by mDNS.
    var ssdp: SSDPProfile?
    /// Creates the vendor's extension; nil if the personality has none.
    package var makeVendorBody: (@Sendable (VendorBodyContext) -> any VendorBody)?

    /// Manufacturer and model of a device.
    public struct Identity: Sendable, Hashable {
        /// Manufacturer name.
        public let manufacturer: String
        /// Model name.
        public let model: String
        /// Prefix of the device version, before the camera's firmware version.
        let versionPrefix: String

        /// Creates an identity.
        package init(manufacturer: String, model: String, versionPrefix: String = "") {
            (self.manufacturer, self.model, self.versionPrefix) = (manufacturer, model, versionPrefix)
        }
    }

    /// Vendor extension ID in hexadecimal, as cameras announce it in `vid` (observed behaviour).
    public var announcedVendor: String { String(vendorExtension.rawValue, radix: 16) }

    /// Vendor and product ID of the USB device.
    public var usbIdentifier: (vendor: UInt16, product: UInt16) { usb }

    /// Further keys with which the vendor's bodies announce themselves, or other values of them (observed behaviour).
    public internal(set) var announcedKeys: [String: String] = [:]

    /// The name.
    public var description: String { name }
}

/// An operation with its requirements and its implementation.
package struct OperationRow: Sendable {
    package typealias Perform = @Sendable (PTPDevice, OperationRequest, RequestData) async throws(Refusal) -> Answer

    package let code: OperationCode
    let dataPhase: DataPhase
    let needsSession: Bool
    /// Capabilities that the camera must have.
    let requires: CameraCapabilities
    let perform: Perform

    init(
        _ code: OperationCode,
        _ dataPhase: DataPhase = .none,
        needsSession: Bool = true,
        requires: CameraCapabilities = [],
        _ perform: @escaping Perform
    ) {
        self.code = code
        self.dataPhase = dataPhase
        self.needsSession = needsSession
        self.requires = requires
        self.perform = perform
    }
}

/// Object formats by file name extension.
package struct FormatTable: Sendable {
    let byEnding: [String: ObjectFormatCode]

    /// Returns the format of an item, by its name or else by its kind.
    func format(of item: ItemInfo) -> ObjectFormatCode {
        if item.kind == .folder { return .association }
        return format(ofName: item.name) ?? (item.kind == .image ? .defined : .undefined)
    }

    func format(ofName name: String) -> ObjectFormatCode? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        return byEnding[name[name.index(after: dot)...].lowercased()]
    }
}
