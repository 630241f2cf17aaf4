import BodyRig
import CameraModel
import Foundation
import HotShoeSupport
import PTP
import PTPCanon
import PTPResponder
import SimulatedCamera
import Testing

@testable import DriverCanon
@testable import DriverPTP

/// Performs every function of an EOS body once and compares the operations with a recording. `HOTSHOE_RECORD=1` records them
/// again.
@Suite(.timeLimit(.minutes(5))) struct TraceTests {
    fileprivate enum Body: String, CaseIterable {
        case r5 = "canon-eos-r5"
        case d80 = "canon-eos-80d"

        var personality: Personality { self == .r5 ? .canonEOSR5 : .canonEOS80D }
    }

    private static let rules = Trace.Rules(
        records: { $0.rawValue & 0xFF00 == 0x9100 && $0 != .eosGetEvent },
        repeated: [.eosGetViewFinderData],
        busy: [.eosObjectNotReady, .deviceBusy],
        name: { $0.description(by: .eos) },
        response: { $0.description(by: .eos) }
    )

    private static func withCamera(
        _ body: Body,
        faults: [SimulatedFault] = [],
        _ use: (Camera, Trace) async throws -> Void
    ) async throws {
        let simulator = BodyRig.simulator(faults: faults)
        simulator.turn(.exposureMode, to: "M")
        let trace = Trace(rules)
        try await BodyRig.serve(simulator, BodyRig.serving(body.personality), .canonEOS, link: { TracedLink($0, trace) }) {
            try await use($0, trace)
        }
    }

    @Test(arguments: Body.allCases) fileprivate func `a body receives the recorded requests`(_ body: Body)
        async throws
    {
        try await Self.withCamera(body) { camera, trace in
            var scenario = TraceScenario(camera, trace)
            await scenario.perform()
            let path = Self.folder + "/\(body.rawValue).txt"
            #expect(Recording.matches(scenario.text, at: path), "see \(path)")
        }
    }

    @Test(arguments: Body.allCases) fileprivate func `a body that finds no focus is not left with its button pressed`(
        _ body: Body
    ) async throws {
        try await Self.withCamera(body, faults: [try #require(SimulatedFault("focus-fails"))]) { camera, trace in
            _ = trace.drain()
            let error = await #expect(throws: CameraError.self) { try await camera.engageAutoFocus() }
            #expect(error?.code == .focusFailed)
            #expect(trace.drain().last == "RemoteReleaseOff (0x00000001) → OK")
        }
    }

    @Test(arguments: Body.allCases) fileprivate func `a body that has focus shows where`(_ body: Body) async throws {
        try await Self.withCamera(body) { camera, _ in
            let events = camera.events
            #expect(camera.focusInfo?.areas.contains(where: \.isActive) == true)
            #expect(camera.focusInfo?.areas.contains(where: \.hasFocus) == false)
            try await camera.engageAutoFocus()
            for await event in events {
                if case .focus(let focus) = event, focus?.areas.contains(where: \.hasFocus) == true { break }
            }
            try await camera.disengageAutoFocus()
            for await event in events {
                if case .focus(let focus) = event, focus?.areas.contains(where: \.hasFocus) == false { break }
            }
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Traces"
}
