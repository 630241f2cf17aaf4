import CameraModel
import FakeCamera
import HotShoeSupport
import Testing

/// One camera's live view, shared by several consumers.
@Suite(.timeLimit(.minutes(5))) struct LiveViewSharingTests {
    @Test func `nothing starts before a frame is requested`() async throws {
        let rig = try await CameraRig.connected()
        let puller = FramePuller(rig.camera.liveView())
        #expect(rig.camera.liveViewState == .stopped(nil))
        #expect(rig.driver.count(of: .startLiveView) == 0)
        let pulled = await puller.pullAndReachDriver(rig.driver)
        #expect(rig.camera.liveViewState.isRunning)
        rig.driver.deliver(1)
        #expect(await pulled.value.number == 1)
    }

    @Test func `several streams share one live view, and each frame is delivered to all waiting ones`() async throws {
        let rig = try await CameraRig.connected()
        let pullers = (0..<4).map { _ in FramePuller(rig.camera.liveView()) }
        for number in 1...5 {
            let pulls = pullers.map { $0.pull() }
            await rig.driver.demands.atLeast(number)
            rig.driver.deliver(number)
            for pull in pulls { #expect(await pull.value.number == number) }
            // Later than the camera's period, so that the next frame is a new one.
            rig.clock.advance(by: .milliseconds(40))
        }
        #expect(rig.driver.count(of: .startLiveView) == 1)
    }

    @Test func `a consumer without demand costs nothing, and receives a new frame after a pause`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        #expect(!rig.driver.sink.isDemanded)
        rig.driver.deliver(2)
        rig.clock.advance(by: .seconds(10))
        let pulled = await puller.pullAndReachDriver(rig.driver)
        #expect(rig.driver.sink.isDemanded)
        rig.driver.deliver(303)
        #expect(await pulled.value.number == 303, "not number 2, which is ten seconds old")
    }

    @Test func `a fresh frame is delivered to a consumer that requests one shortly afterwards`() async throws {
        let rig = try await CameraRig.connected()
        let (first, second) = (await FramePuller.running(rig), FramePuller(rig.camera.liveView()))
        #expect(await second.pull().value.number == 1)
        rig.clock.advance(by: .milliseconds(30))
        rig.driver.deliver(2)
        rig.driver.deliver(3)
        #expect(await first.pull().value.number == 3, "the newest wins")
    }

    @Test func `the frames that a consumer missed are counted`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        for (number, missed) in [(2, 0), (5, 2), (6, 2), (100, 95)] {
            let pulled = await puller.pullAndReachDriver(rig.driver)
            rig.driver.deliver(number)
            #expect(await pulled.value.number == number)
            #expect(puller.missedCount == missed)
            rig.clock.advance(by: .milliseconds(40))
        }
    }

    @Test func `live view continues for a quarter of a second after the last consumer, then stops`() async throws {
        let rig = try await CameraRig.connected()
        var puller: FramePuller? = await FramePuller.running(rig)
        withExtendedLifetime(puller) {}
        puller = nil
        await rig.clock.waitForTimers()
        rig.clock.advance(by: .milliseconds(249))
        #expect(rig.driver.count(of: .liveView) == 0)
        rig.clock.advance(by: .milliseconds(1))
        await rig.driver.called(.liveView)
        await rig.stopped(.stopped)
        #expect(!rig.driver.sink.isActive)
    }

    @Test func `a consumer that is added within that time finds it running`() async throws {
        let rig = try await CameraRig.connected()
        var puller: FramePuller? = await FramePuller.running(rig)
        withExtendedLifetime(puller) {}
        puller = nil
        await rig.clock.waitForTimers()
        rig.clock.advance(by: .milliseconds(100))
        let next = FramePuller(rig.camera.liveView())
        rig.clock.advance(by: .seconds(1))
        let pulled = await next.pullAndReachDriver(rig.driver)
        rig.driver.deliver(2)
        #expect(await pulled.value.number == 2)
        #expect(rig.driver.count(of: .startLiveView) == 1)
        #expect(rig.driver.count(of: .liveView) == 0)
    }

    @Test func `it can be stopped and started again, any number of times`() async throws {
        let rig = try await CameraRig.connected()
        for round in 1...5 {
            let puller = await FramePuller.running(rig)
            await rig.camera.stopLiveView()
            #expect(await puller.pull().value.isEnd)
            #expect(rig.camera.liveViewState == .stopped(.stopped))
            #expect(rig.driver.count(of: .liveView) == round)
        }
    }

    @Test func `a consumer that is added while it is being stopped starts it again, and stopped consumers are notified`()
        async throws
    {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        let old = await FramePuller.running(rig)
        rig.clock.advance(by: .seconds(1))
        let waiting = await old.pullAndReachDriver(rig.driver)
        rig.driver.plan(.liveView, .hang(gate))
        let stopping = Task { await rig.camera.stopLiveView() }
        await rig.driver.called(.liveView)
        let next = FramePuller(rig.camera.liveView())
        let pulled = next.pull()
        let demands = rig.driver.demands.count
        gate.open()
        await stopping.value
        #expect(await waiting.value.isEnd)
        await rig.driver.demands.atLeast(demands + 1)
        rig.driver.deliver(1)
        #expect(await pulled.value.number == 1)
        #expect(rig.driver.count(of: .startLiveView) == 2)
    }

    @Test func `frames of an old run are ignored`() async throws {
        let rig = try await CameraRig.connected()
        let old = await FramePuller.running(rig)
        let oldSink = rig.driver.sink
        guard let late = oldSink.makeFrame(capacity: 1) else {
            Issue.record("no frame")
            return
        }
        late.info.sequenceNumber = 99
        await rig.camera.stopLiveView()
        #expect(!oldSink.isActive && !oldSink.isDemanded)
        #expect(!rig.driver.deliver(2, to: oldSink))
        let puller = FramePuller(rig.camera.liveView())
        let pulled = await puller.pullAndReachDriver(rig.driver)
        oldSink.end(.overheated)
        #expect(!rig.driver.deliver(3, to: oldSink))
        oldSink.deliver(late)
        rig.driver.deliver(4)
        #expect(await pulled.value.number == 4)
        withExtendedLifetime(old) {}
    }

    @Test func `the driver receives options that serve all consumers`() async throws {
        let rig = try await CameraRig.connected()
        let slow = await FramePuller.running(rig, .maximumRate(5))
        #expect(rig.driver.calls.last?.description == "start-live-view at most 5.0")
        rig.clock.advance(by: .seconds(1))
        let fast = FramePuller(rig.camera.liveView(.maximumRate(20)))
        _ = fast.pull()
        await rig.driver.calls.until { $0.last?.description == "set-live-view-options at most 20.0" }
        let all = FramePuller(rig.camera.liveView())
        _ = all.pull()
        await rig.driver.calls.until { $0.last?.description == "set-live-view-options" }
        await rig.camera.disconnect()
        withExtendedLifetime((slow, fast, all)) {}
    }

    @Test func `changed options reach the driver one after the other, the newest last`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        let slow = await FramePuller.running(rig, .maximumRate(5))
        rig.clock.advance(by: .seconds(1))
        rig.driver.plan(.setLiveViewOptions, .hang(gate))
        var pullers: [FramePuller] = []
        for rate in [10.0, 20, 30] {
            pullers.append(FramePuller(rig.camera.liveView(.maximumRate(rate))))
            _ = pullers.last!.pull()
            await rig.driver.called(.setLiveViewOptions)
        }
        #expect(rig.driver.count(of: .setLiveViewOptions) == 1)
        gate.open()
        await rig.driver.called(.setLiveViewOptions, times: 2)
        await rig.driver.calls.until { $0.last?.description == "set-live-view-options at most 30.0" }
        await rig.camera.disconnect()
        withExtendedLifetime((slow, pullers)) {}
    }

    @Test func `part of the picture can be requested while live view runs`() async throws {
        let rig = try await CameraRig.connected()
        #expect(await code { () throws(CameraError) in try await rig.camera.setLiveViewCrop(nil) } == .needsLiveView)
        let puller = await FramePuller.running(rig)
        try await rig.camera.setLiveViewCrop(nil)
        #expect(rig.driver.calls.last?.description == "set-live-view-crop none")
        withExtendedLifetime(puller) {}
    }
}

extension CameraRig {
    /// Waits until live view has stopped for this reason.
    func stopped(_ end: LiveViewEnd) async {
        let events = camera.events
        if camera.liveViewState == .stopped(end) { return }
        for await event in events {
            if case .liveView(.stopped(end)) = event { return }
        }
    }
}
