import BodyRig
import CameraModel
import Foundation
import PTP
import PTPCanon
import PTPResponder
import SimulatedCamera
import Testing

@testable import DriverCanon

/// Replays camera reports: the driver must send the operations of the report's transcript. The reports in `Traces` are of simulated bodies,
/// and recorded by `HOTSHOE_RECORD=1`. Reports of real cameras belong into the same folder.
@Suite(.timeLimit(.minutes(2))) struct ReplayTests {
    private static let rules = ReplayLink.Rules(idle: [.eosGetEvent: [8, 0, 0, 0, 0, 0, 0, 0]], ignored: [.closeSession])

    private static let bodies = [("canon-eos-r5", Personality.canonEOSR5), ("canon-eos-80d", .canonEOS80D)]

    private static func path(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Traces/\(name)-report.json").path
    }

    private static func report(_ name: String, _ body: Personality) async throws -> String {
        if ProcessInfo.processInfo.environment["HOTSHOE_RECORD"] != nil {
            let text = try await BodyRig.report(BodyRig.simulator(), BodyRig.serving(body), .canonEOS)
            try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        }
        return try String(contentsOfFile: path(name), encoding: .utf8)
    }

    @Test(arguments: bodies) func `connecting sends what the report has`(name: String, body: Personality) async throws {
        let report = try await Self.report(name, body)
        let differences = try await BodyRig.replay(report, .canonEOS, Self.rules) { camera in
            #expect(camera.info?.model == body.identity?.model)
            #expect(camera.property(.isoSpeed).value != nil && camera.property(.shutterSpeed).value != nil)
        }
        #expect(differences == [])
    }

    @Test(arguments: bodies) func `what the report lacks, and what it has beyond, is named`(
        name: String,
        body: Personality
    ) async throws {
        let lines = try await Self.report(name, body).split(separator: "\n")
        let optional = #""operation": "0x913D""#
        let shorter = lines.filter { !$0.contains(optional) }.joined(separator: "\n")
        let missing = lines.count { $0.contains(optional) }
        let more = try await BodyRig.replay(shorter, .canonEOS, Self.rules)
        #expect(missing > 0 && more.count == missing && more.allSatisfy { $0.hasPrefix("sent: 0x913D") }, "\(more)")
        let first = try #require(lines.first { $0.contains(optional) })
        let longer = lines.flatMap { $0 == first ? [$0.replacing("0x913D", with: "0x9FFF"), $0] : [$0] }.joined(separator: "\n")
        let fewer = try await BodyRig.replay(longer, .canonEOS, Self.rules)
        #expect(fewer.count == 1 && fewer[0].hasPrefix("not sent: 0x9FFF"), "\(fewer)")
    }
}
