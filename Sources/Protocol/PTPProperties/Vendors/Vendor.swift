package import CameraModel
package import PTP

/// A camera vendor as data: the numbers by which its cameras are recognised, the names and meanings of its codes, and its simulated
/// bodies.
///
/// A vendor with an extension of PTP that HotShoe supports declares itself in its own protocol target. Its driver and its bodies are
/// attached to it by one row each, see `docs/vendors.md`.
package struct Vendor: Sendable {
    /// The vendor's name.
    package let name: String
    /// Manufacturer names, or their beginnings, that its devices report, in lower case; the first is the vendor's name.
    package let makers: [String]
    /// The family of its cameras.
    package let family: CameraFamily
    /// Vendor IDs of its USB devices; the first is that of its simulated bodies.
    package let usb: [USBVendorID]
    /// Vendor extension of PTP that its cameras report; nil if none is known.
    package let ptp: VendorExtension?
    /// Services by which its cameras announce themselves by SSDP; empty if they use mDNS or none.
    package let services: [AnnouncedService]
    /// Service by which its cameras are invited that wait for a program; nil if they announce themselves.
    package let invited: InvitedService?
    /// Devices other than cameras that the vendor makes.
    package let otherDevices: OtherDevices
    /// Object that is the newest live view frame; nil for a vendor whose frames have an operation or a connection of their own.
    package let liveViewObject: ObjectHandle?
    /// Simulated bodies that implement the vendor's extension of PTP; empty if its cameras are used by the standard only.
    package let bodies: [Body]
    /// What the support of its cameras rests on, except those of ``bodies``.
    package let support: SupportLevel
    /// The vendor's names of its codes. A function, because they are parsed when they are first needed.
    package let names: @Sendable () -> VendorNames
    /// The properties of its cameras and the meanings of their values.
    package let properties: @Sendable () -> PropertyTable

    /// Whether HotShoe supports the vendor's extension of PTP: there is a driver, and there are simulated bodies for its tests.
    package var hasExtension: Bool { !bodies.isEmpty }

    /// Returns whether a device says that it is the vendor's, by its vendor extension or its manufacturer: some bodies report
    /// another extension (observed behaviour).
    package func made(_ device: DeviceInfo) -> Bool {
        let manufacturer = device.manufacturer.lowercased()
        return device.vendorExtension == ptp || makers.contains { manufacturer.hasPrefix($0) }
    }

    /// Returns what the support of a model rests on.
    package func support(ofModel model: String) -> SupportLevel { bodies.first { $0.model == model }?.support ?? support }

    /// A vendor ID of USB.
    package struct USBVendorID: Sendable, Hashable, ExpressibleByIntegerLiteral {
        /// The number, assigned by the USB Implementers Forum.
        package let number: UInt16
        /// Whether a device that does not identify itself as a camera is examined for a camera's endpoints: the case if few of
        /// the vendor's other devices have the same ones.
        package let isExamined: Bool

        /// Creates an ID whose devices are examined.
        package init(integerLiteral number: UInt16) { (self.number, isExamined) = (number, true) }

        private init(_ number: UInt16, isExamined: Bool) { (self.number, self.isExamined) = (number, isExamined) }

        /// Creates an ID whose devices must identify themselves as cameras.
        package static func identified(_ number: UInt16) -> USBVendorID { USBVendorID(number, isExamined: false) }
    }

    /// Kinds of devices that are no cameras.
    package struct OtherDevices: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// USB memory sticks: a mass storage device is not a camera in the wrong mode.
        package static let memorySticks = OtherDevices(rawValue: 1)
        /// Phones and media players: a device that offers its files is not a camera by its maker alone.
        package static let mediaDevices = OtherDevices(rawValue: 2)
    }

    /// A simulated body.
    package struct Body: Sendable, Hashable {
        /// Name for selection, in lower case with hyphens.
        package let name: String
        /// Model name that the body reports.
        package let model: String
        /// Product ID of the body's USB device.
        package let usbProduct: UInt16
        /// What the support of this model rests on.
        package let support: SupportLevel

        /// Creates a body.
        package init(_ name: String, model: String, usbProduct: UInt16, support: SupportLevel = .descriptionsOnly) {
            (self.name, self.model, self.usbProduct, self.support) = (name, model, usbProduct, support)
        }
    }

    /// Creates a vendor; `family` is the name in lower case unless given. `makers` are further names of the manufacturer.
    package init(
        _ name: String,
        _ family: CameraFamily? = nil,
        makers: [String] = [],
        usb: [USBVendorID],
        ptp: VendorExtension? = nil,
        services: [AnnouncedService] = [],
        invited: InvitedService? = nil,
        otherDevices: OtherDevices = [],
        liveViewObject: ObjectHandle? = nil,
        bodies: [Body] = [],
        support: SupportLevel = .descriptionsOnly,
        names: @escaping @Sendable () -> VendorNames = { VendorNames() },
        properties: @escaping @Sendable () -> PropertyTable = { StandardProperties.table }
    ) {
        self.name = name
        self.makers = ([name] + makers).map { $0.lowercased() }
        self.family = family ?? CameraFamily(name.lowercased())
        self.usb = usb
        self.ptp = ptp
        self.liveViewObject = liveViewObject
        (self.services, self.invited) = (services, invited)
        self.otherDevices = otherDevices
        self.bodies = bodies
        self.support = support
        self.names = names
        self.properties = properties
    }
}
