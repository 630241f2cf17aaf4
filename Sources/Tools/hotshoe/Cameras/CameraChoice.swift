import CameraModel
import Wording

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
        let matches = matches(of: selector, among: found)
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
        let matches = matches(of: selector, among: found).map { found[$0] }
        if matches.isEmpty { throw missing(selector, found) }
        return matches
    }

    /// The indices of the cameras that a selector means: those with exactly the name, otherwise those with its words in their name, model
    /// or vendor, otherwise those with its letters there.
    private static func matches(of selector: CameraSelector, among found: [CameraDescription]) -> [Int] {
        let exact = found.indices.filter { isExactly(found[$0], selector) }
        guard exact.isEmpty, case .named(let text) = selector else { return exact }
        let byWords = found.indices.filter { hasWords(found[$0], of: text) }
        return byWords.isEmpty ? found.indices.filter { hasLetters(found[$0], of: text) } : byWords
    }

    /// Returns whether a selector may mean a camera.
    static func isSelected(_ camera: CameraDescription, by selector: CameraSelector) -> Bool {
        if isExactly(camera, selector) { return true }
        guard case .named(let text) = selector else { return false }
        return hasWords(camera, of: text) || hasLetters(camera, of: text)
    }

    /// The texts by which people know a camera.
    private static func texts(_ camera: CameraDescription) -> [String] {
        [camera.name, camera.model, camera.manufacturer, camera.family.name].compactMap { $0?.lowercased() }
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func hasWords(_ camera: CameraDescription, of text: String) -> Bool {
        let wanted = words(text)
        let known = Set(texts(camera).flatMap(words))
        return !wanted.isEmpty && wanted.allSatisfy(known.contains)
    }

    /// At least two letters, as "z6" of "Z 6_2", or the end of a serial number of at least four digits.
    private static func hasLetters(_ camera: CameraDescription, of text: String) -> Bool {
        let wanted = words(text).joined()
        guard wanted.count >= 2 else { return false }
        if wanted.count >= 4, camera.serialNumber?.lowercased().hasSuffix(text.lowercased()) == true { return true }
        return texts(camera).contains { words($0).joined().contains(wanted) }
    }

    private static func isExactly(_ camera: CameraDescription, _ selector: CameraSelector) -> Bool {
        switch selector {
        case .simulated(let serialNumber):
            camera.family == .simulated && (serialNumber == nil || camera.serialNumber == serialNumber)
        case .network, .ownNetwork, .usb: camera.address == selector.address
        case .served(let address): address.includes(camera.address)
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

    static func listed(_ found: [CameraDescription]) -> String {
        let shown = found.prefix(8).map { camera in
            camera.displayName + (camera.serialNumber.map { " (\($0))" } ?? "")
        }
        return (shown + (found.count > 8 ? ["\(found.count - 8) more"] : [])).listed(by: "and")
    }
}
