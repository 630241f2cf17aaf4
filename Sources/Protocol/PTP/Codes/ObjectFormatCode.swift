/// Format of an object (ISO 15740 § 6.3).
public struct ObjectFormatCode: PTPCode {
    /// The 16-bit number in the protocol.
    public let rawValue: UInt16

    /// Creates a code from its number; any number is valid.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
}

// Standard formats (ISO 15740 § 6.3).
extension ObjectFormatCode {
    /// An unknown format that is not an image.
    public static let undefined = ObjectFormatCode(rawValue: 0x3000)
    /// An unknown image format.
    public static let defined = ObjectFormatCode(rawValue: 0x3800)
    /// An association, such as a folder.
    public static let association = ObjectFormatCode(rawValue: 0x3001)
    /// A script for the device.
    public static let script = ObjectFormatCode(rawValue: 0x3002)
    /// An executable for the device.
    public static let executable = ObjectFormatCode(rawValue: 0x3003)
    /// A text file.
    public static let text = ObjectFormatCode(rawValue: 0x3004)
    /// An HTML file.
    public static let html = ObjectFormatCode(rawValue: 0x3005)
    /// A print order (Digital Print Order Format).
    public static let dpof = ObjectFormatCode(rawValue: 0x3006)
    /// A WAV audio file.
    public static let wav = ObjectFormatCode(rawValue: 0x3008)
    /// An MP3 audio file.
    public static let mp3 = ObjectFormatCode(rawValue: 0x3009)
    /// An AVI video file.
    public static let avi = ObjectFormatCode(rawValue: 0x300A)
    /// An MPEG video file.
    public static let mpeg = ObjectFormatCode(rawValue: 0x300B)
    /// A QuickTime video file.
    public static let quickTime = ObjectFormatCode(rawValue: 0x300D)
    /// A JPEG image with EXIF data.
    public static let exifJPEG = ObjectFormatCode(rawValue: 0x3801)
    /// A BMP image.
    public static let bmp = ObjectFormatCode(rawValue: 0x3804)
    /// A GIF image.
    public static let gif = ObjectFormatCode(rawValue: 0x3807)
    /// A PNG image.
    public static let png = ObjectFormatCode(rawValue: 0x380B)
    /// A TIFF image.
    public static let tiff = ObjectFormatCode(rawValue: 0x380D)
    /// A JPEG 2000 image in the baseline format.
    public static let jp2 = ObjectFormatCode(rawValue: 0x380F)
    /// A DNG image (Digital Negative).
    public static let dng = ObjectFormatCode(rawValue: 0x3811)
}

extension ObjectFormatCode {
    /// Names of the formats in ISO 15740.
    public static let names: [UInt16: String] = [
        0x3000: "Undefined",
        0x3800: "Defined",
        0x3001: "Association",
        0x3002: "Script",
        0x3003: "Executable",
        0x3004: "Text",
        0x3005: "HTML",
        0x3006: "DPOF",
        0x3007: "AIFF",
        0x3008: "WAV",
        0x3009: "MP3",
        0x300A: "AVI",
        0x300B: "MPEG",
        0x300C: "ASF",
        0x300D: "QuickTime",
        0x3801: "EXIF JPEG",
        0x3802: "TIFF/EP",
        0x3803: "FlashPix",
        0x3804: "BMP",
        0x3805: "CIFF",
        0x3807: "GIF",
        0x3808: "JFIF",
        0x3809: "PCD",
        0x380A: "PICT",
        0x380B: "PNG",
        0x380D: "TIFF",
        0x380E: "TIFF/IT",
        0x380F: "JP2",
        0x3810: "JPX",
        0x3811: "DNG",
    ]
}

extension ObjectFormatCode {
    /// Whether the format is an image format (ISO 15740 § 6.3: 0x3800…0x3FFF).
    public var isImage: Bool { rawValue & 0xF800 == 0x3800 }
}
