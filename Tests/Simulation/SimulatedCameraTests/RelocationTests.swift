import CameraModel
import Glibc
import HotShoeSupport
import Testing

@testable import SimulatedCamera

@Suite("Folders on a simulated camera's cards, moves and copies")
struct RelocationTests {
    /// Two cards, each in memory or in a folder of this computer.
    struct Cards: Sendable, CustomTestStringConvertible {
        let (first, second): (Bool, Bool)

        static let all = [(false, false), (false, true), (true, false), (true, true)].map { Cards(first: $0.0, second: $0.1) }
        var testDescription: String { [first, second].map { $0 ? "folder" : "memory" }.joined(separator: " to ") }
    }

    /// A camera with two cards.
    private final class World {
        let folders: [TemporaryFolder]
        let rig: Rig

        init(_ cards: Cards, _ change: (inout [CameraSimulator.Card]) -> Void = { _ in }) async throws {
            let folders = [try TemporaryFolder(), try TemporaryFolder()]
            self.folders = folders
            rig = try await Rig.connected { configuration in
                configuration.cards = zip([cards.first, cards.second], folders).map { isFolder, folder in
                    .init(capacityBytes: 10_000_000, folder: isFolder ? folder.folder : nil)
                }
                change(&configuration.cards)
            }
        }

        func card(_ index: Int) -> Storage { rig.camera.storages[index] }

        @discardableResult
        func put(_ name: String, _ bytes: [UInt8], in folder: StoredItem? = nil, on index: Int = 0) async throws -> StoredItem {
            try await card(index).upload(name, to: folder, size: UInt64(bytes.count)) { _ in bytes }
        }

        /// The names on a card, each with its parent folders.
        func names(_ index: Int) async throws -> [String] {
            func names(_ items: [StoredItem]) async throws -> [String] {
                var all: [String] = []
                for item in items {
                    all.append(item.name)
                    if item.isFolder { all += try await names(try await item.items()).map { "\(item.name)/\($0)" } }
                }
                return all
            }
            return try await names(try await card(index).items()).sorted()
        }
    }

    // MARK: Folders

    @Test("a folder exists immediately, empty, and is reported", arguments: [true, false])
    func createFolder(inFolder: Bool) async throws {
        let world = try await World(Cards(first: inFolder, second: false))
        let events = world.rig.camera.events
        let folder = try await world.card(0).createFolder("A")
        #expect(folder.isFolder && folder.info.hasMetadata && folder.info.parent == nil)
        let seen = await Rig.first(of: events) { if case .itemAdded(let item) = $0 { item } else { nil } }
        #expect(seen == folder.info)
        let inner = try await world.card(0).createFolder("B", in: folder)
        try await world.put("C.TXT", [1, 2], in: inner)
        #expect(try await world.names(0) == ["A", "A/B", "A/B/C.TXT"])
        #expect(world.folders[0].tree == (inFolder ? ["A", "A/B", "A/B/C.TXT"] : []))
        #expect(await failure { try await folder.delete() }?.code == .invalidArgument)
        try await inner.items()[0].delete()
        try await inner.delete()
        try await folder.delete()
        #expect(world.folders[0].tree == [])
    }

    @Test("path names, used names, locked cards, and a depth of more than 64 folders are refused")
    func createRefused() async throws {
        let world = try await World(Cards(first: false, second: false)) { $0[1].isLocked = true }
        for name in ["", "..", "a/b", ".hidden", "a\nb", String(repeating: "x", count: 256)] {
            #expect(await failure { try await world.card(0).createFolder(name) }?.code == .invalidArgument, "\(name)")
        }
        #expect(await failure { try await world.card(1).createFolder("A") }?.code == .writeProtected)
        var folder = try await world.card(0).createFolder("A")
        #expect(await failure { try await world.card(0).createFolder("A") }?.code == .invalidArgument)
        for _ in 2...64 { folder = try await world.card(0).createFolder("A", in: folder) }
        let deepest = folder
        #expect(await failure { try await world.card(0).createFolder("A", in: deepest) }?.code == .notFound)
        world.rig.simulator.removeCards()
        #expect(await failure { try await deepest.delete() }?.code == .notFound)
    }

