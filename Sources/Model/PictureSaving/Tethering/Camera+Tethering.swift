public import CameraModel
import HotShoeSupport

extension Camera {
    /// Copies every picture and video that the camera makes from now on into a folder of this computer, whether it was released
    /// at the camera or by this program.
    ///
    /// Runs until the calling task is cancelled, or ``TetherOptions/fileLimit`` files were copied. After a cancellation, a file
    /// that is being copied is completed if that takes less than three seconds; otherwise its partial copy is removed, and it
    /// counts as remaining. Files stay on the card. Only one call at a time for each camera.
    ///
    /// Pictures that wait in the camera's memory at the start are copied first: the camera may have no room for others before.
    ///
    /// A file that the camera does not describe or supply yet is requested again with growing pauses, for a minute. Files that the
    /// camera does not announce are found by comparing its lists of objects, every five seconds.
    ///
    /// If ``TetherOptions/reconnects`` is set, a lost connection is re-established after pauses that increase from one to five
    /// seconds. Files that the camera made in the meantime are found by comparing the cards with a listing from the start.
    ///
    /// - Parameters:
    ///   - options: the folder, the names, and the behaviour after a lost connection.
    ///   - report: is called with each event, one at a time, on a library thread; the next file waits for its return.
    ///   - authenticate: answers the camera's authentication requests on reconnecting.
    /// - Returns: exact counts, also after a cancellation.
    /// - Throws: `CameraError.Code.notConnected` if the camera is not connected, `CameraError.Code.invalidArgument` for a pattern of rigs,
    ///   `CameraError.Code.fileSystem` if the
    ///   folder cannot be created or written, also at the start, `CameraError.Code.connectionLost` without ``TetherOptions/reconnects``,
    ///   `CameraError.Code.authenticationFailed`, `CameraError.Code.pairingRequired` and
    ///   `CameraError.Code.permissionDenied` on reconnecting.
    @discardableResult
    public func tether(
        _ options: TetherOptions,
        report: (@Sendable (TetherEvent) -> Void)? = nil,
        authenticate: AuthenticationHandler? = nil
    ) async throws(CameraError) -> TetherSummary {
        guard connectionState == .connected else {
            throw CameraError(.notConnected, "The camera is not connected. Connect first.", operation: .transfer)
        }
        try options.pattern.checkNoRig()
        try LocalFile.checkFolder(options.folder)
        var run = TetherRun(self, options, authenticate, report ?? { _ in })
        return try await run.run()
    }
}
