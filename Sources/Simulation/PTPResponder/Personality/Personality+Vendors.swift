import CameraModel
import PTP
import PTPProperties
package import PTPVendors

// The bodies of the vendors in `Vendor.all`.

extension Personality {
    /// The bodies of each family whose vendor has an extension of PTP. A test compares them with the table.
    static let byFamily: [CameraFamily: [Personality]] = [
        .canon: eosBodies, .nikon: nikonBodies,
    ]

    /// All personalities: the generic one, then the vendors' in the order of the table.
    public static let all: [Personality] = [.generic] + Vendor.all.flatMap(bodies)

    /// Returns the bodies of a vendor; empty if its cameras are used by the standard only.
    package static func bodies(of vendor: Vendor) -> [Personality] { byFamily[vendor.family] ?? [] }

    /// Returns the personality with a name; nil if there is none.
    public static func named(_ name: String) -> Personality? { all.first { $0.name == name } }
}

extension Personality {
    /// Creates a vendor's body: the table has its name, its USB IDs and the vendor extension that it reports.
    init(
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
    }
}
