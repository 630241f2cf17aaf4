import PTP

/// How long the parts of OLCInfoChanged (0xC1A5) are in one version of it, which the property OLCInfoVersion (0xD199) tells.
///
/// Lengths in bytes, in the order of the bits of the mask, bit 0 first. Versions 7, 8, 0xB, 0xF and 0x11…0x14 were observed; those between
/// are taken to be as the one before.
struct OLCLayout {
    let sizes: [Int]
    /// Where in the part about the shutter speed its code is.
    var shutterSpeed = 5
    /// Where in the part about the aperture its code is.
    var aperture = 4

    /// The layout of a version; nil for one that nobody explains.
    static func of(_ version: UInt32) -> OLCLayout? {
        switch version {
        case 7: OLCLayout(sizes: [2, 6, 5, 4, 4, 6, 7, 4, 6, 5, 5, 8, 1])
        case 8...0xA: OLCLayout(sizes: [2, 6, 5, 4, 4, 6, 7, 4, 6, 7, 7, 8, 1])
        case 0xB...0xE: OLCLayout(sizes: [2, 6, 5, 4, 4, 6, 8, 4, 6, 5, 5, 9, 1])
        case 0xF...0x10: OLCLayout(sizes: [2, 7, 6, 4, 4, 6, 8, 4, 6, 5, 5, 9, 1])
        case 0x11: OLCLayout(sizes: [2, 7, 6, 6, 4, 6, 8, 4, 6, 5, 5, 9, 8])
        case 0x12: OLCLayout(sizes: [2, 7, 9, 6, 4, 6, 8, 5, 7, 5, 5, 9, 8], aperture: 7)
        case 0x13: OLCLayout(sizes: [2, 7, 9, 7, 4, 6, 8, 5, 7, 5, 5, 9, 8], aperture: 7)
        case 0x14: OLCLayout(sizes: [2, 9, 9, 7, 4, 6, 8, 5, 7, 5, 5, 9, 8], shutterSpeed: 7, aperture: 7)
        default: nil
        }
    }

    /// In the part about the ISO speed.
    static let isoSpeed = 3
    /// In the part about the exposure: tenths of a stop, with a sign.
    static let exposure = 2
    /// In the part about focusing: what came of it, then what goes on.
    static let focus = 4
}
