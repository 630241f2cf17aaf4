import ArgumentParsing
import CameraModel
import CameraRecords

/// `hotshoe info`
enum InfoCommand {
    static let command = Command(
        "info",
        summary: "Show a camera's identity and capabilities",
        groups: CameraOptions.groups,
        examples: [.init("hotshoe info --simulated --json", "Information for programs, as JSON.")],
        exitCodes: CameraOptions.exitCodes
    ) { context in
        try await context.withCamera { camera in
            if context.wantsJSON { return try context.output.json(InfoRecord(camera)) }
            var table = TextTable([.left(""), .left("")])
            for (name, value) in rows(camera) where !value.isEmpty { table.add(["\(name, .bold)", "\(value)"]) }
            try context.output.table(table)
        }
    }

    private static func rows(_ camera: Camera) -> [(String, String)] {
        let info = camera.info
        let battery = camera.property(.batteryLevel).value.map(\.label)
        return [
            ("Camera", camera.displayName),
            ("Kind", info?.kind == .mediaDevice ? "phone, media player or camera that gives access to its files only" : ""),
            ("Manufacturer", info?.manufacturer ?? ""),
            ("Model", info?.model ?? ""),
            ("Serial number", info?.serialNumber ?? ""),
            ("Firmware", info?.firmwareVersion ?? ""),
            ("Support", info?.support?.rawValue ?? ""),
            ("Reached", camera.description.transport.rawValue),
            ("Used for", camera.commandCategories.description),
            ("Battery", battery ?? ""),
            ("Properties", String(camera.knownProperties.count)),
        ] + camera.storages.map { ($0.info.name, $0.info.text) } + [
            ("Can do", camera.capabilities.names.joined(separator: ", "))
        ] + camera.warnings.map { ("Warning", $0.message) }
    }
}
