import HotShoe
import HotShoeSupport
import JSONText
import SimulatedCamera
import TestSupport
import Testing
import WebServer

@testable import HotShoeServer

@Suite(.timeLimit(.minutes(5))) struct TimeLimitTests {
    @Test("A request that the camera never completes is answered when its time is over") func answers() async throws {
        var configuration = CameraSimulator.Configuration()
        configuration.speed = .instant
        configuration.serialNumber = "SIM-0001"
        configuration.faults = [try #require(SimulatedFault("hang@shoot"))]
        let discovery = CameraDiscovery(
            clientName: "Tests",
            providers: [SimulatedCameraProvider([CameraSimulator(configuration)])]
        )
        discovery.start()
        _ = try await discovery.first(timeout: waitLimit)
        let clock = VirtualClock()
        let core = ServerCore(discovery, AccessPolicy(), folder: nil, clock) { _ in }
        let request = WebRequest(.post, path: ["api", "v1", "cameras", "SIM-0001", "shoot"])
        let answer = Guarded<WebResponse?>(nil)
        let asking = Task {
            let made = await core.respond(to: request)
            answer.withLock { $0 = made }
        }
        try await clock.advance(by: .seconds(60), until: "the request is answered") { answer.withLock { $0 != nil } }
        await asking.value
        let response = try #require(answer.withLock { $0 })
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no document")
            return
        }
        #expect(response.status == 504)
        #expect(try JSONParser.parse(bytes.span)["code"]?.string == "timedOut")
        await core.cameras.disconnect()
        discovery.stop()
    }
}
