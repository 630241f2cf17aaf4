public import HotShoeSupport

extension Camera {
    /// One of the camera's properties: a handle that always exists, whether the camera has the property or not.
    public func property(_ identifier: PropertyIdentifier) -> Property { Property(camera: self, identifier: identifier) }

    /// The properties that the camera has told of, those with a name first, in the order of their names' table.
    public var knownProperties: [PropertyIdentifier] {
        let known = read { Set($0.properties.keys) }
        let others = known.subtracting(PropertyIdentifier.known).sorted { $0.description < $1.description }
        return PropertyIdentifier.known.filter(known.contains) + others
    }

    /// The properties of a category that have a value now.
    public func populatedProperties(in category: PropertyCategory) -> [PropertyIdentifier] {
        knownProperties.filter { $0.category == category && property($0).value != nil }
    }

    /// Changes of all properties, from now on.
    public var propertyChanges: EventStream<PropertyChange> {
        broadcast.stream { if case .property(let change) = $0 { change } else { nil } }
    }

    func propertyState(_ identifier: PropertyIdentifier) -> PropertyState {
        read { $0.properties[identifier] } ?? PropertyState(identifier)
    }

    /// How long a value that the camera accepted but never showed counts as pending.
    private static let pendingLimit: Duration = .seconds(2)

    /// Notes what is being set, and returns a number by which to settle it.
    func beginSetting(_ identifier: PropertyIdentifier, to value: PropertyValue) -> Int {
        change { shared in
            let number = (shared.pendingNumbers[identifier] ?? 0) + 1
            shared.pendingNumbers[identifier] = number
            // The connection may have ended since the caller looked: then there is nothing to remember it by.
            guard shared.state.connection.isConnected else { return (number, []) }
            return (number, shared.state.setPending(value, of: identifier))
        }
    }

    /// Forgets what was being set, unless something else is being set by now.
    func settle(_ identifier: PropertyIdentifier, _ number: Int) {
        change { shared in
            guard shared.pendingNumbers[identifier] == number else { return ((), []) }
            guard shared.state.properties[identifier]?.pending != nil else { return ((), []) }
            return ((), shared.state.setPending(nil, of: identifier))
        }
    }

    /// As ``settle(_:_:)``, when the camera has had time to show the value.
    func settleLater(_ identifier: PropertyIdentifier, _ number: Int) {
        guard propertyState(identifier).pending != nil else { return }
        // Its clock holds the timer until it has fired.
        let timer = time.makeTimer { [weak self] in self?.settle(identifier, number) }
        timer.arm(at: time.now + Self.pendingLimit)
    }
}
