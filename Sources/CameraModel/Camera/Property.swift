public import HotShoeSupport

/// A property of a camera: a handle to read, set and observe it. Two handles to the same property are equal. **Thread-safe.**
public struct Property: Sendable, Hashable {
    public let camera: Camera
    public let identifier: PropertyIdentifier

    /// Everything that is known of it now.
    public var state: PropertyState { camera.propertyState(identifier) }

    /// What the camera reports; nil where it has nothing to report.
    public var value: PropertyValue? { state.value }

    /// What is being set now.
    public var pendingValue: PropertyValue? { state.pending }

    /// What it can be set to now, and how.
    public var settable: SettableValues { state.settable }

    // MARK: Observing

    /// Each change from now on.
    public var changes: EventStream<PropertyChange> {
        let identifier = identifier
        return camera.broadcast.stream { Self.select($0, identifier) }
    }

    /// Calls a handler with each change from now on.
    public func observe(
        queue: any CallbackQueue = LibraryCallbackQueue.shared,
        _ handler: @escaping @Sendable (PropertyChange) -> Void
    ) -> Subscription {
        let identifier = identifier
        return camera.broadcast.observe(queue: queue, select: { Self.select($0, identifier) }, handler: handler)
    }

    private static func select(_ event: CameraEvent, _ identifier: PropertyIdentifier) -> PropertyChange? {
        if case .property(let change) = event, change.identifier == identifier { change } else { nil }
    }

    // MARK: Setting

    /// When a call that sets a property returns.
    public enum Completion: Sendable, Hashable {
        /// When the camera has accepted the value.
        case accepted
        /// When the camera shows the value; fails with ``CameraError/Code/timedOut`` when that takes longer.
        case reflected(timeout: Duration)
    }

    /// Sets the property.
    ///
    /// - Throws: ``CameraError/Code/invalidValue`` for a value the camera does not accept now,
    ///   ``CameraError/Code/notAvailable`` where it cannot be set now, ``CameraError/Code/busy`` …
    public func set(_ value: CommonValue, until completion: Completion = .accepted) async throws(CameraError) {
        try await set(PropertyValue(value), until: completion)
    }

    /// Sets the property to what a person wrote; see ``PropertyState/settableValue(for:)-(String)``.
    public func set(text: String, until completion: Completion = .accepted) async throws(CameraError) {
        try checkConnected()
        try await set(state.settableValue(for: text), until: completion)
    }

    /// Sets the property to one of its ``settable`` values, or to one with the same meaning. Errors as for the others.
    public func set(_ value: PropertyValue, until completion: Completion = .accepted) async throws(CameraError) {
        try checkConnected()
        let (value, old) = (try state.settableValue(for: value), self.value)
        if state.settable.types == .stepping {
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
            try await camera.perform(.setProperty, subject: identifier.description) { driver throws(CameraError) in
                try await driver.setProperty(identifier, to: value)
            }
            camera.settleLater(identifier, number)
        } catch {
            camera.settle(identifier, number)
            throw error
        }
    }

    /// Moves the property by one step of its list, and returns when the camera has accepted that.
    public func step(_ direction: StepDirection) async throws(CameraError) {
        try checkConnected()
        guard settable.types.contains(.stepping) || settable.types.contains(.enumeration) else {
            throw CameraError(
                .notAvailable,
                "This cannot be changed now.",
                operation: .stepProperty,
                subject: identifier.description
            )
        }
        let identifier = identifier
        try await camera.perform(.stepProperty, subject: identifier.description) { driver throws(CameraError) in
            try await driver.stepProperty(identifier, direction)
        }
    }

    /// How long the camera may take to show a step before it counts as not having moved.
    private static let stepLimit: Duration = .milliseconds(700)

    /// Goes step by step to the value closest to an exposure value; see ``SteppedSearch``.
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

    /// Waits until the property's state is as wanted; returns at once if it is.
    ///
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

    /// Waits until the state is as wanted or the time is over, and says which.
    private func wait(
        _ operation: CameraOperation,
        _ timeout: Duration,
        until isAsWanted: @Sendable (PropertyState) -> Bool
    ) async throws(CameraError) -> (state: PropertyState, isAsWanted: Bool) {
        let identifier = identifier
        // That something happened is enough to know. A property that the camera never told of ends with the connection too.
        let news: EventStream<Void> = camera.broadcast.stream(capacity: 1) { event in
            if case .connection = event { () } else { Self.select(event, identifier).map { _ in () } }
        }
        let limit = camera.time.makeTimer { news.cancel() }
        limit.arm(at: camera.time.now + timeout)
        defer { limit.disarm() }
        var isOver = false
        while true {
            if case .notConnected(let reason) = camera.connectionState { throw ended(reason, operation) }
            let state = state
            if isAsWanted(state) { return (state, true) }
            if Task.isCancelled { throw .cancelled(operation) }
            if isOver { return (state, false) }
            isOver = await news.next() == nil
        }
    }

    private func ended(_ reason: DisconnectReason?, _ operation: CameraOperation) -> CameraError {
        let isExpected = reason?.isExpected ?? true
        return CameraError(
            isExpected ? .notConnected : .connectionLost,
            isExpected ? "The camera was disconnected meanwhile." : "The connection to the camera was lost.",
            operation: operation,
            subject: identifier.description
        )
    }

    /// Waits until the camera shows the value that it accepted.
    ///
    /// - Parameter old: the value before, which a camera shows until it applies another one.
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

    public static func == (left: Property, right: Property) -> Bool {
        left.camera === right.camera && left.identifier == right.identifier
    }

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
    /// The next element, for loops that also look at something else.
    func next() async -> Element? { await makeAsyncIterator().next() }
}
