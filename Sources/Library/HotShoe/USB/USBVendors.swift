import CameraModel

/// Camera vendors by their USB vendor ids (assigned by the USB Implementers Forum; observed in use).
enum USBVendors {
    /// The family of each vendor's cameras.
    static let families: [UInt16: CameraFamily] = [
        0x04A9: .canon, 0x04B0: .nikon, 0x054C: .sony, 0x04CB: .fujifilm, 0x04DA: .panasonic, 0x07B4: .olympus, 0x33A2: .olympus,
        0x1A98: .leica, 0x1003: .sigma, 0x0A17: .pentax, 0x25FB: .pentax, 0x05CA: .pentax, 0x07CF: .casio, 0x040A: .kodak,
    ]

    static let sony: UInt16 = 0x054C

    /// Vendors whose devices are examined even if they do not identify themselves as cameras: few of their other devices have
    /// the same endpoints.
    static let vendors: Set<UInt16> = [0x04A9, 0x04B0, 0x04CB, 0x07B4, 0x33A2, 0x1A98, 0x1003, 0x0A17, 0x25FB, sony]
}

extension CameraFamily {
    fileprivate static let casio = CameraFamily("casio")
    fileprivate static let kodak = CameraFamily("kodak")
    fileprivate static let leica = CameraFamily("leica")
    fileprivate static let pentax = CameraFamily("pentax")
    fileprivate static let sigma = CameraFamily("sigma")
}
