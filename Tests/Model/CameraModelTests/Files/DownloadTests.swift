import FakeCamera
import HotShoeSupport
import Testing

@testable import CameraModel

/// Fetching a file's bytes in chunks.
@Suite(.timeLimit(.minutes(5))) struct DownloadTests {
    /// Returns a download that passes chunks until the consumer stops, and records the number of accepted ones.
    private static func providing(
        _ chunks: [[UInt8]],
        _ accepted: Recorder<Int> = Recorder()
    ) -> @Sendable (@escaping ChunkHandler) async throws(CameraError) -> Void {
        { consume throws(CameraError) in
            for (index, chunk) in chunks.enumerated() {
                accepted.record(index)
                if try unsafe consume(chunk.span.bytes) == .stop { return }
            }
        }
    }

    private func file(_ size: UInt64? = nil, _ change: (inout FakeDriver.Behaviour) -> Void) async throws -> (
        CameraRig, RemoteFile
    ) {
        let rig = try await CameraRig.connected(change)
        return (rig, StoredItem(camera: rig.camera, info: CameraRig.item(1, size: size)).file)
    }

    @Test(arguments: [[], [[]], [[1, 2, 3]], [[1], [], [2, 3], []]] as [[[UInt8]]])
    func `chunks arrive in order, and empty ones are chunks like others`(chunks: [[UInt8]]) async throws {
        let (_, file) = try await file { $0.bytes = Self.providing(chunks) }
        #expect(try await file.contents() == chunks.flatMap { $0 })
        let sizes = Recorder<Int>()
        try await file.download { chunk in
            sizes.record(chunk.byteCount)
            return .proceed
        }
        #expect(sizes.elements == chunks.map(\.count))
    }

    @Test func `a download continues at the requested offset`() async throws {
        let (rig, file) = try await file { $0.bytes = Self.providing([[1]]) }
        try await file.download(from: 4096) { _ in .proceed }
        #expect(rig.driver.calls.last?.description == "download 1 from 4096")
    }

    @Test func `stopping ends a download early, without an error`() async throws {
        let accepted = Recorder<Int>()
        let (_, file) = try await file { $0.bytes = Self.providing([[1], [2], [3]], accepted) }
        let received = Recorder<Int>()
        try await file.download { chunk in
            received.record(chunk.byteCount)
            return received.count == 2 ? .stop : .proceed
        }
        #expect(received.count == 2)
        #expect(accepted.count == 2)
    }

    @Test func `an error from the handler ends the download and reaches the caller`() async throws {
        let accepted = Recorder<Int>()
        let (_, file) = try await file { $0.bytes = Self.providing([[1], [2]], accepted) }
        let error = await outcome { () throws(CameraError) in
            try await file.download { _ throws(CameraError) in throw CameraError(.fileSystem, "disk full") }
        }.error
        #expect(error?.code == .fileSystem)
        #expect(accepted.count == 1)
    }

    @Test func `a handler is never called after the cancelled call has returned, though the driver continues`() async throws {
        for _ in 0..<200 {
            let finished = Promise<Int, Never>()
            let (_, file) = try await file {
                $0.bytes = { consume throws(CameraError) in
                    var stops = 0
                    for number in 0..<100 {
                        let chunk = [UInt8(number)]
                        if try unsafe consume(chunk.span.bytes) == .stop { stops += 1 }
                        await Task.yield()
                    }
                    finished.fulfil(.success(stops))
                }
            }
            let (seen, hasReturned) = (Recorder<Bool>(), Flag())
            let call = start { () throws(CameraError) in
                try await file.download { _ in
                    seen.record(hasReturned.isSet)
                    return .proceed
                }
            }
            await seen.atLeast(1)
            call.cancel()
            _ = await call.value
            hasReturned.set()
            _ = await finished.result()
            #expect(!seen.elements.contains(true))
        }
    }

    private final class Flag: Sendable {
        private let state = Guarded(false)
        var isSet: Bool { state.withLock { $0 } }
        func set() { state.withLock { $0 = true } }
    }

    @Test func `a file that is too large for memory is refused, before it begins where its size is known`() async throws {
        let (rig, known) = try await file(11) { $0.bytes = Self.providing([[1, 2], [3, 4]]) }
        #expect(await code { () throws(CameraError) in try await known.contents(limit: 10) } == .tooLarge)
        #expect(await code { () throws(CameraError) in try await known.contents(limit: -1) } == .invalidArgument)
        #expect(rig.driver.count(of: .download) == 0)
        let (_, unknown) = try await file { $0.bytes = Self.providing([[1, 2], [3, 4]]) }
        #expect(await code { () throws(CameraError) in try await unknown.contents(limit: 3) } == .tooLarge)
        #expect(try await unknown.contents(limit: 4) == [1, 2, 3, 4])
    }

    @Test func `progress counts up to the size`() async throws {
        let (_, file) = try await file(3) { $0.bytes = Self.providing([[1], [], [2, 3]]) }
        let seen = Recorder<TransferProgress>()
        _ = try await file.contents { seen.record($0) }
        #expect(seen.elements == [1, 1, 3].map { TransferProgress(completedBytes: $0, totalBytes: 3) })
    }
}
