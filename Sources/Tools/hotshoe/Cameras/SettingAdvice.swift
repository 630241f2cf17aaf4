import CameraModel
import HotShoeSupport

/// Explains why a property cannot be set now, and suggests a remedy. Pure.
enum SettingAdvice {
    /// The error for a property that cannot be set now.
    static func failure(_ identifier: PropertyIdentifier, mode: Property) -> CommandFailure {
        let modes = mode.settable.values.map(\.label)
        return CommandFailure(.unavailable, nil, text(identifier, mode: mode.value?.label, settableModes: modes))
    }

    /// Returns the message for a property that cannot be set now.
    ///
    /// `mode` is the label of the exposure mode, such as "A"; nil if the camera does not report it. `settableModes` contains the
    /// labels of the exposure modes that can be set remotely; none if the mode is a dial.
    static func text(_ identifier: PropertyIdentifier, mode: String?, settableModes: [String]) -> String {
        let name = plainName(identifier)
        let wanted = modes(for: identifier)
        guard let mode, !wanted.isEmpty, !wanted.contains(mode) else {
            return "The camera does not allow the \(name) to be set now. `hotshoe get` shows what is read only."
        }
        let possible = wanted.filter(settableModes.contains)
        let reason = "In mode \(mode) the camera chooses the \(name)."
        guard let first = possible.first else { return "\(reason) Turn its mode dial to \(wanted.listed(by: "or"))." }
        let others = possible.dropFirst()
        return
            "\(reason) First: `hotshoe set exposure-mode \(first)`\(others.isEmpty ? "" : " (or \(Array(others).listed(by: "or")))")."
    }

    /// The exposure modes in which the user can set a property.
    private static func modes(for identifier: PropertyIdentifier) -> [String] {
        switch identifier {
        case .shutterSpeed: ["S", "M"]
        case .aperture: ["A", "M"]
        case .exposureCompensation: ["A", "S", "P"]
        case .isoSpeed: ["P", "A", "S", "M"]
        default: []
        }
    }

    /// "shutter speed"
    private static func plainName(_ identifier: PropertyIdentifier) -> String {
        identifier.description == "iso" ? "ISO speed" : identifier.description.split(separator: "-").joined(separator: " ")
    }
}
