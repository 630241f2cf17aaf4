import FakeCamera
import HotShoeSupport
import Testing

@testable import CameraModel

/// Connecting, and all of its outcomes.
@Suite(.timeLimit(.minutes(5))) struct ConnectTests {
    private static let refused = CameraError(.connectionRefused, "another program has it")

    @Test func `connecting reports the camera's identity and capabilities`() async throws {
        let rig = CameraRig()
        #expect(rig.camera.connectionState == .notConnected(nil))
        #expect(rig.camera.info == nil)
        try await rig.camera.connect()
        #expect(rig.camera.connectionState == .connected)
        #expect(rig.camera.info == CameraRig.info)
        #expect(rig.camera.capabilities.contains(.liveView))
        #expect(rig.camera.commandCategories == CameraRig.allCategories)
        #expect(rig.camera.knownProperties == [.aperture, .batteryLevel, .whiteBalanceTemperature])
        #expect(rig.camera.storages.map(\.info) == [CameraRig.storage])
        #expect(rig.clock.armedTimers == 0)
    }

    @Test func `warnings do not fail the connection, and stay readable`() async throws {
        let warning = ConnectionWarning(kind: .firmwareUpdateRecommended, category: .other, message: "update to 1.1")
        let rig = CameraRig()
        rig.driver.behave { $0.warnings = [warning] }
        #expect(try await rig.camera.connect() == [warning])
        #expect(rig.camera.warnings == [warning])
        #expect(try await rig.camera.connect() == [warning], "connected already")
    }

    @Test func `a failure leaves the camera unconnected, with the reason, and the next try is free`() async throws {
        let rig = CameraRig()
        rig.driver.plan(.connect, .fail(Self.refused))
        let error = await outcome { () throws(CameraError) in try await rig.camera.connect() }.error
        #expect(error?.code == .connectionRefused)
        #expect(error?.operation == .connect)
        #expect(rig.camera.connectionState == .notConnected(.connectFailed(.connectionRefused)))
        try await rig.camera.connect()
        #expect(rig.camera.connectionState == .connected)
        #expect(rig.driver.calls.elements.map(\.operation) == [.connect, .connect], "there is nothing to disconnect")
    }

    @Test func `the state that a failed driver reported is discarded`() async {
        let rig = CameraRig()
        rig.driver.behave {
            $0.connecting = { host throws(CameraError) in
                host.update(CameraRig.everything)
                throw Self.refused
            }
        }
        _ = await outcome { () throws(CameraError) in try await rig.camera.connect() }
        #expect(rig.camera.capabilities.isEmpty)
        #expect(rig.camera.knownProperties.isEmpty)
        #expect(rig.camera.storages.isEmpty)
    }

    @Test func `a second call while connecting is refused as busy and disturbs nothing`() async throws {
        let (rig, gate) = (CameraRig(), Gate())
        rig.driver.plan(.connect, .hold(gate))
        let first = start { () throws(CameraError) in try await rig.camera.connect() }
        await rig.driver.called(.connect)
        #expect(await code { () throws(CameraError) in try await rig.camera.connect() } == .busy)
        #expect(rig.camera.connectionState == .connecting)
        gate.open()
        #expect(await first.value.code == nil)
        #expect(rig.camera.connectionState == .connected)
    }

    @Test func `connecting a connected camera does nothing`() async throws {
        let rig = try await CameraRig.connected()
        let events = rig.camera.events
        try await rig.camera.connect()
        #expect(rig.driver.count(of: .connect) == 1)
        #expect(events.popFirst() == nil)
    }

    @Test(arguments: [false, true]) func `cancelling ends the call immediately, whether or not the driver returns`(hangs: Bool)
        async throws
    {
        let (rig, gate) = (CameraRig(), Gate())
        rig.driver.plan(.connect, hangs ? .hang(gate) : .hold(gate))
        let call = start { () throws(CameraError) in try await rig.camera.connect() }
        await rig.driver.called(.connect)
        call.cancel()
        #expect(await call.value.code == .cancelled)
        #expect(rig.camera.connectionState == .notConnected(.connectFailed(.cancelled)))
        gate.open()
        try await rig.camera.connect()
        let unwanted: [CameraOperation] = hangs ? [.disconnect] : []
        #expect(rig.driver.calls.elements.map(\.operation) == [.connect] + unwanted + [.connect])
    }

    @Test func `connecting observes its time limit`() async {
        let (rig, gate) = (CameraRig(), Gate())
        rig.driver.plan(.connect, .hang(gate))
        let call = start { () throws(CameraError) in try await rig.camera.connect(ConnectOptions(timeout: .seconds(5))) }
        await rig.driver.called(.connect)
        #expect(rig.clock.nextDeadline == .seconds(5))
        rig.clock.advance(by: .milliseconds(4999))
        #expect(rig.camera.connectionState == .connecting)
        rig.clock.advance(by: .milliseconds(1))
        #expect(await call.value.code == .timedOut)
        #expect(rig.camera.connectionState == .notConnected(.connectFailed(.timedOut)))
        gate.open()
    }

    @Test func `disconnecting while connecting ends both`() async {
        let (rig, gate) = (CameraRig(), Gate())
        rig.driver.plan(.connect, .hold(gate))
        let call = start { () throws(CameraError) in try await rig.camera.connect() }
        await rig.driver.called(.connect)
        await rig.camera.disconnect()
        #expect(await call.value.code == .notConnected)
        #expect(rig.camera.connectionState == .notConnected(.requested))
        #expect(rig.driver.calls.elements.map(\.operation) == [.connect])
    }

    @Test func `a camera that disappears while connecting fails the call with the loss`() async {
        let (rig, gate) = (CameraRig(), Gate())
        rig.driver.plan(.connect, .hang(gate))
        let call = start { () throws(CameraError) in try await rig.camera.connect() }
        await rig.driver.called(.connect)
        rig.host.connectionEnded(.enteredSleep)
        #expect(await call.value.code == .connectionLost)
        #expect(rig.camera.connectionState == .notConnected(.connectFailed(.connectionLost)))
        gate.open()
    }

    @Test func `the clock is set on request, and unsupported options are a warning`() async throws {
        let table: [(FakeDriver.Plan, ConnectionWarning.Kind?)] = [
            (.succeed, nil), (.fail(.notSupported(.setClock)), .clockNotSupported),
            (.fail(CameraError(.timedOut, "no")), .clockNotSet),
        ]
        for (plan, kind) in table {
            let rig = CameraRig()
            rig.driver.plan(.setClock, plan)
            #expect(try await rig.camera.connect(ConnectOptions(synchronizesClock: true)).first?.kind == kind)
            #expect(rig.driver.count(of: .setClock) == 1)
        }
        let rig = try await CameraRig.connected()
        #expect(rig.driver.count(of: .setClock) == 0)
    }

    @Test func `a driver that returns late from a cancelled connection does not affect the new one`() async throws {
        let (rig, gate) = (CameraRig(), Gate())
        rig.driver.plan(.connect, .hang(gate))
        let call = start { () throws(CameraError) in try await rig.camera.connect() }
        await rig.driver.called(.connect)
        call.cancel()
        _ = await call.value
        // After ten seconds the hanging driver is abandoned, and the camera may be connected again.
        let again = start { () throws(CameraError) in try await rig.camera.connect() }
        await rig.clock.waitForTimers()
        rig.clock.advance(by: .seconds(10))
        #expect(await again.value.code == nil)
        gate.open()
        await rig.driver.returns.until { $0.count { $0 == .connect } == 2 }
        await rig.driver.called(.disconnect)
        await rig.camera.disconnect()
        #expect(rig.driver.count(of: .disconnect) == 2, "once for each connection")
    }

    @Test func `a driver that was not reached is not disconnected`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        rig.driver.plan(.disconnect, .hang(gate))
        rig.host.connectionEnded(.connectionLost)
        await rig.driver.called(.disconnect)
        // This call waits for the driver to leave the previous connection, and is cancelled while it waits.
        let waiting = start { () throws(CameraError) in try await rig.camera.connect() }
        _ = await rig.camera.connectionStates.first { $0 == .connecting }
        waiting.cancel()
        #expect(await waiting.value.code == .cancelled)
        let next = start { () throws(CameraError) in try await rig.camera.connect() }
        #expect(rig.driver.count(of: .connect) == 1, "the driver is still leaving")
        gate.open()
        #expect(await next.value.code == nil)
        #expect(rig.driver.calls.elements.map(\.operation) == [.connect, .disconnect, .connect])
    }

    @Test func `connecting and disconnecting at the same time never ends half connected`() async {
        for _ in 0..<500 {
            let rig = CameraRig()
            let states = rig.camera.connectionStates
            let call = start { () throws(CameraError) in try await rig.camera.connect() }
            await rig.driver.called(.connect)
            await rig.camera.disconnect()
            _ = await call.value
            #expect(rig.camera.connectionState == .notConnected(.requested))
            var seen: [ConnectionState] = []
            while let state = states.popFirst() { seen.append(state) }
            let end = seen.firstIndex(of: .disconnecting) ?? seen.endIndex
            #expect(!seen[end...].contains(.connected), "\(seen)")
        }
    }

    @Test func `a camera that disappears while it connects is not left connected`() async {
        for _ in 0..<500 {
            let rig = CameraRig()
            let call = start { () throws(CameraError) in try await rig.camera.connect() }
            await rig.driver.returns.atLeast(1)
            rig.host.connectionEnded(.connectionLost)
            _ = await call.value
            if case .notConnected = rig.camera.connectionState { continue }
            Issue.record("is \(rig.camera.connectionState)")
            return
        }
    }
}
