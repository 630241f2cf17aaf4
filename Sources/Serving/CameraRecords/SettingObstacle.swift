package import CameraModel
import Exposure

/// Why a property cannot be set now, and what would change that. Pure.
package struct SettingObstacle: Hashable, Sendable {
    /// A change that would make the property settable.
    package enum Remedy: Hashable, Sendable {
        /// Nothing: the property is a reading.
        case none
        /// It is not known.
        case unknown
        /// Another property with one of these values, the most suitable one first.
        case setting(PropertyIdentifier, [String])
        /// A change at the camera itself, as a sentence.
        case atCamera(String)
        /// The end of the recording of video.
        case endOfRecording
        /// In place of the property: a shutter that is held for the time of the exposure.
        case heldShutter
    }

    /// The state of a camera that determines the obstacle.
    package struct Situation {
        /// Label of the exposure mode, such as "A"; nil if the camera does not report it.
        package var mode: String?
        /// Labels of the exposure modes that can be set remotely; none if the mode is a dial.
        package var settableModes: [String] = []
        /// Whether the camera is recording video.
        package var isRecording = false
        /// Labels of white balances that can be set.
        package var whiteBalances: [String] = []
        /// Whether the white balance is a colour temperature.
        package var hasTemperature = true
        /// Labels of the flash modes that can be set.
        package var flashModes: [String] = []
        /// Whether the flash is off.
        package var isFlashOff = false
        /// Whether the camera chooses the ISO speed.
        package var isISOAutomatic = false
        /// Why the connection lets nothing be set, as a sentence; nil if it does.
        package var limit: String?

        package init(mode: String? = nil, settableModes: [String] = []) {
            (self.mode, self.settableModes) = (mode, settableModes)
        }
    }

    /// Why the property cannot be set, as a sentence.
    package let reason: String
    /// The change that would make it settable.
    package let remedy: Remedy

    /// Determines the obstacle for a property that cannot be set.
    package init(_ identifier: PropertyIdentifier, _ situation: Situation) {
        let name = Self.plainName(identifier)
        if Self.isReading(identifier) {
            self.init("The \(name) is a reading: no camera lets it be set.", .none)
        } else if let limit = situation.limit {
            self.init(limit, .none)
        } else if situation.isRecording {
            self.init("The camera is recording video.", .endOfRecording)
        } else if let dependent = Self.dependent(identifier, situation) {
            self = dependent
        } else {
            self =
                Self.modeObstacle(identifier, name, situation)
                ?? Self("The camera does not allow the \(name) to be set now.", .unknown)
        }
    }

    /// Whether a property is a reading of every camera, such as the battery level.
    package static func isReading(_ identifier: PropertyIdentifier) -> Bool {
        identifier.category == .information || identifier == .lightMeterReading
    }

    private init(_ reason: String, _ remedy: Remedy) { (self.reason, self.remedy) = (reason, remedy) }

    /// The obstacle for a property that has an effect only with a certain value of another one; nil for others.
    private static func dependent(_ identifier: PropertyIdentifier, _ situation: Situation) -> Self? {
        switch identifier {
        case .whiteBalanceTemperature where !situation.hasTemperature:
            let wanted = situation.whiteBalances.first { $0 == WhiteBalance.temperature.rawValue }
            return Self(
                "The white balance is not a color temperature.",
                wanted.map { .setting(.whiteBalance, [$0]) } ?? .atCamera("Select it on the camera first.")
            )
        case .flashExposureCompensation where situation.isFlashOff:
            let wanted =
                situation.flashModes.first { $0 == FlashMode.fill.rawValue } ?? situation.flashModes.first { $0 != "off" }
            return Self("The flash is off.", wanted.map { .setting(.flashMode, [$0]) } ?? .none)
        default: return nil
        }
    }

    /// The obstacle of an exposure mode that excludes a property; nil if it does not.
    private static func modeObstacle(_ identifier: PropertyIdentifier, _ name: String, _ situation: Situation) -> Self? {
        let modes = modes(for: identifier)
        guard let mode = situation.mode, !modes.isEmpty, !modes.contains(mode) else { return nil }
        // In mode M with automatic ISO the compensation has an effect: it is another reason that prevents it.
        let isManual = mode == ExposureMode.manual.rawValue
        if identifier == .exposureCompensation, isManual, situation.isISOAutomatic { return nil }
        let remedy = remedy(modes, situation.settableModes)
        switch (identifier, ExposureMode(rawValue: mode)) {
        case (.exposureCompensation, .manual):
            return Self(
                "In mode M there is no exposure compensation, unless the camera chooses the ISO speed: the settings are the "
                    + "exposure.",
                remedy
            )
        case (.exposureCompensation, .bulb), (.shutterSpeed, .bulb):
            return Self("In mode bulb the exposure lasts as long as the shutter is held.", .heldShutter)
        case (.exposureCompensation, .fullyAutomatic):
            return Self("In mode auto the camera chooses the exposure, and accepts no compensation.", remedy)
        case (_, let mode?): return Self("In mode \(mode.rawValue) the camera chooses the \(name).", remedy)
        // Of a mode that only this camera has, such as a scene, it is not known what the camera chooses.
        case (_, nil): return Self("The mode of the camera does not allow the \(name) to be set.", remedy)
        }
    }

    private static func remedy(_ wanted: [String], _ settableModes: [String]) -> Remedy {
        // Bulb and flexible priority are no substitutes for the other modes.
        let wanted = wanted.filter { $0 != ExposureMode.bulb.rawValue && $0 != ExposureMode.flexiblePriority.rawValue }
        let possible = wanted.filter(settableModes.contains)
        if !possible.isEmpty { return .setting(.exposureMode, possible) }
        // Without a list of modes, the mode is a dial of the body.
        return settableModes.isEmpty ? .atCamera("Turn its mode dial to \(listed(wanted)).") : .none
    }

    private static func listed(_ words: [String]) -> String {
        words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or \(words[words.count - 1])"
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

extension SettingObstacle.Situation {
    /// The situation of a connected camera.
    package init(_ camera: Camera) {
        let mode = camera.property(.exposureMode)
        self.init(mode: mode.value?.label, settableModes: mode.settable.values.map(\.label))
        isRecording = camera.recording.isRecording
        whiteBalances = camera.property(.whiteBalance).settable.values.map(\.label)
        hasTemperature = camera.whiteBalance.value == .temperature
        flashModes = camera.property(.flashMode).settable.values.map(\.label)
        isFlashOff = camera.flashMode.value == .off
        isISOAutomatic = camera.iso.value == .automatic
        limit = camera.capabilities.contains(.exposureControl) ? nil : camera.warnings.limit(.remoteControl)
    }
}
