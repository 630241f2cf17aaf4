import CameraModel
import Exposure

// The values of properties, their settable values, and the effects of setting them.

/// Lists of settable values, created once.
private enum Choices {
    static let apertures = BodyOptics.apertures.map { PropertyValue(.aperture($0)) }
    static let shutterSpeeds = BodyOptics.shutterSpeeds.map { PropertyValue(.shutterSpeed($0)) }
    static let isoSpeeds = ([ISOSpeed.automatic] + BodyOptics.isoSpeeds).map { PropertyValue(.isoSpeed($0)) }
    static let fixedISOSpeeds = BodyOptics.isoSpeeds.map { PropertyValue(.isoSpeed($0)) }
    static let compensations = BodyOptics.compensations.map { PropertyValue(.exposureCompensation($0)) }
    static let videoShutterSpeeds = BodyOptics.videoShutterSpeeds.map { PropertyValue(.shutterSpeed($0)) }
    static let autoFocusSystems = AutoFocusSystem.allCases.filter { $0 != .viewfinderPoints }
        .map { PropertyValue(.autoFocusSystem($0)) }
    static let focusModes = FocusMode.allCases.map { PropertyValue(.focusMode($0)) }
    static let driveModes = [
        DriveMode.single, .continuous, .continuousLow, .continuousHigh, .timerShort, .timerLong, .timerBurst,
    ]
    .map { PropertyValue(.driveMode($0)) }
    static let exposureModes = ExposureMode.allCases.map { PropertyValue(.exposureMode($0)) }
    static let whiteBalances = WhiteBalance.allCases.map { PropertyValue(.whiteBalance($0)) }
    static let destinations = ImageDestination.allCases.map { PropertyValue(.imageDestination($0)) }
    static let flashModes = FlashMode.allCases.map { PropertyValue(.flashMode($0)) }
    static let switches = [PropertyValue(.boolean(false)), PropertyValue(.boolean(true))]
    static let videoFormats = BodySettings.videoFormats.map { PropertyValue(.videoFormat($0)) }
    static let zooms = BodySettings.zooms.map { PropertyValue(.zoom(ZoomLevel(factor: $0))) }
    static let colorTones = named(BodySettings.colorTones)
    static let artFilters = named(BodySettings.artFilters)
    static let noiseReductions = named(BodySettings.noiseReductions)
    static let meteringModes = named(BodySettings.meteringModes)
    static let imageQualities = BodySettings.ImageQuality.allCases.map {
        PropertyValue(code: Int64($0.rawValue), label: $0.label)
    }
    static let temperatures = NumericRange(minimum: 2500, maximum: 10_000, step: 100)!

    static func named(_ names: [String]) -> [PropertyValue] {
        names.enumerated().map { PropertyValue(code: Int64($0.offset), label: $0.element) }
    }
}

extension CameraBody {
    func state(of property: PropertyIdentifier) -> PropertyState {
        PropertyState(property, value: value(of: property), settable: settable(property))
    }

