import CameraModel
import CameraRecords
import Wording

/// Explains in the words of the command line why a property cannot be set now, and what to do. Pure.
enum SettingAdvice {
    typealias Situation = SettingObstacle.Situation

    /// The error for a property that cannot be set now.
    static func failure(_ property: Property) -> CommandFailure {
        CommandFailure(.unavailable, nil, text(property.identifier, Situation(property.camera)))
    }

    /// Returns the message for a property that cannot be set now.
    static func text(_ identifier: PropertyIdentifier, _ situation: Situation) -> String {
        let obstacle = SettingObstacle(identifier, situation)
        let reason = obstacle.reason
        switch obstacle.remedy {
        case .none: return reason
        case .unknown: return reason + " `hotshoe get` shows what is read only."
        case .atCamera(let text): return reason + " \(text)"
        case .endOfRecording: return reason + " Stop the recording first: `hotshoe video stop`."
        case .heldShutter: return "\(reason.dropLast()): `hotshoe shoot --bulb SECONDS`."
        case .setting(let property, let values):
            let others = Array(values.dropFirst())
            let alternative = others.isEmpty ? "" : " (or \(others.listed(by: "or")))"
            return reason + values.prefix(1).map { " First: `hotshoe set \(property) \(word($0))`\(alternative)." }.joined()
        }
    }

    /// A value as a word of a shell.
    private static func word(_ value: String) -> String { value.allSatisfy { $0 != " " } ? value : "\"\(value)\"" }
}
