import CameraModel
import PTP
package import PTPProperties

extension Vendor {
    /// Fujifilm. The product IDs of the bodies are those of libgphoto2's list of devices.
    package static let fujifilm = Vendor(
        "Fujifilm",
        usb: [0x04CB],
        ptp: .fujifilm,
        // Of the menu's wireless tether shooting; from a description of the vendor's program.
        invited: InvitedService("PCSS/1.0", port: 51562, answerPort: 51560),
        liveViewObject: .fujifilmLiveView,
        bodies: [.fujifilmXT4, .fujifilmXT3, .fujifilmGFX100S],
        names: { .fujifilm },
        properties: { FujifilmProperties.table }
    )
}

extension Vendor.Body {
    /// Fujifilm X-T4.
    package static let fujifilmXT4 = Vendor.Body("fujifilm-x-t4", model: "X-T4", usbProduct: 0x02E6, support: .layoutsFromDump)
    /// Fujifilm X-T3.
    package static let fujifilmXT3 = Vendor.Body("fujifilm-x-t3", model: "X-T3", usbProduct: 0x02DD, support: .layoutsFromDump)
    /// Fujifilm GFX 100S; it reports "GFX100S".
    package static let fujifilmGFX100S = Vendor.Body(
        "fujifilm-gfx-100s",
        model: "GFX100S",
        usbProduct: 0x02E9,
        support: .layoutsFromDump
    )
}
