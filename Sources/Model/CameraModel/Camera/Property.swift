public import HotShoeSupport

/// Handle to a property of a camera: reads, sets and observes it. Handles to the same property are equal. **Thread-safe.**
public struct Property: Sendable, Hashable {
    /// The camera that the property belongs to.
    public let camera: Camera
    /// The property's identifier.
    public let identifier: PropertyIdentifier

    /// The state of the property now.
    public var state: PropertyState { camera.propertyState(identifier) }

    /// The value that the camera reports; nil if it reports none.
    public var value: PropertyValue? { state.value }

    /// The value that is being set; nil if none is.
    public var pendingValue: PropertyValue? { state.pending }

    /// The values that the property can be set to now.
    public var settable: SettableValues { state.settable }

    // MARK: Observing

    /// Each change from now on.
    public var changes: EventStream<PropertyChange> {
        let identifier = identifier
        return camera.broadcast.stream { Self.change(in: $0, of: identifier) }
    }

    /// Calls a handler with each change from now on.
    ///
    /// - Parameters:
    ///   - queue: the queue on which the handler runs.
    ///   - handler: receives the changes in order, one at a time.
    /// - Returns: the subscription; cancelling or releasing it ends the calls.
    public func observe(
        queue: any CallbackQueue = LibraryCallbackQueue.shared,
        _ handler: @escaping @Sendable (PropertyChange) -> Void
    ) -> Subscription {
        let identifier = identifier
        return camera.broadcast.observe(queue: queue, select: { Self.change(in: $0, of: identifier) }, handler: handler)
    }

    /// The change of a property that an event reports; nil for other events.
    static func change(in event: CameraEvent, of identifier: PropertyIdentifier) -> PropertyChange? {
        if case .property(let change) = event, change.identifier == identifier { change } else { nil }
    }

    // MARK: Setting

    /// Condition on which a call that sets a property returns.
    public enum Completion: Sendable, Hashable {
        /// The camera has accepted the value.
        case accepted
        /// The camera reports the value; fails with ``CameraError/Code/timedOut`` when it does not within the timeout.
        case reflected(timeout: Duration)
    }

    /// Sets the property. Where another property was set less than a second ago, such as the exposure mode, the camera may not have
    /// reported yet what it allows now: then the call waits for that, for the rest of the second, before it fails.
    ///
    /// - Throws: ``CameraError/Code/invalidValue`` for a value the camera does not accept now,
    ///   ``CameraError/Code/notAvailable`` where it cannot be set now, ``CameraError/Code/busy`` …
    public func set(_ value: CommonValue, until completion: Completion = .accepted) async throws(CameraError) {
        try await set(PropertyValue(value), until: completion)
    }

    /// Sets the property to a value as a person writes it, such as "f/2.8", "1/250" or "auto", or to one of the camera's own labels;
    /// see ``PropertyState/settableValue(for:)-(String)``.
    ///
    /// - Throws: ``CameraError/Code/invalidValue`` if the camera does not accept such a value now; the message lists values that it
    ///   accepts. Otherwise the errors of ``set(_:until:)-(CommonValue,_)``.
    public func set(text: String, until completion: Completion = .accepted) async throws(CameraError) {
        try checkConnected()
        try await set(settableValue(for: text), until: completion)
    }

    /// Sets the property to one of its ``settable`` values, or to one with the same meaning. Throws the same errors as the
    /// other setters.
    public func set(_ value: PropertyValue, until completion: Completion = .accepted) async throws(CameraError) {
        try checkConnected()
        let value = try await settableValue(for: value)
        let (settable, old) = (settable, self.value)
        if settable.types == .stepping {
            guard try await step(to: value) == .exact else { throw unreachable(value) }
        } else {
            try await send(value)
        }
        if case .reflected(let timeout) = completion { try await waitUntilReflected(value, insteadOf: old, timeout) }
    }

    private func send(_ value: PropertyValue) async throws(CameraError) {
        let (camera, identifier) = (camera, identifier)
        let number = camera.beginSetting(identifier, to: value)
        do throws(CameraError) {
            try await camera.perform(.setProperty, on: { $0.properties }, subject: identifier.description) {
                properties throws(CameraError) in
                try await properties.setProperty(identifier, to: value)
            }
            camera.settingAccepted(identifier)
            camera.clearPendingLater(identifier, number)
        } catch {
            camera.clearPending(identifier, number)
            throw error
        }
    }

    /// Moves the property by one step of its list, and returns when the camera has accepted the step.
    public func step(_ direction: StepDirection) async throws(CameraError) {
        try checkConnected()
        try await settle()
        let types = settable.types
        guard types.contains(.stepping) || types.contains(.enumeration) else {
            throw CameraError(
                .notAvailable,
                "This cannot be changed now.",
                operation: .stepProperty,
                subject: identifier.description
            )
        }
        let identifier = identifier
        try await camera.perform(.stepProperty, on: { $0.properties }, subject: identifier.description) {
            properties throws(CameraError) in
            try await properties.stepProperty(identifier, direction)
        }
        camera.settingAccepted(identifier)
    }

    /// Time for the camera to report a step; after it the value counts as unchanged.
    private static let stepLimit: Duration = .milliseconds(700)

