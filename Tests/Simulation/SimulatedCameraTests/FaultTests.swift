import CameraModel
import Exposure
import HotShoeSupport
import PictureSaving
import TestSupport
import Testing

@testable import SimulatedCamera

@Suite("Faults")
struct FaultTests {
    private func rig(_ faults: [SimulatedFault], for operation: CameraOperation? = nil) async throws -> Rig {
        try await Rig.connected {
            $0.cards = [.init(samplePictures: 1)]
            // If all categories are active already, setting them sends no command.
            $0.combinesCategories = operation != .setCommandCategories
            $0.faults = faults
        }
    }

    @Test("every operation works when nothing is wrong", arguments: OperationCase.all)
    func works(operation: OperationCase) async throws {
        let rig = try await rig([], for: operation.operation)
        try await operation.run(rig)
        #expect(rig.camera.connectionState == .connected)
    }

    @Test("a camera that disappears in the middle of an operation ends it with a typed error", arguments: OperationCase.all)
    func unplugged(operation: OperationCase) async throws {
        let rig = try await rig(
            [SimulatedFault(.vanish(.connectionLost), .during(operation.operation))],
            for: operation.operation
        )
        let error = await failure { try await operation.run(rig) }
        #expect(error?.code == .connectionLost, "\(String(describing: error))")
        #expect(rig.camera.connectionState == .notConnected(.connectionLost))
        #expect(error?.message.isEmpty == false)
    }

    @Test("a camera that never answers does not delay a cancelled caller", arguments: OperationCase.all)
    func hung(operation: OperationCase) async throws {
        guard operation.operation != .liveView else { return }
        let rig = try await rig([SimulatedFault(.hang, .during(operation.operation))], for: operation.operation)
        let task = Task { try await operation.run(rig) }
        try await until("the operation hangs") { rig.simulator.shared.withLock { $0.faults.pending.isEmpty } }
        task.cancel()
        let error = await failure { try await task.value }
        #expect(error == nil || error?.code == .cancelled, "\(String(describing: error))")
        #expect(rig.camera.connectionState == .connected)
        await rig.camera.disconnect()
    }

    @Test("a busy camera reports so, and the next attempt succeeds", arguments: OperationCase.all)
    func busy(operation: OperationCase) async throws {
        // Live view and reads of files repeat their attempts automatically.
        guard ![.liveView, .startLiveView, .download, .transfer].contains(operation.operation) else { return }
        let rig = try await rig([SimulatedFault(.fail(.busy), .during(operation.operation))], for: operation.operation)
        let error = await failure { try await operation.run(rig) }
        #expect(error?.code == .busy)
        #expect(error?.operation == operation.operation)
        #expect(error?.response?.domain == "Simulated")
        if operation.operation == .stopRecording { return try await rig.camera.stopRecording() }
        try await operation.run(rig)
    }

    @Test("a fault of taking a picture also occurs when the button is held down, as bodies take pictures that way")
    func heldButton() async throws {
        let rig = try await rig([SimulatedFault(.fail(.storageFull), .during(.shoot))])
        #expect(await failure { try await rig.camera.pressShutter() }?.code == .storageFull)
        try await rig.camera.pressShutter()
        try await rig.camera.releaseShutter()
    }

    @Test("live view that is refused at first is retried, and starts")
    func liveViewRetried() async throws {
        let clock = VirtualClock()
        let rig = Rig(time: clock) { $0.faults = [SimulatedFault(.fail(.busy), .during(.startLiveView), count: 3)] }
        try await rig.camera.connect()
        let frames = try await clock.run(until: "live view has started") {
            var frames = 0
            for try await _ in rig.camera.liveView().prefix(1) { frames += 1 }
            return frames
        }
        #expect(frames == 1)
        #expect(clock.now >= .milliseconds(1500))
    }

