import CameraModel
import SimulatedCamera
import TestSupport
import Testing

@testable import hotshoe

/// Bulb exposures and recordings of Nikon bodies.
@Suite(.timeLimit(.minutes(5))) struct NikonExposureTests {
    static let bodies = ["nikon-z6-2", "nikon-d850"]

    @Test(arguments: bodies) func `in M the shutter speeds include bulb, which can be set, and left`(_ body: String) async throws
    {
        let served = try ServedSimulator(personality: body)
        #expect(await served.run("set", "exposure-mode", "M").code == .success)
        #expect(await served.run("get", "shutter-speed", "--values").lines.last == "bulb")
        #expect(await served.run("set", "shutter-speed", "bulb").code == .success)
        #expect(await served.run("get", "shutter-speed").lines == ["bulb"])
        #expect(await served.run("get", "exposure-mode").lines == ["M"])
        #expect(await served.run("get", "shutter-speed", "--values").lines.contains("1/60"))
        #expect(await served.run("set", "shutter-speed", "1/60").code == .success)
        #expect(await served.run("get", "shutter-speed").lines == ["1/60"])
    }

    @Test(arguments: bodies) func `a bulb exposure from another mode sets the manual mode, and then the former one`(
        _ body: String
    ) async throws {
        let served = try ServedSimulator(personality: body)
        #expect(await served.run("set", "exposure-mode", "A").code == .success)
        let run = await served.run("shoot", "--bulb", "0.2")
        #expect(run.code == .success, "\(run.messages)")
        #expect(run.lines.count == 1)
        #expect(await served.run("get", "exposure-mode").lines == ["A"])
    }

    @Test(arguments: bodies) func `a picture during a recording fails at once, and says why`(_ body: String) async throws {
        let served = try ServedSimulator(personality: body)
        #expect(await served.run("video", "start").code == .success)
        let start = ContinuousClock.now
        let run = await served.run("shoot")
        #expect(run.code == .busy || run.code == .unavailable)
        #expect(run.messages.contains("recording"))
        #expect(start.duration(to: .now) < .seconds(60))
        #expect(await served.run("video", "stop").code == .success)
    }
}
