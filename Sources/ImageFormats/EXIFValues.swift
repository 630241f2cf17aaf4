/// An unsigned fraction, as EXIF stores exposure times and apertures.
public struct EXIFRational: Sendable, Hashable {
    /// The number above the line.
    public var numerator: UInt32
    /// The number below it; 0 where a camera does not know the value.
    public var denominator: UInt32

    /// `numerator` / `denominator`.
    public init(_ numerator: UInt32, _ denominator: UInt32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The quotient; nil if the denominator is 0.
    public var value: Double? { denominator == 0 ? nil : Double(numerator) / Double(denominator) }
}

/// A signed fraction, as EXIF stores the exposure bias.
public struct EXIFSignedRational: Sendable, Hashable {
    /// The number above the line.
    public var numerator: Int32
    /// The number below it; 0 where a camera does not know the value.
    public var denominator: Int32

    /// `numerator` / `denominator`.
    public init(_ numerator: Int32, _ denominator: Int32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The quotient; nil if the denominator is 0.
    public var value: Double? { denominator == 0 ? nil : Double(numerator) / Double(denominator) }
}

/// How the exposure was chosen (tag 0x8822).
public enum EXIFExposureProgram: UInt16, Sendable, Hashable, CaseIterable {
    /// Not said.
    case undefined = 0
    /// M.
    case manual
    /// P.
    case normal
    /// A or Av.
    case aperturePriority
    /// S or Tv.
    case shutterPriority
    /// A scene mode for depth of field.
    case creative
    /// A scene mode for fast movement.
    case action
    /// A scene mode for portraits.
    case portrait
    /// A scene mode for landscapes.
    case landscape
}

/// How the light was metered (tag 0x9207).
public enum EXIFMeteringMode: UInt16, Sendable, Hashable, CaseIterable {
    /// Not known.
    case unknown = 0
    /// The mean of the picture.
    case average
    /// The mean, with more weight in the middle.
    case centerWeightedAverage
    /// One spot.
    case spot
    /// Several spots.
    case multiSpot
    /// Matrix, evaluative, pattern.
    case pattern
    /// A part of the picture.
    case partial
    /// Something else.
    case other = 255
}

/// The flash field (tag 0x9209), a set of bits.
public struct EXIFFlash: RawRepresentable, Sendable, Hashable {
    /// The bits as the standard defines them.
    public var rawValue: UInt16

    /// The bits as the standard defines them.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Whether the flash fired: bit 0.
    public var fired: Bool { rawValue & 1 != 0 }

    /// Did not fire, because it was switched off.
    public static let off = EXIFFlash(rawValue: 0x10)
    /// Fired, because it was switched on.
    public static let firedCompulsory = EXIFFlash(rawValue: 0x09)
    /// Fired in automatic mode.
    public static let firedAutomatically = EXIFFlash(rawValue: 0x19)
    /// Did not fire, in automatic mode.
    public static let automaticNotFired = EXIFFlash(rawValue: 0x18)
    /// The camera has none.
    public static let none = EXIFFlash(rawValue: 0x20)
}

/// Whether the white balance was measured or set (tag 0xA403).
public enum EXIFWhiteBalance: UInt16, Sendable, Hashable, CaseIterable {
    /// The camera chose it.
    case automatic = 0
    /// It was set.
    case manual
}

/// Where the first row and column of the stored pixels are in the upright picture (tag 0x0112).
public enum EXIFOrientation: UInt16, Sendable, Hashable, CaseIterable {
    /// Upright: row 0 at the top, column 0 at the left.
    case up = 1
    /// Upright, mirrored left to right.
    case upMirrored
    /// Turned by 180°.
    case down
    /// Turned by 180° and mirrored.
    case downMirrored
    /// Mirrored, and to be turned by 90° counterclockwise.
    case leftMirrored
    /// To be turned by 90° clockwise to be upright.
    case right
    /// Mirrored, and to be turned by 90° clockwise.
    case rightMirrored
    /// To be turned by 90° counterclockwise to be upright.
    case left
}

/// One entry of an EXIF block, as text for people.
public struct EXIFEntry: Sendable, Hashable {
    /// The directory that an entry stands in.
    public enum Directory: Int, Sendable, Hashable, CaseIterable {
        /// IFD0, about the picture.
        case image
        /// IFD1, about the thumbnail.
        case thumbnail
        /// About the exposure.
        case exif
        /// About the place.
        case gps
        /// About interoperability.
        case interoperability
    }

    /// The directory it stands in.
    public let directory: Directory
    /// The number of its tag.
    public let tag: UInt16
    /// The standard's name of the tag; nil if it has none.
    public let name: String?
    /// Its value, formatted.
    public let text: String
}
