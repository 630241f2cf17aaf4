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
    /// Image size, as text.
    public static let imageSize = DevicePropCode(rawValue: 0x5003)
    /// Compression, or relative quality, of images.
    public static let compressionSetting = DevicePropCode(rawValue: 0x5004)
    /// White balance.
    public static let whiteBalance = DevicePropCode(rawValue: 0x5005)
    /// Aperture, as the f-number times 100 (ISO 15740 § 13.5.8).
    public static let fNumber = DevicePropCode(rawValue: 0x5007)
    /// Focal length, in hundredths of a millimetre.
    public static let focalLength = DevicePropCode(rawValue: 0x5008)
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
    /// Drive mode: single, burst or time lapse.
    public static let stillCaptureMode = DevicePropCode(rawValue: 0x5013)
    /// Digital zoom factor, in tenths.
    public static let digitalZoom = DevicePropCode(rawValue: 0x5016)
    /// Number of images in a burst.
    public static let burstNumber = DevicePropCode(rawValue: 0x5018)
    /// Area used for automatic focus.
    public static let focusMeteringMode = DevicePropCode(rawValue: 0x501C)
    /// Name of the artist.
    public static let artist = DevicePropCode(rawValue: 0x501E)
    /// Video format.
    public static let videoFormat = DevicePropCode(rawValue: 0x5022)
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
