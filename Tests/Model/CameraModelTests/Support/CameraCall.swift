import FakeCamera
import Exposure
import Testing

@testable import CameraModel

/// A call on a connected camera that reaches its driver. The table is used for rules that apply to all calls.
struct CameraCall: Sendable, CustomTestStringConvertible {
    let operation: CameraOperation
    var name: String
    var capability: CameraCapabilities = []
    var category: CommandCategories = []
    var worksWhileRecording = true
    var needsLiveView = false
    var needsRecording = false
    let run: @Sendable (Camera) async throws(CameraError) -> Void

    var testDescription: String { name }

    private init(
        _ operation: CameraOperation,
        _ name: String? = nil,
        capability: CameraCapabilities = [],
        category: CommandCategories = [],
        worksWhileRecording: Bool = true,
        needsLiveView: Bool = false,
        needsRecording: Bool = false,
        _ run: @escaping @Sendable (Camera) async throws(CameraError) -> Void
    ) {
        self.operation = operation
        self.name = name ?? operation.description
        self.capability = capability
        self.category = category
        self.worksWhileRecording = worksWhileRecording
        self.needsLiveView = needsLiveView
        self.needsRecording = needsRecording
        self.run = run
    }

    private static func file(
        _ operation: CameraOperation,
        _ more: CameraCapabilities = [],
        _ run: @escaping @Sendable (StoredItem) async throws(CameraError) -> Void
    ) -> CameraCall {
        let capability = more.union(.fileAccess)
        return CameraCall(operation, capability: capability, category: .fileAccess, worksWhileRecording: false) {
            camera throws(CameraError) in
            try await run(StoredItem(camera: camera, info: CameraRig.item(1)))
        }
    }

    private static func card(
        _ operation: CameraOperation,
        _ more: CameraCapabilities,
        _ run: @escaping @Sendable (Storage) async throws(CameraError) -> Void
    ) -> CameraCall {
        let capability = more.union(.fileAccess)
        return CameraCall(operation, capability: capability, category: .fileAccess, worksWhileRecording: false) {
            camera throws(CameraError) in
            try await run(Storage(camera: camera, info: CameraRig.storage))
        }
    }

    private static let offer = CameraRig.offer(1)

