import CameraModel
import Exposure
import HotShoeSupport

@testable import SimulatedCamera

/// Every operation of a connected camera.
struct OperationCase: Sendable, CustomStringConvertible {
    let operation: CameraOperation
    let run: @Sendable (Rig) async throws -> Void

    var description: String { operation.rawValue }

    static let all: [OperationCase] = [
        .init(.setCommandCategories) { try await $0.camera.setCommandCategories(.fileAccess) },
        .init(.setProperty) { try await $0.camera.property(.driveMode).set(.driveMode(.continuous)) },
        .init(.stepProperty) { try await $0.camera.property(.isoSpeed).step(.increment) },
        .init(.setClock) { try await $0.camera.setClock() },
        .init(.readClock) { _ = try await $0.camera.readClock() },
        .init(.engageAutoFocus) { try await $0.camera.engageAutoFocus() },
        .init(.disengageAutoFocus) { try await $0.camera.disengageAutoFocus() },
        .init(.pressShutter) { try await $0.camera.pressShutter() },
        .init(.releaseShutter) { try await $0.camera.releaseShutter() },
        .init(.shoot) { try await $0.camera.shoot() },
        .init(.setFocusArea) { try await $0.camera.setFocusArea(1) },
        .init(.touchFocus) { rig in
            try await rig.withLiveView { try await rig.camera.touchFocus(at: Point(x: 10, y: 10)) }
        },
        .init(.driveFocus) { rig in
            try await rig.withLiveView { try await rig.camera.driveFocus(FocusStep(.towardsCamera, .small)) }
        },
        .init(.setLiveViewCrop) { rig in
            try await rig.withLiveView { try await rig.camera.setLiveViewCrop(Rect(x: 0, y: 0, width: 48, height: 32)) }
        },
        .init(.panLiveView) { rig in
            try await rig.withLiveView { try await rig.camera.panLiveView(to: Point(x: 48, y: 32)) }
        },
        .init(.startLiveView) { rig in for try await _ in rig.camera.liveView().prefix(1) {} },
        .init(.liveView) { rig in for try await _ in rig.camera.liveView().prefix(5) {} },
        .init(.listFolder) { _ = try await $0.camera.storages[0].items() },
        .init(.loadMetadata) { _ = try await $0.sample().loadMetadata() },
        .init(.loadThumbnail) { _ = try await $0.sample().thumbnail() },
        .init(.loadPreview) { _ = try await $0.sample().preview() },
        .init(.loadEXIF) { _ = try await $0.sample().pictureMetadata() },
        .init(.download) { _ = try await $0.sample().file.contents() },
        .init(.transfer) { rig in
            let shot = try await rig.camera.shoot()
            guard let preview = shot.preview else { throw CameraError(.noData, "no preview was offered") }
            _ = try await preview.contents()
        },
        .init(.delete) { try await $0.sample().delete() },
        .init(.setRating) { try await $0.sample().setRating(3) },
        .init(.setProtection) { try await $0.sample().setProtected(true) },
        .init(.upload) { try await $0.camera.storages[0].upload("UP.JPG", size: 1) { _ in [1] } },
        .init(.createFolder) { try await $0.camera.storages[0].createFolder("NEW") },
        .init(.move) { try await $0.sample().move(to: $0.camera.storages[0]) },
        .init(.copy) { try await $0.sample().copy(to: $0.camera.storages[0]) },
        .init(.format) { try await $0.camera.storages[0].format() },
        .init(.startRecording) { try await $0.camera.startRecording() },
        .init(.stopRecording) { rig in
            try await rig.camera.startRecording()
            try await rig.camera.stopRecording()
        },
    ]

    private init(_ operation: CameraOperation, _ run: @escaping @Sendable (Rig) async throws -> Void) {
        self.operation = operation
        self.run = run
    }
}

extension Rig {
    /// The only sample picture on the card.
    func sample() async throws -> StoredItem {
        for storage in camera.storages {
            for top in try await storage.items() {
                for folder in try await top.items() {
                    if let item = try await folder.items().first(where: { $0.name == "SAMPLE_1.JPG" }) { return item }
                }
            }
        }
        throw CameraError(.notFound, "there is no sample picture")
    }

    /// Runs `body` while live view is running.
    func withLiveView(_ body: () async throws -> Void) async throws {
        let iterator = camera.liveView().makeAsyncIterator()
        _ = try await iterator.next()
        try await body()
        withExtendedLifetime(iterator) {}
    }
}
