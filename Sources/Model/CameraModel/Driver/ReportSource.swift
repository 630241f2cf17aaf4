/// Makes a report of a camera. Optional, for connections over a link whose exchange can be recorded.
package protocol ReportSource: AnyObject, Sendable {
    /// Collects a report; see ``Camera/makeReport(_:)``. Changes nothing at the camera.
    ///
    /// - Parameters:
    ///   - camera: the camera of the connection, for what every camera has.
    ///   - options: what the report contains.
    /// - Returns: the report.
    /// - Throws: ``CameraError/Code/connectionLost``, ``CameraError/Code/cancelled``; what a camera refuses is no error.
    func makeReport(of camera: Camera, _ options: ReportOptions) async throws(CameraError) -> CameraReport
}
