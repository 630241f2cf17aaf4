import CameraModel
import PTP
package import PTPProperties

extension Vendor {
    /// Panasonic (Lumix). Bodies under remote control (the USB mode "PC(Tether)") have the same USB product ID, as libgphoto2's list of
    /// devices has it for a GH5 and a G9.
    package static let panasonic = Vendor(
        "Panasonic",
        usb: [.identified(0x04DA)],
        ptp: .panasonic,
        bodies: [.panasonicGH5, .panasonicS5],
        names: { .panasonic },
        properties: { PanasonicProperties.table }
    )
}

extension Vendor.Body {
    /// Panasonic GH5; it reports "DC-GH5".
    package static let panasonicGH5 = Vendor.Body("panasonic-gh5", model: "DC-GH5", usbProduct: 0x2382, support: .layoutsFromDump)
    /// Panasonic S5; it reports "DC-S5".
    package static let panasonicS5 = Vendor.Body("panasonic-s5", model: "DC-S5", usbProduct: 0x2382)
}
