import BodyRig
import CameraModel
import Exposure
import Foundation
import PTP
import PTPOlympus
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverOlympus
@testable import PTPResponder

/// Performs every function of an Olympus or OM System body once and compares the operations with a recording. `HOTSHOE_RECORD=1` records them again.
@Suite(.timeLimit(.minutes(5))) struct OlympusTraceTests {
    private static let rules = Trace.Rules(
        records: {
            $0.rawValue >> 8 == 0x94 && $0 != .olympusGetChangedProperties || [.getObject, .setDevicePropValue].contains($0)
        },
        repeated: [.olympusGetLiveViewImage, .getObject],
        busy: [.deviceBusy],
        name: { $0.description(by: .olympus) },
        response: { $0.description(by: .olympus) }
    )

    @Test(arguments: OlympusRig.bodies) func `a body receives the recorded requests`(_ personality: Personality) async throws {
        let simulator = BodyRig.simulator()
        simulator.turn(.exposureMode, to: "M")
        let trace = Trace(Self.rules)
        try await BodyRig.serve(simulator, BodyRig.serving(personality), .olympus, link: { TracedLink($0, trace) }) { camera in
            var scenario = TraceScenario(camera, trace)
            await scenario.perform([
                ("exposure", { camera in try await Self.expose(camera) }),
                ("bulb", { camera in try await Self.bulb(simulator, camera) }),
                ("live view, driven", { camera in try await Self.view(camera) }),
            ])
            let path = Self.folder + "/\(personality.name).txt"
            #expect(Recording.matches(scenario.text, at: path), "see \(path)")
        }
    }

    private static func expose(_ camera: Camera) async throws {
        let settings: [(PropertyIdentifier, CommonValue)] = [
            (.shutterSpeed, .shutterSpeed(.s1_250)), (.isoSpeed, .isoSpeed(.iso400)), (.whiteBalance, .whiteBalance(.daylight)),
        ]
        for (property, value) in settings {
            try await camera.property(property).set(value, until: .reflected(timeout: waitLimit))
        }
    }

    private static func bulb(_ simulator: CameraSimulator, _ camera: Camera) async throws {
        simulator.turn(.exposureMode, to: "bulb")
        try await until("the shutter speed is bulb") { camera.property(.shutterSpeed).value?.shutterSpeed == .bulb }
        try await camera.pressShutter()
        try await camera.releaseShutter()
        simulator.turn(.exposureMode, to: "M")
    }

    private static func view(_ camera: Camera) async throws {
        for try await _ in camera.liveView().prefix(1) {
            for direction in [FocusStep.Direction.towardsCamera, .towardsInfinity] {
                for amount in [FocusStep.Amount.small, .medium, .large] {
                    try await camera.driveFocus(FocusStep(direction, amount))
                }
            }
        }
        await camera.stopLiveView()
    }

    @Test func `every operation that the driver can send occurs in a trace, and control is taken first and given back last`()
        throws
    {
        for personality in OlympusRig.bodies {
            let trace = try String(contentsOfFile: Self.folder + "/\(personality.name).txt", encoding: .utf8)
            let lines = trace.split(separator: "\n").filter { !$0.hasPrefix("#") }
            for code in [OperationCode.olympusCapture, .olympusGetLiveViewImage, .olympusDriveFocus, .getObject] {
                let name = code.description(by: .olympus)
                #expect(lines.contains { $0.hasPrefix(name + " ") }, "\(name)")
            }
            let changes = lines.filter { $0.contains("SetDevicePropValue (0x0000D052)") }
            #expect(changes.count == 2 && changes[0].contains("0100") && changes[1].contains("0200"))
            let inOrder = trace.split(separator: "\n# at any time\n")[0].split(separator: "\n").filter { !$0.hasPrefix("#") }
            #expect(inOrder.last == changes.last)
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Traces"
}
