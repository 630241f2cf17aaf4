/// The known state of a camera, and its changes. Pure.
struct CameraState {
    private(set) var connection = ConnectionState.notConnected(nil)
    /// Number of connections so far; identifies updates of an earlier connection.
    private(set) var connectionNumber = 0
    private(set) var info: CameraInfo?
    /// The model that the camera reported, also in an earlier connection; empty before.
    private(set) var model = ""
    private(set) var warnings: [ConnectionWarning] = []
    private(set) var name: String?
    private(set) var capabilities: CameraCapabilities = []
    private(set) var categories: CommandCategories = []
    private(set) var supportedCategories: [CommandCategories] = []
    private(set) var properties: [PropertyIdentifier: PropertyState] = [:]
    private(set) var focus: FocusInfo?
    private(set) var autoExposure: AutoExposure?
    private(set) var recording = RecordingState.idle
    private(set) var storages: [StorageInfo] = []
    private(set) var offers: [TransferOffer] = []
    private(set) var liveView = LiveViewState.stopped(nil)

    // MARK: Connection

    /// Begins a connection and returns its number.
    mutating func beginConnecting() -> (number: Int, events: [CameraEvent]) {
        connectionNumber += 1
        return (connectionNumber, move(to: .connecting))
    }

    mutating func finishConnecting(_ info: CameraInfo, _ warnings: [ConnectionWarning]) -> [CameraEvent] {
        self.info = info
        model = info.model
        self.warnings = warnings
        return move(to: .connected)
    }

    mutating func move(to new: ConnectionState) -> [CameraEvent] {
        guard connection != new else { return [] }
        connection = new
        return [.connection(new)]
    }

    /// Ends the connection, and clears everything that is known only while connected.
    mutating func end(_ reason: DisconnectReason) -> [CameraEvent] {
        var events = move(to: .notConnected(reason))
        info = nil
        warnings = []
        for (identifier, old) in properties.sorted(by: { $0.key.description < $1.key.description }) {
            events += replace(old, with: PropertyState(identifier))
        }
        properties = [:]
        offers = []
        events += change(\.capabilities, to: []) { .capabilities($0) }
        events += change(\.categories, to: []) { .categories($0) }
        supportedCategories = []
        events += change(\.focus, to: nil) { .focus($0) }
        events += change(\.autoExposure, to: nil) { .autoExposure($0) }
        events += change(\.recording, to: .idle) { .recording($0) }
        events += change(\.storages, to: []) { .storages($0) }
        return events
    }

    // MARK: Updates from the driver

    mutating func apply(_ update: CameraUpdate) -> [CameraEvent] {
        switch update {
        case .capabilities(let new): return change(\.capabilities, to: new) { .capabilities($0) }
        case .categories(let active, let supported):
            supportedCategories = supported
            return change(\.categories, to: active) { .categories($0) }
        case .property(let new): return apply(new)
        case .focus(let new): return change(\.focus, to: new) { .focus($0) }
        case .autoExposure(let new): return change(\.autoExposure, to: new) { .autoExposure($0) }
        case .recording(let new): return change(\.recording, to: new) { .recording($0) }
        case .storages(let new): return change(\.storages, to: new.plausible) { .storages($0) }
        case .itemAdded(let item): return [.itemAdded(item)]
        case .itemChanged(let item): return [.itemChanged(item)]
        case .itemRemoved(let handle): return [.itemRemoved(handle)]
        case .itemUnreadable(let item): return [.itemUnreadable(item)]
        case .transferOffered(let offer):
            // A camera may repeat an offer; the last report is valid.
            if let index = offers.firstIndex(where: { $0.identifier == offer.identifier }) {
                offers[index] = offer
            } else {
                offers.append(offer)
            }
            return [.transferOffered(offer)]
        case .transferWithdrawn(let identifier):
            offers.removeAll { $0.identifier == identifier }
            return [.transferWithdrawn(identifier)]
        case .name(let new):
            guard name != new else { return [] }
            name = new
            return [.name(new)]
        case .notice(let text): return [.notice(text)]
        }
    }

    mutating func setLiveView(_ new: LiveViewState) -> [CameraEvent] {
        change(\.liveView, to: new) { .liveView($0) }
    }

    private mutating func apply(_ reported: PropertyState) -> [CameraEvent] {
        let old = properties[reported.identifier] ?? PropertyState(reported.identifier)
        var new = reported.plausible
        // A pending value is settled when the camera reports it, or reports any value other than the previous one.
        let isResolved = old.pending.map { pending in
            new.value != old.value || new.value.map { $0.matches(pending) } ?? false
        }
        new.pending = isResolved == true ? nil : old.pending
        return replace(old, with: new)
    }

    /// Records the value that is being set; nil when it is settled.
    mutating func setPending(_ value: PropertyValue?, of identifier: PropertyIdentifier) -> [CameraEvent] {
        let old = properties[identifier] ?? PropertyState(identifier)
        var new = old
        new.pending = value
        return replace(old, with: new)
    }

    private mutating func replace(_ old: PropertyState, with new: PropertyState) -> [CameraEvent] {
        properties[new.identifier] = new
        let aspects = new.changes(since: old)
        return aspects.isEmpty ? [] : [.property(PropertyChange(aspects: aspects, old: old, new: new))]
    }

    private mutating func change<Value: Equatable>(
        _ path: WritableKeyPath<CameraState, Value>,
        to new: Value,
        _ event: (Value) -> CameraEvent
    ) -> [CameraEvent] {
        guard self[keyPath: path] != new else { return [] }
        self[keyPath: path] = new
        return [event(new)]
    }
}