    @Test("unknown files in the card's folder are never overwritten")
    func unknownFiles() async throws {
        let world = try await World(Cards(first: true, second: true))
        let item = try await world.put("A.TXT", [1])
        world.folders[1].write("A.TXT", [9])
        world.folders[0].write("B", [9])
        let other = try await world.put("B.TXT", [2], on: 1)
        #expect(await failure { try await item.move(to: world.card(1)) }?.code == .invalidArgument)
        #expect(await failure { try await item.copy(to: world.card(1)) }?.code == .invalidArgument)
        #expect(await failure { try await world.card(0).createFolder("B") }?.code == .invalidArgument)
        #expect(world.folders[1].read("A.TXT") == [9] && world.folders[0].read("B") == [9])
        #expect(try await item.file.contents() == [1])
        #expect(try await other.file.contents() == [2])
    }

    // MARK: Moving

    @Test("within a card a moved file keeps its handle and bytes, and uses no space", arguments: [true, false])
    func moveOnCard(inFolder: Bool) async throws {
        let world = try await World(Cards(first: inFolder, second: false))
        let (folder, item) = (try await world.card(0).createFolder("A"), try await world.put("X.TXT", [1, 2, 3]))
        let (free, events) = (world.card(0).info.freeBytes, world.rig.camera.events)
        let moved = try await item.move(to: world.card(0), in: folder)
        #expect(moved == item && moved.info.parent == folder.info.handle)
        let seen = await Rig.first(of: events) { if case .itemChanged(let item) = $0 { item } else { nil } }
        #expect(seen == moved.info)
        #expect(try await world.names(0) == ["A", "A/X.TXT"])
        #expect(try await item.file.contents() == [1, 2, 3])
        #expect(world.card(0).info.freeBytes == free)
        #expect(world.folders[0].tree == (inFolder ? ["A", "A/X.TXT"] : []))
        // Moving an item to its present place is allowed.
        #expect(try await moved.move(to: world.card(0), in: folder).info == moved.info)
        try await folder.move(to: world.card(0), in: try await world.card(0).createFolder("B"))
        #expect(try await world.names(0) == ["B", "B/A", "B/A/X.TXT"])
        #expect(try await item.file.contents() == [1, 2, 3])
        #expect(world.folders[0].tree == (inFolder ? ["B", "B/A", "B/A/X.TXT"] : []))
    }

    @Test("a folder moves to another card with its contents", arguments: Cards.all)
    func moveToCard(cards: Cards) async throws {
        let world = try await World(cards)
        let folder = try await world.card(0).createFolder("A")
        let inner = try await world.card(0).createFolder("B", in: folder)
        let file = try await world.put("X.TXT", [1, 2, 3], in: inner)
        let (first, second) = (world.card(0).info.freeBytes, world.card(1).info.freeBytes)
        let moved = try await folder.move(to: world.card(1))
        #expect(moved == folder && moved.info.storage == world.card(1).info.identifier)
        #expect(try await world.names(0) == [])
        #expect(try await world.names(1) == ["A", "A/B", "A/B/X.TXT"])
        #expect(try await file.file.contents() == [1, 2, 3])
        #expect(world.card(0).info.freeBytes == first.map { $0 + 3 } && world.card(1).info.freeBytes == second.map { $0 - 3 })
        #expect(world.folders[0].tree == [])
        #expect(world.folders[1].tree == (cards.second ? ["A", "A/B", "A/B/X.TXT"] : []))
        try await moved.move(to: world.card(0))
        #expect(try await file.file.contents() == [1, 2, 3])
        #expect(world.folders[0].tree == (cards.first ? ["A", "A/B", "A/B/X.TXT"] : []) && world.folders[1].tree == [])
    }

