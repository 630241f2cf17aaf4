/// Identifies a setting or a reading of a camera.
///
/// 37 properties are named here. Any other property of a camera has its vendor's code, and is listed and settable in the same
/// way.
public enum PropertyIdentifier: Sendable, Hashable {
    /// ISO speed.
    case isoSpeed
    /// Shutter speed.
    case shutterSpeed
    /// Aperture.
    case aperture
    /// Exposure compensation.
    case exposureCompensation
    /// Charge of the battery.
    case batteryLevel
    /// Source of the camera's power.
    case powerSource
    /// Method by which the camera selects the focus areas.
    case autoFocusSystem
    /// Whether the camera focuses once, continuously, or not at all.
    case focusMode
    /// Effect of one press of the shutter: single pictures, bursts, self-timers.
    case driveMode
    /// Exposure mode: which exposure settings the camera chooses automatically.
    case exposureMode
    /// Whether exposure bracketing is on.
    case bracketing
    /// Whether mirror lock-up is on.
    case mirrorLockup
    /// Stage of mirror lock-up.
    case mirrorLockupStage
    /// Whether the depth-of-field preview is active.
    case depthOfFieldPreview
    /// Number of further pictures that there is room for.
    case shotsAvailable
    /// Whether a lens is attached.
    case lensStatus
    /// Rendering of colours, a vendor's list.
    case colorTone
    /// Artistic filter, a vendor's list.
    case artFilter
    /// Whether digital zoom is on.
    case digitalZoom
    /// White balance.
    case whiteBalance
    /// Noise reduction, a vendor's list.
    case noiseReduction
    /// File formats and sizes of new pictures, a vendor's list.
    case imageQuality
    /// Validity of the light meter's reading.
    case lightMeterStatus
    /// Reading of the light meter in stops; positive is too bright.
    case lightMeterReading
    /// Method of metering light, a vendor's list.
    case meteringMode
    /// Whether the camera can take a picture now.
    case readyForCapture
    /// Destination of a new picture.
    case imageDestination
    /// Format of new videos.
    case videoFormat
    /// Magnification of live view.
    case liveViewZoom
    /// ISO speed for video.
    case videoISOSpeed
    /// Shutter speed for video.
    case videoShutterSpeed
    /// Aperture for video.
    case videoAperture
    /// Exposure compensation for video.
    case videoExposureCompensation
    /// Whether the camera has a flash at its disposal.
    case flashAvailable
    /// Operation of the flash.
    case flashMode
    /// Exposure compensation of the flash.
    case flashExposureCompensation
    /// Colour temperature of the white balance in kelvin.
    case whiteBalanceTemperature
    /// A property without a name here, with its vendor's code.
    case vendor(code: UInt32)
}

/// Kind of a property's values.
public enum PropertyKind: String, Sendable, Hashable, CaseIterable {
    /// An f-number.
    case aperture
    /// An exposure time.
    case shutterSpeed = "shutter speed"
    /// An ISO speed.
    case isoSpeed = "ISO speed"
    /// A compensation in stops.
    case exposureCompensation = "exposure compensation"
    /// A value from a list of names.
    case choice
    /// On or off.
    case boolean
    /// A number.
    case integer
    /// A frame rate, size and compression.
    case videoFormat = "video format"
    /// A magnification.
    case zoom
    /// A vendor's value without a common meaning; only its label can be shown.
    case opaque
}

/// A group of properties, for user interfaces.
public enum PropertyCategory: String, Sendable, Hashable, CaseIterable {
    /// Exposure settings and readings.
    case exposure
    /// Settings for taking a picture, such as focus and drive mode.
    case capture
    /// Settings for the rendering of pictures, such as white balance.
    case imaging
    /// Configuration of the camera, such as image quality.
    case configuration
    /// Readings that cannot be set, such as the battery level.
    case information
    /// Settings for video.
    case video
    /// Settings for live view.
    case liveView = "live view"
    /// Properties without a group, such as a vendor's.
    case other
}

extension PropertyIdentifier {
    private typealias Row = (identifier: PropertyIdentifier, name: String, category: PropertyCategory, kind: PropertyKind)

