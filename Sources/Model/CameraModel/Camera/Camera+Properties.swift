public import HotShoeSupport

extension Camera {
    /// Returns a handle to a property of the camera; valid also if the camera does not have the property.
    public func property(_ identifier: PropertyIdentifier) -> Property { Property(camera: self, identifier: identifier) }

    /// The properties that the camera has reported: named ones first, in the order of ``PropertyIdentifier/known``, then vendor
    /// properties.
    public var knownProperties: [PropertyIdentifier] {
        let known = read { Set($0.properties.keys) }
        let others = known.subtracting(PropertyIdentifier.known).sorted { $0.description < $1.description }
        return PropertyIdentifier.known.filter(known.contains) + others
    }

    /// Returns the properties of a category that have a value now.
    public func populatedProperties(in category: PropertyCategory) -> [PropertyIdentifier] {
        knownProperties.filter { $0.category == category && property($0).value != nil }
    }

    /// Changes of all properties from now on.
    public var propertyChanges: EventStream<PropertyChange> {
        broadcast.stream { if case .property(let change) = $0 { change } else { nil } }
    }

    func propertyState(_ identifier: PropertyIdentifier) -> PropertyState {
        read { $0.properties[identifier] } ?? PropertyState(identifier)
    }

    /// Time after which an accepted value that the camera never reported is no longer pending.
    private static let pendingLimit: Duration = .seconds(2)

    /// Records the value that is being set, and returns a number that identifies this attempt.
    func beginSetting(_ identifier: PropertyIdentifier, to value: PropertyValue) -> Int {
        change { shared in
            let number = (shared.pendingNumbers[identifier] ?? 0) + 1
            shared.pendingNumbers[identifier] = number
            // The connection may have ended since the caller checked it; then there is no state to record the value in.
            guard shared.state.connection.isConnected else { return (number, []) }
            return (number, shared.state.setPending(value, of: identifier))
        }
    }

    /// Clears the pending value, unless a later attempt has replaced it.
    func clearPending(_ identifier: PropertyIdentifier, _ number: Int) {
        change { shared in
            guard shared.pendingNumbers[identifier] == number else { return ((), []) }
            guard shared.state.properties[identifier]?.pending != nil else { return ((), []) }
            return ((), shared.state.setPending(nil, of: identifier))
        }
    }

    /// Calls ``clearPending(_:_:)`` after the time that the camera may take to report the value.
    func clearPendingLater(_ identifier: PropertyIdentifier, _ number: Int) {
        guard propertyState(identifier).pending != nil else { return }
        // The clock keeps the timer alive until it has fired.
        let timer = time.makeTimer { [weak self] in self?.clearPending(identifier, number) }
        timer.arm(at: time.now + Self.pendingLimit)
    }

    /// Records that the camera has accepted a setting.
    func settingAccepted(_ identifier: PropertyIdentifier) {
        let now = time.now
        change { shared in
            shared.acceptedSettings.add(identifier, at: now)
            return ((), [])
        }
    }

    /// When a property other than `identifier` was set last; nil if none was.
    func timeOfSetting(besides identifier: PropertyIdentifier) -> Duration? {
        change { ($0.acceptedSettings.newest(besides: identifier), []) }
    }

    /// Whether a property shows another value than the one that was set. One that was set to the value that it has is not reported again.
    private var hasPendingValues: Bool {
        read { state in
            state.properties.values.contains { property in
                property.pending.map { pending in !(property.value?.matches(pending) ?? false) } ?? false
            }
        }
    }

    /// Returns when the camera has reported the values that it has accepted, or after the time that it may take for them. What a driver
    /// does for a picture, and how many files it expects, follows from reported settings.
    func settlePendingValues(_ operation: CameraOperation) async throws(CameraError) {
        guard hasPendingValues else { return }
        let changes: EventStream<Void> = broadcast.stream(capacity: 1) { event in
            switch event {
            case .property, .connection: ()
            default: nil
            }
        }
        let limit = time.makeTimer { changes.cancel() }
        limit.arm(at: time.now + Self.pendingLimit)
        defer { limit.disarm() }
        while hasPendingValues, await changes.next() != nil { continue }
        if Task.isCancelled { throw .cancelled(operation) }
    }
}
