/// A property value from a fixed list of names. The raw value is the name for display.
public protocol PropertyChoice: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// Charge of the battery.
public enum BatteryLevel: String, PropertyChoice {
    /// Full.
    case full
    /// About three quarters.
    case threeQuarters = "three quarters"
    /// About half.
    case half
    /// About a quarter.
    case quarter
    /// Empty or almost empty.
    case empty
}

/// Source of the camera's power.
public enum PowerSource: String, PropertyChoice {
    /// The camera's battery.
    case battery
    /// External power.
    case mains
}

/// Method by which the camera selects the focus areas.
public enum AutoFocusSystem: String, PropertyChoice {
    /// The autofocus points of the viewfinder.
    case viewfinderPoints = "viewfinder AF points"
    /// One area.
    case singleArea = "single area"
    /// Several areas.
    case multipleAreas = "multiple areas"
    /// Areas with a face.
    case faceDetection = "face detection"
    /// One point.
    case singlePoint = "single point"
    /// One point that follows the subject.
    case tracking = "single-point tracking"
}

/// Whether the camera focuses once, continuously, or not at all.
public enum FocusMode: String, PropertyChoice {
    /// The camera does not focus; the photographer focuses the lens.
    case manual
    /// The camera focuses once.
    case single
    /// The camera focuses continuously.
    case continuous
}

/// Effect of one press of the shutter: single pictures, bursts, self-timers.
public enum DriveMode: String, PropertyChoice {
    /// One picture.
    case single
    /// One picture, with an electronic first curtain.
    case singleElectronicFirstCurtain = "single, electronic first curtain"
    /// One picture, with an electronic shutter.
    case singleElectronic = "single, electronic"
    /// Pictures while the shutter is held.
    case continuous
    /// Pictures while the shutter is held, with an electronic first curtain.
    case continuousElectronicFirstCurtain = "continuous, electronic first curtain"
    /// Pictures while the shutter is held, with an electronic shutter.
    case continuousElectronic = "continuous, electronic"
    /// Pictures while the shutter is held, at a low rate.
    case continuousLow = "continuous low"
    /// Pictures while the shutter is held, at a medium rate.
    case continuousMedium = "continuous medium"
    /// Pictures while the shutter is held, at a high rate.
    case continuousHigh = "continuous high"
    /// A picture after a short delay.
    case timerShort = "timer short"
    /// A picture after a long delay.
    case timerLong = "timer long"
    /// A picture after a delay that is set on the camera.
    case timerCustom = "timer custom"
    /// Several pictures after a delay.
    case timerBurst = "timer with burst"

    /// Whether the camera takes pictures as long as the shutter is held.
    public var isContinuous: Bool { rawValue.hasPrefix("continuous") }
}

/// Exposure mode: which exposure settings the camera chooses automatically.
public enum ExposureMode: String, PropertyChoice {
    /// The camera chooses everything.
    case fullyAutomatic = "auto"
    /// The camera chooses aperture and shutter speed.
    case program = "P"
    /// The camera chooses the aperture for the set shutter speed.
    case shutterPriority = "S"
    /// The camera chooses the shutter speed for the set aperture.
    case aperturePriority = "A"
    /// The photographer sets aperture and shutter speed.
    case manual = "M"
    /// The exposure lasts as long as the shutter is held.
    case bulb
    /// Each of aperture, shutter speed and ISO is set or automatic.
    case flexiblePriority = "Fv"
}

/// Stage of mirror lock-up.
public enum MirrorLockupStage: String, PropertyChoice {
    /// Mirror lock-up is off.
    case disabled
    /// The next press of the shutter raises the mirror.
    case ready
    /// The next press of the shutter takes the picture.
    case mirrorUp = "mirror up"
}

