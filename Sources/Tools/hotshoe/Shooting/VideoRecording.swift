import CameraModel
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
        try await context.within(DefaultTimeout.answer, "video record") { [camera] in try await camera.startRecording() }
        let start = time.now
        await wait(until: start + duration)
        context.output.clearStatus()
        try await stop()
        let recorded = time.now - start
        guard let item = await newVideo(in: events) else {
            throw CommandFailure(
                .storage,
                nil,
                "The camera reported no video file. It may still be recording: run `hotshoe video stop`."
            )
        }
        try await report(item, recorded, saver)
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

    private func report(_ item: StoredItem, _ recorded: Duration, _ saver: FileSaver?) async throws {
        let saved = Task.isCancelled ? nil : try await saver?.save([item.file]).first
        let seconds = recorded / .seconds(1)
        let record = Record(file: item.name, size: saved?.size ?? item.info.size, path: saved?.path, seconds: seconds)
        let size = record.size.map { "  \(Amounts.bytes(Int64(clamping: $0)))" } ?? ""
        let place = saved.map { "  \($0.path)" } ?? ""
        try context.print(record, as: "\(item.name, .bold)  \(Amounts.decimal(seconds, places: 1)) s\(size)\(place)")
    }

    private struct Record: Encodable {
        let file: String
        let size: UInt64?
        let path: String?
        let seconds: Double
    }
}
