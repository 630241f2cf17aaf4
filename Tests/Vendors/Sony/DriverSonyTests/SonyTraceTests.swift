import BodyRig
import CameraModel
import Exposure
import Foundation
import PTP
import PTPSony
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverSony
@testable import PTPResponder

/// Performs every function of a Sony body once and compares the operations with a recording. `HOTSHOE_RECORD=1` records them again.
@Suite(.timeLimit(.minutes(5))) struct SonyTraceTests {
    /// Requests of properties and frames are repeated at any time: that they are made is checked by the second test.
    private static let repeated: Set<OperationCode> = [.sonyGetAllExtDevicePropInfo, .getObject, .getObjectInfo]

    private static let rules = Trace.Rules(
        records: {
            $0.isVendor && $0 != .sonyGetAllExtDevicePropInfo || [.getObject, .getObjectInfo, .getStorageIDs].contains($0)
        },
        repeated: repeated,
        busy: [.deviceBusy, .accessDenied, .invalidObjectHandle],
        name: { $0.description(by: .sony) },
        response: { $0.description(by: .sony) }
    )

    @Test(arguments: SonyRig.bodies) func `a body receives the recorded requests`(_ personality: Personality) async throws {
        let simulator = BodyRig.simulator()
        simulator.turn(.exposureMode, to: "M")
        let trace = Trace(Self.rules)
        try await BodyRig.serve(simulator, BodyRig.serving(personality), .sony, link: { TracedLink($0, trace) }) { camera in
            var scenario = TraceScenario(camera, trace)
            await scenario.perform([
                ("exposure", { camera in try await Self.expose(camera) }),
                ("bulb", { camera in try await Self.bulb(simulator, camera) }),
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

    @Test func `every operation and control that the driver can send occurs in a trace, and the storages never`() throws {
        let traces = try SonyRig.bodies.map { try String(contentsOfFile: Self.folder + "/\($0.name).txt", encoding: .utf8) }
            .joined()
        let lines = traces.split(separator: "\n")
        for name in [
            "SDIOConnect", "SDIOGetExtDeviceInfo", "SDIOSetExtDevicePropValue", "SDIOControlDevice", "GetObject", "GetObjectInfo",
        ] {
            #expect(lines.contains { $0.hasPrefix(name + " ") }, "\(name)")
        }
        let controls: [DevicePropCode] = [
            .sonyS1Button, .sonyS2Button, .sonyBulbButton, .sonyMovieButton, .sonyManualFocus, .sonyFocusAreaPosition, .sonyISO,
            .sonyShutterSpeed, .fNumber,
        ]
        for control in controls {
            let parameter = String(control.rawValue, radix: 16, uppercase: true)
            #expect(
                lines.contains { $0.hasPrefix("SDIOControlDevice ") && $0.uppercased().contains(parameter) },
                "\(parameter)"
            )
        }
        #expect(!traces.contains("GetStorageIDs"))
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Traces"
}
