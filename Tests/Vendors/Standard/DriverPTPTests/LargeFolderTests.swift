import CameraModel
import HotShoeSupport
import PTP
import TestSupport
import Testing

/// Folders in which every object requires an operation.
@Suite(.timeLimit(.minutes(5))) struct LargeFolderTests {
    private static let fileCount = 2000

    private static func connected(_ change: (inout FakeResponder.State) -> Void = { _ in }) async throws -> (
        FakeResponder, Camera
    ) {
        let responder = FakeResponder(change)
        responder.add(1, "DCIM", isFolder: true)
        for number in 0..<fileCount { responder.add(UInt32(100 + number), "IMG_\(number).JPG", to: 1) }
        let camera = responder.camera()
        try await camera.connect()
        return (responder, camera)
    }

    private static func folder(_ camera: Camera) async throws -> StoredItem {
        try #require(try await camera.storages.first?.listing().next())
    }

    @Test func `the first name costs two answers, and every further one a single answer`() async throws {
        let (responder, camera) = try await Self.connected()
        let listing = try await Self.folder(camera).listing()
        #expect(listing.objectCount == nil && listing.position == 0)
        let before = responder.state.withLock { $0.requests.count }
        #expect(try await listing.next()?.name == "IMG_0.JPG")
        #expect(responder.state.withLock { $0.requests.count } == before + 2)
        #expect(listing.objectCount == Self.fileCount && listing.position == 1)
        for number in 1..<Self.fileCount { #expect(try await listing.next()?.name == "IMG_\(number).JPG") }
        #expect(try await listing.next() == nil)
        #expect(try await listing.next() == nil)
        #expect(responder.state.withLock { $0.requests.count } == before + 1 + Self.fileCount)
        await camera.disconnect()
    }

    @Test func `an interrupted listing is continued, and nothing is requested twice`() async throws {
        let (responder, camera) = try await Self.connected()
        let listing = try await Self.folder(camera).listing()
        var names: [String?] = []
        for _ in 0..<10 { names.append(try await listing.next()?.name) }
        let queried = responder.count(of: .getObjectInfo)
        // Another operation in between.
        _ = try await camera.storages.first?.items()
        let between = responder.count(of: .getObjectInfo) - queried
        for _ in 0..<10 { names.append(try await listing.next()?.name) }
        #expect(names == (0..<20).map { "IMG_\($0).JPG" })
        #expect(responder.count(of: .getObjectInfo) == queried + between + 10)
        await camera.disconnect()
    }

    @Test func `a call that was cancelled loses nothing`() async throws {
        let (responder, camera) = try await Self.connected()
        let listing = try await Self.folder(camera).listing()
        #expect(try await listing.next()?.name == "IMG_0.JPG")
        let gate = Promise<Void, Never>()
        responder.state.withLock { $0.held = (.getObjectInfo, gate) }
        let waiting = Task { try await listing.next() }
        try await until("the request is held") { responder.state.withLock { $0.held == nil } }
        waiting.cancel()
        let error = await #expect(throws: CameraError.self) { try await waiting.value }
        #expect(error?.code == .cancelled)
        gate.fulfil(.success(()))
        #expect(try await listing.next()?.name == "IMG_1.JPG")
        #expect(try await listing.next()?.name == "IMG_2.JPG")
        await camera.disconnect()
    }

    @Test func `calls that are cancelled while their answer arrives lose nothing`() async throws {
        let (responder, camera) = try await Self.connected()
        let listing = try await Self.folder(camera).listing()
        var names: [String] = []
        for _ in 0..<30 {
            let gate = Promise<Void, Never>()
            responder.state.withLock { $0.held = (.getObjectInfo, gate) }
            let waiting = Task { try await listing.next()?.name }
            try await until("the request is held") { responder.state.withLock { $0.held == nil } }
            gate.fulfil(.success(()))
            waiting.cancel()
            if let name = try? await waiting.value { names.append(name) }
        }
        while names.count < 40, let name = try await listing.next()?.name { names.append(name) }
        #expect(names == (0..<40).map { "IMG_\($0).JPG" })
        await camera.disconnect()
    }

    @Test func `metadata that the listing fetched is not fetched again for the download`() async throws {
        let (responder, camera) = try await Self.connected()
        let item = try #require(try await Self.folder(camera).listing().next())
        #expect(item.info.hasMetadata && item.info.size == 4)
        let queried = responder.count(of: .getObjectInfo)
        #expect(try await item.file.contents() == [0xFF, 0xD8, 0xFF, 0xD9])
        #expect(responder.count(of: .getObjectInfo) == queried)
        await camera.disconnect()
    }

    @Test func `a listing of an earlier connection reports its end`() async throws {
        let (_, camera) = try await Self.connected()
        let listing = try await Self.folder(camera).listing()
        _ = try await listing.next()
        await camera.disconnect()
        let error = await #expect(throws: CameraError.self) { _ = try await listing.next() }
        #expect(error?.code == .notConnected)
    }

    @Test func `a file has no listing`() async throws {
        let (_, camera) = try await Self.connected()
        let file = try #require(try await Self.folder(camera).listing().next())
        #expect(throws: CameraError.self) { try file.listing() }
        await camera.disconnect()
    }

    // MARK: Devices without a shutter

    @Test func `a device that supports MTP and takes no pictures is not called a still camera`() async throws {
        let responder = FakeResponder { state in
            state.device.vendorExtension = .microsoft
            state.device.operations.removeAll { $0 == .initiateCapture }
        }
        let camera = responder.camera()
        try await camera.connect()
        #expect(camera.info?.kind == .mediaDevice)
        #expect(camera.commandCategories == .fileAccess)
        #expect(!camera.capabilities.contains(.remoteControlWithoutLiveView))
        let error = await #expect(throws: CameraError.self) { try await camera.setCommandCategories(.stillsShooting) }
        #expect(error?.code == .notSupported && error?.message.contains("cannot take pictures") == true)
        await camera.disconnect()
    }

    @Test func `a camera without a shutter operation is a camera, and reports its missing capability`() async throws {
        let responder = FakeResponder { state in state.device.operations.removeAll { $0 == .initiateCapture } }
        let camera = responder.camera()
        try await camera.connect()
        #expect(camera.info?.kind == .camera)
        let error = await #expect(throws: CameraError.self) { try await camera.setCommandCategories(.stillsShooting) }
        #expect(error?.message == "This camera cannot take pictures by remote control.")
        await camera.disconnect()
    }
}
