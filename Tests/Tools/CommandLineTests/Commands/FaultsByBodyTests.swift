import CameraModel
import PTPResponder
import SimulatedCamera
import TestSupport
import Testing

@testable import hotshoe

/// Faults of the camera behind each simulated body: the operation of the body that takes pictures, focuses or records reaches it.
@Suite(.timeLimit(.minutes(5))) struct FaultsByBodyTests {
    static let bodies = Personality.all.map(\.name)

    @Test(arguments: bodies) func `a refused picture, an empty battery and a movie that is refused occur at each body`(
        body: String
    ) async throws {
        for (fault, words) in [
            ("fail=storage-full@shoot", ["shoot"]), ("battery-empty@shoot", ["shoot"]),
            ("fail=storage-full@start-recording", ["video", "start"]),
        ] {
            let injected = try #require(SimulatedFault(fault))
            let served = try ServedSimulator(personality: body) { $0.faults = [injected] }
            let info = await served.run("info", "--json")
            if words[0] == "video", !info.data.contains("\"video recording\"") { continue }
            let run = await served.run(words + ["--timeout", "20"])
            #expect(run.code != .success, "\(body) \(fault): \(run.data) \(run.messages)")
        }
    }
}
