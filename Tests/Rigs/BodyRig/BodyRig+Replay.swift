package import CameraModel
import CameraRecordings
package import DriverPTP
import Foundation
import HotShoeSupport
package import PTPResponder
import PTPSession
package import SimulatedCamera

extension BodyRig {
    /// Serves a simulated body, records its connection, and returns its report: a camera report as the command line writes it.
    package static func report(
        _ simulator: CameraSimulator,
        _ serving: IPResponder.Configuration,
        _ dialect: CameraDialect
    ) async throws -> String {
        var text = ""
        try await serve(simulator, serving, dialect, options: ConnectOptions(recordsTranscript: true)) { camera, _ in
            text = try await camera.makeReport(ReportOptions(eventDuration: .zero, fileLimit: 4)).text
        }
        return text
    }

    /// Connects a dialect's driver to the camera of a report, and compares its operations with the report's transcript, up to the last
    /// one of connecting.
    ///
    /// - Parameters:
    ///   - report: Text of a camera report.
    ///   - dialect: Dialect of the driver.
    ///   - rules: How the transcript is compared.
    ///   - use: Called with the connected camera.
    /// - Returns: The differences; see ``ReplayLink/differences``.
    /// - Throws: `RecordingError` for a text that is no report, `CameraError` if connecting fails, and the errors of `use`.
    package static func replay(
        _ report: String,
        _ dialect: CameraDialect,
        _ rules: ReplayLink.Rules,
        _ use: (Camera) async throws -> Void = { _ in }
    ) async throws -> [String] {
        let link = ReplayLink(try RecordedCamera(Array(report.utf8)).transcript, rules)
        let driver = PTPDriver(credentialKey: "test", dialects: [dialect]) { _ throws(CameraError) in link }
        let camera = Camera(
            CameraDescription(identifier: CameraIdentifier("replay"), family: .generic, transport: .inProcess),
            driver: driver
        )
        try await camera.connect()
        let differences = link.differences
        do { try await use(camera) } catch {
            await camera.disconnect()
            throw error
        }
        await camera.disconnect()
        return differences
    }
}
