import FakeCamera
import HotShoeSupport
import TestSupport
import Testing

@testable import CameraModel

/// `Camera` checks the preconditions of a request once, for all drivers.
@Suite(.timeLimit(.minutes(5))) struct RequirementTests {
    @Test(arguments: CameraCall.all.filter { !$0.capability.isEmpty })
    func `without its capability an operation is not available, and the error names the capability`(call: CameraCall) async throws
    {
        let (rig, liveView) = try await call.rig()
        let calls = rig.driver.calls.count
        for capability in (0..<20).map({ CameraCapabilities(rawValue: 1 << $0) }) where call.capability.contains(capability) {
            rig.host.update([.capabilities(CameraCapabilities(rawValue: .max).subtracting(capability))])
            let error = await outcome { () throws(CameraError) in try await call.run(rig.camera) }.error
            #expect(error?.code == .notAvailable)
            #expect(error?.message == "This camera offers no \(capability.names[0]) over this connection.")
        }
        #expect(rig.driver.calls.count == calls)
        withExtendedLifetime(liveView) {}
    }

    @Test(arguments: CameraCall.all.filter { !$0.category.isEmpty })
    func `without its command category an operation is refused, and the error names the category`(call: CameraCall) async throws {
        let (rig, liveView) = try await call.rig()
        rig.host.update([
            .categories(active: CameraRig.allCategories.subtracting(call.category), supported: [CameraRig.allCategories])
        ])
        let error = await outcome { () throws(CameraError) in try await call.run(rig.camera) }.error
        #expect(error?.code == .wrongCategory)
        #expect(error?.message.contains(call.category.description) == true)
        withExtendedLifetime(liveView) {}
    }

    @Test(arguments: CameraCall.all.filter(\.needsLiveView))
    func `operations on the live view picture need live view`(call: CameraCall) async throws {
        let rig = try await CameraRig.connected()
        #expect(await code { () throws(CameraError) in try await call.run(rig.camera) } == .needsLiveView)
        let puller = await FramePuller.running(rig)
        #expect(await code { () throws(CameraError) in try await call.run(rig.camera) } == nil)
        await rig.camera.stopLiveView()
        #expect(await code { () throws(CameraError) in try await call.run(rig.camera) } == .needsLiveView)
        withExtendedLifetime(puller) {}
    }

    @Test(arguments: CameraCall.all.filter { $0.operation != .startLiveView })
    func `while video is recorded files stay where they are`(call: CameraCall) async throws {
        let (rig, liveView) = try await call.rig()
        rig.host.update([.recording(RecordingState(isRecording: true, timer: .elapsed(seconds: 1)))])
        rig.driver.behave {
            $0.stepping = { _, _, host in host.update([.property(PropertyState(.aperture, value: CameraRig.apertures[0]))]) }
        }
        let failure = await code { () throws(CameraError) in try await call.run(rig.camera) }
        #expect(failure == (call.worksWhileRecording ? nil : .recordingInProgress))
        withExtendedLifetime(liveView) {}
    }

    @Test func `a refused stop is no failure if the program did not start recording and the camera reports none`() async throws {
        let rig = try await CameraRig.connected()
        rig.driver.plan(.stopRecording, .fail(CameraError(.notAvailable, "no")), .fail(CameraError(.timedOut, "silent")))
        try await rig.camera.stopRecording()
        #expect(await code { () throws(CameraError) in try await rig.camera.stopRecording() } == .timedOut)
    }

    @Test(arguments: [CameraError.Code.busy, .notAvailable])
    func `a camera that refuses a picture because it records says so`(_ code: CameraError.Code) async throws {
        let rig = try await CameraRig.connected()
        rig.host.update([.recording(RecordingState(isRecording: true, timer: .none))])
        rig.driver.plan(.shoot, .fail(CameraError(code, "The camera is busy.")))
        let error = await outcome { () throws(CameraError) in _ = try await rig.camera.shoot() }.error
        #expect(error?.code == .recordingInProgress && error?.message.contains("recording video") == true)
        #expect(error?.cause?.code == code)
        rig.host.update([.recording(.idle)])
        rig.driver.plan(.shoot, .fail(CameraError(code, "The camera is busy.")))
        #expect(await outcome { () throws(CameraError) in _ = try await rig.camera.shoot() }.error?.code == code)
    }

    @Test func `an operation on a file names the file`() async throws {
        let rig = try await CameraRig.connected { $0.updates.append(.capabilities([])) }
        let error = await outcome { () throws(CameraError) in
            try await StoredItem(camera: rig.camera, info: CameraRig.item(1, "A.JPG")).delete()
        }.error
        #expect(error?.description == "A.JPG: This camera offers no file access, file deletion over this connection.")
    }

    // MARK: One at a time

    @Test func `a second picture during a release is refused as busy`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        rig.driver.plan(.shoot, .hold(gate))
        let first = start { () throws(CameraError) in try await rig.camera.shoot() }
        await rig.driver.called(.shoot)
        #expect(await code { () throws(CameraError) in try await rig.camera.shoot() } == .busy)
        #expect(await code { () throws(CameraError) in try await rig.camera.pressShutter() } == .busy)
        #expect(await code { () throws(CameraError) in try await rig.camera.releaseShutter() } == nil)
        gate.open()
        #expect(await first.value.code == nil)
        #expect(await code { () throws(CameraError) in try await rig.camera.shoot() } == nil)
    }

    @Test func `after a picture that failed the next one is free`() async throws {
        let rig = try await CameraRig.connected()
        rig.driver.plan(.shoot, .fail(CameraError(.focusFailed, "too dark")))
        #expect(await code { () throws(CameraError) in try await rig.camera.shoot() } == .focusFailed)
        #expect(await code { () throws(CameraError) in try await rig.camera.shoot() } == nil)
    }

    @Test func `after a cancelled release the camera is busy until the driver has returned`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        rig.driver.plan(.shoot, .hang(gate))
        let first = start { () throws(CameraError) in try await rig.camera.shoot() }
        await rig.driver.called(.shoot)
        first.cancel()
        #expect(await first.value.code == .cancelled)
        #expect(await code { () throws(CameraError) in try await rig.camera.shoot() } == .busy)
        gate.open()
        await rig.driver.returns.until { $0.contains(.shoot) }
        try await until("the camera is no longer busy") {
            let refusal = await code { () throws(CameraError) in try await rig.camera.shoot() }
            return refusal == nil
        }
    }

    @Test func `a release under way when the connection was lost does not make the next connection busy`() async throws {
        let (rig, gate) = (try await CameraRig.connected(), Gate())
        rig.driver.plan(.shoot, .hang(gate))
        let first = start { () throws(CameraError) in try await rig.camera.shoot() }
        await rig.driver.called(.shoot)
        rig.host.connectionEnded(.connectionLost)
        _ = await first.value
        try await rig.camera.connect()
        #expect(await code { () throws(CameraError) in try await rig.camera.shoot() } == nil)
        gate.open()
    }
}