    private func value(of property: PropertyIdentifier) -> PropertyValue? {
        switch property {
        case .isoSpeed: return PropertyValue(.isoSpeed(effectiveISOSpeed))
        case .shutterSpeed: return PropertyValue(.shutterSpeed(settings.exposureMode == .bulb ? .bulb : exposure.shutterSpeed))
        case .aperture: return lens.isAttached ? PropertyValue(.aperture(exposure.aperture)) : nil
        case .exposureCompensation: return PropertyValue(.exposureCompensation(settings.exposureCompensation))
        case .batteryLevel: return PropertyValue(.batteryLevel(power.level))
        case .powerSource: return PropertyValue(.powerSource(.battery))
        case .autoFocusSystem: return PropertyValue(.autoFocusSystem(settings.autoFocusSystem))
        case .focusMode: return PropertyValue(.focusMode(settings.focusMode))
        case .driveMode: return PropertyValue(.driveMode(settings.driveMode))
        case .exposureMode: return PropertyValue(.exposureMode(settings.exposureMode))
        case .bracketing: return PropertyValue(.boolean(settings.bracketing))
        case .mirrorLockup: return PropertyValue(.boolean(settings.mirrorLockup))
        case .mirrorLockupStage: return PropertyValue(.mirrorLockupStage(mirrorLockupStage))
        case .depthOfFieldPreview: return PropertyValue(.boolean(lens.isStoppedDown))
        case .shotsAvailable: return PropertyValue(.integer(shotsAvailable))
        case .lensStatus: return PropertyValue(.boolean(lens.isAttached))
        case .colorTone: return Choices.colorTones[settings.colorTone]
        case .artFilter: return Choices.artFilters[settings.artFilter]
        case .digitalZoom: return PropertyValue(.boolean(settings.digitalZoom))
        case .whiteBalance: return PropertyValue(.whiteBalance(settings.whiteBalance))
        case .noiseReduction: return Choices.noiseReductions[settings.noiseReduction]
        case .imageQuality: return Choices.imageQualities[settings.imageQuality.rawValue - 1]
        case .lightMeterStatus: return PropertyValue(.lightMeterStatus(meterStatus))
        case .lightMeterReading: return meterReading.map { PropertyValue(.exposureCompensation($0)) }
        case .meteringMode: return Choices.meteringModes[settings.meteringMode]
        case .readyForCapture: return PropertyValue(.boolean(isReadyForCapture))
        case .imageDestination: return PropertyValue(.imageDestination(settings.imageDestination))
        case .videoFormat, .videoISOSpeed, .videoShutterSpeed, .videoAperture, .videoExposureCompensation:
            return videoValue(of: property)
        case .liveViewZoom: return PropertyValue(.zoom(ZoomLevel(factor: settings.liveViewZoom)))
        case .flashAvailable: return PropertyValue(.boolean(true))
        case .flashMode: return PropertyValue(.flashMode(settings.flashMode))
        case .flashExposureCompensation: return PropertyValue(.exposureCompensation(settings.flashExposureCompensation))
        case .whiteBalanceTemperature:
            return PropertyValue(.integer(settings.whiteBalanceTemperature), label: "\(settings.whiteBalanceTemperature) K")
        case .vendor: return nil
        }
    }

    /// The ISO speed of the next picture: in automatic modes that of the metered exposure.
    private var effectiveISOSpeed: ISOSpeed { settings.exposureMode.setsISOSpeed ? settings.isoSpeed : exposure.isoSpeed }

    private func videoValue(of property: PropertyIdentifier) -> PropertyValue? {
        switch property {
        case .videoFormat: PropertyValue(.videoFormat(settings.videoFormat))
        case .videoISOSpeed: PropertyValue(.isoSpeed(settings.videoISOSpeed))
        case .videoShutterSpeed: PropertyValue(.shutterSpeed(settings.videoShutterSpeed))
        case .videoAperture: lens.isAttached ? PropertyValue(.aperture(settings.videoAperture)) : nil
        case .videoExposureCompensation: PropertyValue(.exposureCompensation(settings.videoExposureCompensation))
        default: nil
        }
    }

