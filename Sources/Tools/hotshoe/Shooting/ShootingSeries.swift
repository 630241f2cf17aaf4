import CameraModel
import HotShoeSupport

/// Takes one picture, or a series at intervals, and prints each.
struct ShootingSeries {
    private let camera: Camera
    private let saver: FileSaver?
    private let context: CommandContext
    private let schedule: IntervalSchedule
    /// Number of pictures; nil for no limit.
    private let total: Int?
    private let options: ShootOptions
    private let time = SystemClock.shared
    /// The state of the series; nil without `--resume`.
    private var state: SeriesState?
    /// Number of the first picture of this run, counted from 0, and number of pictures that were missed before it.
    private var (first, missed) = (0, 0)
    /// The exposures of `--bulb`; nil without it.
    private var bulb: BulbExposure?

    init(_ camera: Camera, _ saver: FileSaver?, _ context: CommandContext) throws(CommandFailure) {
        self.camera = camera
        self.saver = saver
        self.context = context
        schedule = IntervalSchedule(interval: context[ShootCommand.interval] ?? .zero)
        total = context[ShootCommand.count] ?? (context[ShootCommand.interval] == nil ? 1 : nil)
        options = ShootOptions(autofocus: !context[ShootCommand.noAutofocus])
        bulb = context[ShootCommand.bulb].map { BulbExposure(camera, context, $0) }
        try resume()
    }

    /// Continues the series of `--resume`, or begins it.
    private mutating func resume() throws(CommandFailure) {
        guard let path = context[ShootCommand.resume] else { return }
        let now = CameraDate.now().millisecondsSince1970 ?? 0
        let interval = Int64(schedule.interval / .milliseconds(1))
        guard var known = try SeriesState.load(path) else {
            state = SeriesState(start: now, interval: interval, count: total, next: 0, taken: 0)
            return
        }
        guard known.interval == interval, known.count == total else {
            throw CommandFailure(
                .usage,
                "--resume",
                "The series in \(path) has another --interval or --count. Use the same, or another file."
            )
        }
        missed = known.resume(at: now)
        first = known.next
        state = known
        let counted = "\(known.taken) picture\(known.taken == 1 ? "" : "s") taken before, \(missed) missed in between"
        context.output.note("The series continues with picture \(first + 1): \(counted).")
    }

    /// The time at which the first picture of the series was due, on this computer's monotonic clock.
    private var start: Duration {
        guard let state, let now = CameraDate.now().millisecondsSince1970 else { return time.now }
        return time.now - .milliseconds(now - state.start)
    }

    private mutating func note(next: Int) throws {
        guard var known = state, let path = context[ShootCommand.resume] else { return }
        known.next = next
        known.taken += 1
        state = known
        try known.save(to: path)
    }

    /// Takes all pictures, and then sets the camera back to what it was set to before `--bulb`.
    mutating func run() async throws {
        let result: Result<Void, any Error>
        do { result = .success(try await takeAll()) } catch { result = .failure(error) }
        await bulb?.restore()
        try result.get()
    }

    /// Takes all pictures. After a lost connection the series continues if the camera could be reconnected; pictures that were
    /// due in between are missed.
    private mutating func takeAll() async throws {
        let start = start
        var (taken, late, gap) = (first, 0, Gap())
        defer { if total != 1 { summarize(taken - first - gap.pictures, late, gap, isComplete: taken >= total ?? 0) } }
        while true {
            do { return try await takePictures(&taken, &late, since: start) } catch {
                context.output.clearStatus()
                guard total != 1, Reconnection.isWorthwhile(error, camera) else { throw error }
                let reconnection = Reconnection(camera, for: .stillsShooting, context)
                gap.duration += try await reconnection.run(after: error, until: deadline(since: start))
                let next = min(schedule.firstDue(from: taken, now: time.now - start), total ?? .max)
                report(missed: taken..<next)
                gap.pictures += next - taken
                taken = next
            }
        }
    }

    /// The pictures that a series missed while its camera was disconnected.
    struct Gap {
        var pictures = 0
        var duration = Duration.zero
    }

    /// Minimum time for attempts to reconnect.
    private static let reconnectingLimit = Duration.seconds(60)

    /// The deadline for reconnecting: the end of the series, but at least a minute from now.
    private func deadline(since start: Duration) -> Duration? {
        guard let total else { return nil }
        return max(start + schedule.interval * (total - 1), time.now + Self.reconnectingLimit)
    }

    private func report(missed: Range<Int>) {
        let words =
            switch missed.count {
            case 0: "no picture was missed"
            case 1: "picture \(missed.lowerBound + 1) was missed"
            default: "pictures \(missed.lowerBound + 1) to \(missed.upperBound) were missed"
            }
        context.output.warn("hotshoe: Connected again; \(words).")
    }

