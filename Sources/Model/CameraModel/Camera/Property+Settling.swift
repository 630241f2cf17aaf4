import HotShoeSupport

/// A camera reports what it allows after a setting later than the setting itself: the aperture can be set only some time after
/// the exposure mode that allows it. So a refusal by the camera's last report is not final just after another property was set.
extension Property {
    /// Time after a setting within which a camera still reports what it allows because of it.
    static let settlingTime: Duration = .seconds(1)

    /// Returns when the state satisfies a condition, or when the camera has had time to report what it allows: immediately, unless
    /// another property was set within the last second.
    ///
    /// - Throws: ``CameraError/Code/connectionLost``, ``CameraError/Code/notConnected``, ``CameraError/Code/cancelled``.
    package func settle(
        until isAsWanted: @Sendable (PropertyState) -> Bool = { $0.settable.isSettable }
    ) async throws(CameraError) {
        guard identifier.category != .information, !isAsWanted(state) else { return }
        guard let time = camera.timeOfSetting(besides: identifier) else { return }
        let rest = time + Self.settlingTime - camera.time.now
        if rest > .zero { _ = try await wait(.setProperty, rest, until: isAsWanted) }
    }

    /// Returns the value for a text; see ``PropertyState/settableValue(for:)-(String)``, and its errors.
    package func settableValue(for text: String) async throws(CameraError) -> PropertyValue {
        try await settle { (try? $0.settableValue(for: text)) != nil }
        return try state.settableValue(for: text)
    }

    /// Returns the camera's own value with the same meaning as `wanted`; see
    /// ``PropertyState/settableValue(for:)-(PropertyValue)``, and its errors.
    func settableValue(for wanted: PropertyValue) async throws(CameraError) -> PropertyValue {
        try await settle { (try? $0.settableValue(for: wanted)) != nil }
        return try state.settableValue(for: wanted)
    }
}