    func settable(_ property: PropertyIdentifier) -> SettableValues {
        let mode = settings.exposureMode
        if video.state.isRecording && !property.isVideoExposure { return .none }
        switch property {
        case .isoSpeed: return mode.setsISOSpeed ? exposureList(Choices.isoSpeeds) : .none
        case .shutterSpeed: return mode.setsShutterSpeed ? exposureList(Choices.shutterSpeeds) : .none
        case .aperture: return mode.setsAperture && lens.isAttached ? exposureList(Choices.apertures) : .none
        case .exposureCompensation: return mode.hasCompensation ? exposureList(Choices.compensations) : .none
        case .autoFocusSystem: return .enumeration(Choices.autoFocusSystems)
        case .focusMode: return lens.isAttached ? .enumeration(Choices.focusModes) : .none
        case .driveMode: return .enumeration(Choices.driveModes)
        case .exposureMode: return configuration.hasModeDial ? .none : .enumeration(Choices.exposureModes)
        case .bracketing: return mode == .bulb || mode == .fullyAutomatic ? .none : .enumeration(Choices.switches)
        case .mirrorLockup, .digitalZoom: return .enumeration(Choices.switches)
        case .colorTone: return .enumeration(Choices.colorTones)
        case .artFilter: return mode == .fullyAutomatic ? .none : .enumeration(Choices.artFilters)
        case .whiteBalance: return mode == .fullyAutomatic ? .none : .enumeration(Choices.whiteBalances)
        case .whiteBalanceTemperature: return settings.whiteBalance == .temperature ? .numericRange(Choices.temperatures) : .none
        case .noiseReduction: return .enumeration(Choices.noiseReductions)
        case .imageQuality: return .enumeration(Choices.imageQualities)
        case .meteringMode: return mode == .fullyAutomatic ? .none : .enumeration(Choices.meteringModes)
        case .imageDestination: return .enumeration(Choices.destinations)
        case .videoFormat: return categories.contains(.videoRecording) ? .enumeration(Choices.videoFormats) : .none
        case .liveViewZoom: return .enumeration(Choices.zooms)
        case .videoISOSpeed: return categories.contains(.videoRecording) ? exposureList(Choices.fixedISOSpeeds) : .none
        case .videoShutterSpeed: return categories.contains(.videoRecording) ? exposureList(Choices.videoShutterSpeeds) : .none
        case .videoAperture:
            return categories.contains(.videoRecording) && lens.isAttached ? exposureList(Choices.apertures) : .none
        case .videoExposureCompensation: return categories.contains(.videoRecording) ? exposureList(Choices.compensations) : .none
        case .flashMode: return mode == .fullyAutomatic ? .none : .enumeration(Choices.flashModes)
        case .flashExposureCompensation: return settings.flashMode == .off ? .none : exposureList(Choices.compensations)
        case .batteryLevel, .powerSource, .mirrorLockupStage, .depthOfFieldPreview, .shotsAvailable, .lensStatus,
            .lightMeterStatus,
            .lightMeterReading, .readyForCapture, .flashAvailable, .vendor:
            return .none
        }
    }

    private func exposureList(_ values: [PropertyValue]) -> SettableValues {
        configuration.exposureSetType == .enumeration ? .enumeration(values) : .stepping()
    }

    /// Returns the values of a property in order, whether the camera lists them or only steps through them.
    private func list(_ property: PropertyIdentifier) -> [PropertyValue] {
        switch property {
        case .isoSpeed: Choices.isoSpeeds
        case .shutterSpeed: Choices.shutterSpeeds
        case .aperture, .videoAperture: Choices.apertures
        case .exposureCompensation, .videoExposureCompensation, .flashExposureCompensation: Choices.compensations
        case .videoISOSpeed: Choices.fixedISOSpeeds
        case .videoShutterSpeed: Choices.videoShutterSpeeds
        default: settable(property).values
        }
    }

    // MARK: Setting

    mutating func set(_ property: PropertyIdentifier, to value: PropertyValue) throws(CameraError) {
        let settable = settable(property)
        guard settable.isSettable else {
            throw CameraError(
                .notAvailable,
                "The camera does not allow this property to be set now.",
                subject: property.description
            )
        }
        guard let resolved = settable.resolve(value) else {
            throw CameraError(.invalidValue, "The camera does not accept \(value.label) now.", subject: property.description)
        }
        reflectLater(property, resolved)
    }

    mutating func step(_ property: PropertyIdentifier, _ direction: StepDirection) throws(CameraError) {
        guard settable(property).isSettable, let value = value(of: property) else {
            throw CameraError(.notAvailable, "This cannot be changed now.", subject: property.description)
        }
        let list = list(property)
        guard let index = list.firstIndex(where: { $0.matches(value) }) else { return }
        let next = index + (direction == .increment ? 1 : -1)
        // At the end of the list the camera accepts the step without an effect.
        if list.indices.contains(next) { reflectLater(property, list[next]) }
    }

