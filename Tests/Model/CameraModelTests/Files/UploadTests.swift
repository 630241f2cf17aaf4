import FakeCamera
import HotShoeSupport
import Testing

@testable import CameraModel

/// Uploading a file to the camera.
@Suite(.timeLimit(.minutes(5))) struct UploadTests {
    /// A card whose driver requests `limit` bytes at a time until there are no more, or all have arrived.
    private func card(requesting limit: Int, _ received: Recorder<[UInt8]> = Recorder()) async throws -> (CameraRig, Storage) {
        let rig = try await CameraRig.connected {
            $0.upload = { source throws(CameraError) in
                while true {
                    let piece = try source(limit)
                    received.record(piece)
                    if piece.isEmpty { return CameraRig.item(9) }
                }
            }
        }
        return (rig, Storage(camera: rig.camera, info: CameraRig.storage))
    }

    private static func source(_ bytes: [UInt8]) -> ChunkSource {
        let rest = Guarded(bytes[...])
        return { limit in
            rest.withLock { rest in
                defer { rest = rest.dropFirst(limit) }
                return Array(rest.prefix(limit))
            }
        }
    }

    private static func failure(_ work: () async throws -> Void) async -> CameraError? {
        do {
            try await work()
            return nil
        } catch { return error as? CameraError }
    }

    @Test(arguments: [0, 1, 10, 11]) func `the driver gets every byte once, and the caller the new file`(count: Int) async throws
    {
        let received = Recorder<[UInt8]>()
        let (rig, card) = try await card(requesting: 4, received)
        let bytes = (0..<count).map { UInt8($0) }
        let item = try await card.upload("a.jpg", size: UInt64(count), from: Self.source(bytes))
        #expect(item.info == CameraRig.item(9))
        #expect(received.elements.flatMap { $0 } == bytes)
        #expect(rig.driver.calls.last?.description == "upload a.jpg to top on 1, \(count)")
    }

    @Test func `a source with another number of bytes is an error`() async throws {
        let (_, card) = try await card(requesting: 4)
        let short = await Self.failure { try await card.upload("a.jpg", size: 11, from: Self.source([1, 2, 3])) }
        #expect(short?.code == .invalidArgument && short?.message == "The source returned only 3 of 11 bytes.")
        let long = await Self.failure { try await card.upload("a.jpg", size: 2, from: Self.source([1, 2, 3])) }
        #expect(long?.code == .invalidArgument)
        let pushy = await Self.failure { try await card.upload("a.jpg", size: 9) { _ in [1, 2, 3, 4, 5] } }
        #expect(pushy?.code == .invalidArgument)
    }

    @Test func `an error from the source reaches the caller`() async throws {
        let (_, card) = try await card(requesting: 4)
        let error = await Self.failure {
            try await card.upload("a.jpg", size: 9) { _ throws(CameraError) in throw CameraError(.fileSystem, "no disk") }
        }
        #expect(error?.code == .fileSystem && error?.operation == .upload && error?.subject == "a.jpg")
    }

    @Test func `when the call has returned the source is not called any more`() async throws {
        let gate = Gate()
        let kept = Recorder<ChunkSource>()
        let rig = try await CameraRig.connected {
            $0.upload = { source throws(CameraError) in
                kept.record(source)
                _ = await gate.result()
                return CameraRig.item(9)
            }
        }
        let requested = Recorder<Int>()
        let task = Task {
            await Self.failure {
                try await Storage(camera: rig.camera, info: CameraRig.storage).upload("a.jpg", size: 9) { limit in
                    requested.record(limit)
                    return [1]
                }
            }
        }
        await kept.until { $0.count == 1 }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        let late = await Self.failure { _ = try kept.elements[0](4) }
        #expect(late?.code == .cancelled && requested.count == 0)
        gate.fulfil(.success(()))
    }

    @Test func `a folder must be one, and on this card`() async throws {
        let (rig, card) = try await card(requesting: 4)
        let file = StoredItem(camera: rig.camera, info: CameraRig.item(1))
        #expect(await Self.failure { try await card.upload("a.jpg", to: file, size: 0) { _ in [] } }?.code == .invalidArgument)
        #expect(rig.driver.count(of: .upload) == 0)
    }

    @Test func `protection reaches the driver`() async throws {
        let rig = try await CameraRig.connected()
        let item = StoredItem(camera: rig.camera, info: CameraRig.item(1))
        try await item.setProtected(true)
        try await item.setProtected(false)
        #expect(rig.driver.calls.elements.suffix(2).map(\.description) == ["set-protection 1 true", "set-protection 1 false"])
    }
}
