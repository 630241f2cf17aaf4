import CameraModel
import Glibc
import HotShoeSupport
import ImageFormats
import Testing

@testable import SimulatedCamera

@Suite("Files of a simulated camera")
struct FileTests {
    private func withSamples(_ count: Int = 1) async throws -> Rig {
        try await Rig.connected { $0.cards = [.init(samplePictures: count), .init(label: "B")] }
    }

    @Test("a sample picture has a size, a thumbnail, a preview and EXIF as soon as it is looked at")
    func sample() async throws {
        let rig = try await withSamples()
        let before = try await rig.sample()
        #expect(before.info.size == nil && !before.info.hasMetadata)
        let changed = rig.camera.events
        let item = try await before.loadMetadata()
        #expect(item.info.size == UInt64(try await item.file.contents().count))
        #expect(item.info.pixelSize == PixelSize(width: 96, height: 64))
        let seen = await Rig.first(of: changed) { event -> ItemInfo? in
            if case .itemChanged(let item) = event { item } else { nil }
        }
        #expect(seen?.hasMetadata == true)
        #expect(try await item.thumbnail().prefix(2) == [0xFF, 0xD8])
        #expect(try await item.preview().prefix(2) == [0xFF, 0xD8])
        let metadata = try await item.pictureMetadata()
        #expect(metadata.manufacturer == "HotShoe" && metadata.fNumber != nil && !metadata.entries.isEmpty)
    }

    @Test("a card that is a folder lists its files, and stores new pictures")
    func folder() async throws {
        let folder = try TemporaryFolder()
        let rig = try await Rig.connected { $0.cards = [.init(folder: folder.folder)] }
        let name = try #require(try await rig.camera.shoot().original).name
        await rig.camera.disconnect()

        let again = try await Rig.connected { $0.cards = [.init(folder: folder.folder)] }
        let dcim = try #require(try await again.camera.storages[0].items().first)
        let items = try await dcim.items()[0].items()
        #expect(items.map(\.name) == [name])
        #expect(items[0].info.size ?? 0 > 0)
        let known = try await items[0].loadMetadata()
        #expect(known.info.pixelSize == PixelSize(width: 96, height: 64))
        #expect(try await known.thumbnail().prefix(2) == [0xFF, 0xD8])
        #expect(try await known.preview().prefix(2) == [0xFF, 0xD8])
        try await known.delete()
        #expect(try await dcim.items()[0].items().isEmpty)
        for item in try await dcim.items() { try await item.delete() }
        try await dcim.delete()
    }

    @Test("a file that is not a picture is listed, without thumbnail and EXIF")
    func notAPicture() async throws {
        let folder = try TemporaryFolder()
        _ = try CardPath(root: folder.folder, names: ["NOTES.TXT"]).write(Array("hello".utf8))
        _ = try CardPath(root: folder.folder, names: ["BROKEN.JPG"]).write(Array("not a jpeg".utf8))
        let rig = try await Rig.connected { $0.cards = [.init(folder: folder.folder)] }
        for item in try await rig.camera.storages[0].items() {
            let known = try await item.loadMetadata()
            #expect(known.info.size == (item.name == "NOTES.TXT" ? 5 : 10))
            #expect(await failure { _ = try await item.thumbnail() }?.code == .noData)
            #expect(await failure { _ = try await item.preview() }?.code == .noData)
            #expect(await failure { _ = try await item.pictureMetadata() }?.code == .noData)
            #expect(try await item.file.contents().count == Int(known.info.size!))
            #expect(await failure { _ = try await item.items() }?.code == .invalidArgument)
        }
    }

