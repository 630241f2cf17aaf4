import CameraModel
package import PTP

// The table of vendors, and searches in it.

extension Vendor {
    /// Canon. The product IDs of the bodies are those of libgphoto2's list of devices.
    package static let canon = Vendor("Canon", usb: [0x04A9], ptp: .canon, bodies: [.canonEOSR5, .canonEOS80D])

    /// Nikon. The product IDs of the bodies are those of libgphoto2's list of devices.
    package static let nikon = Vendor("Nikon", usb: [0x04B0], ptp: .nikon, bodies: [.nikonZ6II, .nikonD850])

    /// All vendors. The IDs were observed in use.
    package static let all: [Vendor] = [
        canon,
        nikon,
        Vendor("Sony", usb: [0x054C], ptp: .sony, makesMemorySticks: true),
        Vendor("Fujifilm", usb: [0x04CB], ptp: .fujifilm),
        Vendor("Panasonic", usb: [.identified(0x04DA)], ptp: .panasonic),
        Vendor("Olympus", usb: [0x07B4, 0x33A2]),
        Vendor("Pentax", usb: [0x0A17, 0x25FB, .identified(0x05CA)], ptp: .pentax),
        Vendor("Leica", usb: [0x1A98]),
        Vendor("Sigma", usb: [0x1003]),
        Vendor("Casio", usb: [.identified(0x07CF)]),
        Vendor("Kodak", usb: [.identified(0x040A)]),
    ]

    private static let byUSB = Dictionary(uniqueKeysWithValues: all.flatMap { vendor in vendor.usb.map { ($0.number, vendor) } })
    private static let byExtension = Dictionary(
        uniqueKeysWithValues: all.compactMap { vendor in vendor.ptp.map { ($0, vendor) } }
    )

    /// Returns the vendor with a vendor ID of USB; nil if it makes no known cameras.
    package static func withUSB(_ number: UInt16) -> Vendor? { byUSB[number] }

    /// Returns the vendor with a vendor extension of PTP; nil if it is not a vendor's or not known.
    package static func with(_ ptp: VendorExtension) -> Vendor? { byExtension[ptp] }

    /// Beginnings of the manufacturer names of devices that are cameras with any protocol: these vendors make no phones and no media
    /// players, as Sony does.
    private static let cameraMakers =
        all.map { $0.name.lowercased() }.filter { $0 != "sony" } + [
            "gopro", "ricoh", "om digital", "hasselblad", "insta360", "arashi vision", "dji",
        ]
    /// Vendor IDs of USB of these vendors which are not in the table.
    private static let furtherCameras: Set<UInt16> = [0x2672, 0x2E1A]

    /// Returns whether a manufacturer makes cameras, and no phones or media players.
    package static func makesCameras(_ manufacturer: String) -> Bool {
        let maker = manufacturer.lowercased()
        return cameraMakers.contains { maker.hasPrefix($0) }
    }

    /// Returns whether the devices of a USB vendor ID that offer their files are cameras.
    package static func makesCameras(usb number: UInt16) -> Bool {
        furtherCameras.contains(number) || withUSB(number).map { makesCameras($0.name) } == true
    }

    /// Vendor IDs of USB whose devices are examined even if they do not identify themselves as cameras.
    package static let examinedUSB = Set(all.flatMap(\.usb).filter(\.isExamined).map(\.number))
}

extension Vendor.Body {
    /// Canon EOS R5, a mirrorless body.
    package static let canonEOSR5 = Vendor.Body("canon-eos-r5", model: "Canon EOS R5", usbProduct: 0x32F4)
    /// Canon EOS 80D, a body with a mirror.
    package static let canonEOS80D = Vendor.Body("canon-eos-80d", model: "Canon EOS 80D", usbProduct: 0x3294)
    /// Nikon Z 6II, a mirrorless body; it reports "Z 6_2".
    package static let nikonZ6II = Vendor.Body("nikon-z6-2", model: "Z 6_2", usbProduct: 0x044C)
    /// Nikon D850, a body with a mirror.
    package static let nikonD850 = Vendor.Body("nikon-d850", model: "D850", usbProduct: 0x0441)
}