    @Test("a setting that is accepted and never shown is a time-out with both values")
    func ignored() async throws {
        let clock = VirtualClock()
        let rig = Rig(time: clock) { $0.faults = [SimulatedFault(.ignoreSetting, .during(.setProperty))] }
        try await rig.camera.connect()
        let iso = rig.camera.property(.isoSpeed)
        let error = try await clock.run(until: "the setting has failed") {
            await failure { try await iso.set(.isoSpeed(.iso800), until: .reflected(timeout: .seconds(3))) }
        }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains("ISO 800") == true && error?.message.contains("ISO 200") == true)
    }

    @Test("a setting that the camera adjusts is reported with the adjusted value")
    func adjusted() async throws {
        let clock = VirtualClock()
        let rig = Rig(time: clock) { $0.faults = [SimulatedFault(.adjustSetting, .during(.setProperty))] }
        try await rig.camera.connect()
        let iso = rig.camera.property(.isoSpeed)
        let error = try await clock.run(until: "the setting has failed") {
            await failure { try await iso.set(.isoSpeed(.iso800), until: .reflected(timeout: .seconds(3))) }
        }
        #expect(error?.code == .timedOut)
        #expect(iso.value?.isoSpeed?.speed == 1000)
        #expect(iso.pendingValue == nil)
    }

    @Test("a turned dial is a change like any other")
    func dial() async throws {
        let rig = try await Rig.connected()
        let changes = rig.camera.property(.exposureMode).changes
        #expect(rig.simulator.turn(.exposureMode, to: "M"))
        #expect(await changes.makeAsyncIterator().next()?.value?.exposureMode == .manual)
        #expect(rig.camera.property(.aperture).settable.isSettable)
        #expect(!rig.simulator.turn(.exposureMode, to: "nonsense"))
    }

    @Test("a file that ends early is not accepted as the whole")
    func truncatedDownload() async throws {
        let rig = try await rig([SimulatedFault(.truncatedDownload, .during(.download))])
        let file = try await rig.sample().loadMetadata().file
        let folder = try TemporaryFolder()
        #expect(await failure { try await file.write(to: folder.path("a.jpg")) }?.code == .protocolFailure)
        #expect(folder.names == [])
        try await file.write(to: folder.path("a.jpg"))
        #expect(folder.names == ["a.jpg"])
    }

    @Test("tiny and empty chunks make the same file")
    func smallChunks() async throws {
        let rig = try await rig([SimulatedFault(.smallChunks, .during(.download))])
        let file = try await rig.sample().file
        let first = try await file.contents()
        #expect(try await file.contents() == first)
    }

    @Test(
        "the text of a fault is read back as the same fault",
        arguments: [
            "unplug", "unplug@3s", "busy@set-property*3", "hang@shoot", "turn=aperture:f/8@1500ms", "fail=storage-full@shoot",
            "delay=500ms@download", "stalled-frames=2s", "card-full", "repeated-events", "rgb-frames*10", "overheat@2s",
        ]
    )
    func text(text: String) throws {
        let fault = try #require(SimulatedFault(text))
        #expect(SimulatedFault(fault.description) == fault)
    }

    @Test(
        "text that is not a fault is refused",
        arguments: [
            "", "nonsense", "unplug@", "unplug@yesterday", "busy*0", "busy*x", "turn=aperture", "turn=nothing:1", "fail=nothing",
            "delay=-1s",
            "delay=1e999s", "delay=nans", "@shoot", "*3", "unplug@99999999s", String(repeating: "x", count: 100_000),
        ]
    )
    func noFault(text: String) {
        #expect(SimulatedFault(text) == nil)
    }

    @Test("every name of a fault that is shown to users is one")
    func names() {
        for name in SimulatedFault.kindNames where !name.contains("=") { #expect(SimulatedFault(name) != nil) }
        for code in SimulatedFault.codeNames { #expect(SimulatedFault("fail=\(code)@shoot") != nil) }
    }
}
