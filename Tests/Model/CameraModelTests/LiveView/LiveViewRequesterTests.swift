import CameraModel
import FakeCamera
import HotShoeSupport
import Testing

/// Frames that are requested one by one, without a task.
@Suite(.timeLimit(.minutes(5))) struct LiveViewRequesterTests {
    @Test func `each request is answered once, also at the end`() async throws {
        let (rig, answers) = (try await CameraRig.connected(), Recorder<String>())
        let requester = rig.camera.liveView().makeRequester { answers.record(Self.word($0)) }
        requester.request()
        await rig.driver.demands.atLeast(1)
        rig.driver.deliver(1)
        #expect(answers.elements == ["1"])
        await rig.camera.stopLiveView()
        #expect(answers.elements == ["1"], "nothing was requested")
        requester.request()
        #expect(answers.elements == ["1", "end"])
    }

    @Test func `a request that waits is answered with the end`() async throws {
        let (rig, answers) = (try await CameraRig.connected(), Recorder<String>())
        let requester = rig.camera.liveView().makeRequester { answers.record(Self.word($0)) }
        requester.request()
        await rig.driver.demands.atLeast(1)
        rig.driver.sink.end(.batteryLow)
        await answers.atLeast(1)
        #expect(answers.elements == ["batteryLow"])
        requester.request()
        #expect(answers.elements == ["batteryLow", "batteryLow"])
    }

    @Test func `a requester that is released receives nothing, and live view ends after it`() async throws {
        let (rig, answers) = (try await CameraRig.connected(), Recorder<String>())
        do {
            let requester = rig.camera.liveView().makeRequester { answers.record(Self.word($0)) }
            requester.request()
            await rig.driver.demands.atLeast(1)
        }
        #expect(!rig.driver.sink.isDemanded)
        rig.driver.deliver(1)
        await rig.clock.waitForTimers()
        rig.clock.advance(by: .milliseconds(250))
        await rig.stopped(.stopped)
        #expect(answers.elements == [])
    }

    private static func word(_ answer: Result<LiveViewFrame?, any Error>) -> String {
        switch answer {
        case .success(let frame): frame.map { "\($0.sequenceNumber)" } ?? "end"
        case .failure(let error): (error as? CameraError).map { "\($0.code)" } ?? "\(error)"
        }
    }
}