    private static let table: [Row] = [
        (.isoSpeed, "iso", .exposure, .isoSpeed),
        (.shutterSpeed, "shutter-speed", .exposure, .shutterSpeed),
        (.aperture, "aperture", .exposure, .aperture),
        (.exposureCompensation, "exposure-compensation", .exposure, .exposureCompensation),
        (.batteryLevel, "battery-level", .information, .choice),
        (.powerSource, "power-source", .information, .choice),
        (.autoFocusSystem, "autofocus-system", .capture, .choice),
        (.focusMode, "focus-mode", .capture, .choice),
        (.driveMode, "drive-mode", .capture, .choice),
        (.exposureMode, "exposure-mode", .imaging, .choice),
        (.bracketing, "bracketing", .configuration, .boolean),
        (.mirrorLockup, "mirror-lockup", .capture, .boolean),
        (.mirrorLockupStage, "mirror-lockup-stage", .capture, .choice),
        (.depthOfFieldPreview, "depth-of-field-preview", .information, .boolean),
        (.shotsAvailable, "shots-available", .information, .integer),
        (.lensStatus, "lens-status", .information, .boolean),
        (.colorTone, "color-tone", .imaging, .opaque),
        (.artFilter, "art-filter", .imaging, .opaque),
        (.digitalZoom, "digital-zoom", .capture, .boolean),
        (.whiteBalance, "white-balance", .imaging, .choice),
        (.noiseReduction, "noise-reduction", .configuration, .opaque),
        (.imageQuality, "image-quality", .configuration, .opaque),
        (.lightMeterStatus, "light-meter-status", .information, .choice),
        (.lightMeterReading, "light-meter-reading", .exposure, .exposureCompensation),
        (.meteringMode, "metering-mode", .imaging, .opaque),
        (.readyForCapture, "ready-for-capture", .information, .boolean),
        (.imageDestination, "image-destination", .configuration, .choice),
        (.videoFormat, "video-format", .video, .videoFormat),
        (.liveViewZoom, "live-view-zoom", .liveView, .zoom),
        (.videoISOSpeed, "video-iso", .exposure, .isoSpeed),
        (.videoShutterSpeed, "video-shutter-speed", .exposure, .shutterSpeed),
        (.videoAperture, "video-aperture", .exposure, .aperture),
        (.videoExposureCompensation, "video-exposure-compensation", .exposure, .exposureCompensation),
        (.flashAvailable, "flash-available", .information, .boolean),
        (.flashMode, "flash-mode", .imaging, .choice),
        (.flashExposureCompensation, "flash-exposure-compensation", .exposure, .exposureCompensation),
        (.whiteBalanceTemperature, "white-balance-temperature", .imaging, .integer),
    ]

    private static let rows = Dictionary(uniqueKeysWithValues: table.map { ($0.identifier, $0) })
    private static let byName = Dictionary(uniqueKeysWithValues: table.map { ($0.name, $0.identifier) })

    /// The named properties, in the order of their cases.
    public static let known: [PropertyIdentifier] = table.map(\.identifier)

    /// The group of the property; `other` for a vendor's property.
    public var category: PropertyCategory { Self.rows[self]?.category ?? .other }

    /// The kind of the property's values; `opaque` for a vendor's property.
    public var kind: PropertyKind { Self.rows[self]?.kind ?? .opaque }
}

extension PropertyIdentifier: LosslessStringConvertible {
    /// The name used on command lines and in JSON, such as "shutter-speed"; "vendor-0xD1A0" for a vendor's property.
    public var description: String {
        if case .vendor(let code) = self { return "vendor-0x\(String(code, radix: 16, uppercase: true))" }
        return Self.rows[self]?.name ?? ""
    }

    /// Parses the text of ``description``, ignoring case, and with spaces or underscores in place of hyphens.
    public init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let name = String(text.lowercased().map { $0 == " " || $0 == "_" ? "-" : $0 })
        if let known = Self.byName[name] {
            self = known
        } else if name.hasPrefix("vendor-0x"), name.dropFirst(9).allSatisfy(\.isHexDigit),
            let code = UInt32(name.dropFirst(9), radix: 16)
        {
            self = .vendor(code: code)
        } else {
            return nil
        }
    }
}
