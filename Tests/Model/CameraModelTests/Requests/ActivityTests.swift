import FakeCamera
import HotShoeSupport
import TestSupport
import Testing

@testable import CameraModel

/// Every activity that a program starts is stopped, whatever the camera reports.
@Suite(.timeLimit(.minutes(5))) struct ActivityTests {
    /// An activity with the operations that start and stop it.
    struct Activity: Sendable, CustomTestStringConvertible {
        let start: CameraOperation
        let stop: CameraOperation
        let begin: @Sendable (Camera) async throws(CameraError) -> Void
        let end: @Sendable (Camera) async throws(CameraError) -> Void

        var testDescription: String { start.description }

        static let all: [Activity] = [
            Activity(start: .startRecording, stop: .stopRecording) { camera throws(CameraError) in
                try await camera.startRecording()
            } end: { camera throws(CameraError) in
                try await camera.stopRecording()
            },
            Activity(start: .pressShutter, stop: .releaseShutter) { camera throws(CameraError) in
                try await camera.pressShutter()
            } end: { camera throws(CameraError) in
                try await camera.releaseShutter()
            },
            Activity(start: .engageAutoFocus, stop: .disengageAutoFocus) { camera throws(CameraError) in
                try await camera.engageAutoFocus()
            } end: { camera throws(CameraError) in
                try await camera.disengageAutoFocus()
            },
        ]
    }

    @Test(arguments: Activity.all) func `a stop after an accepted start reaches the driver regardless of the camera's reports`(
        _ activity: Activity
    ) async throws {
        let rig = try await CameraRig.connected()
        try await activity.begin(rig.camera)
        #expect(!rig.camera.recording.isRecording)
        try await activity.end(rig.camera)
        #expect(rig.driver.count(of: activity.stop) == 1)
        await rig.camera.disconnect()
        #expect(rig.driver.count(of: activity.stop) == 1)
    }

    @Test(arguments: Activity.all) func `disconnecting stops started activities before the driver disconnects`(
        _ activity: Activity
    ) async throws {
        let rig = try await CameraRig.connected()
        try await activity.begin(rig.camera)
        await rig.camera.disconnect()
        #expect(rig.driver.calls.elements.suffix(2).map(\.operation) == [activity.stop, .disconnect])
        #expect(rig.clock.armedTimers == 0)
    }

    @Test(arguments: Activity.all) func `releasing a camera object stops started activities`(_ activity: Activity)
        async throws
    {
        let driver: FakeDriver
        do {
            let rig = try await CameraRig.connected()
            driver = rig.driver
            try await activity.begin(rig.camera)
        }
        await driver.called(.disconnect)
        #expect(driver.calls.elements.suffix(2).map(\.operation) == [activity.stop, .disconnect])
    }

    @Test(arguments: Activity.all) func `a refused activity is not stopped`(_ activity: Activity) async throws {
        let rig = try await CameraRig.connected()
        rig.driver.plan(activity.start, .fail(CameraError(.storageFull, "full")))
        #expect(await code { () throws(CameraError) in try await activity.begin(rig.camera) } == .storageFull)
        await rig.camera.disconnect()
        #expect(rig.driver.count(of: activity.stop) == 0)
    }

    @Test(arguments: Activity.all) func `a start without an answer may have had an effect, and is stopped`(_ activity: Activity)
        async throws
    {
        let rig = try await CameraRig.connected()
        rig.driver.plan(activity.start, .fail(CameraError(.timedOut, "silent")))
        #expect(await code { () throws(CameraError) in try await activity.begin(rig.camera) } == .timedOut)
        await rig.camera.disconnect()
        #expect(rig.driver.count(of: activity.stop) == 1)
    }

    @Test(arguments: Activity.all) func `a start that was cancelled is stopped once the driver has answered`(_ activity: Activity)
        async throws
    {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        rig.driver.plan(activity.start, .hang(gate))
        let call = start { () throws(CameraError) in try await activity.begin(rig.camera) }
        await rig.driver.called(activity.start)
        call.cancel()
        #expect(await call.value.code == .cancelled)
        let end = Task { await rig.camera.disconnect() }
        try await until("disconnecting begins") { rig.camera.connectionState != .connected }
        #expect(rig.driver.count(of: activity.stop) == 0)
        gate.open()
        await end.value
        #expect(rig.driver.calls.elements.suffix(2).map(\.operation) == [activity.stop, .disconnect])
    }

    /// Begins the activity's stop in a task that is cancelled already.
    private static func cancelledStop(of activity: Activity, _ camera: Camera) async -> Result<Void, CameraError> {
        await start { () throws(CameraError) in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try await activity.end(camera)
        }.value
    }

    @Test(arguments: Activity.all) func `a stop whose caller is cancelled reaches the driver`(_ activity: Activity) async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        try await activity.begin(rig.camera)
        // Otherwise the driver could answer before the caller ends.
        rig.driver.plan(activity.stop, .hold(gate))
        #expect(await Self.cancelledStop(of: activity, rig.camera).code == .cancelled)
        await rig.driver.called(activity.stop)
        gate.open()
        await rig.camera.disconnect()
        #expect(rig.driver.calls.elements.last?.operation == .disconnect)
    }

    @Test(arguments: Activity.all) func `a requested stop that disconnecting interrupts is repeated`(
        _ activity: Activity
    ) async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        try await activity.begin(rig.camera)
        rig.driver.plan(activity.stop, .hold(gate))
        #expect(await Self.cancelledStop(of: activity, rig.camera).code == .cancelled)
        await rig.driver.called(activity.stop)
        await rig.camera.disconnect(DisconnectOptions(leavesRecording: true))
        #expect(rig.driver.calls.elements.suffix(3).map(\.operation) == [activity.stop, activity.stop, .disconnect])
    }

    @Test(arguments: Activity.all) func `a requested stop that still waits for the start is made`(
        _ activity: Activity
    ) async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        rig.driver.plan(activity.start, .hang(gate))
        let call = start { () throws(CameraError) in try await activity.begin(rig.camera) }
        await rig.driver.called(activity.start)
        #expect(await Self.cancelledStop(of: activity, rig.camera).code == .cancelled)
        let end = Task { await rig.camera.disconnect(DisconnectOptions(leavesRecording: true)) }
        #expect(await call.value.code == .notConnected)
        gate.open()
        await end.value
        #expect(rig.driver.calls.elements.suffix(2).map(\.operation) == [activity.stop, .disconnect])
    }

    @Test func `a requested stop of what another program started is repeated`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        rig.driver.plan(.stopRecording, .hold(gate))
        #expect(await Self.cancelledStop(of: Activity.all[0], rig.camera).code == .cancelled)
        await rig.driver.called(.stopRecording)
        await rig.camera.disconnect(DisconnectOptions(leavesRecording: true))
        #expect(rig.driver.calls.elements.suffix(2).map(\.operation) == [.stopRecording, .disconnect])
        #expect(rig.driver.count(of: .stopRecording) == 2)
    }

    @Test func `a recording whose stop the camera refused is left`() async throws {
        let rig = try await CameraRig.connected()
        try await rig.camera.startRecording()
        rig.driver.plan(.stopRecording, .fail(CameraError(.busy, "not now")))
        #expect(await code { () throws(CameraError) in try await rig.camera.stopRecording() } == .busy)
        await rig.camera.disconnect(DisconnectOptions(leavesRecording: true))
        #expect(rig.driver.count(of: .stopRecording) == 1)
    }

    @Test func `a stop waits for the start that is under way`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        rig.driver.plan(.startRecording, .hold(gate))
        let call = start { () throws(CameraError) in try await rig.camera.startRecording() }
        await rig.driver.called(.startRecording)
        let stop = start { () throws(CameraError) in try await rig.camera.stopRecording() }
        gate.open()
        #expect(await call.value.code == nil)
        #expect(await stop.value.code == nil)
        #expect(rig.driver.count(of: .stopRecording) == 1)
    }

    @Test(arguments: Activity.all) func `a stop that the driver never answers does not keep the camera`(_ activity: Activity)
        async throws
    {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        try await activity.begin(rig.camera)
        rig.driver.plan(activity.stop, .hang(gate))
        let end = Task { await rig.camera.disconnect() }
        await rig.driver.called(activity.stop)
        try await until("the stop has three seconds left") { rig.clock.nextDeadline == .seconds(3) }
        rig.clock.advance(by: .seconds(3))
        await end.value
        #expect(rig.driver.count(of: .disconnect) == 1)
        gate.open()
    }

    @Test func `a recording that should continue is left`() async throws {
        let rig = try await CameraRig.connected()
        try await rig.camera.startRecording()
        try await rig.camera.engageAutoFocus()
        await rig.camera.disconnect(DisconnectOptions(leavesRecording: true))
        #expect(rig.driver.count(of: .stopRecording) == 0)
        #expect(rig.driver.count(of: .disengageAutoFocus) == 1)
    }
}