    /// Applies an accepted value after a delay.
    private mutating func reflectLater(_ property: PropertyIdentifier, _ value: PropertyValue) {
        if reflectionsToDrop > 0 {
            reflectionsToDrop -= 1
            return
        }
        cancel { if case .reflect(property, _) = $0 { true } else { false } }
        arrange(.reflect(property, value), after: configuration.speed.command + configuration.speed.reflection)
    }

    /// Applies a value, unless the settings no longer allow it.
    mutating func reflect(_ property: PropertyIdentifier, _ value: PropertyValue) {
        guard let common = value.common else { return reflectOpaque(property, value.code ?? 0) }
        switch (property, common) {
        case (.isoSpeed, .isoSpeed(let new)): settings.isoSpeed = new
        case (.shutterSpeed, .shutterSpeed(let new)): settings.shutterSpeed = new
        case (.aperture, .aperture(let new)): settings.aperture = new
        case (.exposureCompensation, .exposureCompensation(let new)): settings.exposureCompensation = new
        case (.autoFocusSystem, .autoFocusSystem(let new)): settings.autoFocusSystem = new
        case (.focusMode, .focusMode(let new)): settings.focusMode = new
        case (.driveMode, .driveMode(let new)): settings.driveMode = new
        case (.exposureMode, .exposureMode(let new)): setExposureMode(new)
        case (.bracketing, .boolean(let new)): settings.bracketing = new
        case (.mirrorLockup, .boolean(let new)): setMirrorLockup(new)
        case (.digitalZoom, .boolean(let new)): settings.digitalZoom = new
        case (.whiteBalance, .whiteBalance(let new)): settings.whiteBalance = new
        case (.whiteBalanceTemperature, .integer(let new)): settings.whiteBalanceTemperature = new
        case (.imageDestination, .imageDestination(let new)): settings.imageDestination = new
        case (.videoFormat, .videoFormat(let new)): settings.videoFormat = new
        case (.liveViewZoom, .zoom(let new)): settings.liveViewZoom = new.factor
        case (.videoISOSpeed, .isoSpeed(let new)): settings.videoISOSpeed = new
        case (.videoShutterSpeed, .shutterSpeed(let new)): settings.videoShutterSpeed = new
        case (.videoAperture, .aperture(let new)): settings.videoAperture = new
        case (.videoExposureCompensation, .exposureCompensation(let new)): settings.videoExposureCompensation = new
        case (.flashMode, .flashMode(let new)): settings.flashMode = new
        case (.flashExposureCompensation, .exposureCompensation(let new)): settings.flashExposureCompensation = new
        default: return
        }
    }

    private mutating func reflectOpaque(_ property: PropertyIdentifier, _ code: Int64) {
        let index = Int(clamping: code)
        switch property {
        case .colorTone where Choices.colorTones.indices.contains(index): settings.colorTone = index
        case .artFilter where Choices.artFilters.indices.contains(index): settings.artFilter = index
        case .noiseReduction where Choices.noiseReductions.indices.contains(index): settings.noiseReduction = index
        case .meteringMode where Choices.meteringModes.indices.contains(index): settings.meteringMode = index
        case .imageQuality: settings.imageQuality = BodySettings.ImageQuality(rawValue: index) ?? settings.imageQuality
        default: return
        }
    }

    /// The mode's own values stay: values of automatic exposure are not copied to them.
    private mutating func setExposureMode(_ new: ExposureMode) {
        settings.exposureMode = new
        if new == .bulb || new == .fullyAutomatic { settings.bracketing = false }
        if new == .fullyAutomatic { settings.whiteBalance = .automatic }
    }
}

extension PropertyIdentifier {
    /// Whether the property can be changed while video is recorded.
    fileprivate var isVideoExposure: Bool {
        switch self {
        case .videoISOSpeed, .videoShutterSpeed, .videoAperture, .videoExposureCompensation: true
        default: false
        }
    }
}
