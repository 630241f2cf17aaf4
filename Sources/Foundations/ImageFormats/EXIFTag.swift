/// Numbers of the tags that are read or written here (CIPA DC-008, TIFF 6.0).
enum EXIFTag: UInt16 {
    // IFD0
    case compression = 0x0103
    case imageDescription = 0x010E
    case make = 0x010F
    case model = 0x0110
    case orientation = 0x0112
    case xResolution = 0x011A
    case yResolution = 0x011B
    case resolutionUnit = 0x0128
    case software = 0x0131
    case dateTime = 0x0132
    case artist = 0x013B
    case yCbCrPositioning = 0x0213
    case copyright = 0x8298

    // EXIF IFD
    case exposureTime = 0x829A
    case fNumber = 0x829D
    case exposureProgram = 0x8822
    case photographicSensitivity = 0x8827
    case sensitivityType = 0x8830
    case recommendedExposureIndex = 0x8832
    case exifVersion = 0x9000
    case dateTimeOriginal = 0x9003
    case dateTimeDigitized = 0x9004
    case offsetTime = 0x9010
    case offsetTimeOriginal = 0x9011
    case offsetTimeDigitized = 0x9012
    case componentsConfiguration = 0x9101
    case exposureBias = 0x9204
    case meteringMode = 0x9207
    case flash = 0x9209
    case focalLength = 0x920A
    case subSecTime = 0x9290
    case subSecTimeOriginal = 0x9291
    case subSecTimeDigitized = 0x9292
    case flashpixVersion = 0xA000
    case colorSpace = 0xA001
    case pixelXDimension = 0xA002
    case pixelYDimension = 0xA003
    case exposureMode = 0xA402
    case whiteBalance = 0xA403
    case sceneCaptureType = 0xA406
    case bodySerialNumber = 0xA431
    case lensModel = 0xA434
}