/// Kind of light for which colours are balanced.
public enum WhiteBalance: String, PropertyChoice {
    /// The camera determines the light.
    case automatic = "auto"
    /// Direct sunlight.
    case daylight
    /// Shade.
    case shade
    /// A cloudy sky.
    case cloudy
    /// Tungsten lamps.
    case tungsten
    /// Fluorescent lamps.
    case fluorescent
    /// Flash light.
    case flash
    /// The first custom setting of the camera.
    case custom1 = "custom 1"
    /// The second custom setting of the camera.
    case custom2 = "custom 2"
    /// The third custom setting of the camera.
    case custom3 = "custom 3"
    /// A colour temperature, the value of ``PropertyIdentifier/whiteBalanceTemperature``.
    case temperature = "color temperature"
}

/// Validity of the light meter's reading.
public enum LightMeterStatus: String, PropertyChoice {
    /// The light meter is not active.
    case notInUse = "not in use"
    /// The reading is valid.
    case valid = "valid"
    /// The brightness is outside the light meter's range.
    case beyondBounds = "beyond bounds"
}

/// Destination of a new picture.
public enum ImageDestination: String, PropertyChoice {
    /// The camera's card only.
    case camera
    /// This computer only: a picture that is not fetched is lost.
    case host
    /// The camera's card and this computer.
    case cameraAndHost = "camera and host"
}

/// Operation of the flash.
public enum FlashMode: String, PropertyChoice {
    /// The flash does not fire.
    case off
    /// The camera decides whether the flash fires.
    case automatic = "auto"
    /// The flash fires in any light.
    case fill
    /// The flash fires, with measures against red eyes.
    case redEyeReduction = "red-eye reduction"
    /// The flash fires, with a slow shutter speed for the background.
    case slowSync = "slow sync"
    /// The flash fires at the end of the exposure.
    case rearSync = "rear sync"
    /// The flash allows shutter speeds above the flash sync speed.
    case highSpeedSync = "high-speed sync"
}

/// Format of a video: frame rate, size and compression.
public struct VideoFormat: Sendable, Hashable, CustomStringConvertible {
    /// Compression of a video.
    public enum Compression: String, Sendable, Hashable, CaseIterable {
        /// The compression is not known.
        case unknown
        /// Unprocessed sensor data.
        case raw = "RAW"
        /// Almost lossless compression.
        case nearLossless = "near lossless"
        /// Each frame compressed separately (ALL-I), for editing.
        case editing = "ALL-I"
        /// Frames compressed relative to each other (IPB).
        case normal = "IPB"
        /// As `normal`, with stronger compression (IPB light).
        case high = "IPB light"
    }

    /// Frames per second, times 1000: 29.97 is 29970.
    public var milliframesPerSecond: Int
    /// Size of a frame in pixels.
    public var size: PixelSize
    /// Compression of the video.
    public var compression: Compression

    /// Creates a format; the rate is in frames per 1000 seconds.
    public init(milliframesPerSecond: Int, size: PixelSize, compression: Compression) {
        self.milliframesPerSecond = milliframesPerSecond
        self.size = size
        self.compression = compression
    }

    /// Frames per second.
    public var framesPerSecond: Double { Double(milliframesPerSecond) / 1000 }

    /// The format for display, such as "1920×1080 29.97p ALL-I".
    public var description: String {
        let (whole, rest) = (milliframesPerSecond / 1000, milliframesPerSecond % 1000 / 10)
        let rate = rest == 0 ? "\(whole)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
        return "\(size) \(rate)p\(compression == .unknown ? "" : " \(compression.rawValue)")"
    }
}

/// Magnification of live view.
public struct ZoomLevel: Sendable, Hashable, CustomStringConvertible {
    /// The factor of magnification; 1 for the whole picture.
    public var factor: Int

    /// Creates a magnification; a `factor` below 1 becomes 1.
    public init(factor: Int) { self.factor = max(1, factor) }

    /// Whether live view is enlarged.
    public var isZoomed: Bool { factor > 1 }

    /// The magnification for display, such as "5×".
    public var description: String { "\(factor)×" }
}
