/// An unsigned fraction, as EXIF stores exposure times and apertures.
public typealias EXIFRational = EXIFFraction<UInt32>

/// A signed fraction, as EXIF stores the exposure bias.
public typealias EXIFSignedRational = EXIFFraction<Int32>

/// A fraction of two integers (EXIF's types RATIONAL and SRATIONAL).
public struct EXIFFraction<Part: FixedWidthInteger & Sendable>: Sendable, Hashable {
    /// The numerator.
    public var numerator: Part
    /// The denominator; 0 if the camera does not know the value.
    public var denominator: Part

    /// `numerator` / `denominator`.
    public init(_ numerator: Part, _ denominator: Part) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The quotient; nil if the denominator is 0.
    public var value: Double? { denominator == 0 ? nil : Double(numerator) / Double(denominator) }
}

/// Exposure program (tag 0x8822).
public enum EXIFExposureProgram: UInt16, Sendable, Hashable, CaseIterable {
    /// Not recorded.
    case undefined = 0
    /// Manual exposure (M).
    case manual
    /// Program automatic (P).
    case normal
    /// Aperture priority (A or Av).
    case aperturePriority
    /// Shutter priority (S or Tv).
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

/// Metering mode (tag 0x9207).
public enum EXIFMeteringMode: UInt16, Sendable, Hashable, CaseIterable {
    /// Not known.
    case unknown = 0
    /// Average of the picture.
    case average
    /// Average with more weight in the centre.
    case centerWeightedAverage
    /// One spot.
    case spot
    /// Several spots.
    case multiSpot
    /// Matrix, evaluative, pattern.
    case pattern
    /// A part of the picture.
    case partial
    /// Another mode.
    case other = 255
}

/// The flash field (tag 0x9209), a bit field.
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
    /// The camera has no flash.
    public static let none = EXIFFlash(rawValue: 0x20)
}

/// Whether the white balance was automatic or set manually (tag 0xA403).
public enum EXIFWhiteBalance: UInt16, Sendable, Hashable, CaseIterable {
    /// The camera chose it.
    case automatic = 0
    /// The photographer set it.
    case manual
}

/// Orientation: position of the first stored row and column in the upright picture (tag 0x0112).
public enum EXIFOrientation: UInt16, Sendable, Hashable, CaseIterable {
    /// Upright: row 0 at the top, column 0 at the left.
    case up = 1
    /// Upright, mirrored left to right.
    case upMirrored
    /// Rotated by 180°.
    case down
    /// Rotated by 180° and mirrored.
    case downMirrored
    /// Mirrored; must be rotated by 90° counterclockwise.
    case leftMirrored
    /// Must be rotated by 90° clockwise to be upright.
    case right
    /// Mirrored; must be rotated by 90° clockwise.
    case rightMirrored
    /// Must be rotated by 90° counterclockwise to be upright.
    case left
}

/// One entry of an EXIF block, as text.
public struct EXIFEntry: Sendable, Hashable {
    /// The directory that contains an entry.
    public enum Directory: Int, Sendable, Hashable, CaseIterable {
        /// IFD0: the picture.
        case image
        /// IFD1: the thumbnail.
        case thumbnail
        /// EXIF: the exposure.
        case exif
        /// GPS: the position.
        case gps
        /// Interoperability.
        case interoperability
    }

    /// The directory that contains the entry.
    public let directory: Directory
    /// The number of the tag.
    public let tag: UInt16
    /// The standard's name of the tag; nil if it has none.
    public let name: String?
    /// The value as text.
    public let text: String
}
