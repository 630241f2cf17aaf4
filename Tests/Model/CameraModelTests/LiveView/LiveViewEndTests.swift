import CameraModel
import FakeCamera
import HotShoeSupport
import Testing

/// All ways in which live view ends, or fails to start.
@Suite(.timeLimit(.minutes(5))) struct LiveViewEndTests {
    private static let ends: [(LiveViewEnd, CameraError.Code?)] = [
        (.stopped, nil), (.modeChanged, .wrongCategory), (.batteryLow, .batteryLow), (.overheated, .notAvailable),
        (.disconnected(.requested), .notConnected), (.disconnected(.connectionLost), .connectionLost),
        (.failed(.protocolFailure), .protocolFailure),
    ]

    @Test(arguments: ends) func `an end that the camera caused reaches all waiting consumers with its reason`(
        end: LiveViewEnd,
        code: CameraError.Code?
    ) async throws {
        let rig = try await CameraRig.connected()
        let pullers = [await FramePuller.running(rig), FramePuller(rig.camera.liveView()), FramePuller(rig.camera.liveView())]
        rig.clock.advance(by: .seconds(1))
        let pulls = [await pullers[0].pullAndReachDriver(rig.driver), pullers[1].pull()]
        rig.driver.sink.end(end)
        for pull in pulls {
            let result = await pull.value
            #expect(result.code == code)
            #expect(result.isEnd == (code == nil))
        }
        #expect(await pullers[2].pull().value.code == code, "a later call receives the reason as well")
        #expect(await pullers[0].pull().value.code == code, "and so is who asks again")
        #expect(rig.camera.liveViewState == .stopped(end))
        #expect(!rig.driver.sink.isActive)
    }

    @Test(arguments: ends) func `a handler is notified of the end exactly once, after the last frame`(
        end: LiveViewEnd,
        code: CameraError.Code?
    ) async throws {
        let (rig, log) = (try await CameraRig.connected(), Recorder<String>())
        let subscription = rig.camera.liveView().subscribe(onEnd: { log.record("\($0)") }) { log.record("\($0.sequenceNumber)") }
        await rig.driver.demands.atLeast(1)
        rig.driver.deliver(1)
        await rig.driver.demands.atLeast(2)
        rig.driver.sink.end(end)
        rig.driver.sink.end(.overheated)
        #expect(await log.atLeast(2) == ["1", "\(end)"])
        await rig.camera.stopLiveView()
        subscription.cancel()
        #expect(log.count == 2)
    }

    /// A queue that blocks the thread that delivers the first frame, until it is opened.
    private final class KeepingQueue: CallbackQueue {
        private let monitor = Monitor(false)
        let reached = Recorder<Void>()

        func enqueue(_ work: CallbackWork) {
            reached.record(())
            monitor.wait { isOpen in isOpen ? () : nil }
        }

        func open() {
            monitor.withLock { isOpen, condition in
                isOpen = true
                condition.broadcast()
            }
        }
    }

    @Test func `a frame from before the end is not delivered to later consumers, however late it arrives`() async throws {
        let (rig, slow, queue, seen) = (try await CameraRig.connected(), KeepingQueue(), HandQueue(), Recorder<UInt64>())
        let first = rig.camera.liveView().subscribe(queue: slow) { _ in }
        await rig.driver.demands.atLeast(1)
        let isDelivered = Promise<Void, Never>()
        startNamedThread("test.driver") { [driver = rig.driver] in
            driver.deliver(1)
            isDelivered.fulfil(.success(()))
        }
        _ = await slow.reached.atLeast(1)
        await rig.camera.stopLiveView()
        let second = rig.camera.liveView().subscribe(queue: queue) { seen.record($0.sequenceNumber) }
        await rig.driver.demands.atLeast(2)
        slow.open()
        _ = await isDelivered.result()
        queue.run()
        #expect(seen.elements == [])
        #expect(rig.driver.sink.isDemanded)
        rig.driver.deliver(2)
        queue.run()
        #expect(seen.elements == [2])
        first.cancel()
        second.cancel()
    }

    @Test func `the state is stopped before consumers are notified`() async throws {
        let (rig, seen) = (try await CameraRig.connected(), Recorder<LiveViewState>())
        let puller = await FramePuller.running(rig)
        rig.clock.advance(by: .seconds(1))
        let pulled = await puller.pullAndReachDriver(rig.driver)
        let subscription = rig.camera.liveView().subscribe(
            onEnd: { [camera = rig.camera] _ in seen.record(camera.liveViewState) },
            onFrame: { _ in }
        )
        rig.driver.sink.end(.batteryLow)
        _ = await pulled.value
        seen.record(rig.camera.liveViewState)
        #expect(await seen.atLeast(2).allSatisfy { $0 == .stopped(.batteryLow) })
        subscription.cancel()
    }

    @Test(arguments: [DisconnectReason.connectionLost, .batteryExhausted, .requested])
    func `the end of the connection ends live view`(reason: DisconnectReason) async throws {
        let (rig, ends) = (try await CameraRig.connected(), Recorder<LiveViewEnd>())
        let puller = await FramePuller.running(rig)
        let subscription = rig.camera.liveView().subscribe(credit: 0, onEnd: { ends.record($0) }, onFrame: { _ in })
        rig.clock.advance(by: .seconds(1))
        let pulled = await puller.pullAndReachDriver(rig.driver)
        if reason == .requested { await rig.camera.disconnect() } else { rig.host.connectionEnded(reason) }
        #expect(await pulled.value.code == (reason == .requested ? .notConnected : .connectionLost))
        #expect(await ends.atLeast(1) == [.disconnected(reason)])
        #expect(rig.camera.liveViewState == .stopped(.disconnected(reason)))
        subscription.cancel()
    }

    @Test func `after a disconnect has returned, live view has stopped`() async throws {
        for _ in 0..<100 {
            let rig = try await CameraRig.connected()
            let puller = await FramePuller.running(rig)
            await rig.camera.disconnect()
            #expect(rig.camera.liveViewState == .stopped(.disconnected(.requested)))
            withExtendedLifetime(puller) {}
        }
    }

    @Test func `a driver that hangs while it stops live view does not hold up the end of the connection`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        let puller = await FramePuller.running(rig)
        rig.driver.plan(.liveView, .hang(gate))
        let stopping = Task { await rig.camera.stopLiveView() }
        await rig.driver.called(.liveView)
        rig.host.connectionEnded(.connectionLost)
        await stopping.value
        #expect(!rig.camera.liveViewState.isRunning)
        gate.open()
        withExtendedLifetime(puller) {}
    }

    // MARK: Starting

    @Test func `a failed start reaches every waiting consumer`() async throws {
        let (rig, gate, ends) = (try await CameraRig.connected(), Gate(), Recorder<LiveViewEnd>())
        rig.driver.plan(.startLiveView, .hold(gate), .fail(CameraError(.cardError, "no card")))
        let pullers = (0..<3).map { _ in FramePuller(rig.camera.liveView()) }
        let subscription = rig.camera.liveView().subscribe(onEnd: { ends.record($0) }, onFrame: { _ in })
        let pulls = pullers.map { $0.pull() }
        await rig.driver.called(.startLiveView)
        rig.driver.sink.end(.failed(.cardError))
        gate.open()
        for pull in pulls { #expect(await pull.value.code == .cardError) }
        #expect(await ends.atLeast(1) == [.failed(.cardError)])
        let again = FramePuller(rig.camera.liveView())
        #expect(await again.pull().value.error?.message == "no card")
        #expect(rig.camera.liveViewState == .stopped(.failed(.cardError)))
        subscription.cancel()
    }

    @Test func `a busy camera is retried five times, half a second apart`() async throws {
        let rig = try await CameraRig.connected()
        let busy = FakeDriver.Plan.fail(CameraError(.busy, "just connected"))
        rig.driver.plan(.startLiveView, busy, busy, busy, busy)
        let puller = FramePuller(rig.camera.liveView())
        let pulled = puller.pull()
        for attempt in 1...4 {
            await rig.clock.waitForTimers()
            #expect(rig.driver.count(of: .startLiveView) == attempt)
            rig.clock.advance(by: .milliseconds(499))
            #expect(rig.clock.armedTimers == 1)
            #expect(rig.driver.count(of: .startLiveView) == attempt)
            rig.clock.advance(by: .milliseconds(1))
            await rig.driver.called(.startLiveView, times: attempt + 1)
        }
        await rig.running()
        rig.driver.deliver(1)
        #expect(await pulled.value.number == 1)

        await rig.camera.stopLiveView()
        rig.driver.plan(.startLiveView, busy, busy, busy, busy, busy)
        let refused = FramePuller(rig.camera.liveView()).pull()
        for _ in 1...4 {
            await rig.clock.waitForTimers()
            rig.clock.advance(by: .milliseconds(500))
        }
        #expect(await refused.value.code == .busy)
    }

    @Test func `stopping, or disconnecting, does not wait for the next try`() async throws {
        for disconnects in [false, true] {
            let rig = try await CameraRig.connected()
            rig.driver.plan(.startLiveView, .fail(CameraError(.busy, "just connected")))
            let puller = FramePuller(rig.camera.liveView())
            let pulled = puller.pull()
            await rig.clock.waitForTimers()
            if disconnects { await rig.camera.disconnect() } else { await rig.camera.stopLiveView() }
            let result = await pulled.value
            #expect(disconnects ? result.code == .notConnected : result.isEnd)
            #expect(rig.camera.liveViewState == .stopped(disconnects ? .disconnected(.requested) : .stopped))
            #expect(rig.driver.count(of: .startLiveView) == 1)
        }
    }

    // MARK: Requests

    @Test func `a consumer that is cancelled while waiting receives the end, and withdraws its demand`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        rig.clock.advance(by: .seconds(1))
        let pulled = await puller.pullAndReachDriver(rig.driver)
        pulled.cancel()
        #expect(await pulled.value.isEnd)
        #expect(!rig.driver.sink.isDemanded)
        let again = await puller.pullAndReachDriver(rig.driver)
        rig.driver.deliver(2)
        #expect(await again.value.number == 2)
    }

    @Test func `a second task on one iterator gets the end, and the first its frame`() async throws {
        let rig = try await CameraRig.connected()
        let puller = await FramePuller.running(rig)
        rig.clock.advance(by: .seconds(1))
        let first = await puller.pullAndReachDriver(rig.driver)
        #expect(await puller.pull().value.isEnd)
        let cancelled = puller.pull()
        cancelled.cancel()
        #expect(await cancelled.value.isEnd)
        rig.driver.deliver(2)
        #expect(await first.value.number == 2)
    }

    @Test func `a stream of a camera that is not connected fails as such`() async {
        let rig = CameraRig()
        #expect(await FramePuller(rig.camera.liveView()).pull().value.code == .notConnected)
    }
}

extension CameraRig {
    func running() async {
        let events = camera.events
        if camera.liveViewState.isRunning { return }
        for await event in events {
            if case .liveView(.running) = event { return }
        }
    }
}
