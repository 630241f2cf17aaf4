import CameraModel
import HotShoeSupport
import TestSupport
import Testing

@testable import SimulatedCamera

/// Files on a card that describe more work than they have bytes; the decoder's limits have separate tests.
@Suite struct PictureBombTests {
    /// A progressive JPEG of 22,600² pixels, without picture data.
    private static let bomb: [UInt8] = {
        let side: [UInt8] = [0x58, 0x48]
        let tables: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        let frame: [UInt8] = [0xFF, 0xC2, 0, 17, 8] + side + side + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        let code: [UInt8] = [0xFF, 0xC4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 16)
        return [0xFF, 0xD8] + tables + frame + code + [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0, 0xFF, 0xD9]
    }()

    private static func camera(_ folder: TemporaryFolder) async throws -> (Rig, StoredItem) {
        folder.write("BOMB.JPG", bomb)
        let rig = try await Rig.connected { $0.cards = [.init(folder: folder.folder)] }
        return (rig, try #require(try await rig.camera.storages[0].items().first))
    }

    @Test func `a picture that no camera makes is listed and copied, and has neither thumbnail nor preview`() async throws {
        let folder = try TemporaryFolder()
        let (rig, item) = try await Self.camera(folder)
        let error = await failure { _ = try await item.thumbnail() }
        #expect(error?.code == .noData && error?.message.contains("22600×22600") == true)
        #expect(await failure { _ = try await item.preview() }?.code == .noData)
        #expect(try await item.loadMetadata().info.pixelSize == PixelSize(width: 22_600, height: 22_600))
        #expect(try await item.file.contents() == Self.bomb)
        await rig.camera.disconnect()
    }

    @Test func `while pictures are decoded the card is read, and a thumbnail that nobody waits for is not begun`() async throws {
        let folder = try TemporaryFolder()
        let (rig, item) = try await Self.camera(folder)
        let (busy, free) = (Promise<Void, Never>(), ThreadSignal())
        rig.simulator.pictureReader.enqueue(
            CallbackWork {
                busy.fulfil(.success(()))
                free.wait()
            }
        )
        _ = await busy.result()
        let work = Task { try await item.thumbnail() }
        #expect(try await item.file.contents() == Self.bomb)
        work.cancel()
        #expect(await failure { _ = try await work.value }?.code == .cancelled)
        await rig.camera.disconnect()
        #expect(await failure { try await rig.camera.connect() } == nil)
        #expect(try await rig.camera.storages[0].items().count == 1)
        free.signal()
        await rig.camera.disconnect()
    }

    @Test func `work of a caller that is cancelled does not begin`() async throws {
        let rig = try await Rig.connected()
        let hasRun = Guarded(false)
        let simulator = rig.simulator
        let begins = Promise<Void, Never>()
        let work = Task {
            _ = await begins.result()
            try await simulator.onPictureReader { _, _ throws(CameraError) in hasRun.withLock { $0 = true } }
        }
        work.cancel()
        begins.fulfil(.success(()))
        #expect(await failure { try await work.value }?.code == .cancelled)
        #expect(!hasRun.withLock { $0 })
        await rig.camera.disconnect()
    }
}

/// A signal for a thread that waits. **Thread-safe.**
private final class ThreadSignal: Sendable {
    private let monitor = Monitor(false)

    func wait() { _ = monitor.wait { $0 ? true : nil } }

    func signal() {
        monitor.withLock { isSet, condition in
            isSet = true
            condition.broadcast()
        }
    }
}
