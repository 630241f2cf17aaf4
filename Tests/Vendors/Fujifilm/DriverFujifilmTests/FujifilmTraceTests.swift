import BodyRig
import CameraModel
import Exposure
import Foundation
import PTP
import PTPFujifilm
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverFujifilm
@testable import PTPResponder

/// Performs every function of a Fujifilm body once and compares the operations with a recording. `HOTSHOE_RECORD=1` records them again.
@Suite(.timeLimit(.minutes(5))) struct FujifilmTraceTests {
    /// Requests of frames and of the buffer are repeated at any time, and so are values while the driver waits.
    private static let recorded: Set<OperationCode> = [
        .initiateCapture, .initiateOpenCapture, .terminateOpenCapture, .setDevicePropValue, .getObject, .deleteObject,
        .getStorageIDs, .getStorageInfo, .getPartialObject,
    ]

    private static let rules = Trace.Rules(
        records: { recorded.contains($0) },
        repeated: [.getObject, .deleteObject],
        busy: [.deviceBusy, .accessDenied, .invalidObjectHandle],
        name: { $0.description(by: .fujifilm) },
        response: { $0.description(by: .fujifilm) }
    )

    @Test(arguments: FujifilmRig.bodies) func `a body receives the recorded requests`(_ personality: Personality) async throws {
        let simulator = BodyRig.simulator()
        simulator.turn(.exposureMode, to: "M")
        let trace = Trace(Self.rules)
        try await BodyRig.serve(simulator, BodyRig.serving(personality), .fujifilm, link: { TracedLink($0, trace) }) { camera in
            var scenario = TraceScenario(camera, trace)
            await scenario.perform([
                ("live view", { camera in try await Self.view(camera) }),
                ("exposure", { camera in try await Self.expose(camera) }),
                ("bulb", { camera in try await Self.bulb(camera) }),
                ("declined", { camera in try await Self.decline(camera) }),
            ])
            let path = Self.folder + "/\(personality.name).txt"
            #expect(Recording.matches(Self.stable(scenario.text), at: path), "see \(path)")
        }
    }

    /// The text without the numbers of transactions, which depend on how often the body is polled, and without live view in
    /// steps that do not begin it: the earlier run ends at any time.
    private static func stable(_ text: String) -> String {
        let frames = ["InitiateOpenCapture", "TerminateOpenCapture", "GetObject (0x80000001", "DeleteObject (0x80000001"]
        var isViewing = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
            if line.hasPrefix("#") { isViewing = line == "# live view" }
            guard frames.contains(where: { line.hasPrefix($0) }) else { return String(line) }
            guard isViewing else { return nil }
            return line.hasPrefix("TerminateOpenCapture")
                ? "TerminateOpenCapture […] →" + line.split(separator: "→")[1] : String(line)
        }
        .joined(separator: "\n")
    }

    private static func view(_ camera: Camera) async throws {
        for try await _ in camera.liveView().prefix(1) {}
        await camera.stopLiveView()
    }

    private static func expose(_ camera: Camera) async throws {
        let settings: [(PropertyIdentifier, CommonValue)] = [
            (.shutterSpeed, .shutterSpeed(.s1_250)), (.isoSpeed, .isoSpeed(.iso400)), (.whiteBalance, .whiteBalance(.daylight)),
        ]
        for (property, value) in settings {
            try await camera.property(property).set(value, until: .reflected(timeout: waitLimit))
        }
    }

    private static func bulb(_ camera: Camera) async throws {
        let shutter = camera.property(.shutterSpeed)
        try await shutter.set(.shutterSpeed(.bulb), until: .reflected(timeout: waitLimit))
        let offered = camera.pendingTransfers.count
        try await camera.pressShutter()
        try await camera.releaseShutter()
        try await until("the picture is offered") { camera.pendingTransfers.count > offered }
        try await shutter.set(.shutterSpeed(.s1_250), until: .reflected(timeout: waitLimit))
    }

    private static func decline(_ camera: Camera) async throws {
        for transfer in camera.pendingTransfers { try await transfer.decline() }
    }

    @Test func `every operation and movement that the driver can send occurs in a trace, and no store and no piece`() throws {
        let traces = try FujifilmRig.bodies.map { try String(contentsOfFile: Self.folder + "/\($0.name).txt", encoding: .utf8) }
            .joined()
        let lines = traces.split(separator: "\n")
        for name in [
            "InitiateCapture", "InitiateOpenCapture", "TerminateOpenCapture", "SetDevicePropValue", "GetObject", "DeleteObject",
        ] {
            #expect(lines.contains { $0.hasPrefix(name + " ") }, "\(name)")
        }
        let movements: [FujifilmRelease] = [.half, .shoot, .release, .openShutter, .closeShutter, .startMovie, .stopMovie]
        for movement in movements {
            let bytes = [UInt8(movement.rawValue & 0xFF), UInt8(movement.rawValue >> 8)]
            let text = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            #expect(lines.contains { $0.hasPrefix("SetDevicePropValue (0x0000D208) \(text) ") }, "\(movement) \(text)")
        }
        for name in ["GetStorageIDs", "GetStorageInfo", "GetPartialObject"] { #expect(!traces.contains(name)) }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Traces"
}
