import ArgumentParsing
import CameraModel
import CameraRecords
import Exposure
import HotShoeSupport

/// Takes pictures whose shutter stays open for a given time. Sets the camera to bulb for the first, and ``restore()`` sets it back.
struct BulbExposure {
    /// The setting that bulb has replaced.
    private enum Replaced {
        case exposureMode(ExposureMode)
        /// The mode and the shutter speed: bulb is a speed of the manual mode.
        case manualMode(ExposureMode, ShutterSpeed?)
        case shutterSpeed(ShutterSpeed)
    }

    /// Time after the last file of a picture in which its companion may follow.
    private static let companionDelay = Duration.milliseconds(500)

    private let camera: Camera
    private let context: CommandContext
    private let time = SystemClock.shared
    private let duration: Duration
    private var replaced: Replaced?

    init(_ camera: Camera, _ context: CommandContext, _ duration: Duration) {
        self.camera = camera
        self.context = context
        self.duration = duration
    }

    /// Takes a picture, and returns its files. A cancellation closes the shutter early; the picture is kept then.
    mutating func takePicture() async throws -> [RemoteFile] {
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
        return try await Finishing.run { [self] in await files(events) }
    }

    /// Sets the camera to bulb, if that can be set remotely, and keeps the setting that this replaces.
    private mutating func choose() async throws {
        let (mode, speed) = (camera.exposureMode, camera.shutterSpeed)
        if mode.value == .bulb || speed.value == .bulb { return }
        let (isModeSettable, isSpeedSettable) = (mode.choices.contains(.bulb), speed.choices.contains(.bulb))
        guard isModeSettable || isSpeedSettable else { return try await chooseInManualMode() }
        // Kept before the request: a camera that answers late may have changed its setting all the same.
        replaced = isModeSettable ? mode.value.map { .exposureMode($0) } : speed.value.map { .shutterSpeed($0) }
        let completion = Property.Completion.reflected(timeout: context.timeout ?? DefaultTimeout.setting)
        try await context.within(DefaultTimeout.answer, "bulb") {
            if isModeSettable {
                try await mode.set(.bulb, until: completion)
            } else {
                try await speed.set(.bulb, until: completion)
            }
        }
    }

    /// Sets the camera to the manual mode, and then to bulb, on bodies that have bulb among the shutter speeds of that mode.
    private mutating func chooseInManualMode() async throws {
        let (camera, mode) = (camera, camera.exposureMode)
        let completion = Property.Completion.reflected(timeout: context.timeout ?? DefaultTimeout.setting)
        let limit = context.timeout ?? DefaultTimeout.setting
        guard let old = mode.value, old != .manual, mode.choices.contains(.manual) else { throw Self.noBulb }
        replaced = .manualMode(old, nil)
        let hasBulb = try await context.within(DefaultTimeout.answer, "bulb") {
            try await mode.set(.manual, until: completion)
            let speeds = try? await camera.property(.shutterSpeed).wait(timeout: limit) { state in
                state.settable.values.contains { $0.shutterSpeed == .bulb }
            }
            return speeds != nil
        }
        guard hasBulb else { throw Self.noBulb }
        replaced = .manualMode(old, camera.shutterSpeed.value)
        try await context.within(DefaultTimeout.answer, "bulb") { try await camera.shutterSpeed.set(.bulb, until: completion) }
    }

    private static let noBulb = CommandFailure(
        .unavailable,
        "--bulb",
        "The camera is not set to bulb, and it cannot be set from here. Turn its mode dial to B, or, if the dial has no B, to M and the "
            + "shutter speed to the end after the longest."
    )

    /// Sets the camera back to the setting that bulb has replaced, unless it was changed meanwhile; also for a cancelled task. A
    /// failure is a message, because the pictures are taken.
    mutating func restore() async {
        guard let replaced else { return }
        self.replaced = nil
        let (camera, limit) = (camera, context.timeout ?? DefaultTimeout.answer)
        let completion = Property.Completion.reflected(timeout: context.timeout ?? DefaultTimeout.setting)
        do {
            try await Finishing.run {
                try await TimeLimit.run(limit, "bulb") {
                    switch replaced {
                    case .exposureMode(let mode) where camera.exposureMode.value == .bulb:
                        try await camera.exposureMode.set(mode, until: completion)
                    case .manualMode(let mode, let speed)
                    where camera.shutterSpeed.value == .bulb || camera.exposureMode.value == .manual:
                        // The mode is set back also where the shutter speed cannot be.
                        var failure: (any Error)?
                        do { if let speed { try await camera.shutterSpeed.set(speed, until: completion) } } catch {
                            failure = error
                        }
                        try await camera.exposureMode.set(mode, until: completion)
                        if let failure { throw failure }
                    case .shutterSpeed(let speed) where camera.shutterSpeed.value == .bulb:
                        try await camera.shutterSpeed.set(speed, until: completion)
                    default: break
                    }
                }
            }
        } catch {
            let reason = CommandFailure(error).message ?? "It does not answer."
            let isBulb = camera.exposureMode.value == .bulb || camera.shutterSpeed.value == .bulb
            let place = isBulb ? "The camera was left in bulb mode" : "The shutter speed was left at bulb"
            context.output.warn("hotshoe: \(place): \(reason)")
        }
    }

    /// The files that the camera reports for the picture: a JPEG may follow its RAW file.
    private func files(_ events: EventStream<CameraEvent>) async -> [RemoteFile] {
        let limit = time.makeTimer { events.cancel() }
        // The camera may take a dark frame of the same duration.
        limit.arm(at: time.now + PictureTimeLimit.limit(exposure: duration / 2, requested: context.timeout))
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
