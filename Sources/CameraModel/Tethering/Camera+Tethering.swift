import HotShoeSupport

extension Camera {
    /// Copies every picture and video that the camera makes from now on into a folder of this computer: those released at the camera, and
    /// those released by this program.
    ///
    /// Runs until the calling task is cancelled, or ``TetherOptions/fileLimit`` files were copied. A file that is being copied at a
    /// cancellation is finished if that takes less than three seconds; otherwise nothing of it is left on this computer, and it counts as
    /// remaining. Files stay on the card. One call at a time for each camera.
    ///
    /// Where ``TetherOptions/reconnects`` is set, a lost connection is made again with increasing pauses of one to five seconds, and files
    /// that the camera made in between are found by comparing the cards with a listing from the start.
    ///
    /// - Parameters:
    ///   - options: the folder, the names, and what to do about a lost connection.
    ///   - report: is called with each event, one after the other, on a library thread; the next file waits for its return.
    ///   - authenticate: answers the camera's questions when it is connected again.
    /// - Returns: exact counts, also after a cancellation.
    /// - Throws: ``CameraError/Code/notConnected`` where the camera is not connected, ``CameraError/Code/fileSystem`` where the folder cannot
    ///   be written, ``CameraError/Code/connectionLost`` without ``TetherOptions/reconnects``, ``CameraError/Code/authenticationFailed``,
    ///   ``CameraError/Code/pairingRequired`` and ``CameraError/Code/permissionDenied`` when connecting again.
    @discardableResult
    public func tether(
        _ options: TetherOptions,
        report: (@Sendable (TetherEvent) -> Void)? = nil,
        authenticate: AuthenticationHandler? = nil
    ) async throws(CameraError) -> TetherSummary {
        guard connectionState == .connected else {
            throw CameraError(.notConnected, "The camera is not connected. Connect first.", operation: .transfer)
        }
        var run = TetherRun(self, options, authenticate, report ?? { _ in })
        return try await run.run()
    }
}
