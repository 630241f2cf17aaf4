import CameraModel
import Exposure

/// The settings of the camera's dials and menus.
struct BodySettings: Sendable, Hashable {
    var exposureMode = ExposureMode.program
    var aperture = Aperture.f5_6
    var shutterSpeed = ShutterSpeed(numerator: 1, denominator: 125)!
    var isoSpeed = ISOSpeed(200)!
    var exposureCompensation = ExposureCompensation.zero
    var focusMode = FocusMode.single
    var autoFocusSystem = AutoFocusSystem.singlePoint
    var driveMode = DriveMode.single
    var bracketing = false
    var mirrorLockup = false
    var colorTone = 0
    var artFilter = 0
    var digitalZoom = false
    var whiteBalance = WhiteBalance.automatic
    var whiteBalanceTemperature = 5200
    var noiseReduction = 1
    var imageQuality = ImageQuality.jpegFine
    var meteringMode = 0
    var imageDestination = ImageDestination.camera
    var videoFormat = Self.videoFormats[0]
    var liveViewZoom = 1
    var videoAperture = Aperture.f5_6
    var videoShutterSpeed = ShutterSpeed(numerator: 1, denominator: 60)!
    var videoISOSpeed = ISOSpeed(400)!
    var videoExposureCompensation = ExposureCompensation.zero
    var flashMode = FlashMode.off
    var flashExposureCompensation = ExposureCompensation.zero

    /// The files that a shot produces.
    enum ImageQuality: Int, Sendable, CaseIterable {
        case jpegFine = 1
        case jpegNormal
        case raw
        case rawAndJPEG

        var label: String {
            switch self {
            case .jpegFine: "JPEG fine"
            case .jpegNormal: "JPEG normal"
            case .raw: "RAW"
            case .rawAndJPEG: "RAW + JPEG"
            }
        }

        var hasRAW: Bool { self == .raw || self == .rawAndJPEG }
        var hasJPEG: Bool { self != .raw }
    }

    static let colorTones = ["Standard", "Vivid", "Soft", "Monochrome"]
    static let artFilters = ["Off", "Pop", "Pale"]
    static let noiseReductions = ["Off", "Standard", "Strong"]
    static let meteringModes = ["Evaluative", "Center-weighted", "Spot"]
    static let zooms = [1, 5, 10]

    static let videoFormats = [
        VideoFormat(milliframesPerSecond: 29970, size: PixelSize(width: 3840, height: 2160), compression: .normal),
        VideoFormat(milliframesPerSecond: 59940, size: PixelSize(width: 1920, height: 1080), compression: .normal),
        VideoFormat(milliframesPerSecond: 29970, size: PixelSize(width: 1920, height: 1080), compression: .editing),
        VideoFormat(milliframesPerSecond: 23976, size: PixelSize(width: 1920, height: 1080), compression: .high),
    ]

    /// Saturation of the colours, determined by colour tone and art filter.
    var saturation: Double {
        let tone = [1, 1.4, 0.7, 0][colorTone]
        return tone * [1, 1.5, 0.5][artFilter]
    }

    /// Returns the colour temperature of white in kelvin. Automatic white balance uses the true value of the scene.
    func kelvin(ofScene scene: Double) -> Double {
        switch whiteBalance {
        case .automatic, .custom1, .custom2, .custom3: scene
        case .daylight: 5200
        case .shade: 7000
        case .cloudy: 6000
        case .tungsten: 3200
        case .fluorescent: 4000
        case .flash: 5500
        case .temperature: Double(whiteBalanceTemperature)
        }
    }
}
