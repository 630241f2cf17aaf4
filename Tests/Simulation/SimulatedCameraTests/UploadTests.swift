import CameraModel
import Glibc
import HotShoeSupport
import Testing

@testable import SimulatedCamera

@Suite("Files that are put onto a simulated camera's cards")
struct UploadTests {
    private static func source(_ bytes: [UInt8]) -> ChunkSource {
        let rest = Guarded(bytes[...])
        return { limit in
            rest.withLock { rest in
                defer { rest = rest.dropFirst(limit) }
                return Array(rest.prefix(limit))
            }
        }
    }

    private static let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 13 >> 4) }

    @Test("in memory and in a folder uploads are stored byte for byte, use space, and are reported", arguments: [true, false])
    func upload(inFolder: Bool) async throws {
        let folder = try TemporaryFolder()
        let rig = try await Rig.connected { $0.cards = [inFolder ? .init(folder: folder.folder) : .init()] }
        let (card, events) = (rig.camera.storages[0], rig.camera.events)
        let item = try await card.upload("UP.JPG", size: UInt64(Self.bytes.count), from: Self.source(Self.bytes))
        #expect(item.info.kind == .image && item.info.size == 600_000 && item.info.rating == 0 && !item.info.isProtected)
        #expect(try await item.file.contents() == Self.bytes)
        #expect(try await card.items().map(\.name) == ["UP.JPG"])
        #expect(rig.camera.storages[0].info.freeBytes == card.info.freeBytes.map { $0 - 600_000 })
        #expect(folder.names == (inFolder ? ["UP.JPG"] : []))
        let seen = await Rig.first(of: events) { event -> ItemInfo? in if case .itemAdded(let item) = event { item } else { nil }
        }
        #expect(seen == item.info)
        try await item.delete()
        #expect(folder.names == [])
    }

    @Test("a failed upload leaves nothing", arguments: [true, false])
    func failing(inFolder: Bool) async throws {
        let folder = try TemporaryFolder()
        let rig = try await Rig.connected { $0.cards = [inFolder ? .init(folder: folder.folder) : .init()] }
        let error = await failure {
            let count = Guarded(0)
            try await rig.camera.storages[0].upload("UP.JPG", size: 600_000) { _ throws(CameraError) in
                if count.withLock({
                    $0 += 1; return $0
                }) == 2 {
                    throw CameraError(.fileSystem, "no disk")
                }
                return [1, 2, 3]
            }
        }
        #expect(error?.code == .fileSystem)
        #expect(try await rig.camera.storages[0].items().isEmpty && folder.names == [])
    }

    @Test("path names, used names, full cards and locked ones are refused")
    func refused() async throws {
        let rig = try await Rig.connected {
            $0.cards = [.init(capacityBytes: 1000), .init(isLocked: true)]
        }
        let card = rig.camera.storages[0]
        for name in ["", ".", "..", "a/b", "a\\b", ".hidden", "a\nb", String(repeating: "x", count: 256)] {
            #expect(await failure { try await card.upload(name, size: 0) { _ in [] } }?.code == .invalidArgument, "\(name)")
        }
        #expect(await failure { try await card.upload("A", size: 1001) { _ in [] } }?.code == .storageFull)
        #expect(await failure { try await rig.camera.storages[1].upload("A", size: 0) { _ in [] } }?.code == .writeProtected)
        try await card.upload("A", size: 0) { _ in [] }
        #expect(await failure { try await card.upload("A", size: 0) { _ in [] } }?.code == .invalidArgument)
    }

    @Test("uploads into a folder of the card are stored in the folder of this computer")
    func intoFolder() async throws {
        let folder = try TemporaryFolder()
        unsafe mkdir("\(folder.folder)/DCIM", 0o755)
        defer {
            unsafe unlink("\(folder.folder)/DCIM/UP.TXT")
            unsafe rmdir("\(folder.folder)/DCIM")
        }
        let rig = try await Rig.connected { $0.cards = [.init(folder: folder.folder)] }
        let dcim = try #require(try await rig.camera.storages[0].items().first)
        try await rig.camera.storages[0].upload("UP.TXT", to: dcim, size: 2, from: Self.source([1, 2]))
        #expect(unsafe access("\(folder.folder)/DCIM/UP.TXT", R_OK) == 0)
        #expect(try await dcim.items().map(\.name) == ["UP.TXT"])
    }

    @Test("a protected file cannot be deleted, and is still protected when the card returns")
    func protection() async throws {
        let folder = try TemporaryFolder()
        let rig = try await Rig.connected { $0.cards = [.init(folder: folder.folder)] }
        let item = try await rig.camera.storages[0].upload("UP.TXT", size: 1) { _ in [7] }
        try await item.setProtected(true)
        #expect(await failure { try await item.delete() }?.code == .writeProtected)
        await rig.camera.disconnect()
        let again = try await Rig.connected { $0.cards = [.init(folder: folder.folder)] }
        let known = try await again.camera.storages[0].items()[0]
        #expect(known.info.isProtected)
        try await known.setProtected(false)
        try await known.delete()
        #expect(folder.names == [])
    }

    @Test("a picture that is deleted while it is offered is removed from its folder immediately")
    func deletedWhileOffered() async throws {
        let folder = try TemporaryFolder()
        let rig = try await Rig.connected { $0.cards = [.init(folder: folder.folder)] }
        defer {
            unsafe rmdir("\(folder.folder)/DCIM/100HOTSH")
            unsafe rmdir("\(folder.folder)/DCIM")
        }
        let shot = try await rig.camera.shoot()
        let item = try #require(shot.original?.item)
        let path = "\(folder.folder)/DCIM/100HOTSH/\(item.name)"
        #expect(unsafe access(path, R_OK) == 0)
        try await item.delete()
        #expect(unsafe access(path, R_OK) != 0)
        // An offered picture can still be fetched.
        #expect(try await shot.preview?.contents().isEmpty == false)
    }
}
