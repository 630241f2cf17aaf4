import HotShoe

/// The buttons that clients hold at cameras. **Thread-safe.**
///
/// A browser may disappear while it holds one: each is released after a time limit, which pressing it again extends.
final class HeldButtons: Sendable {
    enum Button: Hashable, Sendable {
        /// The shutter button, half pressed.
        case halfPress
        /// The shutter button, fully pressed.
        case shutter
    }

    private struct Key: Hashable {
        let camera: CameraIdentifier
        let button: Button
    }

    /// A button that is held: the timer that releases it, and the subscription that ends it with the connection, which releases the button.
    private struct Hold {
        let number: Int
        let timer: any TimeSourceTimer
        let connection: Subscription
        let release: @Sendable () async -> Void
    }

    private let time: any TimeSource
    private let releases = OwnedTasks()
    /// Guards the buttons that are held.
    private let holds = Guarded<[Key: Hold]>([:])
    /// Guards the number of the last one.
    private let last = Guarded(0)

    init(_ time: any TimeSource) { self.time = time }

    /// Presses the shutter button halfway, and holds it. Pressing it again extends the time.
    func holdHalfPress(of camera: Camera, for limit: Duration) async throws(CameraError) {
        if extend(.halfPress, of: camera, for: limit) { return }
        try await camera.engageAutoFocus()
        hold(Key(camera: camera.identifier, button: .halfPress), of: camera, for: limit) {
            try? await camera.disengageAutoFocus()
        }
    }

    func releaseHalfPress(of camera: Camera) async throws(CameraError) {
        forget(Key(camera: camera.identifier, button: .halfPress))
        try await camera.disengageAutoFocus()
    }

    /// Presses the shutter button fully, after focusing if `autofocus` is true, and holds it. Pressing it again extends the time.
    func holdShutter(of camera: Camera, autofocus: Bool, for limit: Duration) async throws(CameraError) {
        if extend(.shutter, of: camera, for: limit) { return }
        let focuses = autofocus && camera.capabilities.contains(.halfPress)
        if focuses { try await camera.engageAutoFocus() }
        do throws(CameraError) { try await camera.pressShutter() } catch {
            if focuses { try? await camera.disengageAutoFocus() }
            throw error
        }
        hold(Key(camera: camera.identifier, button: .shutter), of: camera, for: limit) {
            try? await camera.releaseShutter()
            if focuses { try? await camera.disengageAutoFocus() }
        }
    }

    /// Releases the shutter button. Has no effect if this does not hold it: another client may expose a picture.
    func releaseShutter(of camera: Camera) async throws(CameraError) {
        guard forget(Key(camera: camera.identifier, button: .shutter)) else { return }
        try await camera.releaseShutter()
        if camera.capabilities.contains(.halfPress) { try? await camera.disengageAutoFocus() }
        halfPressEnded(at: camera)
    }

    /// Must be called when something else has released the half-pressed button.
    func halfPressEnded(at camera: Camera) { forget(Key(camera: camera.identifier, button: .halfPress)) }

    /// Extends the time of a button that is held. Returns false, and presses nothing, if it is not held.
    func extend(_ button: Button, of camera: Camera, for limit: Duration) -> Bool {
        let key = Key(camera: camera.identifier, button: button)
        guard let held = holds.withLock({ $0[key] }) else { return false }
        return hold(key, of: camera, for: limit, replacing: held.number, release: held.release)
    }

    /// Starts the time limit of a button; with a number, only in place of that hold. Returns false if that has ended.
    @discardableResult
    private func hold(
        _ key: Key,
        of camera: Camera,
        for limit: Duration,
        replacing replaced: Int? = nil,
        release: @escaping @Sendable () async -> Void
    ) -> Bool {
        let number = last.withLock { last in
            last += 1
            return last
        }
        let timer = time.makeTimer { [weak self] in
            // The button may have been pressed again since the timer expired.
            guard let self, self.forget(key, number) else { return }
            self.releases.start(release)
        }
        let connection = camera.observe { [weak self] event in
            if case .connection(.notConnected) = event { self?.forget(key, number) }
        }
        let hold = Hold(number: number, timer: timer, connection: connection, release: release)
        let (isHeld, earlier) = holds.withLock { holds in
            guard replaced == nil || holds[key]?.number == replaced else { return (false, Hold?.none) }
            defer { holds[key] = hold }
            return (true, holds[key])
        }
        earlier?.timer.disarm()
        earlier?.connection.cancel()
        guard isHeld else {
            connection.cancel()
            return false
        }
        timer.arm(at: time.now + limit)
        // The connection may have ended before it was observed.
        if camera.connectionState != .connected { forget(key, number) }
        return true
    }

    /// Ends the time limit of a button; with a number, only of that hold. Returns false if it is not held.
    @discardableResult
    private func forget(_ key: Key, _ number: Int? = nil) -> Bool {
        let hold = holds.withLock { holds -> Hold? in
            guard number == nil || holds[key]?.number == number else { return nil }
            return holds.removeValue(forKey: key)
        }
        hold?.timer.disarm()
        hold?.connection.cancel()
        return hold != nil
    }

    /// Ends all time limits. Disconnecting releases the buttons.
    func end() async {
        for key in holds.withLock({ Array($0.keys) }) { forget(key) }
        await releases.wait()
    }
}
