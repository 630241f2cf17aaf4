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

    private let time: any TimeSource
    private let releases = OwnedTasks()
    /// Guards the timers of the buttons that are held.
    private let timers = Guarded<[Key: any TimeSourceTimer]>([:])

    init(_ time: any TimeSource) { self.time = time }

    /// Presses the shutter button halfway, and holds it. Pressing it again extends the time.
    func holdHalfPress(of camera: Camera, for limit: Duration) async throws(CameraError) {
        let key = Key(camera: camera.identifier, button: .halfPress)
        let isHeld = timers.withLock { $0[key] != nil }
        if !isHeld { try await camera.engageAutoFocus() }
        hold(key, for: limit) { try? await camera.disengageAutoFocus() }
    }

    func releaseHalfPress(of camera: Camera) async throws(CameraError) {
        forget(Key(camera: camera.identifier, button: .halfPress))
        try await camera.disengageAutoFocus()
    }

    /// Presses the shutter button fully, after focusing if `autofocus` is true, and holds it.
    func holdShutter(of camera: Camera, autofocus: Bool, for limit: Duration) async throws(CameraError) {
        let focuses = autofocus && camera.capabilities.contains(.halfPress)
        if focuses { try await camera.engageAutoFocus() }
        do throws(CameraError) { try await camera.pressShutter() } catch {
            if focuses { try? await camera.disengageAutoFocus() }
            throw error
        }
        hold(Key(camera: camera.identifier, button: .shutter), for: limit) {
            try? await camera.releaseShutter()
            if focuses { try? await camera.disengageAutoFocus() }
        }
    }

    func releaseShutter(of camera: Camera) async throws(CameraError) {
        forget(Key(camera: camera.identifier, button: .shutter))
        try await camera.releaseShutter()
        if camera.capabilities.contains(.halfPress) { try? await camera.disengageAutoFocus() }
    }

    private func hold(_ key: Key, for limit: Duration, release: @escaping @Sendable () async -> Void) {
        let timer = time.makeTimer { [weak self] in
            guard let self, self.forget(key) else { return }
            self.releases.start(release)
        }
        let earlier = timers.withLock { timers in
            defer { timers[key] = timer }
            return timers[key]
        }
        earlier?.disarm()
        timer.arm(at: time.now + limit)
    }

    /// Ends the time limit of a button. Returns false if it is not held.
    @discardableResult
    private func forget(_ key: Key) -> Bool {
        let timer = timers.withLock { $0.removeValue(forKey: key) }
        timer?.disarm()
        return timer != nil
    }

    /// Ends all time limits. Disconnecting releases the buttons.
    func end() async {
        let all = timers.withLock { timers in
            defer { timers = [:] }
            return timers.values
        }
        for timer in all { timer.disarm() }
        await releases.wait()
    }
}
