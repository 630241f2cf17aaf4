package import CameraModel
import Exposure

/// An event of a camera, as a line of text and as JSON.
package struct EventLine: Encodable {
    package let time: String
    /// The kind of event: "property", "storage", …
    package let event: String
    /// The subject of the event: a property, a file, a card.
    package let subject: String
    /// A description of the event; for a property, its value.
    package let text: String
    package let old: String?
    package let value: String?
    /// The value of a property as a number, and its unit; nil for others.
    package let number: Double?
    package let unit: String?
    /// The identifier of a file on its card; nil for other subjects.
    package let id: String?

    private init(
        _ event: String,
        _ subject: String,
        _ text: String,
        old: String? = nil,
        value: String? = nil,
        _ quantity: Quantity? = nil,
        id: ItemInfo.Handle? = nil
    ) {
        self.id = id?.description
        (number, unit) = (quantity?.number, quantity?.unit)
        time = CameraDate.now().description
        self.event = event
        self.subject = subject
        self.text = text
        self.old = old
        self.value = value
    }

    /// "21:52:03.250"
    package var clockTime: String {
        let clock = time.drop { $0 != "T" }.dropFirst().prefix { !"+-Z".contains($0) }
        // Whole seconds have no decimals.
        return clock.contains(".") ? String(clock) : clock + ".000"
    }

    /// The lines for an event; none if it concerns other properties than the requested ones.
    package static func lines(of event: CameraEvent, only properties: Set<PropertyIdentifier>) -> [EventLine] {
        switch event {
        case .property(let change):
            return properties.isEmpty || properties.contains(change.identifier) ? self.lines(of: change) : []
        case .connection(let state): return [EventLine("connection", "connection", text(state))]
        default: return properties.isEmpty ? otherLine(event) : []
        }
    }

    private static func lines(of change: PropertyChange) -> [EventLine] {
        let name = change.identifier.description
        var lines: [EventLine] = []
        if change.aspects.contains(.value) {
            let (old, new) = (change.old.value?.label, change.value?.label)
            lines.append(
                EventLine(
                    "property",
                    name,
                    "\(old ?? "–") → \(new ?? "–")",
                    old: old,
                    value: new,
                    Quantity(change.value, of: change.identifier)
                )
            )
        }
        if change.aspects.contains(.settable), change.old.settable.isSettable != change.new.settable.isSettable {
            lines.append(EventLine("settable", name, change.new.settable.isSettable ? "can be set now" : "cannot be set now"))
        }
        return lines
    }

    private static func otherLine(_ event: CameraEvent) -> [EventLine] {
        switch event {
        case .property, .connection: []
        case .capabilities(let capabilities):
            [EventLine("capabilities", "capabilities", capabilities.names.joined(separator: ", "))]
        case .categories(let categories): [EventLine("categories", "used for", categories.description)]
        case .focus(let focus): [EventLine("focus", "focus", text(focus))]
        case .autoExposure(let exposure): exposure.map { [EventLine("auto-exposure", "automatic exposure", text($0))] } ?? []
        case .recording(let state): [EventLine("recording", "recording", text(state))]
        case .liveView(let state): [EventLine("live-view", "live view", text(state))]
        case .storages(let storages): storagesLines(storages)
        case .itemAdded(let item): [EventLine("item-added", item.name, "is new", id: item.handle)]
        case .itemChanged(let item): [EventLine("item-changed", item.name, "has changed", id: item.handle)]
        case .itemRemoved(let handle): [EventLine("item-removed", "file \(handle)", "is gone", id: handle)]
        case .itemUnreadable(let lost): [EventLine("item-unreadable", lost.displayName, "cannot be read: \(lost.message)")]
        case .transferOffered(let offer): [EventLine("transfer-offered", offer.fileName, "can be fetched")]
        case .transferWithdrawn: [EventLine("transfer-withdrawn", "picture", "can no longer be fetched")]
        case .name(let name): [EventLine("name", "name", name)]
        case .notice(let text): [EventLine("notice", "notice", text)]
        }
    }

    // MARK: Words

    private static func storagesLines(_ storages: [StorageInfo]) -> [EventLine] {
        if storages.isEmpty { return [EventLine("storage", "cards", "none in the camera")] }
        return storages.map { EventLine("storage", $0.name, $0.text) }
    }

    private static func text(_ state: ConnectionState) -> String {
        switch state {
        case .notConnected(let reason): reason?.description ?? "not connected"
        case .connecting: "connecting"
        case .waitingForUser: "waiting for a confirmation at the camera"
        case .connected: "connected"
        case .disconnecting: "disconnecting"
        }
    }

    private static func text(_ focus: FocusInfo?) -> String {
        guard let areas = focus?.areas else { return "none" }
        let found = areas.filter(\.hasFocus).count
        return found > 0 ? "found in \(found) of \(areas.count) areas" : "found in none of \(areas.count) areas"
    }

    private static func text(_ exposure: AutoExposure) -> String {
        let parts = [exposure.aperture?.description, exposure.shutterSpeed?.description, exposure.isoSpeed?.description]
        let text = parts.compactMap { $0 }.joined(separator: " ")
        return exposure.isClipped ? text + ", out of reach" : text
    }

    private static func text(_ state: RecordingState) -> String {
        guard state.isRecording else { return "stopped" }
        switch state.timer {
        case .none: return "running"
        case .elapsed(let seconds): return "for \(seconds) s"
        case .remaining(let seconds): return "\(seconds) s left"
        }
    }

    private static func text(_ state: LiveViewState) -> String {
        switch state {
        case .running(let format): "running, \(format.size)"
        case .stopped(let end): end?.description ?? "stopped"
        }
    }
}
