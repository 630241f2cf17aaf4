import CameraModel

/// `hotshoe set`
enum SetCommand {
    static let property = Argument.required("PROPERTY", .property, "Property to set; `hotshoe get` lists them.")
    static let value = Argument.required("VALUE", .text, "The new value, as `hotshoe get PROPERTY --values` shows it.")
    static let noWait = Option.flag(
        "no-wait",
        "Return when the camera has accepted the value, without waiting until it reports it."
    )

    static let command = Command(
        "set",
        summary: "Change a property",
        discussion:
            "Waits until the camera reports the new value, for 2 s or for --timeout: a camera may accept a value and apply another.",
        arguments: [property, value],
        options: [noWait],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe set exposure-mode A", "Aperture priority, in which the aperture can be set."),
            .init("hotshoe set aperture f/2.8", "Also written 2.8."),
            .init("hotshoe set exposure-compensation -1/3", "Negative values need no preceding --."),
        ],
        exitCodes: CameraOptions.exitCodes + [.value, .unavailable, .busy]
    ) { context in
        let identifier = try PropertyIdentifier.named(context[property])
        let text = context[value]
        try await context.withCamera(for: identifier.commandCategories) { camera in
            let property = try camera.existing(identifier)
            let old = property.value?.label
            let completion: Property.Completion =
                context[noWait] ? .accepted : .reflected(timeout: context.timeout ?? DefaultTimeout.setting)
            // Checked first, for an error message that names the exposure modes in which the property can be set.
            guard property.settable.isSettable else {
                throw SettingAdvice.failure(identifier, mode: camera.property(.exposureMode))
            }
            let wanted = try property.state.settableValue(for: text)
            // Longer than the time limit for reflecting the value, because the library's error includes the value that the
            // camera shows instead.
            let limit = (context.timeout ?? DefaultTimeout.answer) + (context.timeout ?? DefaultTimeout.setting)
            try await TimeLimit.run(limit, identifier.description) { try await property.set(wanted, until: completion) }
            try context.noteLostChanges("The simulated camera starts anew with each command: settings are not kept.")
            let new = context[noWait] ? wanted.label : property.value?.label ?? wanted.label
            let change: StyledText = old.map { $0 == new ? "" : "\($0) → " } ?? ""
            try context.print(
                Record(property: identifier.description, old: old, value: new),
                as: "\(identifier)  \(change)\(new, .bold)"
            )
        }
    }

    private struct Record: Encodable {
        let property: String
        let old: String?
        let value: String
    }
}
