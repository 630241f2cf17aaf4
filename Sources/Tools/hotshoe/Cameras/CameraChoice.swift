import HotShoeSupport
import CameraModel

/// Selects cameras among those that were found. Pure.
enum CameraChoice {
    /// The index of the selected camera.
    static func index(
        of selector: CameraSelector?,
        among found: [CameraDescription]
    ) throws(CommandFailure) -> Int {
        guard let selector else {
            guard let only = found.indices.first else { throw nothingFound }
            guard found.count == 1 else { throw several(found) }
            return only
        }
        let matches = found.indices.filter { isSelected(found[$0], by: selector) }
        guard let match = matches.first else { throw missing(selector, found) }
        guard matches.count == 1 else { throw several(matches.map { found[$0] }) }
        return match
    }

    /// The cameras that match the selector; all cameras without a selector.
    static func all(
        of selector: CameraSelector?,
        among found: [CameraDescription]
    ) throws(CommandFailure) -> [CameraDescription] {
        guard let selector else { return found }
        let matches = found.filter { isSelected($0, by: selector) }
        if matches.isEmpty { throw missing(selector, found) }
        return matches
    }

    static func isSelected(_ camera: CameraDescription, by selector: CameraSelector) -> Bool {
        switch selector {
        case .simulated(let serialNumber):
            camera.family == .simulated && (serialNumber == nil || camera.serialNumber == serialNumber)
        case .network, .usb: camera.address == selector.address
        case .named(let text):
            camera.serialNumber == text || camera.identifier.text == text
                || [camera.name, camera.model].contains { $0?.lowercased() == text.lowercased() }
        }
    }

    private static var nothingFound: CommandFailure {
        CommandFailure(
            .noCamera,
            nil,
            "No camera was found. Try `hotshoe doctor` to see why, or add --simulated to use a simulated one."
        )
    }

    private static func missing(_ selector: CameraSelector, _ found: [CameraDescription]) -> CommandFailure {
        if found.isEmpty {
            return CommandFailure(
                .noCamera,
                selector.description,
                "No camera was found. Try `hotshoe doctor` to see why, or add --simulated to use a simulated one."
            )
        }
        return CommandFailure(.noCamera, selector.description, "No such camera was found. There is \(listed(found)).")
    }

    private static func several(_ found: [CameraDescription]) -> CommandFailure {
        CommandFailure(.noCamera, nil, "Several cameras were found: \(listed(found)). Choose one with --camera SERIAL.")
    }

    private static func listed(_ found: [CameraDescription]) -> String {
        let shown = found.prefix(8).map { camera in
            camera.displayName + (camera.serialNumber.map { " (\($0))" } ?? "")
        }
        return (shown + (found.count > 8 ? ["\(found.count - 8) more"] : [])).listed(by: "and")
    }
}
