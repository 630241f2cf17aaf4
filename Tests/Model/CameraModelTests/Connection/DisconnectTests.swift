import CameraModel
import FakeCamera
import HotShoeSupport
import Testing

/// Disconnecting never fails, and always ends.
@Suite(.timeLimit(.minutes(5))) struct DisconnectTests {
    @Test func `disconnecting resets the camera and reports the initiator`() async throws {
        let rig = try await CameraRig.connected()
        await rig.camera.disconnect()
        #expect(rig.camera.connectionState == .notConnected(.requested))
        #expect(rig.camera.info == nil)
        #expect(rig.camera.warnings.isEmpty)
        #expect(rig.camera.capabilities.isEmpty)
        #expect(rig.camera.commandCategories.isEmpty)
        #expect(rig.camera.supportedCommandCategories.isEmpty)
        #expect(rig.camera.knownProperties.isEmpty)
        #expect(rig.property(.aperture).value == nil)
        #expect(!rig.property(.aperture).settable.isSettable)
        #expect(rig.camera.storages.isEmpty)
        #expect(rig.clock.armedTimers == 0)
    }

    @Test func `disconnecting twice, or a camera that never was connected, does nothing`() async throws {
        let rig = CameraRig()
        await rig.camera.disconnect()
        #expect(rig.camera.connectionState == .notConnected(nil))
        try await rig.camera.connect()
        await rig.camera.disconnect()
        await rig.camera.disconnect()
        #expect(rig.driver.count(of: .disconnect) == 1)
    }

    @Test func `several calls wait for the same end`() async throws {
        for _ in 0..<300 {
            let rig = try await CameraRig.connected()
            await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        await rig.camera.disconnect()
                        return rig.camera.connectionState
                    }
                }
                for await state in group { #expect(state == .notConnected(.requested)) }
            }
            #expect(rig.driver.count(of: .disconnect) == 1)
        }
    }

    @Test func `a driver that hangs is left to itself after ten seconds`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        rig.driver.plan(.disconnect, .hang(gate))
        let call = Task { await rig.camera.disconnect() }
        await rig.driver.called(.disconnect)
        #expect(rig.camera.connectionState == .disconnecting)
        #expect(await code { () throws(CameraError) in try await rig.camera.connect() } == .busy)
        #expect(rig.clock.nextDeadline == .seconds(10))
        rig.clock.advance(by: .milliseconds(9999))
        #expect(rig.camera.connectionState == .disconnecting)
        rig.clock.advance(by: .milliseconds(1))
        await call.value
        #expect(rig.camera.connectionState == .notConnected(.requested))
        try await rig.camera.connect()
        #expect(rig.camera.connectionState == .connected)
        gate.open()
    }

    @Test func `a driver that returns when its time limit passes disconnects from the camera`() async throws {
        for _ in 0..<3000 {
            let (rig, gate) = (CameraRig(), Gate())
            rig.driver.plan(.connect, .hang(gate))
            let connecting = start { () throws(CameraError) in _ = try await rig.camera.connect() }
            await rig.driver.called(.connect)
            let call = Task { await rig.camera.disconnect() }
            await rig.clock.waitForTimers()
            // At the same time: whichever is first, the driver is disconnected.
            let passing = Task { rig.clock.advance(by: .seconds(10)) }
            gate.open()
            await passing.value
            await call.value
            #expect(await connecting.value.code == .notConnected)
            await rig.driver.called(.disconnect)
        }
    }

    @Test func `cancelling the call does not keep the camera connected`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        rig.driver.plan(.disconnect, .hang(gate))
        let call = Task { await rig.camera.disconnect() }
        await rig.driver.called(.disconnect)
        call.cancel()
        #expect(rig.camera.connectionState == .disconnecting)
        gate.open()
        await call.value
        #expect(rig.camera.connectionState == .notConnected(.requested))
    }

    @Test func `switching off requires support by the camera, and is reported`() async throws {
        let rig = try await CameraRig.connected()
        await rig.camera.disconnect(DisconnectOptions(powersOff: true))
        #expect(rig.camera.connectionState == .notConnected(.poweredOffByRequest))
        #expect(rig.driver.calls.last?.description == "disconnect and power off")

        let other = try await CameraRig.connected { $0.updates.append(.capabilities([.liveView])) }
        await other.camera.disconnect(DisconnectOptions(powersOff: true))
        #expect(other.camera.connectionState == .notConnected(.requested))
        #expect(other.driver.calls.last?.description == "disconnect")
    }

    @Test func `a connection that is lost while it is being closed was closed as requested`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        rig.driver.plan(.disconnect, .hang(gate))
        let call = Task { await rig.camera.disconnect() }
        await rig.driver.called(.disconnect)
        rig.host.connectionEnded(.connectionLost)
        gate.open()
        await call.value
        #expect(rig.camera.connectionState == .notConnected(.requested))
    }

    @Test func `the camera can be connected again as soon as the call has returned`() async throws {
        let rig = try await CameraRig.connected()
        for _ in 0..<100 {
            await rig.camera.disconnect()
            try await rig.camera.connect()
        }
        let operations = rig.driver.calls.elements.map(\.operation)
        #expect(operations == (0..<201).map { $0.isMultiple(of: 2) ? .connect : .disconnect })
    }

    @Test func `operations under way fail immediately, with a code for the initiator of the end`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        rig.driver.plan(.shoot, .hang(gate))
        let shot = start { () throws(CameraError) in try await rig.camera.shoot() }
        await rig.driver.called(.shoot)
        let waiting = start { () throws(CameraError) in
            try await rig.property(.aperture).wait(timeout: .seconds(100)) { $0.value == nil && false }
        }
        await rig.clock.waitForTimers()
        await rig.camera.disconnect()
        #expect(await shot.value.code == .notConnected)
        #expect(await waiting.value.code == .notConnected)
        gate.open()
    }
}
