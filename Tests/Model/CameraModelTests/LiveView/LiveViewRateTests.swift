import CameraModel
import FakeCamera
import HotShoeSupport
import Testing

/// A consumer receives no more frames than its maximum rate.
@Suite(.timeLimit(.minutes(5))) struct LiveViewRateTests {
    /// The times, in milliseconds, at which a consumer with this rate receives frames from a camera that makes one every
    /// `period` milliseconds regardless of demand.
    private func moments(rate: Double, period: Int, count: Int, startingAt start: Duration = .zero) async throws -> [Int] {
        let rig = try await CameraRig.connected { $0.format.rate = 1000 / Double(period) }
        rig.clock.advance(by: start)
        let (queue, given) = (HandQueue(), Recorder<Int>())
        let subscription = rig.camera.liveView(.maximumRate(rate)).subscribe(queue: queue) {
            given.record(Int($0.sequenceNumber))
        }
        await rig.running()
        for number in 0..<count {
            rig.driver.deliver(number)
            queue.run()
            rig.clock.advance(by: .milliseconds(period))
        }
        subscription.cancel()
        return given.elements.map { $0 * period }
    }

    @Test(arguments: [Duration.zero, .milliseconds(50), .seconds(3600)])
    func `a third of the camera's rate is every third frame, from the first on`(start: Duration) async throws {
        let seen = try await moments(rate: 10, period: 33, count: 100, startingAt: start)
        #expect(seen.prefix(4) == [0, 99, 198, 297])
        #expect((32...34).contains(seen.count))
    }

    @Test func `a camera that is exactly as fast as requested loses no frame`() async throws {
        #expect(try await moments(rate: 25, period: 40, count: 50) == (0..<50).map { $0 * 40 })
    }

    @Test func `two thirds of the rate are two frames of three`() async throws {
        let seen = try await moments(rate: 20, period: 33, count: 90)
        #expect((59...62).contains(seen.count))
    }

    @Test func `after a pause the next frames are as far apart as all`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig, .maximumRate(10))
        for pause in [1000, 5000] {
            rig.clock.advance(by: .milliseconds(pause))
            let first = await puller.pullAndReachDriver(rig.driver)
            rig.driver.deliver(Int(rig.clock.now / .milliseconds(1)))
            _ = await first.value
            let second = puller.pull()
            await rig.clock.waitForTimers()
            // 100 ms, less half of the camera's 33 ms: the nearest frame is chosen.
            rig.clock.advance(by: .milliseconds(83))
            #expect(!rig.driver.sink.isDemanded)
            rig.clock.advance(by: .milliseconds(1))
            #expect(rig.driver.sink.isDemanded)
            rig.driver.deliver(Int(rig.clock.now / .milliseconds(1)))
            _ = await second.value
        }
    }

    @Test func `a slow consumer does not slow the others down`() async throws {
        let rig = try await CameraRig.connected()
        let (slow, fast) = (Recorder<UInt64>(), Recorder<UInt64>())
        let queue = HandQueue()
        let subscriptions = [
            rig.camera.liveView(.maximumRate(5)).subscribe(queue: queue) { slow.record($0.sequenceNumber) },
            rig.camera.liveView().subscribe(queue: queue) { fast.record($0.sequenceNumber) },
        ]
        await rig.running()
        for number in 0..<30 {
            rig.driver.deliver(number)
            queue.run()
            rig.clock.advance(by: .milliseconds(40))
        }
        #expect(fast.count == 30)
        #expect(slow.elements == [0, 5, 10, 15, 20, 25])
        for subscription in subscriptions {
            #expect(subscription.missedCount == 0, "what was not asked for is not missed")
            subscription.cancel()
        }
    }

    @Test(arguments: [0, -1, Double.nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    func `a rate that makes no sense does no harm`(rate: Double) async throws {
        let rig = try await CameraRig.connected { $0.format.rate = rate }
        let puller = await FramePuller.running(rig, .maximumRate(rate))
        rig.clock.advance(by: .seconds(3_000_000))
        let pulled = await puller.pullAndReachDriver(rig.driver)
        rig.driver.deliver(5)
        #expect(await pulled.value.number == 5)
    }
}
