import CameraModel

extension CameraBody {
    /// The state of video recording.
    struct Video: Sendable {
        var state = RecordingState.idle
        var startedAt: Duration = .zero
        /// The views of the recording so far, one for each second.
        var views: [SceneView] = []
        var number = 1
    }

    /// Assumed data rate of video in bytes per second.
    private static let bytesPerSecond: UInt64 = 12_000_000

    mutating func startRecording() throws(CameraError) {
        guard !video.state.isRecording else { throw CameraError(.recordingInProgress, "The camera is recording already.") }
        guard shooting.press == nil else {
            throw CameraError(.busy, "The camera is taking a picture. Try again when that is done.")
        }
        _ = try cardForNextPicture()
        video.state = RecordingState(isRecording: true, timer: .elapsed(seconds: 0))
        video.startedAt = now
        video.views = [videoView]
        scheduleBattery()
        send(.recording(video.state))
        arrange(.videoTick, after: .seconds(1))
    }

    private var videoView: SceneView { sceneView(BodyOptics.expose(settings.forVideo, lightOffset: 0)) }

    /// Frames per second of the time code.
    private static let timeCodeRate = 30

    /// Time code of the recording, which begins at 0 and returns there after a day.
    var timeCode: TimeCode {
        let (seconds, rest) = (now - video.startedAt).components
        let frames = Int(rest / (1_000_000_000_000_000_000 / Int64(Self.timeCodeRate)))
        return TimeCode(
            hours: Int(seconds / 3600 % 24),
            minutes: Int(seconds / 60 % 60),
            seconds: Int(seconds % 60),
            frames: min(frames, Self.timeCodeRate - 1)
        )
    }

    mutating func videoTick() {
        guard video.state.isRecording else { return }
        let seconds = Int((now - video.startedAt).seconds.rounded())
        video.state.timer = .elapsed(seconds: seconds)
        // At most an hour of views is kept.
        if video.views.count < 3600 { video.views.append(videoView) }
        let hasRoom = cards.contains { !$0.card.isLocked && $0.freeBytes > Self.bytesPerSecond * UInt64(seconds + 1) }
        guard hasRoom else { return stopRecording() }
        send(.recording(video.state))
        arrange(.videoTick, after: .seconds(1))
    }

    mutating func stopRecording() {
        guard video.state.isRecording else { return }
        cancel { if case .videoTick = $0 { true } else { false } }
        video.state = .idle
        scheduleBattery()
        send(.recording(.idle))
        guard let card = try? cardForNextPicture() else { return }
        _ = pictureFolder(on: card)
        let (name, nextNumber) = unusedName("MVI_", from: video.number)
        video.number = nextNumber
        outputs.append(
            .developVideo(
                VideoJob(
                    handle: makeHandle(),
                    name: name + ".AVI",
                    views: video.views,
                    date: clock.date(at: now),
                    storage: cards[card].storage
                )
            )
        )
        video.views = []
    }

    /// Adds the file of a recording to the card.
    mutating func developedVideo(_ job: VideoJob, size: UInt64, pixelSize: PixelSize) {
        guard let card = cards.firstIndex(where: { $0.storage == job.storage }) else { return }
        let item = ItemInfo(
            handle: job.handle,
            storage: job.storage,
            parent: pictureFolder(on: card),
            name: job.name,
            kind: .video,
            hasMetadata: true,
            size: size,
            created: job.date,
            rating: 0,
            pixelSize: pixelSize
        )
        cards[card].add(item)
        send(.itemAdded(item))
        send(.storages(cards.map(\.info)))
        publish()
    }
}

/// A recording whose file is not written yet.
struct VideoJob: Sendable {
    var handle: ItemInfo.Handle
    var name: String
    var views: [SceneView]
    var date: CameraDate
    var storage: StorageInfo.Identifier
}
