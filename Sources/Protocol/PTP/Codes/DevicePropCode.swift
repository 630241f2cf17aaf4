/// Code of a device property: a setting or a reading (ISO 15740 § 13.3.5).
public struct DevicePropCode: PTPCode {
    /// The number in the protocol: 16 bits in the standard, up to 32 in vendors' extensions.
    public let rawValue: UInt32

    /// Creates a code from its number; any number is valid.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Whether the number has more than 16 bits, so that the standard's operations and datasets cannot have it.
    public var isWide: Bool { rawValue > UInt16.max }
}

// Standard properties (ISO 15740 § 13.3.5).
extension DevicePropCode {
    /// Battery level, in percent (ISO 15740 § 13.5.2).
    public static let batteryLevel = DevicePropCode(rawValue: 0x5001)
    /// Functional mode of the device; 0 is the standard mode.
    public static let functionalMode = DevicePropCode(rawValue: 0x5002)
    /// Image size, as text.
    public static let imageSize = DevicePropCode(rawValue: 0x5003)
    /// Compression, or relative quality, of images.
    public static let compressionSetting = DevicePropCode(rawValue: 0x5004)
    /// White balance.
    public static let whiteBalance = DevicePropCode(rawValue: 0x5005)
    /// Gain of the red, green and blue channels.
    public static let rgbGain = DevicePropCode(rawValue: 0x5006)
    /// Aperture, as the f-number times 100 (ISO 15740 § 13.5.8).
    public static let fNumber = DevicePropCode(rawValue: 0x5007)
    /// Focal length, in hundredths of a millimetre.
    public static let focalLength = DevicePropCode(rawValue: 0x5008)
    /// Focus distance, in millimetres.
    public static let focusDistance = DevicePropCode(rawValue: 0x5009)
    /// Focus mode: manual, automatic or automatic macro.
    public static let focusMode = DevicePropCode(rawValue: 0x500A)
    /// Exposure metering mode.
    public static let exposureMeteringMode = DevicePropCode(rawValue: 0x500B)
    /// Flash mode.
    public static let flashMode = DevicePropCode(rawValue: 0x500C)
    /// Shutter speed, in tenths of a millisecond (ISO 15740 § 13.5.14).
    public static let exposureTime = DevicePropCode(rawValue: 0x500D)
    /// Exposure mode, such as manual or aperture priority.
    public static let exposureProgramMode = DevicePropCode(rawValue: 0x500E)
    /// ISO speed (ISO 15740 § 13.5.16).
    public static let exposureIndex = DevicePropCode(rawValue: 0x500F)
    /// Exposure compensation, in thousandths of a stop (ISO 15740 § 13.5.17).
    public static let exposureBiasCompensation = DevicePropCode(rawValue: 0x5010)
    /// Clock of the device, as text in the format of ``ObjectInfo/captureDate``.
    public static let dateTime = DevicePropCode(rawValue: 0x5011)
    /// Delay between the capture command and the exposure, in milliseconds.
    public static let captureDelay = DevicePropCode(rawValue: 0x5012)
    /// Drive mode: single, burst or time lapse.
    public static let stillCaptureMode = DevicePropCode(rawValue: 0x5013)
    /// Contrast of images.
    public static let contrast = DevicePropCode(rawValue: 0x5014)
    /// Sharpness of images.
    public static let sharpness = DevicePropCode(rawValue: 0x5015)
    /// Digital zoom factor, in tenths.
    public static let digitalZoom = DevicePropCode(rawValue: 0x5016)
    /// Image effect, such as black and white.
    public static let effectMode = DevicePropCode(rawValue: 0x5017)
    /// Number of images in a burst.
    public static let burstNumber = DevicePropCode(rawValue: 0x5018)
    /// Time between the images of a burst.
    public static let burstInterval = DevicePropCode(rawValue: 0x5019)
    /// Number of images in a time lapse.
    public static let timelapseNumber = DevicePropCode(rawValue: 0x501A)
    /// Time between the images of a time lapse.
    public static let timelapseInterval = DevicePropCode(rawValue: 0x501B)
    /// Area used for automatic focus.
    public static let focusMeteringMode = DevicePropCode(rawValue: 0x501C)
    /// URL for uploading images.
    public static let uploadURL = DevicePropCode(rawValue: 0x501D)
    /// Name of the artist.
    public static let artist = DevicePropCode(rawValue: 0x501E)
    /// Copyright text.
    public static let copyrightInfo = DevicePropCode(rawValue: 0x501F)
    /// Streams that the device supports.
    public static let supportedStreams = DevicePropCode(rawValue: 0x5020)
    /// Streams that are enabled.
    public static let enabledStreams = DevicePropCode(rawValue: 0x5021)
    /// Video format.
    public static let videoFormat = DevicePropCode(rawValue: 0x5022)
    /// Video resolution.
    public static let videoResolution = DevicePropCode(rawValue: 0x5023)
    /// Video quality.
    public static let videoQuality = DevicePropCode(rawValue: 0x5024)
    /// Video frame rate.
    public static let videoFrameRate = DevicePropCode(rawValue: 0x5025)
    /// Video contrast.
    public static let videoContrast = DevicePropCode(rawValue: 0x5026)
    /// Video brightness.
    public static let videoBrightness = DevicePropCode(rawValue: 0x5027)
    /// Audio format.
    public static let audioFormat = DevicePropCode(rawValue: 0x5028)
    /// Audio bit rate.
    public static let audioBitrate = DevicePropCode(rawValue: 0x5029)
    /// Audio sampling rate.
    public static let audioSamplingRate = DevicePropCode(rawValue: 0x502A)
    /// Number of bits per audio sample.
    public static let audioBitPerSample = DevicePropCode(rawValue: 0x502B)
    /// Audio volume.
    public static let audioVolume = DevicePropCode(rawValue: 0x502C)
}

extension DevicePropCode {
    /// Names of the properties in ISO 15740 and MTP 1.1.
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