    /// Steps the property to the value closest to an exposure value; see ``SteppedSearch``.
    public func step(to target: PropertyValue) async throws(CameraError) -> SteppedSearch.Outcome {
        guard let common = target.common else { throw invalidTarget(target) }
        var search = SteppedSearch(target: common)
        var action = search.next(showing: value?.common)
        while true {
            switch action {
            case .finished(let outcome): return outcome
            case .failed(.invalidTarget): throw invalidTarget(target)
            case .failed(let failure):
                throw CameraError(
                    .protocolFailure,
                    "The camera could not be stepped to \(target.label) (\(failure)). It shows \(value?.label ?? "nothing").",
                    operation: .stepProperty,
                    subject: identifier.description
                )
            case .step(let direction):
                let before = value
                try await step(direction)
                let after = try await wait(.stepProperty, Self.stepLimit) { $0.value != before }
                action = search.next(showing: after.state.value?.common)
            }
        }
    }

    private func invalidTarget(_ target: PropertyValue) -> CameraError {
        CameraError(
            .invalidValue,
            "\(target.label) cannot be set in steps. Use an ordinary exposure value.",
            operation: .stepProperty,
            subject: identifier.description
        )
    }

    private func unreachable(_ value: PropertyValue) -> CameraError {
        CameraError(
            .invalidValue,
            "This camera does not have \(value.label). It shows \(self.value?.label ?? "nothing"), the nearest value.",
            operation: .setProperty,
            subject: identifier.description
        )
    }

    // MARK: Waiting

    /// Waits until the property's state satisfies a condition; returns immediately if it does.
    ///
    /// - Parameters:
    ///   - timeout: maximum time to wait.
    ///   - isAsWanted: the condition; is called with the state after each change.
    /// - Returns: the state that satisfies the condition.
    /// - Throws: ``CameraError/Code/timedOut``, ``CameraError/Code/connectionLost``, ``CameraError/Code/notConnected``,
    ///   ``CameraError/Code/cancelled``.
    @discardableResult
    public func wait(
        timeout: Duration,
        until isAsWanted: @Sendable (PropertyState) -> Bool
    ) async throws(CameraError) -> PropertyState {
        try checkConnected()
        let (state, isAsWanted) = try await wait(.setProperty, timeout, until: isAsWanted)
        if isAsWanted { return state }
        throw CameraError(
            .timedOut,
            "The camera still shows \(state.value?.label ?? "nothing") after \(timeout.secondsText).",
            operation: .setProperty,
            subject: identifier.description
        )
    }

    /// Waits until the state satisfies a condition or the time has passed, and returns which of the two happened.
    func wait(
        _ operation: CameraOperation,
        _ timeout: Duration,
        until isAsWanted: @Sendable (PropertyState) -> Bool
    ) async throws(CameraError) -> (state: PropertyState, isAsWanted: Bool) {
        let identifier = identifier
        // A capacity of 1 suffices, as each event only triggers a new look at the state. Connection events end the wait for a
        // property that the camera never reported.
        let changes: EventStream<Void> = camera.broadcast.stream(capacity: 1) { event in
            if case .connection = event { () } else { Self.change(in: event, of: identifier).map { _ in () } }
        }
        let limit = camera.time.makeTimer { changes.cancel() }
        limit.arm(at: camera.time.now + timeout)
        defer { limit.disarm() }
        var isOver = false
        while true {
            if case .notConnected(let reason) = camera.connectionState { throw ended(reason, operation) }
            let state = state
            if isAsWanted(state) { return (state, true) }
            if Task.isCancelled { throw .cancelled(operation) }
            if isOver { return (state, false) }
            isOver = await changes.next() == nil
        }
    }

    private func ended(_ reason: DisconnectReason?, _ operation: CameraOperation) -> CameraError {
        let isExpected = reason?.isExpected ?? true
        return CameraError(
            isExpected ? .notConnected : .connectionLost,
            isExpected ? "The camera was disconnected in the meantime." : "The connection to the camera was lost.",
            operation: operation,
            subject: identifier.description
        )
    }

    /// Waits until the camera reports the value that it accepted. It reports the previous value, `old`, until it has applied
    /// another one.
    ///
    /// - Throws: as ``wait(timeout:until:)``. The message of a timeout contains the value that the camera reports instead.
    private func waitUntilReflected(
        _ value: PropertyValue,
        insteadOf old: PropertyValue?,
        _ timeout: Duration
    ) async throws(CameraError) {
        do throws(CameraError) {
            try await wait(timeout: timeout) { $0.value.map { $0.matches(value) } ?? false }
        } catch {
            guard error.code == .timedOut else { throw error }
            var explained = error
            let shown = self.value
            let isUnchanged = shown.map { shown in old.map { shown.matches($0) } ?? false } ?? true
            explained.message =
                isUnchanged
                ? "The camera accepted \(value.label), but still shows \(shown?.label ?? "nothing") after \(timeout.secondsText)."
                : "The camera chose \(shown?.label ?? "nothing") instead of \(value.label)."
            throw explained
        }
    }

    private func checkConnected() throws(CameraError) {
        guard camera.connectionState == .connected else {
            throw CameraError(
                .notConnected,
                "The camera is not connected. Connect first.",
                operation: .setProperty,
                subject: identifier.description
            )
        }
    }

    /// Returns whether both handles refer to the same property of the same camera object.
    public static func == (left: Property, right: Property) -> Bool {
        left.camera === right.camera && left.identifier == right.identifier
    }

    /// Hashes the camera object's identity and the property's identifier.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(camera))
        hasher.combine(identifier)
    }
}

extension Duration {
    /// "1.5 s", for messages.
    var secondsText: String {
        let (seconds, milliseconds) = (components.seconds, components.attoseconds / 1_000_000_000_000_000)
        return milliseconds == 0 ? "\(seconds) s" : "\(Double(seconds) + Double(milliseconds) / 1000) s"
    }
}

extension EventStream {
    /// Returns the next element, for loops that also check another condition.
    package func next() async -> Element? { await makeAsyncIterator().next() }
}
