import PTP

extension Vendor {
    /// The vendors whose cameras are used by the standard alone. The IDs were observed in use.
    package static let ofStandardCameras: [Vendor] = [
        Vendor("Pentax", usb: [0x0A17, 0x25FB, .identified(0x05CA)], ptp: .pentax),
        Vendor("Leica", usb: [0x1A98]),
        Vendor("Sigma", usb: [0x1003]),
        Vendor("Casio", usb: [.identified(0x07CF)]),
        Vendor("Kodak", usb: [.identified(0x040A)]),
    ]
}