    @Test("an item that cannot be moved or copied stays alone where it is", arguments: Cards.all)
    func refused(cards: Cards) async throws {
        let world = try await World(cards) { $0[1].capacityBytes = 2 }
        let folder = try await world.card(0).createFolder("A")
        let inner = try await world.card(0).createFolder("B", in: folder)
        let file = try await world.put("X.TXT", [1, 2, 3], in: inner)
        try await world.put("X.TXT", [4])
        for place in [folder, inner] {
            #expect(await failure { try await folder.move(to: world.card(0), in: place) }?.code == .invalidArgument)
            #expect(await failure { try await folder.copy(to: world.card(0), in: place) }?.code == .invalidArgument)
        }
        #expect(await failure { try await file.move(to: world.card(0)) }?.code == .invalidArgument)
        #expect(await failure { try await file.copy(to: world.card(0)) }?.code == .invalidArgument)
        #expect(await failure { try await file.copy(to: world.card(0), in: inner) }?.code == .invalidArgument)
        #expect(await failure { try await folder.move(to: world.card(1)) }?.code == .storageFull)
        #expect(await failure { try await folder.copy(to: world.card(1)) }?.code == .storageFull)
        try await file.setProtected(true)
        #expect(await failure { try await file.move(to: world.card(0), in: folder) }?.code == .writeProtected)
        #expect(await failure { try await folder.move(to: world.card(1)) }?.code == .writeProtected)
        #expect(try await world.names(0) == ["A", "A/B", "A/B/X.TXT", "X.TXT"])
        #expect(try await world.names(1) == [])
        #expect(world.folders[0].tree == (cards.first ? ["A", "A/B", "A/B/X.TXT", "X.TXT"] : []))
        #expect(world.folders[1].tree == [])
        try await file.setProtected(false)
    }

    @Test("a locked card permits copies from it only")
    func locked() async throws {
        let source = try TemporaryFolder()
        source.write("X.TXT", [1])
        let world = try await World(Cards(first: false, second: false)) {
            $0[0].folder = source.folder
            $0[0].isLocked = true
        }
        let file = try await world.card(0).items()[0]
        #expect(await failure { try await file.move(to: world.card(1)) }?.code == .writeProtected)
        let copy = try await file.copy(to: world.card(1))
        #expect(try await copy.file.contents() == [1])
        #expect(await failure { try await copy.move(to: world.card(0)) }?.code == .writeProtected)
        #expect(await failure { try await copy.copy(to: world.card(0)) }?.code == .writeProtected)
        #expect(await failure { try await world.card(0).format() }?.code == .writeProtected)
        #expect(source.names == ["X.TXT"])
    }

    @Test("shooting continues after the pictures' folder was moved")
    func pictureFolder() async throws {
        let world = try await World(Cards(first: true, second: false))
        try await world.rig.camera.shoot()
        let (top, attic) = (try await world.card(0).items()[0], try await world.card(0).createFolder("ATTIC"))
        try await top.move(to: world.card(0), in: attic)
        let shot = try await world.rig.camera.shoot()
        #expect(try await shot.original?.contents().isEmpty == false)
        let expected = [
            "ATTIC", "ATTIC/DCIM", "ATTIC/DCIM/100HOTSH", "ATTIC/DCIM/100HOTSH/IMG_0001.JPG", "DCIM", "DCIM/100HOTSH",
            "DCIM/100HOTSH/IMG_0002.JPG",
        ]
        #expect(try await world.names(0) == expected)
        #expect(world.folders[0].tree == expected)
    }

    // MARK: Copying

