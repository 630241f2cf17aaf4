import BodyRig
import CameraModel
import HotShoeSupport
import PTP
import PTPFujifilm
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverFujifilm
@testable import PTPResponder

/// The files on the card of a body on a network, and its movies.
@Suite(.timeLimit(.minutes(5))) struct FujifilmGalleryTests {
    private static func simulator(_ pictures: Int = 3) -> CameraSimulator {
        BodyRig.simulator { $0.cards[0].samplePictures = pictures }
    }

    @Test func `the files are listed and fetched in their mode, and pictures are taken again after it`() async throws {
        let notes = Notes()
        try await FujifilmNetworkRig.withBody(Self.simulator(), link: { NotedLink($0, notes) }) { camera in
            #expect(camera.supportedCommandCategories == [[.stillsShooting, .videoRecording], .fileAccess])
            let storage = try #require(camera.storages.first)
            #expect(!storage.info.isWritable && !storage.info.allowsDeletion && storage.info.capacityBytes == nil)
            let begin = notes.all.count
            try await camera.setCommandCategories(.fileAccess)
            let steps = notes.all.dropFirst(begin).filter { $0.hasPrefix("1016") || $0 == "1015 df25" }
            #expect(steps == ["1016 df00", "1016 df01", "1015 df25", "1016 df25"])
            let items = try await storage.items()
            #expect(items.count == 3 && items.map(\.info.handle.number) == [1, 2, 3])
            #expect(items.allSatisfy { $0.info.kind == .image && ($0.info.size ?? 0) > 0 && $0.info.pixelSize != nil })
            for item in items {
                let bytes = try await item.file.contents()
                #expect(UInt64(bytes.count) == item.info.size && bytes.starts(with: [0xFF, 0xD8]))
            }
            #expect(try await items[0].thumbnail().starts(with: [0xFF, 0xD8]))
            #expect(notes.all.contains("1015 d235") && !notes.all.contains { $0.hasPrefix("1007") || $0.hasPrefix("1004") })
            try await camera.setCommandCategories(.stillsShooting)
            let shot = try await camera.shoot()
            #expect(shot.files.count == 1)
        }
    }

    @Test func `a picture cannot be taken while the files are shown, and the error names the other use`() async throws {
        try await FujifilmNetworkRig.withBody(Self.simulator()) { camera in
            try await camera.setCommandCategories(.fileAccess)
            #expect(await FujifilmRig.error { _ = try await camera.shoot() } != nil)
        }
    }

    @Test func `files larger than a preview are whole`() async throws {
        let simulator = BodyRig.simulator {
            $0.cards[0].samplePictures = 1
            $0.pictureSize = PixelSize(width: 2000, height: 1500)
        }
        try await FujifilmNetworkRig.withBody(simulator) { camera in
            try await camera.setCommandCategories(.fileAccess)
            let item = try #require(try await camera.storages.first?.items().first)
            let size = try #require(item.info.size)
            #expect(size > 100_000)
            #expect(try await UInt64(item.file.contents().count) == size)
        }
    }

    @Test func `nothing can be deleted, rated or written`() async throws {
        try await FujifilmNetworkRig.withBody(Self.simulator()) { camera in
            try await camera.setCommandCategories(.fileAccess)
            let item = try #require(try await camera.storages.first?.items().first)
            #expect(await FujifilmRig.error { try await item.delete() }?.code == .notAvailable)
            #expect(await FujifilmRig.error { try await item.setRating(3) }?.code == .notAvailable)
        }
    }

    /// An earlier body: its files only.
    private static var earlier: Personality {
        var model = FujifilmModel.xt4.onNetwork
        model.hasRemoteControl = false
        return .fujifilm(model)
    }

    @Test func `a body without remote control shows its files`() async throws {
        let notes = Notes()
        try await FujifilmNetworkRig.withBody(Self.simulator(), body: Self.earlier, link: { NotedLink($0, notes) }) { camera in
            #expect(camera.commandCategories == .fileAccess && camera.supportedCommandCategories == [.fileAccess])
            #expect(!camera.capabilities.contains(.shutterControl) && !camera.capabilities.contains(.liveView))
            let items = try #require(try await camera.storages.first?.items())
            #expect(items.count == 3)
            #expect(try await items[0].file.contents().starts(with: [0xFF, 0xD8]))
            let settings = notes.all.filter { $0.hasPrefix("1016") }
            #expect(settings == ["1016 df01", "1016 df22", "1016 d227"])
            #expect(!notes.all.contains("sides") && !notes.all.contains("902b"))
        }
    }

    @Test(arguments: [
        "data=@get-device-prop-value*1000", "data=0100@get-device-prop-value*1000", "data=FFFF22D2@get-device-prop-value*1000",
        "response=0x2002@get-device-prop-value*1000", "data=010022D2FFFFFFFF@get-device-prop-value*1000",
        "truncate=20@get-object-info*1000", "data=00@get-object-info*1000", "response=0x2009@get-object-info*1000",
    ])
    func `a body that lies about its files is an error or a list, soon`(_ fault: String) async throws {
        try await FujifilmNetworkRig.withResponder(Self.simulator()) { camera, responder in
            try await camera.connect()
            responder.inject(try #require(ResponderFault(fault)))
            _ = await FujifilmRig.error { try await camera.setCommandCategories(.fileAccess) }
            var count = 0
            let error = await FujifilmRig.error {
                let listing = try #require(camera.storages.first).listing()
                while count < 5, try await listing.next() != nil { count += 1 }
            }
            #expect(error != nil || count <= 5)
        }
    }

    @Test func `a movie is started and stopped by the operations that the body lists`() async throws {
        let notes = Notes()
        let simulator = Self.simulator(0)
        try await FujifilmNetworkRig.withBody(simulator, link: { NotedLink($0, notes) }) { camera in
            #expect(camera.capabilities.contains(.videoRecording))
            try await camera.startRecording()
            #expect(camera.recording.isRecording)
            #expect(await FujifilmRig.error { try await camera.startRecording() } != nil)
            try await camera.stopRecording()
            #expect(!camera.recording.isRecording)
            #expect(notes.all.filter { $0.hasPrefix("902") && !$0.hasPrefix("902b") } == ["9020", "9021"])
        }
    }

    @Test func `a body with an empty description has no movies`() async throws {
        try await FujifilmNetworkRig.withBody(faults: ["empty-device-info"]) { camera in
            #expect(!camera.capabilities.contains(.videoRecording))
            #expect(camera.supportedCommandCategories == [.stillsShooting, .fileAccess])
        }
    }
}
