import CameraModel
import HotShoeSupport
import PTP
import Testing

/// Devices that are not based on this project's responder and interpret the standard differently.
@Suite(.timeLimit(.minutes(5))) struct ForeignResponderTests {
    @Test(arguments: [false, true]) func `a device that checks every transaction's number is used like any other`(
        _ needsSession: Bool
    ) async throws {
        let responder = FakeResponder { $0.needsSession = needsSession }
        responder.add(1, "DCIM", isFolder: true)
        responder.add(2, "A.JPG", to: 1)
        let camera = responder.camera()
        for _ in 0..<2 {
            try await camera.connect()
            #expect(camera.info?.model == "F1")
            let folder = try #require(try await camera.storages.first?.items().first)
            #expect(try await folder.items().map(\.name) == ["A.JPG"])
            await camera.disconnect()
        }
        let opens = responder.count(of: .openSession)
        #expect(opens == 2 && responder.count(of: .closeSession) == 2)
        #expect(responder.count(of: .getDeviceInfo) == (needsSession ? 4 : 2))
    }

    @Test func `a folder's objects are listed under the requested storage, whatever they claim`() async throws {
        let responder = FakeResponder()
        responder.add(1, "DCIM", isFolder: true, storage: 0)
        responder.add(2, "100FAKE", to: 1, isFolder: true, storage: 0xFFFF_FFFF)
        responder.add(3, "A.JPG", to: 2, storage: 7)
        let camera = responder.camera()
        try await camera.connect()
        let top = try #require(try await camera.storages.first?.items().first)
        let folder = try #require(try await top.items().first)
        let file = try #require(try await folder.items().first)
        #expect(file.name == "A.JPG")
        #expect(Set([top, folder, file].map(\.info.storage)) == [StorageInfo.Identifier(FakeResponder.storage)])
        await camera.disconnect()
    }
}
