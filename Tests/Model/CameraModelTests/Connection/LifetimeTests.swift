import CameraModel
import FakeCamera
import HotShoeSupport
import TestSupport
import Testing

/// A camera without references is deallocated, whatever it was used for. The tests hold weak references instead of counting
/// cameras, as parallel suites have cameras too.
@Suite(.timeLimit(.minutes(5))) struct LifetimeTests {
    private func freed(_ use: (CameraRig) async throws -> Void) async throws -> FakeDriver {
        weak var camera: Camera?
        let driver: FakeDriver
        do {
            let rig = CameraRig()
            (camera, driver) = (rig.camera, rig.driver)
            try await use(rig)
        }
        try await until("the camera is released") { camera == nil }
        return driver
    }

    @Test func `a camera that was never connected`() async throws {
        let driver = try await freed { _ in }
        #expect(driver.calls.count == 0)
    }

    @Test func `a connected camera, which is disconnected`() async throws {
        let driver = try await freed { try await $0.camera.connect() }
        await driver.called(.disconnect)
        #expect(driver.calls.elements.map(\.operation) == [.connect, .disconnect])
    }

    @Test func `a camera with streams, observers, properties, files and live view`() async throws {
        let driver = try await freed { rig in
            try await rig.camera.connect()
            let property = rig.property(.aperture)
            let subscriptions = [rig.camera.observe { _ in }, property.observe { _ in }]
            let streams = (rig.camera.events, property.changes, rig.camera.transfers, rig.camera.connectionStates)
            try await property.set(CameraRig.apertures[0])
            rig.show(PropertyState(.aperture, value: CameraRig.apertures[0], settable: .enumeration(CameraRig.apertures)))
            _ = try await rig.camera.storages[0].items()
            let puller = await FramePuller.running(rig)
            let watching = rig.camera.liveView().subscribe { _ in }
            rig.host.update([.transferOffered(CameraRig.offer(1))])
            _ = try await rig.camera.shoot()
            watching.cancel()
            await rig.camera.disconnect()
            withExtendedLifetime((subscriptions, streams, puller)) {}
        }
        #expect(driver.count(of: .disconnect) == 1)
    }

    @Test func `a camera whose handlers hold their own subscriptions, once they are cancelled`() async throws {
        let driver = try await freed { rig in
            try await rig.camera.connect()
            let own = Guarded<[Subscription]>([])
            let subscription = rig.camera.observe { [camera = rig.camera] _ in withExtendedLifetime(camera) {} }
            own.withLock { $0 = [subscription] }
            subscription.cancel()
            await rig.camera.disconnect()
        }
        #expect(driver.count(of: .disconnect) == 1)
    }

    @Test func `a camera whose connection was lost in the middle of a request`() async throws {
        let gate = Gate()
        _ = try await freed { rig in
            try await rig.camera.connect()
            rig.driver.plan(.shoot, .hang(gate))
            let shot = start { () throws(CameraError) in try await rig.camera.shoot() }
            await rig.driver.called(.shoot)
            rig.host.connectionEnded(.connectionLost)
            #expect(await shot.value.code == .connectionLost)
        }
        gate.open()
    }

    @Test func `a camera and its clock, while timers are armed`() async throws {
        weak var clock: VirtualClock?
        _ = try await freed { rig in
            clock = rig.clock
            try await rig.camera.connect()
            try await rig.property(.aperture).set(CameraRig.apertures[0])
            let puller = await FramePuller.running(rig)
            withExtendedLifetime(puller) {}
        }
        try await until("the clock is released") { clock == nil }
    }

    @Test func `a stream of a released camera ends`() async throws {
        var events: EventStream<CameraEvent>?
        _ = try await freed { rig in events = rig.camera.events }
        for await _ in try #require(events) { Issue.record("nothing happened") }
    }

    @Test func `elements in a stream of transfers hold their camera no longer than the stream`() async throws {
        _ = try await freed { rig in
            try await rig.camera.connect()
            let transfers = rig.camera.transfers
            rig.host.update([.transferOffered(CameraRig.offer(1))])
            withExtendedLifetime(transfers) {}
        }
    }
}
