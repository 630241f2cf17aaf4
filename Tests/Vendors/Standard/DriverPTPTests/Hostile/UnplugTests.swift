import CameraModel
import HotShoeSupport
import PTP
import Testing

/// Cameras that disconnect, reconnect, or look alike.
@Suite(.timeLimit(.minutes(5))) struct UnplugTests {
    @Test(arguments: DriverCall.all, HostileCamera.Moment.allCases)
    func `a camera that disappears at any step ends the call, and can return`(
        _ call: DriverCall,
        _ moment: HostileCamera.Moment
    ) async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        let before = device.received.count
        _ = await ending { try await call.run(rig.camera, rig.file) }
        let steps = device.received.count - before
        #expect(steps > 0)
        for step in 0..<steps {
            await rig.expectWorks()
            device.unplug(after: step, moment)
            _ = await ending { try await call.run(rig.camera, rig.file) }
            device.behave()
        }
        await rig.expectWorks()
    }

    @Test func `a camera that returns at another address is connected there`() async throws {
        let first = try HostileCamera()
        let rig = try await DriverRig.connected(to: first)
        let states = rig.camera.connectionStates
        first.unplug()
        for await state in states { if case .notConnected = state { break } }
        #expect(rig.camera.connectionState == .notConnected(.connectionLost))
        let second = try HostileCamera()
        rig.move(to: second.address)
        await rig.expectWorks()
        #expect(second.received.contains { $0.code == .openSession })
    }

    @Test func `two cameras with the same number and name are two cameras`() async throws {
        let (first, second) = (try HostileCamera(), try HostileCamera())
        let (one, other) = (try await DriverRig.connected(to: first), try await DriverRig.connected(to: second))
        #expect(one.camera.info == other.camera.info)
        first.unplug()
        for await state in one.camera.connectionStates { if case .notConnected = state { break } }
        #expect(other.camera.connectionState == .connected)
        await other.expectWorks()
        await one.expectWorks()
    }

    @Test func `a camera that disappears while it is idle is not connected any more`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.unplug()
        for await state in rig.camera.connectionStates { if case .notConnected = state { break } }
        #expect(rig.camera.connectionState == .notConnected(.connectionLost))
        #expect(await ending { try await rig.list() }.code != nil)
        await rig.expectWorks()
    }
}