    @Test("a copy has the same bytes, a handle of its own, and no protection", arguments: Cards.all)
    func copy(cards: Cards) async throws {
        let world = try await World(cards)
        let folder = try await world.card(0).createFolder("A")
        let file = try await world.put("X.TXT", [1, 2, 3], in: folder)
        try await file.setProtected(true)
        let free = world.card(1).info.freeBytes
        let events = world.rig.camera.events
        let copy = try await folder.copy(to: world.card(1))
        #expect(copy != folder && copy.info.storage == world.card(1).info.identifier)
        let added = await Rig.first(of: events) { if case .itemAdded(let item) = $0 { item } else { nil } }
        #expect(added == copy.info)
        let inside = try await copy.items()
        #expect(inside.map(\.name) == ["X.TXT"] && inside[0] != file && !inside[0].info.isProtected)
        #expect(try await inside[0].file.contents() == [1, 2, 3])
        #expect(try await file.file.contents() == [1, 2, 3])
        #expect(world.card(1).info.freeBytes == free.map { $0 - 3 })
        #expect(world.folders[1].tree == (cards.second ? ["A", "A/X.TXT"] : []))
        try await inside[0].delete()
        #expect(try await file.file.contents() == [1, 2, 3])
    }

    @Test("samples, and a picture with its RAW, are copied with their thumbnails, as a pair")
    func pairs() async throws {
        let folder = try TemporaryFolder()
        let rig = try await Rig.connected { $0.cards = [.init(samplePictures: 1), .init(folder: folder.folder)] }
        try await rig.set(.imageQuality, "RAW + JPEG")
        try await rig.camera.shoot()
        let copy = try await rig.camera.storages[0].items()[0].copy(to: rig.camera.storages[1])
        let files = try await copy.items()[0].items()
        #expect(files.map(\.name).sorted() == ["IMG_0001.DNG", "IMG_0001.JPG", "SAMPLE_1.JPG"])
        for file in files {
            #expect(try await file.thumbnail().prefix(2) == [0xFF, 0xD8])
            #expect(try await file.file.contents() == folder.read("DCIM/100HOTSH/\(file.name)"))
        }
        let pair = files.filter { $0.name.hasPrefix("IMG") }
        #expect(pair[0].info.companions == [pair[1].info.handle] && pair[1].info.companions == [pair[0].info.handle])
    }

    // MARK: Formatting

    @Test("a formatted card is empty, including protected files", arguments: [true, false])
    func format(inFolder: Bool) async throws {
        let world = try await World(Cards(first: inFolder, second: false))
        let shot = try await world.rig.camera.shoot()
        try await world.put("X.TXT", [1, 2, 3], in: try await world.card(0).createFolder("A"))
        let file = try #require(shot.original?.item)
        try await file.setProtected(true)
        try await world.put("Y.TXT", [4], on: 1)
        let events = world.rig.camera.events
        try await world.card(0).format()
        var removed = 0
        for await event in events {
            if case .itemRemoved = event { removed += 1 }
            if case .storages(let storages) = event {
                #expect(storages[0].freeBytes == storages[0].capacityBytes)
                break
            }
        }
        #expect(removed == 5)
        #expect(try await world.names(0) == [])
        #expect(try await world.names(1) == ["Y.TXT"])
        #expect(world.folders[0].tree == [])
        #expect(await failure { _ = try await file.file.contents() }?.code == .notFound)
        // An offered picture can still be fetched.
        #expect(try await shot.preview?.contents().isEmpty == false)
        try await world.rig.camera.shoot()
        #expect(try await world.names(0).count == 3)
    }

    @Test("a card that a picture is being written to is not formatted")
    func busy() {
        var body = makeBody()
        _ = body.obey(.pressShutter)
        #expect(body.error(of: .format(body.cards[0].storage)) == .busy)
        #expect(body.error(of: .format(.init(7))) == .cardError)
    }

    // MARK: The clock

    @Test("the clock continues from the time that was set, with the given zone or none", arguments: [nil, 120])
    func clock(offset: Int?) async throws {
        let time = VirtualClock()
        let rig = try await Rig.connected(time: time)
        let date = try #require(
            CameraDate(year: 2030, month: 12, day: 31, hour: 23, minute: 59, second: 30, utcOffsetMinutes: offset)
        )
        try await rig.camera.setClock(date)
        #expect(try await rig.camera.readClock() == date)
        time.advance(by: .seconds(31))
        #expect(try await rig.camera.readClock() == CameraDate(year: 2031, month: 1, day: 1, second: 1, utcOffsetMinutes: offset))
    }
}
