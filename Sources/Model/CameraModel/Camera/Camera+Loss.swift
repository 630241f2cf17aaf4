import HotShoeSupport

extension Camera {
    /// Time after an error within which the end of the connection is reported.
    private static let endLimit = Duration.seconds(1)

    /// Returns whether the connection has ended. The state changes a moment after a request has failed; a file that ends early has the same
    /// error, and the camera stays connected.
    package func hasEnded(after error: any Error) async -> Bool {
        guard let error = error as? CameraError, [.connectionLost, .notConnected].contains(error.code) else {
            return connectionState != .connected
        }
        let states = connectionStates
        let limit = time.makeTimer { states.cancel() }
        limit.arm(at: time.now + Self.endLimit)
        defer { limit.disarm() }
        for await state in states { if case .notConnected = state { return true } }
        return connectionState != .connected
    }
}