    static let all: [CameraCall] = [
        CameraCall(.setCommandCategories) { camera throws(CameraError) in
            try await camera.setCommandCategories(CommandCategories(rawValue: 1 << 7))
        },
        CameraCall(.setProperty) { camera throws(CameraError) in try await camera.property(.aperture).set(.aperture(.f4)) },
        CameraCall(.stepProperty) { camera throws(CameraError) in try await camera.property(.aperture).step(.increment) },
        CameraCall(.stepProperty, "step to a value") { camera throws(CameraError) in
            _ = try await camera.property(.aperture).step(to: CameraRig.apertures[0])
        },
        CameraCall(.setClock, capability: .clock) { camera throws(CameraError) in try await camera.setClock() },
        CameraCall(.readClock, capability: .clock) { camera throws(CameraError) in _ = try await camera.readClock() },
        CameraCall(.engageAutoFocus, capability: .halfPress) { camera throws(CameraError) in try await camera.engageAutoFocus() },
        CameraCall(.disengageAutoFocus, capability: .halfPress) { camera throws(CameraError) in
            try await camera.disengageAutoFocus()
        },
        CameraCall(.pressShutter, capability: .shutterControl, category: .stillsShooting) { camera throws(CameraError) in
            try await camera.pressShutter()
        },
        CameraCall(.releaseShutter, capability: .shutterControl) { camera throws(CameraError) in try await camera.releaseShutter()
        },
        CameraCall(.shoot, capability: .shutterControl, category: .stillsShooting) { camera throws(CameraError) in
            try await camera.shoot()
        },
        CameraCall(.setFocusArea, capability: .focusAreas) { camera throws(CameraError) in try await camera.setFocusArea(0) },
        CameraCall(.touchFocus, capability: .touchFocus, needsLiveView: true) { camera throws(CameraError) in
            try await camera.touchFocus(at: Point(x: 1, y: 1))
        },
        CameraCall(.driveFocus, capability: .focusDrive, needsLiveView: true) { camera throws(CameraError) in
            try await camera.driveFocus(FocusStep(.towardsInfinity, .small))
        },
        CameraCall(.setLiveViewCrop, capability: .liveViewCrop, needsLiveView: true) { camera throws(CameraError) in
            try await camera.setLiveViewCrop(Rect(x: 0, y: 0, width: 10, height: 10))
        },
        CameraCall(.panLiveView, capability: .liveViewPan, needsLiveView: true) { camera throws(CameraError) in
            try await camera.panLiveView(to: Point(x: 1, y: 1))
        },
        CameraCall(.startLiveView, capability: .liveView) { camera throws(CameraError) in
            _ = try await camera.liveView().makeAsyncIterator().next()
        },
        CameraCall(.transfer) { camera throws(CameraError) in
            _ = try await Transfer(camera: camera, offer: offer).file(.original)!.contents()
        },
        CameraCall(.transfer, "decline a transfer") { camera throws(CameraError) in
            try await Transfer(camera: camera, offer: offer).decline()
        },
        CameraCall(.listFolder, capability: .fileAccess, category: .fileAccess, worksWhileRecording: false) {
            camera throws(CameraError) in
            _ = try await Storage(camera: camera, info: CameraRig.storage).items()
        },
        file(.loadMetadata) { item throws(CameraError) in _ = try await item.loadMetadata() },
        file(.loadThumbnail) { item throws(CameraError) in _ = try await item.thumbnail() },
        file(.loadPreview) { item throws(CameraError) in _ = try await item.preview() },
        file(.loadEXIF) { item throws(CameraError) in _ = try await item.pictureMetadata() },
        file(.download) { item throws(CameraError) in _ = try await item.file.contents() },
        file(.delete, .fileDeletion) { item throws(CameraError) in try await item.delete() },
        file(.setRating, .fileRating) { item throws(CameraError) in try await item.setRating(3) },
        file(.setProtection, .fileProtection) { item throws(CameraError) in try await item.setProtected(true) },
        file(.move, .fileMoving) { item throws(CameraError) in
            try await item.move(to: Storage(camera: item.camera, info: CameraRig.storage))
        },
        file(.copy, .fileCopying) { item throws(CameraError) in
            try await item.copy(to: Storage(camera: item.camera, info: CameraRig.storage))
        },
        card(.createFolder, .folderCreation) { card throws(CameraError) in try await card.createFolder("A") },
        card(.format, .formatting) { card throws(CameraError) in try await card.format() },
        CameraCall(
            .upload,
            capability: [.fileAccess, .fileUpload],
            category: .fileAccess,
            worksWhileRecording: false
        ) { camera throws(CameraError) in
            try await Storage(camera: camera, info: CameraRig.storage).upload("a.jpg", size: 0) { _ in [] }
        },
        CameraCall(
            .startRecording,
            capability: .videoRecording,
            category: .videoRecording,
            worksWhileRecording: false
        ) { camera throws(CameraError) in try await camera.startRecording() },
        CameraCall(.stopRecording, capability: .videoRecording, needsRecording: true) { camera throws(CameraError) in
            try await camera.stopRecording()
        },
    ]

    /// A connected rig in which the call is possible. The puller keeps live view running where that is needed.
    func rig() async throws(CameraError) -> (rig: CameraRig, liveView: FramePuller?) {
        let rig = try await CameraRig.connected { behaviour in
            let supported = CommandCategories(rawValue: 0xFF)
            behaviour.updates.append(.categories(active: CameraRig.allCategories, supported: [supported]))
        }
        if needsRecording { rig.host.update([.recording(RecordingState(isRecording: true, timer: .none))]) }
        return (rig, needsLiveView ? await FramePuller.running(rig) : nil)
    }
}
