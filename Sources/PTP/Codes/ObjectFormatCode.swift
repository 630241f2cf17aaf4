/// What an object is (ISO 15740 § 6.3).
public struct ObjectFormatCode: PTPCode {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }
}

// ISO 15740 § 6.3
extension ObjectFormatCode {
    public static let undefined = ObjectFormatCode(rawValue: 0x3000)
    public static let defined = ObjectFormatCode(rawValue: 0x3800)
    public static let association = ObjectFormatCode(rawValue: 0x3001)
    public static let script = ObjectFormatCode(rawValue: 0x3002)
    public static let executable = ObjectFormatCode(rawValue: 0x3003)
    public static let text = ObjectFormatCode(rawValue: 0x3004)
    public static let html = ObjectFormatCode(rawValue: 0x3005)
    public static let dpof = ObjectFormatCode(rawValue: 0x3006)
    public static let aiff = ObjectFormatCode(rawValue: 0x3007)
    public static let wav = ObjectFormatCode(rawValue: 0x3008)
    public static let mp3 = ObjectFormatCode(rawValue: 0x3009)
    public static let avi = ObjectFormatCode(rawValue: 0x300A)
    public static let mpeg = ObjectFormatCode(rawValue: 0x300B)
    public static let asf = ObjectFormatCode(rawValue: 0x300C)
    public static let quickTime = ObjectFormatCode(rawValue: 0x300D)
    public static let exifJPEG = ObjectFormatCode(rawValue: 0x3801)
    public static let tiffEP = ObjectFormatCode(rawValue: 0x3802)
    public static let flashPix = ObjectFormatCode(rawValue: 0x3803)
    public static let bmp = ObjectFormatCode(rawValue: 0x3804)
    public static let ciff = ObjectFormatCode(rawValue: 0x3805)
    public static let gif = ObjectFormatCode(rawValue: 0x3807)
    public static let jfif = ObjectFormatCode(rawValue: 0x3808)
    public static let pcd = ObjectFormatCode(rawValue: 0x3809)
    public static let pict = ObjectFormatCode(rawValue: 0x380A)
    public static let png = ObjectFormatCode(rawValue: 0x380B)
    public static let tiff = ObjectFormatCode(rawValue: 0x380D)
    public static let tiffIT = ObjectFormatCode(rawValue: 0x380E)
    public static let jp2 = ObjectFormatCode(rawValue: 0x380F)
    public static let jpx = ObjectFormatCode(rawValue: 0x3810)
    public static let dng = ObjectFormatCode(rawValue: 0x3811)
}

extension ObjectFormatCode {
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
    /// Whether it is a still picture (ISO 15740 § 6.3: 0x3800…0x3FFF are image formats).
    public var isImage: Bool { rawValue & 0xF800 == 0x3800 }
}
