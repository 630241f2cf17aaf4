import CameraModel
import CameraRecords
import HotShoeSupport

/// Records video for a given time, and finds the resulting file.
struct VideoRecording {
    private let camera: Camera
    private let context: CommandContext
    private let time = SystemClock.shared

    init(_ camera: Camera, _ context: CommandContext) {
        self.camera = camera
        self.context = context
    }

    func run(for duration: Duration, _ saver: FileSaver?) async throws {
        // Observed from before the start, because a camera may announce the file before it answers.
        let events = camera.events
        // Ctrl-C while the camera starts ends the recording, and does not leave it: its file is reported as well.
        let (camera, limit) = (camera, context.timeout ?? DefaultTimeout.answer)
        try await Finishing.run { try await TimeLimit.run(limit, "video record") { try await camera.startRecording() } }
        let start = time.now
        await wait(until: start + duration)
        context.output.clearStatus()
        try await stop()
        let recorded = time.now - start
        guard let item = await newVideo(in: events) else {
            guard camera.supports(.fileAccess) else { return try reportHidden(saver) }
            throw CommandFailure(
                .storage,
                nil,
                "The camera reported no video file. It may still be recording: run `hotshoe video stop`."
            )
        }
        try await report(item, recorded, saver)
    }

    /// Stops a recording that this program or another one has started, and reports its file.
    func stop(_ saver: FileSaver?) async throws {
        let wasRecording = camera.recording.isRecording
        let events = camera.events
        try await context.within(DefaultTimeout.answer, "video stop") { [camera] in try await camera.stopRecording() }
        guard wasRecording else {
            events.cancel()
            return context.output.note("\(camera.displayName) reports no recording.")
        }
        guard let item = await newVideo(in: events) else {
            guard camera.supports(.fileAccess) else { return try reportHidden(saver) }
            throw CommandFailure(
                .storage,
                nil,
                "The recording was stopped, but the camera reported no file. `hotshoe files` lists them."
            )
        }
        try await report(item, nil, saver)
    }

    /// The files of a body whose cards are not accessible under remote control are not reported.
    private func reportHidden(_ saver: FileSaver?) throws(CommandFailure) {
        let text = "The recording was stopped. Its file is on the camera's card, which is not accessible in this mode."
        if saver != nil { throw CommandFailure(.storage, nil, text) }
        context.output.note("\(text)")
    }

    /// Waits for the end, or until the camera reports that it has stopped. A camera may report the recording late, or
    /// never.
    private func wait(until end: Duration) async {
        let start = time.now
        var wasReported = false
        while !Task.isCancelled, camera.connectionState == .connected, time.now < end {
            let isReported = camera.recording.isRecording
            if wasReported && !isReported { return }
            wasReported = wasReported || isReported
            context.output.show(status: ["Recording  \(Amounts.clock(time.now - start)) of \(Amounts.clock(end - start))"])
            await time.sleep(for: min(end - time.now, .milliseconds(250)))
        }
    }

    /// Stops the recording even if this task was cancelled.
    private func stop() async throws {
        let (camera, limit) = (camera, context.timeout ?? .seconds(4))
        try await Task { try await TimeLimit.run(limit, "video record") { try await camera.stopRecording() } }.value
    }

    private func newVideo(in events: EventStream<CameraEvent>) async -> StoredItem? {
        let limit = time.makeTimer { events.cancel() }
        limit.arm(at: time.now + .seconds(4))
        defer { limit.disarm() }
        // As for stopping, regardless of cancellation: the file of an interrupted recording is reported too.
        let announced = await Task { () -> ItemInfo? in
            for await event in events {
                if case .itemAdded(let item) = event, item.kind == .video { return item }
                if case .connection(.notConnected) = event { return nil }
            }
            return nil
        }.value
        guard let announced else { return nil }
        let item = camera.item(announced)
        return await Task { try? await item.loadMetadata() }.value ?? item
    }

    /// Copies the file, also after Ctrl-C if that takes no longer than the grace period, and prints it.
    private func report(_ item: StoredItem, _ recorded: Duration?, _ saver: FileSaver?) async throws {
        var saved: FileSaver.Saved?
        var interruption: (any Error)?
        do { saved = try await Finishing.run { try await saver?.save([item.file]).first } } catch {
            guard Task.isCancelled else { throw error }
            interruption = error
            context.output.warn(
                "hotshoe: \(item.name) is on the camera's card, and was not copied: `hotshoe download \(item.name)`."
            )
        }
        let seconds = recorded.map { $0 / .seconds(1) }
        let record = Record(file: item.name, size: saved?.size ?? item.info.size, path: saved?.path, seconds: seconds)
        let size = record.size.map { "  \(Amounts.bytes(Int64(clamping: $0)))" } ?? ""
        let place = saved.map { "  \($0.path)" } ?? ""
        let length = seconds.map { "  \(Amounts.decimal($0, places: 1)) s" } ?? ""
        try context.print(record, as: "\(item.name, .bold)\(length)\(size)\(place)")
        if let interruption { throw interruption }
    }

    private struct Record: Encodable {
        let file: String
        let size: UInt64?
        let path: String?
        let seconds: Double?
    }
}
