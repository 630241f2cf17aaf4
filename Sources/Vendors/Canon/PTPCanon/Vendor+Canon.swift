import PTP
package import PTPProperties

extension Vendor {
    /// Canon. The product IDs of the bodies are those of libgphoto2's list of devices.
    package static let canon = Vendor(
        "Canon",
        usb: [0x04A9],
        ptp: .canon,
        services: [
            AnnouncedService("urn:schemas-canon-com:service:ICPO-WFTEOSSystemService:1", .control),
            AnnouncedService("urn:schemas-canon-com:service:ICPO-SmartPhoneEOSSystemService:1", .phoneApp),
            AnnouncedService("urn:schemas-canon-com:service:MobileConnectedCameraService:1", .phoneApp),
        ],
        bodies: [.canonEOSR5, .canonEOS80D],
        names: { .eos },
        properties: { EOSProperties.table }
    )
}

extension Vendor.Body {
    /// Canon EOS R5, a mirrorless body.
    package static let canonEOSR5 = Vendor.Body("canon-eos-r5", model: "Canon EOS R5", usbProduct: 0x32F4)
    /// Canon EOS 80D, a body with a mirror.
    package static let canonEOS80D = Vendor.Body("canon-eos-80d", model: "Canon EOS 80D", usbProduct: 0x3294)
}
