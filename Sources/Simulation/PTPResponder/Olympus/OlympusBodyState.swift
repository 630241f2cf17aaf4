import PTP
import PTPOlympus

/// State machine of an Olympus or OM System body in one session: what the initiator has requested, reported and pressed. Pure: takes events, returns results.
struct OlympusBodyState {
    var button = ShutterButton()
    private var hasStorages = false
    private var hasFolders = false
    /// Whether the body waits for a request of changed properties.
    private(set) var isHung = false
    /// Descriptions that the initiator has received.
    private var reported: [DevicePropCode: DevicePropDesc] = [:]

    /// Whether the control mode can be changed: bodies do not answer before their storages and top folders have been requested.
    var canChangeControl: Bool { hasStorages && hasFolders }

    mutating func storagesRequested() { hasStorages = true }
    mutating func foldersRequested() { hasFolders = true }

    /// Throws if the body waits for a request of changed properties.
    func checkReady() throws(Refusal) { if isHung { throw Refusal(.deviceBusy) } }

    mutating func hang() { isHung = true }

    /// Processes GetChangedProperties: returns the descriptions to send.
    mutating func changesRequested(_ descriptions: [DevicePropDesc]) -> [DevicePropDesc] {
        isHung = false
        let changed = descriptions.filter { reported[$0.code] != $0 }
        for description in changed { reported[description.code] = description }
        return changed
    }

    /// Processes the end of the session. Returns the releases to perform.
    mutating func ended() -> [ShutterButton.Action] {
        let actions = button.abandoned()
        self = OlympusBodyState()
        return actions
    }
}
