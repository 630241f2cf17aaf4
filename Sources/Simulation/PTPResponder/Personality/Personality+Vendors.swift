import CameraModel
package import PTP
package import PTPProperties

extension Personality {
    /// The bodies of each vendor whose extension of PTP HotShoe supports: one row each. A test compares them with the drivers.
    static let rows: [[Personality]] = [
        eosBodies,
        fujifilmBodies,
        nikonBodies,
        olympusBodies,
        panasonicBodies,
        sonyBodies,
    ]

    /// All personalities: the generic one, then those of the vendors.
    public static let all: [Personality] = [.generic] + rows.flatMap { $0 }

    /// Returns the bodies of a vendor; empty if its cameras are used by the standard only.
    package static func bodies(of vendor: Vendor) -> [Personality] { vendor.bodies.compactMap { named($0.name) } }

    /// Returns the personality with a name; nil if there is none.
    public static func named(_ name: String) -> Personality? { all.first { $0.name == name } }
}

extension Personality {
    /// Creates a vendor's body: the table has its name, its USB IDs and the vendor extension that it reports.
    package init(
        _ vendor: Vendor,
        _ body: Vendor.Body,
        identity: Identity,
        vendorExtensionVersion: UInt16,
        vendorExtensionDescription: String,
        operations: [OperationCode: OperationRow],
        events: [EventCode],
        properties: [PropertyRow],
        formats: FormatTable
    ) {
        self.init(
            name: body.name,
            identity: identity,
            usb: (vendor.usb.first?.number ?? USBIdentity.testVendor, body.usbProduct),
            vendorExtension: vendor.ptp ?? .none,
            vendorExtensionVersion: vendorExtensionVersion,
            vendorExtensionDescription: vendorExtensionDescription,
            operations: operations,
            events: events,
            properties: properties,
            formats: formats
        )
        (support, invited) = (body.support, vendor.invited)
    }
}
