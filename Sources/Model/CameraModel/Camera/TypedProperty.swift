public import Exposure
public import HotShoeSupport

/// Handle to a property whose values have one type, such as ``Camera/aperture``: reads, sets and observes them.
/// **Thread-safe.**
///
/// A value of another type does not compile. A value that the camera reports without a common meaning is none here: it has a
/// label only. For labels, codes, text, steps and waiting, use ``property``.
public struct TypedProperty<Value: Hashable & Sendable>: Sendable {
    /// The general handle to the same property.
    public let property: Property
    /// Converts a value to one with its kind.
    private let wrap: @Sendable (Value) -> CommonValue

    init(_ property: Property, _ wrap: @escaping @Sendable (Value) -> CommonValue) {
        self.property = property
        self.wrap = wrap
    }

    /// The value that the camera reports; nil if it reports none.
    public var value: Value? { Self.value(of: property.value) }

    /// The value that is being set; nil if none is.
    public var pendingValue: Value? { Self.value(of: property.pendingValue) }

    /// The values that the property can be set to now, in the camera's order; empty if there is no such list.
    public var choices: [Value] { property.settable.values.compactMap { Self.value(of: $0) } }

    /// The value now, if there is one, and each later one.
    public var values: EventStream<Value> {
        let identifier = property.identifier
        return property.camera.stream(
            first: { state in Self.value(of: state.properties[identifier]?.value) },
            { event in Self.change(in: event, of: identifier).flatMap { Self.value(of: $0.value) } }
        )
    }

    /// Calls a handler with the value after each change of the value from now on; nil when there is none any more.
    public func observe(
        queue: any CallbackQueue = LibraryCallbackQueue.shared,
        _ handler: @escaping @Sendable (Value?) -> Void
    ) -> Subscription {
        let identifier = property.identifier
        return property.camera.broadcast.observe(
            queue: queue,
            select: { event in Self.change(in: event, of: identifier) },
            handler: { change in handler(Self.value(of: change.value)) }
        )
    }

    /// Sets the property; throws the errors of ``Property/set(_:until:)-(CommonValue,_)``.
    public func set(_ value: Value, until completion: Property.Completion = .accepted) async throws(CameraError) {
        try await property.set(wrap(value), until: completion)
    }

    /// Sets the property to a value as a person writes it, such as "f/2.8", "1/250" or "auto"; as ``Property/set(text:until:)``.
    ///
    /// - Throws: ``CameraError/Code/invalidValue`` if the camera does not accept such a value now; the message lists values that it
    ///   accepts. Otherwise the errors of ``set(_:until:)``.
    public func set(text: String, until completion: Property.Completion = .accepted) async throws(CameraError) {
        try await property.set(text: text, until: completion)
    }

    private static func value(of value: PropertyValue?) -> Value? { value?.common?.payload as? Value }

    private static func change(in event: CameraEvent, of identifier: PropertyIdentifier) -> PropertyChange? {
        Property.change(in: event, of: identifier).flatMap { $0.aspects.contains(.value) ? $0 : nil }
    }
}

extension TypedProperty where Value: ExposureSetting {
    /// Steps the property to the value closest to `target`, as ``Property/step(to:)``.
    public func step(to target: Value) async throws(CameraError) -> SteppedSearch.Outcome {
        try await property.step(to: PropertyValue(wrap(target)))
    }
}

extension TypedProperty where Value == Int {
    /// The numbers that the property can be set to now; nil if it cannot be set to the numbers of a range.
    public var range: NumericRange? { property.settable.range }
}

extension CommonValue {
    /// The value without its kind.
    var payload: any Hashable & Sendable {
        switch self {
        case .isoSpeed(let value): value
        case .shutterSpeed(let value): value
        case .aperture(let value): value
        case .exposureCompensation(let value): value
        case .batteryLevel(let value): value
        case .powerSource(let value): value
        case .autoFocusSystem(let value): value
        case .focusMode(let value): value
        case .driveMode(let value): value
        case .exposureMode(let value): value
        case .mirrorLockupStage(let value): value
        case .whiteBalance(let value): value
        case .lightMeterStatus(let value): value
        case .imageDestination(let value): value
        case .flashMode(let value): value
        case .boolean(let value): value
        case .integer(let value): value
        case .videoFormat(let value): value
        case .zoom(let value): value
        }
    }
}
