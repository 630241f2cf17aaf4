import CameraModel
import HotShoe
import ImageFormats
import SimulatedCamera
import TestSupport
import Testing

/// A complete session: discover, connect, observe, set, shoot, download, disconnect; and a lost connection.
@Suite("Scenario", .timeLimit(.minutes(5)))
struct ScenarioTests {
    @Test(
        "a camera is found, connected, watched, set, fired, and its picture is the one that was set",
        arguments: ScenarioRig.Way.all
    )
    func wholeWay(_ way: ScenarioRig.Way) async throws {
        let rig = try await ScenarioRig(way)
        let camera = rig.camera
        #expect(camera.info == nil)
        try await camera.connect()
        #expect(camera.info?.serialNumber == "SIM-0001" && camera.info?.model == way.model)
        #expect(camera.knownProperties.count >= (ScenarioRig.Way.complete.contains(way) ? 37 : 15))
        // A body that is controlled remotely may keep its cards to itself (Sony).
        let hasFiles = camera.capabilities.contains(.fileAccess)
        #expect(camera.storages.count == (hasFiles ? 2 : 0))

        try await camera.property(.exposureMode).set(.exposureMode(.aperturePriority), until: .reflected(timeout: waitLimit))
        let watching = camera.property(.aperture).changes
        try await camera.property(.aperture).set(.aperture(.f2_8), until: .reflected(timeout: waitLimit))
        // The state is readable before its change is delivered.
        for await change in watching where change.value?.aperture == .f2_8 { break }

        let shot = try await camera.shoot()
        let file = try #require(shot.original)
        let bytes = try await file.contents()
        let exif = try EXIFMetadata(jpeg: bytes.span)
        #expect(exif.fNumber?.value == 2.8)

        if hasFiles { try await Self.checkCard(camera, bytes) }

        await camera.disconnect()
        #expect(camera.connectionState == .notConnected(.requested))
        #expect(camera.property(.aperture).value == nil)
        // Connects again, which would fail with remaining state.
        try await camera.connect()
        #expect(camera.property(.aperture).value?.aperture == .f2_8)
        await rig.stop()
    }

    /// The same file read from the card, and its thumbnail and EXIF separately.
    private static func checkCard(_ camera: Camera, _ bytes: [UInt8]) async throws {
        let storage = try #require(camera.storages.first)
        let dcim = try #require(try await storage.items().first)
        let folder = try #require(try await dcim.items().first)
        let item = try #require(try await folder.items().first)
        #expect(item.info.size == UInt64(bytes.count))
        #expect(try await item.file.contents() == bytes)
        #expect(try await item.thumbnail().starts(with: [0xFF, 0xD8]))
        #expect(try await item.pictureMetadata().fNumber == 2.8)
        try await item.delete()
        #expect(try await folder.items().isEmpty)
    }

    @Test("a picture follows settings that were accepted just before", arguments: ScenarioRig.Way.all)
    func settingsBeforePicture(_ way: ScenarioRig.Way) async throws {
        let rig = try await ScenarioRig(way)
        let camera = rig.camera
        try await camera.connect()
        let quality = camera.property(.imageQuality)
        let labels = quality.settable.values.map(\.label)
        let both = labels.first { $0.contains("+") && $0.uppercased().contains("RAW") }
        let one = labels.first { !$0.contains("+") && !$0.uppercased().contains("RAW") }
        if let both, let one {
            for (label, count) in [(both, 2), (one, 1), (both, 2)] {
                try await quality.set(text: label)
                #expect(try await camera.shoot().files.count == count, "\(label)")
            }
        }
        await rig.stop()
    }

    @Test("folders are made, files moved and copied, a card formatted, the clock read", arguments: ScenarioRig.Way.complete)
    func cards(_ way: ScenarioRig.Way) async throws {
        let rig = try await ScenarioRig(way)
        let camera = rig.camera
        try await camera.connect()
        let events = camera.events
        let (first, second) = (camera.storages[0], camera.storages[1])
        #expect(camera.capabilities.isSuperset(of: [.folderCreation, .fileMoving, .fileCopying, .formatting, .clock]))
        let folder = try await first.createFolder("A")
        let file = try await first.upload("X.TXT", size: 3) { _ in [1, 2, 3] }
        let moved = try await file.move(to: first, in: folder)
        #expect(moved == file && moved.info.parent == folder.info.handle)
        #expect(try await folder.items().map(\.name) == ["X.TXT"])
        let copy = try await folder.copy(to: second)
        let inside = try await copy.items()
        #expect(copy != folder && inside.map(\.name) == ["X.TXT"])
        #expect(try await inside[0].file.contents() == [1, 2, 3])
        let top = try await inside[0].move(to: second)
        #expect(top.info.parent == nil && top.info.storage == second.info.identifier)
        await #expect(throws: CameraError.self) { try await folder.move(to: first, in: folder) }
        try await first.format()
        #expect(try await first.items().isEmpty)
        // In either order: the card's capacity may be known before its folders are reported as removed.
        var (isRemoved, isEmpty) = (false, false)
        for await event in events {
            if case .itemRemoved(let handle) = event, handle == folder.info.handle { isRemoved = true }
            if case .storages(let storages) = event { isEmpty = storages[0].freeBytes == storages[0].capacityBytes }
            if isRemoved && isEmpty { break }
        }
        let date = try #require(CameraDate(year: 2030, month: 1, day: 2, hour: 3))
        try await camera.setClock(date)
        let shown = try await camera.readClock()
        #expect(shown.year == 2030 && shown.day == 2 && shown.hour == 3 && shown.utcOffsetMinutes == nil)
        await rig.stop()
    }

    @Test("live view shows frames", arguments: ScenarioRig.Way.withLiveView)
    func liveView(_ way: ScenarioRig.Way) async throws {
        let rig = try await ScenarioRig(way)
        try await rig.camera.connect()
        var frames = 0
        for try await frame in rig.camera.liveView().prefix(3) {
            #expect(frame.byteCount > 1000)
            frames += 1
        }
        #expect(frames == 3)
        await rig.stop()
    }

    @Test("a dial that is turned on the body is seen", arguments: ScenarioRig.Way.all)
    func dial(_ way: ScenarioRig.Way) async throws {
        let rig = try await ScenarioRig(way)
        try await rig.camera.connect()
        let changes = rig.camera.property(.whiteBalance).changes
        #expect(rig.simulator.turn(.whiteBalance, to: "tungsten"))
        for await change in changes where change.value?.common == .whiteBalance(.tungsten) { break }
        #expect(rig.camera.property(.whiteBalance).value?.common == .whiteBalance(.tungsten))
        await rig.stop()
    }

    @Test(
        "unplugging a camera ends the connection with a reason, and the operation under way",
        arguments: ScenarioRig.Way.all
    )
    func unplug(_ way: ScenarioRig.Way) async throws {
        let rig = try await ScenarioRig(way)
        try await rig.camera.connect()
        let states = rig.camera.connectionStates
        rig.simulator.unplug()
        for await state in states where !state.isConnected { break }
        #expect(rig.camera.connectionState == .notConnected(.connectionLost))
        await #expect(throws: CameraError.self) { try await rig.camera.shoot() }
        await rig.stop()
    }
}
