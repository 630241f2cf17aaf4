import BodyRig
import CameraModel
import HotShoeSupport
import PTP
import PTPNikon
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverNikon
@testable import PTPResponder

/// Movies: what a body requires before one, what it reports, and what is undone after it.
@Suite(.timeLimit(.minutes(5))) struct NikonVideoTests {
    /// A body that has the property ApplicationMode, and no operation for it.
    private static let propertyOnly = Personality.nikonZ6II.without(.nikonChangeApplicationMode)

    private static let rules = Trace.Rules(
        records: {
            [
                .setDevicePropValue, .nikonStartLiveView, .nikonEndLiveView, .nikonStartMovieRecInCard, .nikonEndMovieRec,
                .nikonChangeApplicationMode,
            ]
            .contains($0)
        },
        repeated: [],
        busy: [.deviceBusy],
        name: { $0.description(by: .nikon) },
        response: { $0.description(by: .nikon) }
    )

    private static func withTrace(
        _ personality: Personality,
        faults: [String] = [],
        _ use: (Camera, Trace) async throws -> Void
    ) async throws {
        let trace = Trace(rules)
        try await NikonRig.withBody(personality, faults: faults, link: { TracedLink($0, trace) }) { try await use($0, trace) }
    }

    // MARK: The application mode as a property

    @Test func `without live view, the mode is set before it and reset after it`() async throws {
        try await Self.withTrace(Self.propertyOnly) { camera, trace in
            try await camera.startRecording()
            #expect(camera.recording.isRecording)
            #expect(
                trace.drain() == [
                    "SetDevicePropValue (0x0000D1F0) 01 → OK", "StartLiveView () → OK", "SetDevicePropValue (0x0000D1A6) 01 → OK",
                    "StartMovieRecInCard () → OK",
                ]
            )
            try await camera.stopRecording()
            #expect(
                trace.drain() == [
                    "EndMovieRec () → OK", "SetDevicePropValue (0x0000D1A6) 00 → OK", "EndLiveView () → OK",
                    "SetDevicePropValue (0x0000D1F0) 00 → OK",
                ]
            )
        }
    }

    @Test func `during live view, it is ended for the mode, and the mode ends with it`() async throws {
        try await Self.withTrace(Self.propertyOnly) { camera, trace in
            var seen = 0
            for try await _ in camera.liveView() {
                seen += 1
                if seen == 1 {
                    _ = trace.drain()
                    try await camera.startRecording()
                    #expect(
                        trace.drain() == [
                            "EndLiveView () → OK", "SetDevicePropValue (0x0000D1F0) 01 → OK", "StartLiveView () → OK",
                            "SetDevicePropValue (0x0000D1A6) 01 → OK", "StartMovieRecInCard () → OK",
                        ]
                    )
                    try await camera.stopRecording()
                    // Live view continues.
                    #expect(trace.drain() == ["EndMovieRec () → OK", "SetDevicePropValue (0x0000D1A6) 00 → OK"])
                }
                if seen == 4 { break }
            }
            await camera.stopLiveView()
            #expect(trace.drain() == ["EndLiveView () → OK", "SetDevicePropValue (0x0000D1F0) 00 → OK"])
            #expect(seen == 4)
        }
    }

    @Test func `a body that refuses the mode names it as the reason`() async throws {
        var personality = Self.propertyOnly
        personality.settings = personality.settings.map {
            $0.code == .nikonApplicationMode ? BodySetting(.nikonApplicationMode, .uint8, [0]) : $0
        }
        try await Self.withTrace(personality) { camera, trace in
            let error = await NikonRig.error { () throws(CameraError) in try await camera.startRecording() }
            #expect(error?.code == .notAvailable && error?.message.contains("movies from a computer") == true)
            #expect(!camera.recording.isRecording)
            // The live view that only the movie needed has ended.
            #expect(trace.drain().contains("EndLiveView () → OK"))
        }
    }

    @Test func `a body without the mode needs none`() async throws {
        try await Self.withTrace(.nikonD850) { camera, trace in
            try await camera.startRecording()
            try await camera.stopRecording()
            #expect(trace.drain().allSatisfy { !$0.contains("D1F0") && !$0.hasPrefix("ChangeApplicationMode") })
        }
    }

    // MARK: Refusals

    @Test(arguments: NikonRig.bodies) func `a body without a card names it as the reason`(_ personality: Personality) async throws
    {
        var configuration = CameraSimulator.Configuration()
        (configuration.speed, configuration.cards) = (.instant, [])
        try await NikonRig.withBody(personality, CameraSimulator(configuration)) { camera in
            let view = await NikonRig.viewError(camera)
            #expect(view?.code == .cardError && view?.message.contains("no card") == true)
        }
    }

    private static let refusals = ["response=0x2005@0x9201", "response=0xA001@0x90C8", "response=0xA004@0x9201"]

    @Test(arguments: refusals, NikonRig.bodies) func `a start that is refused leaves nothing running`(
        _ fault: String,
        _ personality: Personality
    ) async throws {
        try await NikonRig.withBody(personality, faults: [fault]) { camera in
            let error = await NikonRig.error { () throws(CameraError) in try await camera.startRecording() }
            #expect(error != nil && !camera.recording.isRecording)
            // The next attempt succeeds.
            try await camera.startRecording()
            #expect(camera.recording.isRecording)
            try await camera.stopRecording()
        }
    }

    // MARK: Reports

    private static let endings: [(UInt16, hasNotice: Bool)] = [(0xC105, true), (0xC108, false)]

    @Test(arguments: endings) func `an end that the body reports is the end, with a notice if the body ended it`(
        _ code: UInt16,
        _ hasNotice: Bool
    ) async throws {
        try await BodyRig.serve(BodyRig.simulator(), BodyRig.serving(.nikonD850), .nikon) { camera, responder in
            try await camera.startRecording()
            let events = camera.events
            responder.inject(ResponderFault(.event(code), at: .setDevicePropValue))
            try await camera.setClock(CameraDate(year: 2030, month: 1, day: 2)!)
            var notices: [String] = []
            for await event in events {
                if case .notice(let text) = event { notices.append(text) }
                if case .recording(let recording) = event, !recording.isRecording { if hasNotice { continue } else { break } }
                if hasNotice, !notices.isEmpty { break }
            }
            #expect(!camera.recording.isRecording && notices.contains { $0.contains("by itself") } == hasNotice)
        }
    }

    @Test func `a movie is stopped although live view was stopped during it`() async throws {
        try await Self.withTrace(.nikonD850) { camera, trace in
            for try await _ in camera.liveView().prefix(1) { try await camera.startRecording() }
            await camera.stopLiveView()
            #expect(trace.drain().allSatisfy { $0 != "EndLiveView () → OK" })
            #expect(camera.recording.isRecording)
            try await camera.stopRecording()
            #expect(trace.drain().last == "EndLiveView () → OK")
        }
    }
}
