import CameraModel
import Exposure
import Wording

/// Explains why a property cannot be set now, and suggests a remedy. Pure.
enum SettingAdvice {
    /// What the advice depends on.
    struct Situation {
        /// Label of the exposure mode, such as "A"; nil if the camera does not report it.
        var mode: String?
        /// Labels of the exposure modes that can be set remotely; none if the mode is a dial.
        var settableModes: [String] = []
        /// Whether the camera is recording video.
        var isRecording = false
        /// Labels of white balances that can be set.
        var whiteBalances: [String] = []
        /// Whether the white balance is a colour temperature.
        var hasTemperature = true
        /// Labels of the flash modes that can be set.
        var flashModes: [String] = []
        /// Whether the flash is off.
        var isFlashOff = false
        /// Whether the camera chooses the ISO speed.
        var isISOAutomatic = false
    }

    /// The error for a property that cannot be set now.
    static func failure(_ property: Property) -> CommandFailure {
        CommandFailure(.unavailable, nil, text(property.identifier, Situation(property.camera)))
    }

    /// Returns the message for a property that cannot be set now.
    static func text(_ identifier: PropertyIdentifier, mode: String?, settableModes: [String]) -> String {
        text(identifier, Situation(mode: mode, settableModes: settableModes))
    }

    /// Returns the message for a property that cannot be set now.
    static func text(_ identifier: PropertyIdentifier, _ situation: Situation) -> String {
        let name = plainName(identifier)
        if identifier.category == .information { return "The \(name) is a reading: no camera lets it be set." }
        if situation.isRecording { return "The camera is recording video. Stop the recording first: `hotshoe video stop`." }
        if let text = dependent(identifier, situation) { return text }
        // In mode M with automatic ISO the compensation has an effect: it is another reason that prevents it.
        let isEffective =
            identifier == .exposureCompensation && situation.mode == ExposureMode.manual.rawValue && situation.isISOAutomatic
        guard !isEffective, let mode = situation.mode, let reason = reason(identifier, name, in: mode) else {
            return "The camera does not allow the \(name) to be set now. `hotshoe get` shows what is read only."
        }
        return reason + remedy(modes(for: identifier), situation.settableModes)
    }

    /// The message for a property that has an effect only with a certain value of another one; nil for others.
    private static func dependent(_ identifier: PropertyIdentifier, _ situation: Situation) -> String? {
        switch identifier {
        case .whiteBalanceTemperature where !situation.hasTemperature:
            let wanted = situation.whiteBalances.first { $0 == WhiteBalance.temperature.rawValue }
            return "The white balance is not a color temperature."
                + (wanted.map { " First: `hotshoe set white-balance \"\($0)\"`." } ?? " Select it on the camera first.")
        case .flashExposureCompensation where situation.isFlashOff:
            let wanted =
                situation.flashModes.first { $0 == FlashMode.fill.rawValue } ?? situation.flashModes.first { $0 != "off" }
            return "The flash is off." + (wanted.map { " First: `hotshoe set flash-mode \"\($0)\"`." } ?? "")
        default: return nil
        }
    }

    /// Why a mode excludes a property, as a sentence; nil if it does not.
    private static func reason(_ identifier: PropertyIdentifier, _ name: String, in mode: String) -> String? {
        guard !modes(for: identifier).contains(mode), !modes(for: identifier).isEmpty else { return nil }
        let mode = ExposureMode(rawValue: mode)
        switch (identifier, mode) {
        case (.exposureCompensation, .manual):
            return "In mode M there is no exposure compensation, unless the camera chooses the ISO speed: the settings are the "
                + "exposure."
        case (.exposureCompensation, .bulb), (.shutterSpeed, .bulb):
            return "In mode bulb the exposure lasts as long as the shutter is held: `hotshoe shoot --bulb SECONDS`."
        case (.exposureCompensation, .fullyAutomatic):
            return "In mode auto the camera chooses the exposure, and accepts no compensation."
        case (_, let mode?): return "In mode \(mode.rawValue) the camera chooses the \(name)."
        // Of a mode that only this camera has, such as a scene, it is not known what the camera chooses.
        case (_, nil): return "The mode of the camera does not allow the \(name) to be set."
        }
    }

    private static func remedy(_ wanted: [String], _ settableModes: [String]) -> String {
        // Bulb and flexible priority are for a purpose of their own.
        let wanted = wanted.filter { $0 != ExposureMode.bulb.rawValue && $0 != ExposureMode.flexiblePriority.rawValue }
        let possible = wanted.filter(settableModes.contains)
        guard let first = possible.first else {
            // Without a list of modes, the mode is a dial of the body.
            return settableModes.isEmpty ? " Turn its mode dial to \(wanted.listed(by: "or"))." : ""
        }
        let others = possible.dropFirst()
        return " First: `hotshoe set exposure-mode \(first)`\(others.isEmpty ? "" : " (or \(Array(others).listed(by: "or")))")."
    }

    /// The exposure modes in which the user can set a property; none if that does not depend on the mode.
    private static func modes(for identifier: PropertyIdentifier) -> [String] {
        switch identifier {
        case .shutterSpeed: ["S", "M"]
        case .aperture: ["A", "M", "bulb"]
        case .exposureCompensation: ["A", "S", "P", "Fv"]
        case .isoSpeed: ["P", "A", "S", "M", "bulb", "Fv"]
        case .whiteBalance, .meteringMode, .flashMode, .artFilter: ["P", "A", "S", "M", "bulb", "Fv"]
        case .bracketing: ["P", "A", "S", "M", "Fv"]
        default: []
        }
    }

    /// "shutter speed"
    private static func plainName(_ identifier: PropertyIdentifier) -> String {
        identifier.description == "iso" ? "ISO speed" : identifier.description.split(separator: "-").joined(separator: " ")
    }
}

extension SettingAdvice.Situation {
    /// The situation of a connected camera.
    init(_ camera: Camera) {
        let mode = camera.property(.exposureMode)
        self.init(mode: mode.value?.label, settableModes: mode.settable.values.map(\.label))
        isRecording = camera.recording.isRecording
        whiteBalances = camera.property(.whiteBalance).settable.values.map(\.label)
        hasTemperature = camera.whiteBalance.value == .temperature
        flashModes = camera.property(.flashMode).settable.values.map(\.label)
        isFlashOff = camera.flashMode.value == .off
        isISOAutomatic = camera.iso.value == .automatic
    }
}
