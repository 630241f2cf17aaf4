import CameraModel
import FakeCamera
import HotShoeSupport
import Testing

/// Frames for a handler with credit.
@Suite(.timeLimit(.minutes(5))) struct LiveViewSubscriptionTests {
    @Test func `a handler without a number is called with frame after frame, each when the one before has returned`() async throws
    {
        let (rig, queue, seen) = (try await CameraRig.connected(), HandQueue(), Recorder<UInt64>())
        let subscription = rig.camera.liveView().subscribe(queue: queue) { seen.record($0.sequenceNumber) }
        await rig.driver.demands.atLeast(1)
        rig.driver.deliver(1)
        #expect(!rig.driver.sink.isDemanded, "the handler is not free")
        rig.driver.deliver(2)
        rig.clock.advance(by: .milliseconds(40))
        queue.run()
        #expect(seen.elements == [1])
        #expect(rig.driver.sink.isDemanded)
        rig.driver.deliver(3)
        queue.run()
        #expect(seen.elements == [1, 3])
        subscription.cancel()
    }

    @Test func `credit is the number of calls, however slow the handler is`() async throws {
        let (rig, queue, seen) = (try await CameraRig.connected(), HandQueue(), Recorder<UInt64>())
        let subscription = rig.camera.liveView().subscribe(queue: queue, credit: 3) { seen.record($0.sequenceNumber) }
        await rig.driver.demands.atLeast(1)
        for number in 1...4 { rig.driver.deliver(number) }
        queue.run()
        for number in 5...9 {
            rig.clock.advance(by: .milliseconds(40))
            rig.driver.deliver(number)
            queue.run()
        }
        #expect(seen.count == 3)
        #expect(!rig.driver.sink.isDemanded)
        rig.clock.advance(by: .milliseconds(40))
        subscription.request(2)
        #expect(rig.driver.sink.isDemanded)
        for number in 10...14 {
            rig.clock.advance(by: .milliseconds(40))
            rig.driver.deliver(number)
            queue.run()
        }
        #expect(seen.count == 5)
        subscription.cancel()
    }

    @Test func `without credit nothing starts`() async throws {
        let (rig, seen) = (try await CameraRig.connected(), Recorder<UInt64>())
        let subscription = rig.camera.liveView().subscribe(credit: 0) { seen.record($0.sequenceNumber) }
        for number in [0, -1, Int.min] { subscription.request(number) }
        #expect(rig.driver.count(of: .startLiveView) == 0)
        subscription.request(1)
        await rig.driver.demands.atLeast(1)
        for _ in 0..<3 { subscription.request(.max) }
        rig.driver.deliver(1)
        #expect(await seen.atLeast(1) == [1])
        subscription.cancel()
    }

    @Test func `a subscription without credit, or after the end, starts nothing`() async throws {
        let (rig, queue) = (try await CameraRig.connected(), HandQueue())
        let idle = rig.camera.liveView().subscribe(credit: 0) { _ in }
        await rig.camera.stopLiveView()
        #expect(rig.driver.count(of: .startLiveView) == 0)
        let subscription = rig.camera.liveView().subscribe(queue: queue) { _ in }
        await rig.driver.demands.atLeast(1)
        rig.driver.deliver(1)
        rig.driver.sink.end(.overheated)
        await rig.stopped(.overheated)
        queue.run()
        await rig.camera.stopLiveView()
        #expect(rig.driver.count(of: .startLiveView) == 1, "a handler that returns late does not start it again")
        subscription.cancel()
        idle.cancel()
    }

    @Test func `after cancel returns no handler is running or will run`() async throws {
        for _ in 0..<300 {
            let rig = try await CameraRig.connected()
            let isCancelled = Guarded(false)
            let late = Recorder<String>()
            let subscription = rig.camera.liveView().subscribe(
                onEnd: { _ in late.record("end") },
                onFrame: { _ in if isCancelled.withLock({ $0 }) { late.record("frame") } }
            )
            await rig.driver.demands.atLeast(1)
            let sink = rig.driver.sink
            let delivering = Task { for number in 1...5 { rig.driver.deliver(number, to: sink) } }
            subscription.cancel()
            isCancelled.withLock { $0 = true }
            await delivering.value
            await rig.camera.disconnect()
            #expect(late.count == 0)
        }
    }

    @Test func `a handler may cancel its own subscription`() async throws {
        let (rig, seen) = (try await CameraRig.connected(), Recorder<UInt64>())
        let own = Guarded<LiveViewSubscription?>(nil)
        let subscription = rig.camera.liveView().subscribe { frame in
            own.withLock { $0 }?.cancel()
            seen.record(frame.sequenceNumber)
        }
        own.withLock { $0 = subscription }
        await rig.driver.demands.atLeast(1)
        rig.driver.deliver(1)
        #expect(await seen.atLeast(1) == [1])
        #expect(!rig.driver.sink.isDemanded)
        own.withLock { $0 = nil }
    }

    @Test func `a subscription ends with its last reference, and live view after it`() async throws {
        let rig = try await CameraRig.connected()
        do {
            let subscription = rig.camera.liveView().subscribe { _ in }
            await rig.running()
            withExtendedLifetime(subscription) {}
        }
        await rig.clock.waitForTimers()
        rig.clock.advance(by: .milliseconds(250))
        await rig.stopped(.stopped)
        #expect(rig.camera.liveViewState == .stopped(.stopped))
        #expect(rig.driver.count(of: .startLiveView) == 1)
    }

    @Test func `a handler that owns its own subscription is released at the end`() async throws {
        final class Viewer: Sendable {
            let subscription = Guarded<LiveViewSubscription?>(nil)
            let onRelease: @Sendable () -> Void
            init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
            deinit { onRelease() }
        }
        let (rig, gone) = (try await CameraRig.connected(), Gate())
        weak var released: Viewer?
        do {
            let viewer = Viewer { gone.open() }
            released = viewer
            let subscription = rig.camera.liveView().subscribe { _ in withExtendedLifetime(viewer) {} }
            viewer.subscription.withLock { $0 = subscription }
            await rig.running()
        }
        #expect(released != nil, "the handler owns its viewer while live view runs")
        rig.driver.sink.end(.overheated)
        _ = await gone.result()
        #expect(released == nil)
    }
}
