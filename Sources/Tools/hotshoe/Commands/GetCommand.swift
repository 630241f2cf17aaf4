import ArgumentParsing
import CameraModel
import CameraRecords

/// `hotshoe get`
enum GetCommand {
    static let properties = Argument.repeating(
        "PROPERTY",
        .property,
        "Property to show. All properties that have a value if none is given."
    )
    static let values = Option.flag("values", "Show the values that each accepts now as well.")

    static let command = Command(
        "get",
        summary: "Show properties and their values",
        discussion: "Prints only the value for a single property, for use in scripts, and a table for several. "
            + "A property without a value is shown as –. A property without a name here is shown by its vendor's code, followed by the vendor's name.",
        arguments: [properties],
        options: [values],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe get aperture", "f/5.6"),
            .init("hotshoe get aperture --values", "The values that the aperture accepts now, one per line."),
            .init("hotshoe get --json", "All properties, as JSON."),
        ],
        exitCodes: CameraOptions.exitCodes + [.value, .unavailable]
    ) { context in
        // A misspelt name is reported without connecting to a camera.
        let named = try context[properties].map { name throws(CommandFailure) in try PropertyName(name) }
        try await context.withCamera { camera in
            guard !camera.knownProperties.isEmpty else { throw PropertyName.nothingDescribed }
            let all = camera.knownProperties.map { camera.property($0).state }.filter { $0.value != nil }
            let states =
                named.isEmpty ? all : try named.map { name throws(CommandFailure) in try name.property(of: camera).state }
            try show(states, isAlone: named.count == 1, SettingObstacle.Situation(camera), context)
        }
    }

    private static func show(
        _ states: [PropertyState],
        isAlone: Bool,
        _ situation: SettingObstacle.Situation,
        _ context: CommandContext
    ) throws {
        let withValues = context[values]
        if context.wantsJSON {
            for state in states { try context.output.json(PropertyRecord(state, withValues: withValues, in: situation)) }
        } else if isAlone, let state = states.first {
            if withValues { return try showValues(of: state, SettingAdvice.text(state.identifier, situation), context.output) }
            try context.output.line("\(state.value?.label ?? "–")")
        } else {
            var table = TextTable([.shrinking("PROPERTY"), .left("VALUE"), .left(withValues ? "CAN BE SET TO" : "")])
            for state in states {
                let settable: StyledText =
                    withValues ? "\(state.settable.text)" : state.settable.isSettable ? "" : "\("read only", .dim)"
                var name: StyledText = "\(state.identifier)"
                if let vendorName = state.vendorName { name = "\(state.identifier) \(vendorName, .dim)" }
                table.add([name, "\(state.value?.label ?? "–", .bold)", settable])
            }
            try context.output.table(table)
        }
    }

    private static func showValues(of state: PropertyState, _ advice: String, _ output: Output) throws {
        guard state.settable.isSettable else {
            return output.note("\(advice)")
        }
        if state.settable.values.isEmpty { return try output.line("\(state.settable.text)") }
        for value in state.settable.values { try output.line("\(value.label)") }
    }
}
