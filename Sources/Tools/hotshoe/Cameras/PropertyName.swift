import HotShoeSupport
import CameraModel

extension PropertyIdentifier {
    /// Returns the property of this name.
    static func named(_ text: String) throws(CommandFailure) -> PropertyIdentifier {
        if let identifier = PropertyIdentifier(text) { return identifier }
        let names = known.map(\.description)
        let near = NearestName.several(of: text.lowercased(), among: names)
        let advice = near.isEmpty ? "`hotshoe get` lists them." : "Did you mean \(near.listed(by: "or"))?"
        throw CommandFailure(.value, nil, "Unknown property \(Excerpt.quoted(text)). \(advice)")
    }
}

extension Camera {
    /// Returns a property that the camera has, or throws.
    func existing(_ identifier: PropertyIdentifier) throws(CommandFailure) -> Property {
        guard knownProperties.contains(identifier) else {
            throw CommandFailure(
                .value,
                identifier.description,
                "This camera has no such property. `hotshoe get` lists those it has."
            )
        }
        return property(identifier)
    }
}

extension PropertyIdentifier {
    /// The command categories that setting the property requires.
    var commandCategories: CommandCategories {
        switch self {
        case .videoFormat, .videoISOSpeed, .videoShutterSpeed, .videoAperture, .videoExposureCompensation: .videoRecording
        default: .stillsShooting
        }
    }
}
