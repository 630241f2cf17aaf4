import CameraModel
import Exposure
import HotShoeSupport

/// Takes one picture whose shutter stays open for a given time.
struct BulbExposure {
    /// Time after the last file of a picture in which its companion may follow.
    private static let companionDelay = Duration.milliseconds(500)

    private let camera: Camera
    private let context: CommandContext
    private let time = SystemClock.shared

    init(_ camera: Camera, _ context: CommandContext) {
        self.camera = camera
        self.context = context
    }

    /// Takes the picture, and returns its files. A cancellation closes the shutter early; the picture is kept then.
    func takePicture(_ duration: Duration) async throws -> [RemoteFile] {
        try await choose()
        // Observed from before the press, because a camera may report the file before it answers.
        let events = camera.events
        try await context.within(DefaultTimeout.answer, "bulb") { [camera] in try await camera.pressShutter() }
        let start = time.now
        while !Task.isCancelled, time.now < start + duration, camera.connectionState == .connected {
            context.output.show(status: ["Exposing  \(Amounts.clock(time.now - start)) of \(Amounts.clock(duration))"])
            await time.sleep(for: min(start + duration - time.now, .milliseconds(250)))
        }
        context.output.clearStatus()
        // An open shutter must be closed in every case.
        let (camera, limit) = (camera, context.timeout ?? DefaultTimeout.answer)
        try await Finishing.run { try await TimeLimit.run(limit, "bulb") { try await camera.releaseShutter() } }
        return try await Finishing.run { await files(events) }
    }

    /// Sets the camera to bulb, if that can be set remotely.
    private func choose() async throws {
        let (mode, speed) = (camera.exposureMode, camera.shutterSpeed)
        if mode.value == .bulb || speed.value == .bulb { return }
        let (isModeSettable, isSpeedSettable) = (mode.choices.contains(.bulb), speed.choices.contains(.bulb))
        guard isModeSettable || isSpeedSettable else {
            throw CommandFailure(
                .unavailable,
                "--bulb",
                "The camera is not in bulb mode, and it cannot be set from here. Turn its mode dial to B."
            )
        }
        let timeout = context.timeout ?? DefaultTimeout.setting
        try await context.within(DefaultTimeout.answer, "bulb") {
            if isModeSettable {
                try await mode.set(.bulb, until: .reflected(timeout: timeout))
            } else {
                try await speed.set(.bulb, until: .reflected(timeout: timeout))
            }
        }
    }

    /// The files that the camera reports for the picture: a JPEG may follow its RAW file.
    private func files(_ events: EventStream<CameraEvent>) async -> [RemoteFile] {
        let limit = time.makeTimer { events.cancel() }
        limit.arm(at: time.now + (context.timeout ?? DefaultTimeout.picture))
        defer { limit.disarm() }
        var files: [RemoteFile] = []
        for await event in events {
            switch event {
            case .itemAdded(let item) where item.kind != .folder: files.append(camera.item(item).file)
            case .transferOffered(let offer) where offer.item == nil:
                let transfer = camera.pendingTransfers.first { $0.offer.identifier == offer.identifier }
                if let file = transfer?.file(.original) { files.append(file) }
            case .connection(.notConnected): return files
            default: continue
            }
            if !files.isEmpty { limit.arm(at: time.now + Self.companionDelay) }
        }
        return files
    }
}
