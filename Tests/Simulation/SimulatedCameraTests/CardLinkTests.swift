import CameraModel
import Glibc
import Testing

@testable import SimulatedCamera

/// Symbolic links around and in the folder of a card.
@Suite(.timeLimit(.minutes(5))) struct CardLinkTests {
    private static let contents: [UInt8] = [1, 2, 3]

    private static func source() -> ChunkSource { { _ in contents } }

    /// A card's folder and another folder, each with DCIM/UP.TXT.
    private struct Folders {
        let card = try! TemporaryFolder()
        let elsewhere = try! TemporaryFolder()

        init() {
            for folder in [card, elsewhere] {
                unsafe mkdir(folder.path("DCIM"), 0o755)
                folder.write("DCIM/UP.TXT", contents)
            }
        }

        /// Replaces the card's folder DCIM by a link to the other one.
        func replaceByLink() {
            unsafe rename(card.path("DCIM"), card.path("OLD"))
            unsafe symlink(elsewhere.path("DCIM"), card.path("DCIM"))
        }

        /// The other folder's file is as it was.
        var isUntouched: Bool {
            var status = stat()
            guard unsafe lstat(elsewhere.path("DCIM/UP.TXT"), &status) == 0, status.st_mode & S_IWUSR != 0 else { return false }
            return elsewhere.tree == ["DCIM", "DCIM/UP.TXT"] && elsewhere.read("DCIM/UP.TXT") == contents
        }
    }

    /// A card with a folder and a file in it, and a file beside it.
    private struct Card {
        let storage: Storage
        let folder: StoredItem
        let file: StoredItem
        let other: StoredItem
    }

    private static func card(_ rig: Rig) async throws -> Card {
        let storage = rig.camera.storages[0]
        let folder = try #require(try await storage.items().first { $0.name == "DCIM" })
        let file = try #require(try await folder.items().first)
        let other = try await storage.upload("OTHER.TXT", size: 3, from: source())
        return Card(storage: storage, folder: folder, file: file, other: other)
    }

    @Test(arguments: ["", "/below/it"]) func `a card's folder may be a link, or below one`(_ below: String) async throws {
        let (real, links) = (try TemporaryFolder(), try TemporaryFolder())
        unsafe symlink(real.folder, links.path("link"))
        for round in 1...2 {
            let rig = try await Rig.connected { $0.cards = [.init(folder: links.path("link") + below)] }
            let original = try #require(try await rig.camera.shoot().original)
            #expect(original.name == "IMG_000\(round).JPG")
            #expect(real.read("\(below)/DCIM/100HOTSH/\(original.name)")?.prefix(2) == [0xFF, 0xD8])
            let item = try await rig.camera.storages[0].upload("UP.TXT", size: 3, from: Self.source())
            #expect(try await item.file.contents() == Self.contents)
            try await item.delete()
            await rig.camera.disconnect()
        }
        #expect(!real.tree.contains { $0.hasSuffix("UP.TXT") })
    }

    @Test func `links in the card's folder are not listed, and their names are taken`() async throws {
        let folders = Folders()
        for (name, target) in [
            ("FOLDER", folders.elsewhere.path("DCIM")), ("FILE.TXT", folders.elsewhere.path("DCIM/UP.TXT")),
            ("DANGLING.TXT", "nothing"), ("INSIDE", "DCIM"),
        ] { unsafe symlink(target, folders.card.path(name)) }
        let rig = try await Rig.connected { $0.cards = [.init(folder: folders.card.folder)] }
        let storage = rig.camera.storages[0]
        #expect(try await storage.items().map(\.name) == ["DCIM"])
        for name in ["FILE.TXT", "DANGLING.TXT"] {
            let error = await failure { try await storage.upload(name, size: 3, from: Self.source()) }
            #expect(error?.code == .invalidArgument)
        }
        #expect(await failure { try await storage.createFolder("FOLDER") }?.code == .invalidArgument)
        #expect(folders.isUntouched)
    }

    @Test func `pictures and videos are not written by way of a link`() async throws {
        for name in ["DCIM", "DCIM/100HOTSH"] {
            let folders = Folders()
            unsafe rename(folders.card.path("DCIM"), folders.card.path("OLD"))
            if name != "DCIM" { unsafe mkdir(folders.card.path("DCIM"), 0o755) }
            unsafe symlink(folders.elsewhere.path("DCIM"), folders.card.path(name))
            let rig = try await Rig.connected { $0.cards = [.init(folder: folders.card.folder)] }
            #expect(await failure { try await rig.camera.shoot() }?.code == .cardError, "\(name)")
            #expect(folders.isUntouched)
        }
    }

    @Test func `nothing is written by way of a folder that was replaced by a link`() async throws {
        let folders = Folders()
        let rig = try await Rig.connected { $0.cards = [.init(folder: folders.card.folder)] }
        let card = try await Self.card(rig)
        folders.replaceByLink()
        let errors = [
            await failure { try await card.storage.upload("NEW.TXT", to: card.folder, size: 3, from: Self.source()) },
            await failure { try await card.storage.createFolder("NEW", in: card.folder) },
            await failure { try await card.other.copy(to: card.storage, in: card.folder) },
            await failure { try await card.other.move(to: card.storage, in: card.folder) },
        ]
        #expect(errors.map { $0?.code } == [.cardError, .cardError, .cardError, .cardError])
        #expect(folders.isUntouched)
        #expect(folders.card.read("OTHER.TXT") == Self.contents)
    }

    @Test func `a file in a folder that was replaced by a link is not read, moved or protected`() async throws {
        let folders = Folders()
        let rig = try await Rig.connected { $0.cards = [.init(folder: folders.card.folder)] }
        let card = try await Self.card(rig)
        folders.replaceByLink()
        #expect(await failure { _ = try await card.file.file.contents() }?.code == .notFound)
        #expect(await failure { try await card.file.copy(to: card.storage) }?.code == .notFound)
        #expect(await failure { try await card.file.move(to: card.storage) }?.code == .cardError)
        try await card.file.setProtected(true)
        #expect(folders.isUntouched)
    }

    @Test func `deleting and formatting leave what a link refers to`() async throws {
        for formats in [false, true] {
            let folders = Folders()
            let rig = try await Rig.connected { $0.cards = [.init(folder: folders.card.folder)] }
            let card = try await Self.card(rig)
            folders.replaceByLink()
            if formats { try await card.storage.format() } else { try await card.file.delete() }
            #expect(try await card.storage.items().isEmpty == formats)
            #expect(folders.isUntouched)
            #expect(folders.card.names.contains("DCIM"), "the link is not the card's")
        }
    }
}