    @Test("a file without EXIF has the date of its file")
    func dateOfFile() async throws {
        let folder = try TemporaryFolder()
        _ = try CardPath(root: folder.folder, names: ["NOTES.TXT"]).write(Array("hello".utf8))
        _ = try CardPath(root: folder.folder, names: ["BROKEN.JPG"]).write(Array("not a jpeg".utf8))
        // 2001-09-09 01:46:40 UTC.
        for name in ["NOTES.TXT", "BROKEN.JPG"] {
            let times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
            #expect(unsafe utimes(folder.path(name), times) == 0)
        }
        let rig = try await Rig.connected { $0.cards = [.init(folder: folder.folder)] }
        for item in try await rig.camera.storages[0].items() {
            let created = try #require(try await item.loadMetadata().info.created)
            #expect(created.millisecondsSince1970 == 1_000_000_000_000)
        }
    }

    @Test("deleting is reported, frees space, and fails for deleted and protected files")
    func delete() async throws {
        let rig = try await Rig.connected()
        let item = try #require(try await rig.camera.shoot().original?.item)
        rig.simulator.setProtected(true, fileNamed: item.name)
        #expect(await failure { try await item.delete() }?.code == .writeProtected)
        rig.simulator.setProtected(false, fileNamed: item.name)
        let free = rig.camera.storages[0].info.freeBytes ?? 0
        let events = rig.camera.events
        try await item.delete()
        let removed = await Rig.first(of: events) { event -> ItemInfo.Handle? in
            if case .itemRemoved(let handle) = event { handle } else { nil }
        }
        #expect(removed == item.info.handle)
        #expect(rig.camera.storages[0].info.freeBytes ?? 0 > free)
        #expect(await failure { try await item.delete() }?.code == .notFound)
        #expect(await failure { _ = try await item.file.contents() }?.code == .notFound)
    }

    @Test("a rating is reported when it is applied; an invalid one is refused")
    func rating() async throws {
        let rig = try await Rig.connected()
        let item = try #require(try await rig.camera.shoot().original?.item)
        try await item.setRating(4)
        #expect(try await item.loadMetadata().info.rating == 4)
        #expect(await failure { try await item.setRating(6) }?.code == .invalidArgument)
    }

