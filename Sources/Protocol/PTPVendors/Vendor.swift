package import CameraModel
package import PTP

/// A camera vendor as data: the numbers by which its cameras are recognised, and its simulated bodies.
///
/// `Vendor.all` is the only list of vendors. Drivers are attached to it in HotShoe (`VendorDrivers`), simulated bodies in
/// PTPResponder (`Personality.bodies(of:)`).
package struct Vendor: Sendable {
    /// The vendor's name.
    package let name: String
    /// The family of its cameras.
    package let family: CameraFamily
    /// Vendor IDs of its USB devices; the first is that of its simulated bodies.
    package let usb: [USBVendorID]
    /// Vendor extension of PTP that its cameras report; nil if none is known.
    package let ptp: VendorExtension?
    /// Whether it also makes USB memory sticks: a mass storage device is then not a camera in the wrong mode.
    package let makesMemorySticks: Bool
    /// Simulated bodies that implement the vendor's extension of PTP; empty if its cameras are used by the standard only.
    package let bodies: [Body]

    /// Whether HotShoe supports the vendor's extension of PTP: there is a driver, and there are simulated bodies for its tests.
    package var hasExtension: Bool { !bodies.isEmpty }

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

    /// A simulated body.
    package struct Body: Sendable, Hashable {
        /// Name for selection, in lower case with hyphens.
        package let name: String
        /// Model name that the body reports.
        package let model: String
        /// Product ID of the body's USB device.
        package let usbProduct: UInt16

        /// Creates a body.
        package init(_ name: String, model: String, usbProduct: UInt16) {
            (self.name, self.model, self.usbProduct) = (name, model, usbProduct)
        }
    }

    /// Creates a vendor; `family` is the name in lower case unless given.
    package init(
        _ name: String,
        _ family: CameraFamily? = nil,
        usb: [USBVendorID],
        ptp: VendorExtension? = nil,
        makesMemorySticks: Bool = false,
        bodies: [Body] = []
    ) {
        self.name = name
        self.family = family ?? CameraFamily(name.lowercased())
        self.usb = usb
        self.ptp = ptp
        self.makesMemorySticks = makesMemorySticks
        self.bodies = bodies
    }
}