    /// Takes the remaining pictures.
    ///
    /// `taken` is the number of the next picture, counted from 0; `late` counts the pictures that were taken late. Both are
    /// updated also if an error is thrown.
    private mutating func takePictures(_ taken: inout Int, _ late: inout Int, since start: Duration) async throws {
        while taken < total ?? .max {
            guard await wait(forPicture: taken, since: start) else { return }
            let delay = schedule.delay(ofPicture: taken, now: time.now - start)
            if delay != nil { late += 1 }
            context.output.show(status: [statusLine(taken, "taking it …")])
            let (number, watch) = (taken + 1, ReleaseWatch(camera))
            let counted = Guarded(false)
            defer { watch.cancel() }
            do {
                // A picture that was released is finished and copied, also after Ctrl-C.
                if let files = try await bulb?.takePicture() {
                    try await Finishing.run { [self] in try await report(files, number, delay) }
                } else {
                    try await Finishing.run { [self] in
                        let shot = try await context.within(DefaultTimeout.picture, "shoot") { try await camera.shoot(options) }
                        counted.withLock { $0 = true }
                        context.output.clearStatus()
                        try await report(shot.files, number, delay)
                    }
                }
                taken = number
                try note(next: number)
            } catch {
                if counted.withLock({ $0 }) || !watch.files.isEmpty { taken = number }
                guard Task.isCancelled else { throw error }
                context.output.clearStatus()
                context.output.warn(
                    "hotshoe: \(ReleaseWatch.text(picture: number, files: watch.files, isCopying: saver != nil))"
                )
                throw error
            }
        }
    }

    /// Waits until a picture is due; returns false if the task was cancelled.
    private func wait(forPicture number: Int, since start: Duration) async -> Bool {
        while !Task.isCancelled {
            let left = schedule.wait(forPicture: number, now: time.now - start)
            // Does not wait for a camera that has disconnected: taking the next picture reports the error.
            guard left > .zero, camera.connectionState == .connected else { break }
            let seconds = Duration.seconds(left.components.seconds + (left.components.attoseconds > 0 ? 1 : 0))
            context.output.show(status: [statusLine(number, "in \(Amounts.clock(seconds))")])
            await time.sleep(for: min(left, context.output.showsStatus ? .milliseconds(250) : .seconds(1)))
        }
        context.output.clearStatus()
        return !Task.isCancelled
    }

    private func statusLine(_ number: Int, _ what: String) -> String {
        let text = total.map { "Picture \(number + 1) of \($0) \(what)" } ?? "Picture \(number + 1) \(what)"
        return DisplayWidth.shorten(text, to: context.output.messageTerminal.width - 1)
    }

    // MARK: Output

    private func report(_ files: [RemoteFile], _ number: Int, _ delay: Duration?) async throws {
        let saved = try await saver?.save(files) ?? []
        if files.isEmpty { context.output.note("The camera reported no file for this picture.") }
        for (index, file) in files.enumerated() {
            let copy = index < saved.count ? saved[index] : nil
            let record = ShotRecord(file, copy, picture: number, late: delay.map { $0 / .seconds(1) })
            try context.print(record, as: line(record, copy, number))
        }
        if let delay {
            let seconds = Amounts.decimal(delay / .seconds(1), places: 1)
            context.output.note("Picture \(number) began \(seconds) s late: the previous one took longer than the interval.")
        }
        if saver == nil, files.contains(where: { $0.item == nil }) {
            context.output.note("The camera keeps no copy of this picture, and it was not copied: use --download DIR.")
        }
    }

    private func line(_ record: ShotRecord, _ copy: FileSaver.Saved?, _ number: Int) -> StyledText {
        let position = total == 1 ? "" : total.map { "\(number)/\($0)  " } ?? "\(number)  "
        var text: StyledText = "\(position, .dim)\(record.file, .bold)"
        if let pixels = record.pixels { text += "  \(pixels)" }
        if let copy {
            text += "  \(copy.path)  \(copy.amount)"
        } else {
            if let size = record.size { text += "  \(Amounts.bytes(Int64(clamping: size)))" }
            if let storage = record.storage { text += "  on \(storage)" }
        }
        return text
    }

    private func summarize(_ taken: Int, _ late: Int, _ gap: Gap, isComplete: Bool) {
        let pictures = "\(taken) picture\(taken == 1 ? "" : "s") taken"
        let of = isComplete ? "" : " of \(total ?? 0)"
        let away = Amounts.decimal(gap.duration / .seconds(1), places: 1)
        let missed = gap.duration == .zero ? "" : ", \(gap.pictures) missed in \(away) s without the camera"
        context.output.note("\(pictures)\(of)\(late == 0 ? "" : ", \(late) of them late")\(missed).")
    }
}

/// A file of a picture that was taken, as JSON.
struct ShotRecord: Encodable {
    let picture: Int
    let file: String
    let size: UInt64?
    let pixels: String?
    let raw: Bool
    let storage: String?
    let path: String?
    let seconds: Double?
    /// Delay of the picture after its due time, in seconds.
    let late: Double?

    init(_ file: RemoteFile, _ copy: FileSaver.Saved?, picture: Int, late: Double?) {
        self.picture = picture
        self.file = file.name
        size = copy?.size ?? file.size
        pixels = file.item?.info.pixelSize?.description
        raw = file.isRAW
        storage = file.item.flatMap { item in item.camera.storages.first { $0.info.identifier == item.info.storage }?.info.name }
        path = copy?.path
        seconds = copy.map { $0.duration / .seconds(1) }
        self.late = late
    }
}
