/// A setting or reading of a camera.
///
/// 37 are known by name. What a camera has beyond them keeps its maker's code, and is listed and settable all the same.
public enum PropertyIdentifier: Sendable, Hashable {
    case isoSpeed
    case shutterSpeed
    case aperture
    case exposureCompensation
    case batteryLevel
    case powerSource
    case autoFocusSystem
    case focusMode
    case driveMode
    case exposureMode
    case bracketing
    case mirrorLockup
    case mirrorLockupStage
    case depthOfFieldPreview
    case shotsAvailable
    case lensStatus
    case colorTone
    case artFilter
    case digitalZoom
    case whiteBalance
    case noiseReduction
    case imageQuality
    case lightMeterStatus
    case lightMeterReading
    case meteringMode
    case readyForCapture
    case imageDestination
    case videoFormat
    case liveViewZoom
    case videoISOSpeed
    case videoShutterSpeed
    case videoAperture
    case videoExposureCompensation
    case flashAvailable
    case flashMode
    case flashExposureCompensation
    case whiteBalanceTemperature
    /// A property that only the maker's list explains.
    case vendor(code: UInt32)
}

/// What kind of value a property has.
public enum PropertyKind: String, Sendable, Hashable, CaseIterable {
    case aperture
    case shutterSpeed = "shutter speed"
    case isoSpeed = "ISO speed"
    case exposureCompensation = "exposure compensation"
    /// One of a list of names.
    case choice
    case boolean
    case integer
    case videoFormat = "video format"
    case zoom
    /// Only the camera knows what its values mean.
    case opaque
}

/// A group of properties, for user interfaces.
public enum PropertyCategory: String, Sendable, Hashable, CaseIterable {
    case exposure
    case capture
    case imaging
    case configuration
    case information
    case video
    case liveView = "live view"
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

    /// The properties that are known by name, in the order of their numbers.
    public static let known: [PropertyIdentifier] = table.map(\.identifier)

    public var category: PropertyCategory { Self.rows[self]?.category ?? .other }

    public var kind: PropertyKind { Self.rows[self]?.kind ?? .opaque }
}

extension PropertyIdentifier: LosslessStringConvertible {
    /// The name used on command lines and in JSON, such as "shutter-speed"; "vendor-0xD1A0" for a maker's own.
    public var description: String {
        if case .vendor(let code) = self { return "vendor-0x\(String(code, radix: 16, uppercase: true))" }
        return Self.rows[self]?.name ?? ""
    }

    /// Understands what ``description`` gives, in either case and with spaces or underscores for hyphens.
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
