import CameraModel
import FakeCamera
import Exposure
import HotShoeSupport
import Testing

/// Loss of the connection during every operation.
@Suite(.timeLimit(.minutes(5))) struct ConnectionLossTests {
    @Test(arguments: CameraCall.all)
    func `every operation fails immediately when the connection is lost, though the driver hangs`(call: CameraCall) async throws {
        let ((rig, liveView), gate) = (try await call.rig(), Gate())
        rig.driver.plan(call.operation, .hang(gate))
        let before = rig.driver.count(of: call.operation)
        let running = start { () throws(CameraError) in try await call.run(rig.camera) }
        await rig.driver.called(call.operation, times: before + 1)
        rig.host.connectionEnded(.connectionLost)
        let error = await running.value.error
        #expect(error?.code == .connectionLost)
        #expect(error?.operation != nil)
        #expect(rig.camera.connectionState == .notConnected(.connectionLost))
        gate.open()
        withExtendedLifetime(liveView) {}
    }

    @Test(arguments: CameraCall.all) func `every cancelled operation ends immediately, though the driver hangs`(
        call: CameraCall
    ) async throws {
        let ((rig, liveView), gate) = (try await call.rig(), Gate())
        rig.driver.plan(call.operation, .hang(gate))
        let before = rig.driver.count(of: call.operation)
        let running = start { () throws(CameraError) in try await call.run(rig.camera) }
        await rig.driver.called(call.operation, times: before + 1)
        running.cancel()
        // A stream of frames ends without an error, as sequences do.
        #expect(await running.value.code == (call.operation == .startLiveView ? nil : .cancelled))
        #expect(rig.camera.connectionState == .connected)
        gate.open()
        withExtendedLifetime(liveView) {}
    }

    @Test(arguments: CameraCall.all) func `a cancelled driver is notified`(call: CameraCall) async throws {
        // Live view belongs to all of its consumers: cancelling one of them does not cancel its start.
        guard call.operation != .startLiveView else { return }
        let ((rig, liveView), gate) = (try await call.rig(), Gate())
        rig.driver.plan(call.operation, .hold(gate))
        let running = start { () throws(CameraError) in try await call.run(rig.camera) }
        await rig.driver.calls.until { $0.last?.operation == call.operation }
        running.cancel()
        #expect(await running.value.code == .cancelled)
        if [.stopRecording, .releaseShutter, .disengageAutoFocus].contains(call.operation) {
            // The camera must stop, whether or not the caller still waits.
            #expect(!rig.driver.returns.elements.contains(call.operation))
            gate.open()
        }
        await rig.driver.returns.until { $0.contains(call.operation) }
        withExtendedLifetime(liveView) {}
    }

    @Test(arguments: CameraCall.all) func `every operation of an unconnected camera fails as such, and does not reach the driver`(
        call: CameraCall
    ) async throws {
        let rig = CameraRig()
        #expect(await code { () throws(CameraError) in try await call.run(rig.camera) } == .notConnected)
        #expect(rig.driver.calls.count == 0)
    }

    @Test(arguments: CameraCall.all) func `a driver's error reaches the caller as it is, with the operation`(
        call: CameraCall
    ) async throws {
        let (rig, liveView) = try await call.rig()
        let response = CameraError.DeviceResponse(domain: "PTP", code: 0x2002)
        rig.driver.plan(call.operation, .fail(CameraError(.writeProtected, "no card", response: response)))
        let error = await outcome { () throws(CameraError) in try await call.run(rig.camera) }.error
        #expect(error?.code == .writeProtected)
        #expect(error?.response == response)
        #expect(error?.operation == call.operation)
        withExtendedLifetime(liveView) {}
    }

    @Test func `the state is disconnected before observers are notified of the loss`() async throws {
        let (rig, gate, seen) = (try await CameraRig.connected(), Gate(), Recorder<ConnectionState>())
        rig.driver.plan(.shoot, .hang(gate))
        let shot = Task {
            _ = await code { () throws(CameraError) in try await rig.camera.shoot() }
            seen.record(rig.camera.connectionState)
        }
        await rig.driver.called(.shoot)
        rig.host.connectionEnded(.batteryExhausted)
        await shot.value
        #expect(seen.elements == [.notConnected(.batteryExhausted)])
        gate.open()
    }

    @Test func `waiting for a property, known or not, fails immediately with the loss`() async throws {
        for identifier in [PropertyIdentifier.aperture, .artFilter] {
            let rig = try await CameraRig.connected()
            let waiting = start { () throws(CameraError) in
                try await rig.property(identifier).wait(timeout: .seconds(100)) { $0.value?.label == "never" }
            }
            await rig.clock.waitForTimers()
            rig.host.connectionEnded(.connectionLost)
            #expect(await waiting.value.code == .connectionLost)
        }
    }

    @Test func `waiting for a step to show fails immediately with the loss`() async throws {
        let rig = try await CameraRig.connected()
        let stepping = start { () throws(CameraError) in try await rig.property(.aperture).step(to: CameraRig.apertures[0]) }
        await rig.clock.waitForTimers()
        rig.host.connectionEnded(.cameraTurnedOff)
        #expect(await stepping.value.code == .connectionLost)
    }

    @Test func `updates of an old connection's host are ignored`() async throws {
        let rig = try await CameraRig.connected()
        let old = rig.host
        await rig.camera.disconnect()
        old.update(CameraRig.everything)
        #expect(rig.camera.capabilities.isEmpty)
        try await rig.camera.connect()
        let events = rig.camera.events
        old.update([.notice("from the past"), .property(PropertyState(.aperture))])
        old.connectionEnded(.connectionLost)
        #expect(rig.camera.connectionState == .connected)
        #expect(events.popFirst() == nil)
        rig.host.update([.notice("from now")])
        #expect(events.popFirst() != nil)
    }

    @Test func `the camera can be connected again when the driver has left`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        rig.driver.plan(.disconnect, .hang(gate))
        rig.host.connectionEnded(.connectionLost)
        #expect(rig.camera.connectionState == .notConnected(.connectionLost))
        let again = start { () throws(CameraError) in try await rig.camera.connect() }
        await rig.driver.called(.disconnect)
        #expect(rig.driver.count(of: .connect) == 1)
        gate.open()
        #expect(await again.value.code == nil)
        #expect(rig.driver.calls.elements.map(\.operation) == [.connect, .disconnect, .connect])
    }

    @Test func `a host of a released camera has no effect`() async throws {
        let host: CameraHost
        do { host = try await CameraRig.connected().host }
        host.update(CameraRig.everything)
        host.connectionEnded(.connectionLost)
        #expect(await host.authenticate(AuthenticationRequest(.confirmOnCamera, isRetry: false, credentialKey: "")) == nil)
    }
}