    @Test("a download can continue at an offset, and stop early")
    func partial() async throws {
        let rig = try await withSamples()
        let file = try await rig.sample().loadMetadata().file
        let whole = try await file.contents()
        let tail = Guarded<[UInt8]>([])
        try await file.download(from: 100) { chunk throws(CameraError) in
            tail.withLock { tail in unsafe chunk.withUnsafeBytes { unsafe tail.append(contentsOf: $0) } }
            return .proceed
        }
        #expect(tail.withLock { $0 } == Array(whole.dropFirst(100)))
        let calls = Guarded(0)
        try await file.download { _ throws(CameraError) in
            calls.withLock { $0 += 1 }
            return .stop
        }
        #expect(calls.withLock { $0 } == 1)
        #expect(
            await failure { try await file.download(from: UInt64(whole.count + 1)) { _ in .proceed } }?.code == .invalidArgument
        )
        #expect(await failure { _ = try await file.contents(limit: 10) }?.code == .tooLarge)
    }

    @Test("repeated reports about files have no effect")
    func repeatedEvents() async throws {
        let rig = try await Rig.connected { $0.faults = [SimulatedFault(.repeatedEvents, .always)] }
        let events = rig.camera.events
        let item = try #require(try await rig.camera.shoot().original?.item)
        try await item.delete()
        var removed = 0
        while let event = events.popFirst() { if case .itemRemoved(item.info.handle) = event { removed += 1 } }
        #expect(removed == 2)
        #expect(rig.camera.storages.count == 2)
    }

    @Test("removed cards disappear, and return with their files")
    func cardsOut() async throws {
        let rig = try await withSamples()
        let item = try await rig.sample()
        rig.simulator.removeCards()
        #expect(rig.camera.storages.isEmpty)
        #expect(await failure { _ = try await item.thumbnail() }?.code == .notFound)
        #expect(await failure { try await rig.camera.shoot() }?.code == .cardError)
        rig.simulator.insertCards()
        #expect(try await item.thumbnail().isEmpty == false)
    }

    @Test("a picture for the host only is the only copy: it can be fetched again after a failure, and is removed after success")
    func onlyCopy() async throws {
        let rig = try await Rig.connected()
        try await rig.set(.imageDestination, "host")
        let offers = rig.camera.transfers
        let shot = try await rig.camera.shoot()
        let transfer = try #require(await offers.makeAsyncIterator().next())
        #expect(transfer.offer.isOnlyCopy && transfer.offer.mustBeExecuted && transfer.isValid)
        let file = try #require(shot.original)
        #expect(
            await failure { try await file.download { _ throws(CameraError) in throw CameraError(.fileSystem, "disk full") } }?
                .code == .fileSystem
        )
        #expect(transfer.isValid)
        #expect(try await file.contents().count > 0)
        #expect(!transfer.isValid)
        #expect(await failure { _ = try await file.contents() }?.code == .notFound)
    }

    @Test(
        "changes by a folder, an upload or a fetched picture are known when it is done, even while another thread delivers"
    )
    func changesAreKnown() async throws {
        let rig = try await Rig.connected()
        try await rig.set(.imageDestination, "host")
        let shot = try await rig.camera.shoot()
        let file = try #require(shot.original)
        let storage = try #require(rig.camera.storages.first)
        let events = rig.camera.events
        let isLeft = try await rig.whileAnotherThreadDelivers {
            _ = try await file.contents()
            return !rig.camera.pendingTransfers.isEmpty
        }
        #expect(!isLeft)
        while events.popFirst() != nil {}
        let reported = try await rig.whileAnotherThreadDelivers {
            let folder = try await storage.createFolder("NEW")
            var reported: [String] = []
            while let event = events.popFirst() { if case .itemAdded(let item) = event { reported.append(item.name) } }
            return reported == [folder.info.name]
        }
        #expect(reported)
    }

    @Test("a camera whose memory is full of offered pictures stops shooting until one is fetched or declined")
    func bufferFull() async throws {
        let rig = try await Rig.connected { $0.bufferDepth = 2 }
        try await rig.set(.imageDestination, "host")
        try await rig.camera.shoot()
        try await rig.camera.shoot()
        let error = await failure { try await rig.camera.shoot() }
        #expect(error?.code == .busy && error?.message.contains("fetch") == true)
        try await rig.camera.pendingTransfers[0].decline()
        try await rig.camera.shoot()
    }

    @Test("an offer expires")
    func expiry() async throws {
        let clock = VirtualClock()
        let rig = Rig(time: clock) { $0.transferTimeout = .seconds(5) }
        try await rig.camera.connect()
        _ = try await clock.run(until: "the picture is taken") { try await rig.camera.shoot() }
        #expect(rig.camera.pendingTransfers.count == 1)
        clock.advance(by: .seconds(6))
        #expect(rig.camera.pendingTransfers.isEmpty)
    }

    @Test("video: the timer counts, files are out of reach, and the recording is a file afterwards")
    func video() async throws {
        let clock = VirtualClock()
        let rig = Rig(time: clock) { $0.cards = [.init(samplePictures: 1)] }
        try await rig.camera.connect()
        let item = try await rig.sample()
        try await rig.camera.startRecording()
        #expect(await failure { try await rig.camera.startRecording() }?.code == .recordingInProgress)
        #expect(await failure { _ = try await item.thumbnail() }?.code == .recordingInProgress)
        #expect(await failure { try await rig.camera.shoot() }?.code == .recordingInProgress)
        clock.advance(by: .seconds(3))
        #expect(rig.camera.recording == RecordingState(isRecording: true, timer: .elapsed(seconds: 3)))
        let events = rig.camera.events
        try await rig.camera.stopRecording()
        try await rig.camera.stopRecording()
        let movie = await Rig.first(of: events) { event -> ItemInfo? in
            if case .itemAdded(let item) = event, item.kind == .video { item } else { nil }
        }
        let bytes = try await rig.camera.item(try #require(movie)).file.contents()
        #expect(bytes.prefix(4) == [0x52, 0x49, 0x46, 0x46] && bytes[8..<12] == [0x41, 0x56, 0x49, 0x20])
    }
}
