import CameraModel
import FakeCamera
import HotShoeSupport
import Testing

/// A consumer that returned from a frame before the camera could make the next one is expected to do so again.
@Suite(.timeLimit(.minutes(5))) struct LiveViewPromptTests {
    /// A handler that received a first frame 20 ms after requesting it, and has returned after `pause`.
    private static func began(
        pause: Duration,
        credit: Int? = nil,
        _ use: (CameraRig, HandQueue, LiveViewSubscription) async throws -> Void
    ) async throws {
        let (rig, queue) = (try await CameraRig.connected(), HandQueue())
        let subscription = rig.camera.liveView().subscribe(queue: queue, credit: credit) { _ in }
        await rig.driver.demands.atLeast(1)
        rig.clock.advance(by: .milliseconds(20))
        rig.driver.deliver(1)
        rig.clock.advance(by: pause)
        queue.run()
        try await use(rig, queue, subscription)
        subscription.cancel()
    }

    @Test func `the next frame is requested while a prompt handler has the last`() async throws {
        try await Self.began(pause: .milliseconds(19)) { rig, queue, _ in
            rig.clock.advance(by: .milliseconds(20))
            rig.driver.deliver(2)
            #expect(rig.driver.sink.isDemanded, "the handler is not free, but soon will be")
            rig.clock.advance(by: .milliseconds(19))
            queue.run()
            rig.clock.advance(by: .milliseconds(1))
            rig.driver.deliver(3)
            #expect(rig.driver.sink.isDemanded)
        }
    }

    @Test func `one frame is ahead of a handler, never two`() async throws {
        try await Self.began(pause: .milliseconds(1)) { rig, queue, subscription in
            for number in 2...3 {
                rig.clock.advance(by: .milliseconds(20))
                rig.driver.deliver(number)
            }
            #expect(!rig.driver.sink.isDemanded, "the handler has the second frame still")
            queue.run()
            #expect(subscription.missedCount == 0)
        }
    }

    @Test func `a handler that is slower than the camera receives no early request, until it is prompt again`() async throws {
        try await Self.began(pause: .milliseconds(20)) { rig, queue, _ in
            rig.clock.advance(by: .milliseconds(20))
            rig.driver.deliver(2)
            #expect(!rig.driver.sink.isDemanded)
            rig.clock.advance(by: .milliseconds(5))
            queue.run()
            #expect(rig.driver.sink.isDemanded)
            rig.clock.advance(by: .milliseconds(20))
            rig.driver.deliver(3)
            #expect(rig.driver.sink.isDemanded, "this time it was prompt")
        }
    }

    @Test func `a handler with a limited number of calls causes no further requests`() async throws {
        try await Self.began(pause: .milliseconds(1), credit: 3) { rig, queue, subscription in
            rig.clock.advance(by: .milliseconds(20))
            rig.driver.deliver(2)
            #expect(rig.driver.sink.isDemanded, "one call is left")
            queue.run()
            rig.clock.advance(by: .milliseconds(20))
            rig.driver.deliver(3)
            #expect(!rig.driver.sink.isDemanded, "none is")
            queue.run()
            #expect(!rig.driver.sink.isDemanded)
            subscription.request(1)
            #expect(rig.driver.sink.isDemanded)
        }
    }

    @Test func `a rate holds for prompt handlers as well`() async throws {
        let (rig, queue, seen) = (try await CameraRig.connected(), HandQueue(), Recorder<UInt64>())
        let subscription = rig.camera.liveView(.maximumRate(10)).subscribe(queue: queue) { seen.record($0.sequenceNumber) }
        await rig.driver.demands.atLeast(1)
        rig.clock.advance(by: .milliseconds(5))
        rig.driver.deliver(0)
        queue.run()
        for number in 1...100 {
            rig.clock.advance(by: .milliseconds(10))
            if rig.driver.sink.isDemanded { rig.driver.deliver(number) }
            queue.run()
        }
        #expect((10...11).contains(seen.count), "a second at ten a second")
        subscription.cancel()
    }

    @Test func `a prompt consumer that leaves withdraws its expected demand`() async throws {
        try await Self.began(pause: .milliseconds(1)) { rig, _, subscription in
            rig.clock.advance(by: .milliseconds(20))
            rig.driver.deliver(2)
            #expect(rig.driver.sink.isDemanded)
            subscription.cancel()
            #expect(!rig.driver.sink.isDemanded)
        }
    }

    @Test func `a prompt task is expected back as well`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        for number in 2...3 {
            let pulled = await puller.pullAndReachDriver(rig.driver)
            rig.clock.advance(by: .milliseconds(20))
            #expect(rig.driver.sink.isDemanded)
            rig.driver.deliver(number)
            #expect(rig.driver.sink.isDemanded == (number == 3), "the first delay is not enough to decide")
            _ = await pulled.value
        }
    }
}
