import PTP

extension Vendor {
    /// The vendors whose cameras are used by the standard alone. The IDs were observed in use.
    package static let ofStandardCameras: [Vendor] = [
        Vendor(
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
            otherDevices: [.memorySticks, .mediaDevices]
        ),
        Vendor("Fujifilm", usb: [0x04CB], ptp: .fujifilm),
        Vendor("Panasonic", usb: [.identified(0x04DA)], ptp: .panasonic),
        Vendor("Olympus", usb: [0x07B4, 0x33A2]),
        Vendor("Pentax", usb: [0x0A17, 0x25FB, .identified(0x05CA)], ptp: .pentax),
        Vendor("Leica", usb: [0x1A98]),
        Vendor("Sigma", usb: [0x1003]),
        Vendor("Casio", usb: [.identified(0x07CF)]),
        Vendor("Kodak", usb: [.identified(0x040A)]),
    ]
}
