/// A setting or reading of a device (ISO 15740 § 13.3.5).
public struct DevicePropCode: PTPCode {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }
}

// ISO 15740 § 13.3.5
extension DevicePropCode {
    public static let batteryLevel = DevicePropCode(rawValue: 0x5001)
    public static let functionalMode = DevicePropCode(rawValue: 0x5002)
    public static let imageSize = DevicePropCode(rawValue: 0x5003)
    public static let compressionSetting = DevicePropCode(rawValue: 0x5004)
    public static let whiteBalance = DevicePropCode(rawValue: 0x5005)
    public static let rgbGain = DevicePropCode(rawValue: 0x5006)
    public static let fNumber = DevicePropCode(rawValue: 0x5007)
    public static let focalLength = DevicePropCode(rawValue: 0x5008)
    public static let focusDistance = DevicePropCode(rawValue: 0x5009)
    public static let focusMode = DevicePropCode(rawValue: 0x500A)
    public static let exposureMeteringMode = DevicePropCode(rawValue: 0x500B)
    public static let flashMode = DevicePropCode(rawValue: 0x500C)
    public static let exposureTime = DevicePropCode(rawValue: 0x500D)
    public static let exposureProgramMode = DevicePropCode(rawValue: 0x500E)
    public static let exposureIndex = DevicePropCode(rawValue: 0x500F)
    public static let exposureBiasCompensation = DevicePropCode(rawValue: 0x5010)
    public static let dateTime = DevicePropCode(rawValue: 0x5011)
    public static let captureDelay = DevicePropCode(rawValue: 0x5012)
    public static let stillCaptureMode = DevicePropCode(rawValue: 0x5013)
    public static let contrast = DevicePropCode(rawValue: 0x5014)
    public static let sharpness = DevicePropCode(rawValue: 0x5015)
    public static let digitalZoom = DevicePropCode(rawValue: 0x5016)
    public static let effectMode = DevicePropCode(rawValue: 0x5017)
    public static let burstNumber = DevicePropCode(rawValue: 0x5018)
    public static let burstInterval = DevicePropCode(rawValue: 0x5019)
    public static let timelapseNumber = DevicePropCode(rawValue: 0x501A)
    public static let timelapseInterval = DevicePropCode(rawValue: 0x501B)
    public static let focusMeteringMode = DevicePropCode(rawValue: 0x501C)
    public static let uploadURL = DevicePropCode(rawValue: 0x501D)
    public static let artist = DevicePropCode(rawValue: 0x501E)
    public static let copyrightInfo = DevicePropCode(rawValue: 0x501F)
    public static let supportedStreams = DevicePropCode(rawValue: 0x5020)
    public static let enabledStreams = DevicePropCode(rawValue: 0x5021)
    public static let videoFormat = DevicePropCode(rawValue: 0x5022)
    public static let videoResolution = DevicePropCode(rawValue: 0x5023)
    public static let videoQuality = DevicePropCode(rawValue: 0x5024)
    public static let videoFrameRate = DevicePropCode(rawValue: 0x5025)
    public static let videoContrast = DevicePropCode(rawValue: 0x5026)
    public static let videoBrightness = DevicePropCode(rawValue: 0x5027)
    public static let audioFormat = DevicePropCode(rawValue: 0x5028)
    public static let audioBitrate = DevicePropCode(rawValue: 0x5029)
    public static let audioSamplingRate = DevicePropCode(rawValue: 0x502A)
    public static let audioBitPerSample = DevicePropCode(rawValue: 0x502B)
    public static let audioVolume = DevicePropCode(rawValue: 0x502C)
}

extension DevicePropCode {
    public static let names: [UInt16: String] = [
        0x5001: "BatteryLevel",
        0x5002: "FunctionalMode",
        0x5003: "ImageSize",
        0x5004: "CompressionSetting",
        0x5005: "WhiteBalance",
        0x5006: "RGBGain",
        0x5007: "FNumber",
        0x5008: "FocalLength",
        0x5009: "FocusDistance",
        0x500A: "FocusMode",
        0x500B: "ExposureMeteringMode",
        0x500C: "FlashMode",
        0x500D: "ExposureTime",
        0x500E: "ExposureProgramMode",
        0x500F: "ExposureIndex",
        0x5010: "ExposureBiasCompensation",
        0x5011: "DateTime",
        0x5012: "CaptureDelay",
        0x5013: "StillCaptureMode",
        0x5014: "Contrast",
        0x5015: "Sharpness",
        0x5016: "DigitalZoom",
        0x5017: "EffectMode",
        0x5018: "BurstNumber",
        0x5019: "BurstInterval",
        0x501A: "TimelapseNumber",
        0x501B: "TimelapseInterval",
        0x501C: "FocusMeteringMode",
        0x501D: "UploadURL",
        0x501E: "Artist",
        0x501F: "CopyrightInfo",
        0x5020: "SupportedStreams",
        0x5021: "EnabledStreams",
        0x5022: "VideoFormat",
        0x5023: "VideoResolution",
        0x5024: "VideoQuality",
        0x5025: "VideoFrameRate",
        0x5026: "VideoContrast",
        0x5027: "VideoBrightness",
        0x5028: "AudioFormat",
        0x5029: "AudioBitrate",
        0x502A: "AudioSamplingRate",
        0x502B: "AudioBitPerSample",
        0x502C: "AudioVolume",
        // MTP 1.1 appendix C.
        0xD401: "SynchronizationPartner",
        0xD402: "DeviceFriendlyName",
        0xD403: "Volume",
        0xD404: "SupportedFormatsOrdered",
        0xD405: "DeviceIcon",
        0xD406: "SessionInitiatorVersionInfo",
        0xD407: "PerceivedDeviceType",
        0xD410: "PlaybackRate",
        0xD411: "PlaybackObject",
        0xD412: "PlaybackContainerIndex",
    ]
}
