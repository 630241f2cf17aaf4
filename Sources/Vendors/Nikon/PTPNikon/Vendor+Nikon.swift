import PTP
package import PTPProperties

extension Vendor {
    /// Nikon. The product IDs of the bodies are those of libgphoto2's list of devices.
    package static let nikon = Vendor(
        "Nikon",
        usb: [0x04B0],
        ptp: .nikon,
        bodies: [.nikonZ6II, .nikonD850],
        names: { .nikon },
        properties: { NikonProperties.table }
    )
}

extension Vendor.Body {
    /// Nikon Z 6II, a mirrorless body; it reports "Z 6_2".
    package static let nikonZ6II = Vendor.Body("nikon-z6-2", model: "Z 6_2", usbProduct: 0x044C)
    /// Nikon D850, a body with a mirror.
    package static let nikonD850 = Vendor.Body("nikon-d850", model: "D850", usbProduct: 0x0441)
}
