import ArgumentParsing
import CameraModel
import CameraRecords
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
    private let report: SeriesReport
    private var files: SeriesFiles { report.files }
    /// Whether a release has not ended with its files.
    private var isReleased = false

    init(_ camera: Camera, _ saver: FileSaver?, _ context: CommandContext) throws(CommandFailure) {
        self.camera = camera
        self.saver = saver
        self.context = context
        schedule = IntervalSchedule(interval: context[ShootCommand.interval] ?? .zero)
        total = context[ShootCommand.count] ?? (context[ShootCommand.interval] == nil ? 1 : nil)
        options = ShootOptions(autofocus: !context[ShootCommand.noAutofocus], timeLimit: context.timeout)
        report = SeriesReport(camera, saver, context, total)
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
        if let interruption = known.interruption { report.add(interruption) }
        known.current = nil
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
        known.current = nil
        state = known
        try known.save(to: path)
    }

    /// Records that a picture is being taken.
    private mutating func note(current: Int) throws {
        guard var known = state, let path = context[ShootCommand.resume] else { return }
        known.current = current
        state = known
        try known.save(to: path)
    }

    /// Takes all pictures, and then sets the camera back to what it was set to before `--bulb`.
    mutating func run() async throws {
        let result: Result<Void, any Error>
        do { result = .success(try await takeAll()) } catch { result = .failure(error) }
        await bulb?.restore()
        files.cancel()
        // An interruption describes the files of its picture.
        if case .failure = result, !Task.isCancelled { report.nameUnfinished() }
        try result.get()
        report.add(missed: missed, "before the series continued")
        try report.end()
    }

    /// Takes all pictures. After a lost connection the series continues if the camera could be reconnected; pictures that were
    /// due in between are missed.
    private mutating func takeAll() async throws {
        let start = start
        var (taken, late, gap) = (first, 0, Gap())
        var isReturning = false
        var attempts = (taken: -1, count: 0)
        defer {
            report.add(missed: gap.pictures, "without the camera")
            if total != 1 { report.summarize(taken - first - gap.pictures, late, gap, isComplete: taken >= total ?? 0) }
        }
        while true {
            do {
                if isReturning {
                    // The picture that was being taken when the connection was lost may be on the card.
                    taken += try await copyMade()
                    isReturning = false
                    let next = min(schedule.firstDue(from: taken, now: time.now - start), total ?? .max)
                    note(missed: taken..<next)
                    gap.pictures += next - taken
                    taken = next
                }
                try await takePictures(&taken, &late, since: start)
                return try await report.finish()
            } catch {
                context.output.clearStatus()
                attempts = taken == attempts.taken ? (taken, attempts.count + 1) : (taken, 1)
                guard total != 1, attempts.count <= Self.attemptLimit, await Reconnection.isWorthwhile(error, camera) else {
                    throw error
                }
                let reconnection = Reconnection(camera, for: .stillsShooting, context)
                gap.duration += try await reconnection.run(after: error, until: deadline(since: start))
                isReturning = true
            }
        }
    }

    /// Copies the files that the camera made while it was not connected. Returns the number of pictures among them that belong to the
    /// release that was interrupted: 0 or 1.
    private mutating func copyMade() async throws -> Int {
        let count = try await report.copyMade()
        defer { isReleased = false }
        return count > 0 && isReleased ? 1 : 0
    }

    /// The pictures that a series missed while its camera was disconnected.
    struct Gap {
        var pictures = 0
        var duration = Duration.zero
    }

    /// Number of times that the connection may be lost at one picture.
    private static let attemptLimit = 10
    /// Minimum time for attempts to reconnect.
    private static let reconnectingLimit = Duration.seconds(60)

    /// The deadline for reconnecting: the end of the series, but at least a minute from now.
    private func deadline(since start: Duration) -> Duration? {
        guard let total else { return nil }
        return max(start + schedule.interval * (total - 1), time.now + Self.reconnectingLimit)
    }

    private func note(missed: Range<Int>) {
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
            try await report.copyLate()
            let (number, watch) = (taken + 1, ReleaseWatch(camera))
            let counted = Guarded(false)
            defer { watch.cancel() }
            try note(current: taken)
            isReleased = true
            do {
                // A picture that was released is finished and copied, also after Ctrl-C.
                if let files = try await bulb?.takePicture() {
                    try await Finishing.run { [report] in try await report.add(files, picture: number, late: delay) }
                } else {
                    let limit = PictureTimeLimit.limit(camera, context)
                    let onWaiting = context.noteWaiting("shoot", limit)
                    try await Finishing.run { [camera, options, report] in
                        let shot = try await TimeLimit.run(limit, "shoot", onWaiting: onWaiting) {
                            try await camera.shoot(options)
                        }
                        counted.withLock { $0 = true }
                        try await report.add(shot.files, unreadable: shot.unreadable, picture: number, late: delay)
                    }
                }
                (taken, isReleased) = (number, false)
                try note(next: number)
            } catch {
                let files = await watch.files()
                if counted.withLock({ $0 }) || files?.isEmpty == false { (taken, isReleased) = (number, false) }
                guard Task.isCancelled else { throw error }
                context.output.clearStatus()
                if let files {
                    context.output.warn("hotshoe: \(ReleaseWatch.text(picture: number, files: files, isCopying: saver != nil))")
                }
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
}
