/// A property value that is one of a few names.
public protocol PropertyChoice: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// How much is left in the battery.
public enum BatteryLevel: String, PropertyChoice {
    case full
    case threeQuarters = "three quarters"
    case half
    case quarter
    case empty
}

/// Where the power comes from.
public enum PowerSource: String, PropertyChoice {
    case battery
    case mains
}

/// How the camera chooses where to focus.
public enum AutoFocusSystem: String, PropertyChoice {
    case viewfinderPoints = "viewfinder AF points"
    case singleArea = "single area"
    case multipleAreas = "multiple areas"
    case faceDetection = "face detection"
    case singlePoint = "single point"
    case tracking = "single-point tracking"
}

/// Whether the camera focuses once, all the time, or not at all.
public enum FocusMode: String, PropertyChoice {
    case manual
    case single
    case continuous
}

/// What one press of the shutter does.
public enum DriveMode: String, PropertyChoice {
    case single
    case singleElectronicFirstCurtain = "single, electronic first curtain"
    case singleElectronic = "single, electronic"
    case continuous
    case continuousElectronicFirstCurtain = "continuous, electronic first curtain"
    case continuousElectronic = "continuous, electronic"
    case continuousLow = "continuous low"
    case continuousMedium = "continuous medium"
    case continuousHigh = "continuous high"
    case timerShort = "timer short"
    case timerLong = "timer long"
    case timerCustom = "timer custom"
    case timerBurst = "timer with burst"

    /// Whether holding the shutter takes picture after picture.
    public var isContinuous: Bool { rawValue.hasPrefix("continuous") }
}

/// Who chooses aperture, shutter speed and ISO.
public enum ExposureMode: String, PropertyChoice {
    case fullyAutomatic = "auto"
    case program = "P"
    case shutterPriority = "S"
    case aperturePriority = "A"
    case manual = "M"
    case bulb
    case flexiblePriority = "Fv"
}

/// Where the mirror is.
public enum MirrorLockupStage: String, PropertyChoice {
    case disabled
    /// The next press of the shutter raises the mirror.
    case ready
    /// The next press of the shutter takes the picture.
    case mirrorUp = "mirror up"
}

/// Which light counts as white.
public enum WhiteBalance: String, PropertyChoice {
    case automatic = "auto"
    case daylight
    case shade
    case cloudy
    case tungsten
    case fluorescent
    case flash
    case custom1 = "custom 1"
    case custom2 = "custom 2"
    case custom3 = "custom 3"
    /// The value of ``PropertyIdentifier/whiteBalanceTemperature``.
    case temperature = "color temperature"
}

/// Whether the light meter can be believed.
public enum LightMeterStatus: String, PropertyChoice {
    case notInUse = "not in use"
    case valid = "valid"
    case beyondBounds = "beyond bounds"
}

/// Where a new picture goes.
public enum ImageDestination: String, PropertyChoice {
    case camera
    /// To this computer only: a picture that is not fetched is lost.
    case host
    case cameraAndHost = "camera and host"
}

/// When the flash fires, and how.
public enum FlashMode: String, PropertyChoice {
    case off
    case automatic = "auto"
    case fill
    case redEyeReduction = "red-eye reduction"
    case slowSync = "slow sync"
    case rearSync = "rear sync"
    case highSpeedSync = "high-speed sync"
}

/// What a video is recorded as.
public struct VideoFormat: Sendable, Hashable, CustomStringConvertible {
    /// How much is thrown away.
    public enum Compression: String, Sendable, Hashable, CaseIterable {
        case unknown
        case raw = "RAW"
        case nearLossless = "near lossless"
        case editing = "ALL-I"
        case normal = "IPB"
        case high = "IPB light"
    }

    /// Frames per second, times 1000: 29.97 is 29970.
    public var milliframesPerSecond: Int
    public var size: PixelSize
    public var compression: Compression

    /// The rate is in frames per 1000 seconds.
    public init(milliframesPerSecond: Int, size: PixelSize, compression: Compression) {
        self.milliframesPerSecond = milliframesPerSecond
        self.size = size
        self.compression = compression
    }

    public var framesPerSecond: Double { Double(milliframesPerSecond) / 1000 }

    public var description: String {
        let (whole, rest) = (milliframesPerSecond / 1000, milliframesPerSecond % 1000 / 10)
        let rate = rest == 0 ? "\(whole)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
        return "\(size) \(rate)p\(compression == .unknown ? "" : " \(compression.rawValue)")"
    }
}

/// How far live view is enlarged.
public struct ZoomLevel: Sendable, Hashable, CustomStringConvertible {
    /// 1 for the whole picture.
    public var factor: Int

    /// `factor` is at least 1.
    public init(factor: Int) { self.factor = max(1, factor) }

    public var isZoomed: Bool { factor > 1 }

    public var description: String { "\(factor)×" }
}
