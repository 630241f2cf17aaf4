import CameraModel

/// The settings of each camera, in the order in which they are validated and set. Pure.
struct SettingTransaction: Equatable {
    /// A value for one camera.
    struct Step: Equatable {
        let member: Int
        let property: PropertyIdentifier
        let text: String
        let isOptional: Bool
    }

    /// The modes, which decide which other values can be set.
    let modes: [Step]
    /// The other settings.
    let others: [Step]

    /// Distributes settings to cameras.
    ///
    /// - Parameters:
    ///   - settings: The settings; of two for the same property of a camera the later one counts.
    ///   - roles: The roles of the rig.
    /// - Throws: ``RigError/Code/invalidArgument`` for a role that does not exist.
    init(_ settings: [RigSetting], roles: [String]) throws(RigError) {
        var steps: [Step] = []
        for setting in settings {
            for role in setting.roles where !roles.contains(role) {
                throw RigError(.invalidArgument, "The rig has no \"\(role)\". It has \(roles.joined(separator: ", ")).")
            }
            for (member, role) in roles.enumerated() where setting.roles.isEmpty || setting.roles.contains(role) {
                steps.removeAll { $0.member == member && $0.property == setting.property }
                steps.append(
                    Step(member: member, property: setting.property, text: setting.text, isOptional: setting.isOptional)
                )
            }
        }
        modes = steps.filter { Self.decides($0.property) }
        others = steps.filter { !Self.decides($0.property) }
    }

    /// Whether other properties can be set depending on a property.
    private static func decides(_ property: PropertyIdentifier) -> Bool {
        switch property {
        case .exposureMode, .driveMode, .focusMode: true
        default: false
        }
    }
}
