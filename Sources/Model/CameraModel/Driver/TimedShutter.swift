/// A connection that keeps the moment of a release itself (``ShootOptions/time``), because it has another computer's clock. The others are
/// called at the moment.
package protocol TimedShutter: ShutterDriver {
    /// The quality of that computer's clock.
    func clockQuality() async throws(CameraError) -> ClockQuality
}
