import BodyRig
import CameraModel
import Exposure
import Foundation
import PTP
import PTPNikon
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverNikon
@testable import PTPResponder

/// Performs every function of a Nikon body once and compares the operations with a recording. `HOTSHOE_RECORD=1` records them again.
@Suite(.timeLimit(.minutes(5))) struct NikonTraceTests {
    fileprivate enum Body: String, CaseIterable {
        case z6ii = "nikon-z6-2"
        case d850 = "nikon-d850"
        /// A D850 without InitiateCaptureRecInMedia, as earlier bodies.
        case earlier = "nikon-earlier"

        var personality: Personality {
            switch self {
            case .z6ii: .nikonZ6II
            case .d850: .nikonD850
            case .earlier: Self.earlierBody
            }
        }

        private static var earlierBody: Personality {
            var personality = Personality.nikonD850
            personality.operations[.nikonInitiateCaptureRecInMedia] = nil
            return personality
        }
    }

    private static let rules = Trace.Rules(
        records: {
            $0.isVendor && $0.rawValue < 0x9800 && $0 != .nikonGetDevicePropDescEx
                || [.setDevicePropValue, .getDevicePropValue, .initiateCapture].contains($0)
        },
        repeated: [.nikonGetLiveViewImg, .nikonGetLiveViewImageEx, .nikonGetEvent, .nikonGetEventEx],
        busy: [.deviceBusy],
        name: { $0.description(by: .nikon) },
        response: { $0.description(by: .nikon) }
    )

    @Test(arguments: Body.allCases) fileprivate func `a body receives the recorded requests`(_ body: Body) async throws {
        let simulator = BodyRig.simulator()
        simulator.turn(.exposureMode, to: "M")
        let trace = Trace(Self.rules)
        try await BodyRig.serve(simulator, BodyRig.serving(body.personality), .nikon, link: { TracedLink($0, trace) }) { camera in
            var scenario = TraceScenario(camera, trace)
            await scenario.perform([
                (
                    "mode dial under the computer's control",
                    { camera in
                        // Not while the body still reports what the movie has changed.
                        try await until("the mode can be set") { camera.property(.exposureMode).settable.isSettable }
                        try await Self.set(.exposureMode(.program), of: .exposureMode, camera)
                    }
                ),
                (
                    "property with a wide number",
                    { camera in
                        let mode = camera.property(.vendor(code: 0x1D074))
                        if let last = mode.settable.values.last {
                            try await mode.set(last, until: .reflected(timeout: waitLimit))
                        }
                    }
                ),
                ("bulb", { camera in try await Self.bulb(simulator, camera) }),
                ("burst", { camera in try await Self.burst(camera) }),
                (
                    "memory without autofocus",
                    { camera in
                        try await Self.set(.imageDestination(.host), of: .imageDestination, camera)
                        let offer = try await camera.shoot(ShootOptions(autofocus: false)).original
                        _ = try await #require(offer).contents()
                        try await Self.set(.imageDestination(.camera), of: .imageDestination, camera)
                    }
                ),
            ])
            // Event requests are repeated at any time: only that they are made is recorded.
            let text = scenario.text.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.hasPrefix("GetEvent") }.joined(separator: "\n")
            let path = Self.folder + "/\(body.rawValue).txt"
            #expect(Recording.matches(text, at: path), "see \(path)")
            #expect(scenario.text.contains(body == .z6ii ? "GetEventEx " : "GetEvent "))
        }
    }

    private static func set(_ value: CommonValue, of property: PropertyIdentifier, _ camera: Camera) async throws {
        try await camera.property(property).set(value, until: .reflected(timeout: waitLimit))
    }

    /// Presses the shutter and releases it.
    private static func press(_ camera: Camera) async -> Result<Void, CameraError> {
        do throws(CameraError) {
            try await camera.pressShutter()
            return .success(try await camera.releaseShutter())
        } catch { return .failure(error) }
    }

    private static func bulb(_ simulator: CameraSimulator, _ camera: Camera) async throws {
        simulator.turn(.exposureMode, to: "bulb")
        try await until("the shutter speed is bulb") { camera.property(.shutterSpeed).value?.shutterSpeed == .bulb }
        let pressed = await press(camera)
        simulator.turn(.exposureMode, to: "M")
        try await until("the shutter speed is set") { camera.property(.shutterSpeed).value?.shutterSpeed != .bulb }
        try pressed.get()
    }

    private static func burst(_ camera: Camera) async throws {
        try await set(.driveMode(.continuousHigh), of: .driveMode, camera)
        let pressed = await press(camera)
        try await set(.driveMode(.single), of: .driveMode, camera)
        try pressed.get()
    }

    @Test func `every operation that the driver can send occurs in a trace`() throws {
        let driver =
            URL(filePath: #filePath).pathComponents.prefix { $0 != "Tests" }.joined(separator: "/")
            .replacing("//", with: "/") + "/Sources/Vendors/Nikon/DriverNikon"
        let files = try FileManager.default.contentsOfDirectory(atPath: driver).filter { $0.hasSuffix(".swift") }
        let source = try files.map { try String(contentsOfFile: driver + "/" + $0, encoding: .utf8) }.joined()
        let traces = try (Body.allCases.map(\.rawValue) + ["nikon-pairing", "nikon-large-file"])
            .map { try String(contentsOfFile: Self.folder + "/\($0).txt", encoding: .utf8) }.joined()
        let recorded = Set(traces.split(separator: "\n").compactMap { $0.split(separator: " ").first?.lowercased() })
        // The requests of events are compared by the other test; descriptions are requested at any time.
        let unrecorded: Set = ["getevent", "geteventex", "getdevicepropdescex"]
        var count = 0
        for name in VendorNames.nikon.operations.all.map({ $0.lowercased() }) {
            guard source.lowercased().contains(".nikon\(name)") else { continue }
            // A shorter name may be the beginning of another.
            guard
                source.lowercased().split(separator: ".nikon").contains(where: {
                    $0.hasPrefix(name) && !($0.dropFirst(name.count).first?.isLetter ?? false)
                })
            else { continue }
            count += 1
            #expect(recorded.contains(name) || unrecorded.contains(name), "\(name)")
        }
        #expect(count > 20)
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Traces"
}
