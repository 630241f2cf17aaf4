import CameraModel
import PTP
package import PTPProperties

extension Vendor {
    /// Sony. The product IDs of the bodies are those of libgphoto2's list of devices, in the mode "PC Remote".
    package static let sony = Vendor(
        "Sony",
        usb: [0x054C],
        ptp: .sony,
        services: [
            AnnouncedService(
                "urn:schemas-sony-com:service:DigitalImaging:1",
                .control,
                furtherDocument: "DigitalImagingDesc.xml",
                obstacles: [
                    .init(
                        "X_SSH_Support",
                        "The camera accepts encrypted connections only (SSH), which HotShoe does not support. "
                            + "Switch its access authentication off."
                    ),
                    .init(
                        "X_PTP_PairingNecessity",
                        "The camera must be paired first. Select pairing in its menu, then connect."
                    ),
                ]
            )
        ],
        otherDevices: [.memorySticks, .mediaDevices],
        liveViewObject: .sonyLiveView,
        bodies: [.sonyA7IV, .sonyA7RIII],
        names: { .sony },
        properties: { SonyProperties.table }
    )
}

extension Vendor.Body {
    /// Sony α7 IV; it reports "ILCE-7M4".
    package static let sonyA7IV = Vendor.Body("sony-a7-4", model: "ILCE-7M4", usbProduct: 0x0DA7, support: .layoutsFromDump)
    /// Sony α7R III; it reports "ILCE-7RM3".
    package static let sonyA7RIII = Vendor.Body("sony-a7r-3", model: "ILCE-7RM3", usbProduct: 0x0C33, support: .layoutsFromDump)
}
