import CameraModel
import Glibc
import HotShoeSupport
import SimulatedCamera
import TestSupport
import Testing

@testable import hotshoe

@Suite(.timeLimit(.minutes(10))) struct WebcamFeedTests {
    /// What a feed has sent and reported.
    private final class Recorder: Sendable {
        struct State {
            var frames = 0
            var lost = 0
            var back = 0
            var ended = 0
            var first: [UInt8] = []
        }
        let state = Guarded(State())
        var now: State { state.withLock { $0 } }

        func report(_ event: WebcamFeed.Event) {
            state.withLock { state in
                switch event {
                case .lost: state.lost += 1
                case .back: state.back += 1
                case .ended: state.ended += 1
                }
            }
        }
    }

    private struct World {
        let clock = VirtualClock()
        let simulator: CameraSimulator
        let camera: Camera
        let recorder = Recorder()
        let feed: WebcamFeed

        /// A camera with a frame in a second. The clock may run ahead of the feed: the limit for frames is far
        /// beyond that.
        init(rate: Double = 1, faults: [String] = [], patience: Duration = .seconds(86_400), picture: [UInt8]? = nil) async throws
        {
            var configuration = CameraSimulator.Configuration()
            configuration.speed = .instant
            configuration.liveViewSize = PixelSize(width: 48, height: 32)
            configuration.liveViewRate = rate
            // Longer than the tests: an empty camera is off.
            configuration.batteryLife = .seconds(1_000_000)
            if let picture { configuration.liveViewSource = .pictures([picture]) }
            configuration.faults = faults.map { SimulatedFault($0)! }
            simulator = CameraSimulator(configuration, time: clock)
            camera = simulator.makeCamera()
            let (camera, clock, recorder) = (camera, clock, recorder)
            feed = WebcamFeed(
                camera: camera,
                time: clock,
                patience: patience,
                connect: { _ = try await camera.connect(ConnectOptions(timeout: .seconds(100_000))) },
                send: { frame, count in
                    recorder.state.withLock { state in
                        state.frames += 1
                        if state.first.isEmpty {
                            state.first = unsafe frame.bytes.withUnsafeBytes { unsafe Array($0.prefix(count)) }
                        }
                    }
                },
                report: { recorder.report($0) }
            )
            _ = try await clock.run(by: .milliseconds(100), until: "the camera is connected") { try await camera.connect() }
        }
    }

    @Test func `live view that the camera ends is started again`() async throws {
        let world = try await World(rate: 1)
        let (clock, recorder, feed) = (world.clock, world.recorder, world.feed)
        let running = Task { try await feed.run() }
        // Without a frame, the end would be an error.
        try await clock.advance(by: .milliseconds(100), until: "a frame arrives") { recorder.now.frames > 0 }
        world.simulator.inject(SimulatedFault("overheat")!)
        try await clock.advance(by: .milliseconds(100), until: "live view has ended") { recorder.now.ended >= 1 }
        let frames = recorder.now.frames
        try await clock.advance(by: .milliseconds(100), until: "frames arrive again") { recorder.now.frames > frames + 3 }
        #expect(recorder.now.lost == 0)
        running.cancel()
    }

    @Test func `a camera that sends nothing counts as lost, and is connected again`() async throws {
        let world = try await World(rate: 1, patience: .seconds(600))
        let (clock, recorder, feed) = (world.clock, world.recorder, world.feed)
        let running = Task { try await feed.run() }
        try await clock.advance(by: .milliseconds(100), until: "a frame arrives") { recorder.now.frames > 0 }
        world.simulator.inject(SimulatedFault("stalled-frames=1000s")!)
        try await clock.advance(by: .seconds(10), until: "the loss is reported") { recorder.now.lost >= 1 }
        try await clock.advance(by: .milliseconds(100), until: "the camera is connected again") { recorder.now.back >= 1 }
        running.cancel()
    }

    /// Hours of virtual time: a day takes fifteen seconds of processor time.
    private static var hours: Int { unsafe getenv("HOTSHOE_WEBCAM_HOURS").flatMap { unsafe Int(String(cString: $0)) } ?? 0 }

    /// The day of the pictures is a test of hotshoe-webcam (test_webcam.c).
    @Test(.enabled(if: hours > 0)) func `with an unplug every ten minutes it is always back`() async throws {
        let one = try await World()
        let first = Task { try await one.feed.run() }
        try await one.clock.advance(by: .milliseconds(100), until: "a frame arrives") { one.recorder.now.frames > 0 }
        first.cancel()
        // The same frame again and again: drawing them would take most of the time.
        let world = try await World(rate: 0.1, picture: one.recorder.now.first)
        let (clock, recorder, feed) = (world.clock, world.recorder, world.feed)
        let running = Task { try await feed.run() }
        for number in 1...6 * Self.hours {
            let frames = recorder.now.frames
            try await clock.advance(by: .seconds(30), until: "ten minutes have passed, with frames") {
                clock.now >= .seconds(600 * number) && recorder.now.frames > frames + 3
            }
            world.simulator.unplug()
            try await clock.advance(by: .seconds(1), until: "the loss is reported") { recorder.now.lost >= number }
            try await clock.advance(by: .seconds(5), until: "it was away for a while") {
                clock.now >= .seconds(600 * number + 20)
            }
            #expect(recorder.now.back == number - 1)
            world.simulator.plugIn()
            try await clock.advance(by: .seconds(1), until: "the camera is back") { recorder.now.back >= number }
        }
        #expect(clock.now >= .seconds(Self.hours * 3600) && recorder.now.frames >= 24 * Self.hours && recorder.now.ended == 0)
        running.cancel()
    }

    @Test func `an error before the first frame ends it`() async throws {
        let world = try await World(faults: ["fail=not-supported@start-live-view"])
        let feed = world.feed
        await #expect(throws: CameraError.self) {
            try await world.clock.run(by: .milliseconds(500), until: "the feed ends") { try await feed.run() }
        }
        #expect(world.recorder.now.frames == 0)
    }

    /// hotshoe-webcam takes many seconds to start on a slow computer.
    @Test func `a receiver that takes longer than the limit for frames does not lose the camera`() async throws {
        let world = try await World()
        let (clock, recorder) = (world.clock, world.recorder)
        let feed = WebcamFeed(
            camera: world.camera,
            time: clock,
            patience: .seconds(600),
            connect: {},
            send: { _, _ in
                recorder.state.withLock { $0.frames += 1 }
                clock.advance(by: .seconds(700))
            },
            report: { recorder.report($0) }
        )
        let running = Task { try await feed.run() }
        try await clock.advance(by: .milliseconds(100), until: "frames arrive") { recorder.now.frames >= 3 }
        #expect(recorder.now.lost == 0)
        running.cancel()
    }

    @Test func `an error of the receiver ends it`() async throws {
        struct Refused: Error {}
        let world = try await World(rate: 1)
        let feed = WebcamFeed(
            camera: world.camera,
            time: world.clock,
            patience: .seconds(86_400),
            connect: {},
            send: { _, _ in throw Refused() },
            report: { _ in }
        )
        await #expect(throws: Refused.self) {
            try await world.clock.run(by: .milliseconds(500), until: "the feed ends") { try await feed.run() }
        }
    }
}
