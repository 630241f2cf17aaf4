import ArgumentParsing
import CameraModel

/// `hotshoe set`
enum SetCommand {
    static let property = Argument.required("PROPERTY", .property, "Property to set; `hotshoe get` lists them.")
    static let value = Argument.required("VALUE", .propertyValue, "The new value, as `hotshoe get PROPERTY --values` shows it.")
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
        let change = SettingChange(name: try PropertyName(context[property]), text: context[value])
        try await context.withCamera(for: change.name.commandCategories, isRequired: false) { camera in
            let property = try change.name.property(of: camera)
            guard !property.state.endsWithConnection || context.keepsConnection else {
                throw CommandFailure(
                    .unavailable,
                    property.identifier.description,
                    "The end of the connection sets this back, so setting it alone has no effect. Set it in `hotshoe shell`."
                )
            }
            let record = try await change.apply(to: camera, context, isWaiting: !context[noWait])
            try context.noteLostChanges("The simulated camera starts anew with each command: settings are not kept.")
            try context.print(record, as: record.line)
        }
    }
}
