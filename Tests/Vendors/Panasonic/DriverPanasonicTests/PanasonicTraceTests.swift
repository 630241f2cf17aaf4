import BodyRig
import CameraModel
import Exposure
import Foundation
import PTP
import PTPPanasonic
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverPanasonic
@testable import PTPResponder

/// Performs every function of a Panasonic body once and compares the operations with a recording. `HOTSHOE_RECORD=1` records them again.
@Suite(.timeLimit(.minutes(5))) struct PanasonicTraceTests {
    /// Requests of properties, states and frames are repeated at any time: that they are made is checked by the second test.
    private static let repeated: Set<OperationCode> = [.panasonicGetLiveViewImage, .getObject]

    private static let asRequired: Set<OperationCode> = [
        .panasonicListProperty, .panasonicGetProperty, .panasonicGetStatus, .panasonicGetSetup,
    ]

    private static let rules = Trace.Rules(
        records: { $0.isVendor && !asRequired.contains($0) || $0 == .getObject },
        repeated: repeated,
        busy: [.deviceBusy],
        name: { $0.description(by: .panasonic) },
        response: { $0.description(by: .panasonic) }
    )

    @Test(arguments: PanasonicRig.bodies) func `a body receives the recorded requests`(_ personality: Personality) async throws {
        let simulator = BodyRig.simulator()
        simulator.turn(.exposureMode, to: "M")
        let trace = Trace(Self.rules)
        try await BodyRig.serve(simulator, BodyRig.serving(personality), .panasonic, link: { TracedLink($0, trace) }) { camera in
            var scenario = TraceScenario(camera, trace)
            await scenario.perform([
                ("exposure", { camera in try await Self.expose(camera) }), ("bulb", { camera in try await Self.bulb(camera) }),
                ("live view, driven", { camera in try await Self.view(camera) }),
                ("properties of the maker", { camera in try await Self.setOthers(camera) }),
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
            try await until("the property can be set") { camera.property(property).settable.isSettable }
            try await camera.property(property).set(value, until: .reflected(timeout: waitLimit))
        }
    }

    private static func bulb(_ camera: Camera) async throws {
        let shutter = camera.property(.shutterSpeed)
        try await shutter.set(.shutterSpeed(.bulb), until: .reflected(timeout: waitLimit))
        try await camera.pressShutter()
        try await camera.releaseShutter()
        try await shutter.set(.shutterSpeed(.s1_125), until: .reflected(timeout: waitLimit))
    }

    private static func view(_ camera: Camera) async throws {
        for try await _ in camera.liveView().prefix(1) {
            for direction in [FocusStep.Direction.towardsCamera, .towardsInfinity] {
                for amount in [FocusStep.Amount.small, .large] { try await camera.driveFocus(FocusStep(direction, amount)) }
            }
        }
        await camera.stopLiveView()
    }

    private static func setOthers(_ camera: Camera) async throws {
        for (code, text) in [(DevicePropCode.panasonicMovieMode, "M"), (.panasonicLiveViewSize, "640 × 480, 30 fps")] {
            let property = camera.property(.vendor(code: code.rawValue))
            try await property.set(text: text, until: .reflected(timeout: waitLimit))
        }
    }

    @Test func `every operation that the driver can send occurs in a trace, or is one that is sent as required`() throws {
        let traces = try PanasonicRig.bodies.map { try String(contentsOfFile: Self.folder + "/\($0.name).txt", encoding: .utf8) }
            .joined()
        let lines = traces.split(separator: "\n")
        // The body sends no event that is answered.
        let sent = OperationCode.panasonicOperations.filter { !Self.asRequired.contains($0) && $0 != .panasonicGetEvent }
        for code in sent + [.getObject] {
            let name = code.description(by: .panasonic)
            #expect(lines.contains { $0.hasPrefix(name + " ") }, "\(name)")
        }
        for movement in PanasonicFocusDrive.allCases where movement != .stop {
            #expect(lines.contains { $0.hasPrefix("ManualFocusDrive ") && $0.contains("0\(movement.rawValue)00") }, "\(movement)")
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Traces"
}
