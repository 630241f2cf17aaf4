import PTP

/// Sizes of the parts of OLCInfoChanged (0xC1A5) in one version, given by the property OLCInfoVersion (0xD199).
///
/// Sizes in bytes, in the order of the bits of the mask, bit 0 first. Versions 7, 8, 0xB, 0xF and 0x11…0x14 were observed;
/// the versions between them are assumed to equal the previous observed one.
struct OLCLayout {
    let sizes: [Int]
    /// Offset of the code in the shutter speed part.
    var shutterSpeed = 5
    /// Offset of the code in the aperture part.
    var aperture = 4

    /// Returns the layout of a version; nil for an unknown one.
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

    /// Offset of the code in the ISO speed part.
    static let isoSpeed = 3
    /// Offset in the exposure part: tenths of a stop, signed.
    static let exposure = 2
    /// Offset in the focus part: the result, then the activity.
    static let focus = 4
}
