import FakeCamera
import TestSupport
import Testing

@testable import CameraModel
@testable import HotShoeSupport

/// Concurrent identical requests share one transfer.
@Suite(.timeLimit(.minutes(5))) struct SharingTests {
    /// A request that callers can share.
    struct Shared: Sendable, CustomTestStringConvertible {
        let operation: CameraOperation
        let run: @Sendable (StoredItem) async throws(CameraError) -> String
        var testDescription: String { operation.description }
    }

    static let table = [
        Shared(operation: .listFolder) { item throws(CameraError) in "\(try await item.items().map(\.name))" },
        Shared(operation: .loadMetadata) { item throws(CameraError) in try await item.loadMetadata().name },
        Shared(operation: .loadThumbnail) { item throws(CameraError) in "\(try await item.thumbnail())" },
        Shared(operation: .loadPreview) { item throws(CameraError) in "\(try await item.preview())" },
        Shared(operation: .loadEXIF) { item throws(CameraError) in "\(try await item.pictureMetadata())" },
    ]

    private func rig() async throws -> (CameraRig, StoredItem) {
        let rig = try await CameraRig.connected { $0.folder = [CameraRig.item(7, "A.JPG")] }
        return (rig, StoredItem(camera: rig.camera, info: CameraRig.item(1, "DCIM", kind: .folder)))
    }

    /// Waits until `count` callers share the request.
    private func untilWaiting(_ count: Int, _ camera: Camera, _ operation: CameraOperation) async throws {
        let key = DataKey(operation: operation, storage: CameraRig.storage.identifier, item: .init(1))
        try await until("\(count) callers wait for \(operation)") {
            let data = camera.sharedData.waiterCount(for: key)
            return data + camera.sharedItems.waiterCount(for: key) + camera.sharedMetadata.waiterCount(for: key) >= count
        }
    }

    @Test(arguments: table) func `many callers are one call of the driver, and all get its result`(shared: Shared) async throws {
        let ((rig, item), gate) = (try await rig(), Gate())
        rig.driver.plan(shared.operation, .hold(gate))
        let callers = (0..<10).map { _ in start { () throws(CameraError) in try await shared.run(item) } }
        try await untilWaiting(10, rig.camera, shared.operation)
        gate.open()
        var results: Set<String> = []
        for caller in callers { results.insert(try await caller.value.get()) }
        #expect(results.count == 1)
        #expect(rig.driver.count(of: shared.operation) == 1)
        _ = try await shared.run(item)
        #expect(rig.driver.count(of: shared.operation) == 2, "nothing is kept")
    }

    @Test(arguments: table) func `a caller that is cancelled does not disturb the others`(shared: Shared) async throws {
        let ((rig, item), gate) = (try await rig(), Gate())
        rig.driver.plan(shared.operation, .hold(gate))
        let callers = (0..<3).map { _ in start { () throws(CameraError) in try await shared.run(item) } }
        try await untilWaiting(3, rig.camera, shared.operation)
        callers[0].cancel()
        #expect(await callers[0].value.code == .cancelled)
        gate.open()
        #expect(await callers[1].value.code == nil)
        #expect(await callers[2].value.code == nil)
    }

    @Test(arguments: table) func `a failure is reported to every caller`(shared: Shared) async throws {
        let ((rig, item), gate) = (try await rig(), Gate())
        rig.driver.plan(shared.operation, .hang(gate))
        let callers = (0..<3).map { _ in start { () throws(CameraError) in try await shared.run(item) } }
        try await untilWaiting(3, rig.camera, shared.operation)
        await rig.driver.called(shared.operation)
        rig.host.connectionEnded(.connectionLost)
        for caller in callers {
            let error = await caller.value.error
            #expect(error?.code == .connectionLost)
            #expect(error?.operation == shared.operation)
        }
        gate.open()
    }

    @Test func `different items are different requests`() async throws {
        let (rig, item) = try await rig()
        let other = StoredItem(camera: rig.camera, info: CameraRig.item(2))
        async let first = item.thumbnail()
        async let second = other.thumbnail()
        _ = try await (first, second)
        #expect(Set(rig.driver.calls.elements.filter { $0.operation == .loadThumbnail }.map(\.argument)) == ["1", "2"])
    }

    @Test func `a file has no items, and a rating is nought to five`() async throws {
        let (rig, _) = try await rig()
        let file = StoredItem(camera: rig.camera, info: CameraRig.item(3))
        #expect(await code { () throws(CameraError) in try await file.items() } == .invalidArgument)
        for rating in [-1, 6, Int.max] {
            #expect(await code { () throws(CameraError) in try await file.setRating(rating) } == .invalidArgument)
        }
        try await file.setRating(5)
        #expect(rig.driver.calls.last?.description == "set-rating 3 5")
    }

    @Test func `two handles to an item are equal regardless of their known properties`() async throws {
        let (rig, _) = try await rig()
        let known = StoredItem(camera: rig.camera, info: CameraRig.item(3, size: 5))
        let unknown = StoredItem(camera: rig.camera, info: CameraRig.item(3))
        #expect(known == unknown)
        #expect(Set([known, unknown]).count == 1)
        #expect(known != StoredItem(camera: rig.camera, info: CameraRig.item(4)))
    }
}
