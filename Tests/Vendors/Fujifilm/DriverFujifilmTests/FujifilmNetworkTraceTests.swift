import BodyRig
import CameraModel
import Exposure
import Foundation
import HotShoeSupport
import PTP
import PTPFujifilm
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverFujifilm
@testable import PTPResponder

/// Performs every function of a Fujifilm body on a network once and compares the operations with a recording. `HOTSHOE_RECORD=1` records
/// them again.
@Suite(.timeLimit(.minutes(5))) struct FujifilmNetworkTraceTests {
    /// The state is requested at any time, and so are values and files that the body announces.
    private static let rules = Trace.Rules(
        records: { ![.getDevicePropValue, .getDevicePropDesc, .getObjectInfo].contains($0) },
        repeated: [],
        busy: [.deviceBusy],
        name: { $0.description(by: .fujifilm) },
        response: { $0.description(by: .fujifilm) }
    )

    @Test func `a body receives the recorded requests`() async throws {
        let simulator = BodyRig.simulator { $0.cards[0].samplePictures = 1 }
        let trace = Trace(Self.rules)
        try await FujifilmNetworkRig.withBody(simulator, link: { TracedSideLink($0, trace) }) { camera in
            var scenario = TraceScenario(camera, trace)
            await scenario.perform([
                ("live view", { camera in for try await _ in camera.liveView().prefix(1) {} }),
                ("exposure", { camera in try await Self.expose(camera) }),
                ("files", { camera in try await Self.browse(camera) }),
                ("pictures again", { camera in try await camera.setCommandCategories(.stillsShooting) }),
            ])
            #expect(Recording.matches(Self.stable(scenario.text), at: Self.path), "see \(Self.path)")
        }
    }

    /// The text with the requests of previews, whose time depends on events, once at the end, and without the sizes of pieces, which
    /// depend on the contents of pictures.
    private static func stable(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("GetPartialObject") ? line.prefix { $0 != "→" } + "→ OK" : line
        }
        let previews = Set(lines.filter { $0.hasPrefix("GetCapturePreview") }).sorted()
        let others = lines.filter { !$0.hasPrefix("GetCapturePreview") }
        return (others + ["# after each picture"] + previews).joined(separator: "\n") + "\n"
    }

    private static func expose(_ camera: Camera) async throws {
        let settings: [(PropertyIdentifier, CommonValue)] = [
            (.shutterSpeed, .shutterSpeed(.s1_250)), (.isoSpeed, .isoSpeed(.iso400)), (.whiteBalance, .whiteBalance(.daylight)),
        ]
        for (property, value) in settings {
            try await camera.property(property).set(value, until: .reflected(timeout: waitLimit))
        }
    }

    private static func browse(_ camera: Camera) async throws {
        try await camera.setCommandCategories(.fileAccess)
        let items = try #require(try await camera.storages.first?.items())
        // The picture of the card, and those of the steps before.
        let item = try #require(items.first)
        _ = try await item.file.contents()
        _ = try await item.thumbnail()
    }

    @Test func `every operation of the driver on networks occurs in the trace, but steps of settings without a list`() throws {
        let trace = try String(contentsOfFile: Self.path, encoding: .utf8)
        let lines = trace.split(separator: "\n")
        let steps: Set<OperationCode> = [.fujifilmStepShutterSpeed, .fujifilmStepFNumber, .fujifilmStepCompensation]
        let unrecorded: Set<OperationCode> = [
            .getDevicePropValue, .getDevicePropDesc, .getObjectInfo, .openSession, .getObject,
        ]
        let further: [OperationCode] = [.getThumb, .fujifilmStartMovie, .fujifilmStopMovie]
        let operations = DeviceInfo.fujifilmOnNetwork(named: "").operations + further
        for code in operations where !steps.contains(code) && !unrecorded.contains(code) {
            #expect(lines.contains { $0.hasPrefix(code.description(by: .fujifilm) + " ") }, "\(code.description(by: .fujifilm))")
        }
        for name in ["GetStorageIDs", "GetStorageInfo", "GetObjectHandles", "DeleteObject"] { #expect(!trace.contains(name)) }
    }

    private static let path =
        URL(filePath: #filePath).deletingLastPathComponent().path + "/Traces/fujifilm-x-t4-network.txt"
}
