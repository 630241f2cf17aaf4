import FakeCamera
import Testing

@testable import CameraModel

/// Folders, and moving items between them.
@Suite(.timeLimit(.minutes(5))) struct MovingTests {
    private static func failure(_ work: () async throws -> Void) async -> CameraError? {
        do {
            try await work()
            return nil
        } catch { return error as? CameraError }
    }

    private static func folder(_ camera: Camera, on storage: UInt32 = 1) -> StoredItem {
        var info = CameraRig.item(5, "DCIM", kind: .folder)
        info.storage = .init(storage)
        return StoredItem(camera: camera, info: info)
    }

    @Test func `a request reaches the driver, and the driver's answer the caller`() async throws {
        let rig = try await CameraRig.connected()
        let card = Storage(camera: rig.camera, info: CameraRig.storage)
        let item = StoredItem(camera: rig.camera, info: CameraRig.item(1))
        let folder = Self.folder(rig.camera)
        #expect(try await card.createFolder("A").info == CameraRig.item(8, "A", kind: .folder))
        try await card.createFolder("B", in: folder)
        #expect(try await item.move(to: card).info == CameraRig.item(1))
        try await item.move(to: card, in: folder)
        #expect(try await item.copy(to: card).info == CameraRig.item(101))
        try await item.copy(to: card, in: folder)
        try await card.format()
        #expect(
            rig.driver.calls.elements.suffix(7).map(\.description) == [
                "create-folder A in top on 1", "create-folder B in 5 on 1", "move 1 to top on 1", "move 1 to 5 on 1",
                "copy 1 to top on 1", "copy 1 to 5 on 1", "format 1",
            ]
        )
        #expect(try await rig.camera.readClock() == CameraRig.date)
    }

    @Test func `a place must be a folder, on that card, of that camera`() async throws {
        let (rig, other) = (try await CameraRig.connected(), try await CameraRig.connected())
        let card = Storage(camera: rig.camera, info: CameraRig.storage)
        let item = StoredItem(camera: rig.camera, info: CameraRig.item(1))
        for wrong in [item, Self.folder(rig.camera, on: 2), Self.folder(other.camera)] {
            #expect(await Self.failure { try await card.createFolder("A", in: wrong) }?.code == .invalidArgument)
            #expect(await Self.failure { try await item.move(to: card, in: wrong) }?.code == .invalidArgument)
            #expect(await Self.failure { try await item.copy(to: card, in: wrong) }?.code == .invalidArgument)
        }
        let foreign = Storage(camera: other.camera, info: CameraRig.storage)
        #expect(await Self.failure { try await item.move(to: foreign) }?.code == .invalidArgument)
        #expect(await Self.failure { try await item.copy(to: foreign) }?.code == .invalidArgument)
        #expect(rig.driver.calls.elements.map(\.operation) == [.connect])
    }
}
