import CameraModel
import PTP
package import PTPProperties

extension Vendor {
    /// Olympus, and OM System, as the maker is called since 2021. The product IDs of the bodies are those of libgphoto2's list of devices.
    package static let olympus = Vendor(
        "Olympus",
        makers: ["OMSYSTEM", "OM Digital"],
        usb: [0x07B4, 0x33A2],
        bodies: [.om1, .olympusEM1II],
        names: { .olympus },
        properties: { OlympusProperties.table }
    )
}

extension Vendor.Body {
    /// OM System OM-1; it reports "OM-1".
    package static let om1 = Vendor.Body("olympus-om-1", model: "OM-1", usbProduct: 0x0136, support: .layoutsFromDump)
    /// Olympus OM-D E-M1 Mark II; it reports "E-M1MarkII".
    package static let olympusEM1II = Vendor.Body(
        "olympus-e-m1-2",
        model: "E-M1MarkII",
        usbProduct: 0x0130,
        support: .layoutsFromDump
    )
}
