import HotShoe

/// A series of pictures at one camera, which continues when its client has disconnected. **Thread-safe.**
final class PictureSeries: Sendable {
    /// The pictures, and their times.
    struct Plan: Sendable {
        var count: Int
        var interval: Duration
        /// Time until the first picture.
        var delay: Duration
        var options: ShootOptions
        /// Exposure compensations: with any, each picture of the series is one for each of them.
        var compensations: [String]
        /// Movement of the lens after each picture, and how often; nil for none.
        var focus: (step: FocusStep, steps: Int)?
    }

    enum Phase: String, Sendable {
        case running
        case complete
        case stopped
        case failed
    }

    struct Progress: Sendable {
        var phase = Phase.running
        /// Number of pictures that were taken, and that were missed: the camera was not connected, or did not take them.
        var (taken, missed) = (0, 0)
        /// The files of the newest pictures.
        var pictures: [PictureRecord] = []
        /// Number of files that the camera announced and that could not be read.
        var unreadable = 0
        /// The reason for the end or an interruption, as a sentence; nil if there is none.
        var detail: String?
        /// Time of the next picture; nil while one is being taken and at the end.
        var next: Duration?
        var end: Duration?
    }

    let identifier: Int
    let plan: Plan
    private let camera: String
    private let cameras: ServedCameraList
    private let shots: ShotLedger
    private let time: any TimeSource
    /// Time at which the first picture is due.
    private let start: Duration
    private let changed: @Sendable (PictureSeries) -> Void
    /// Guards the progress.
    private let state = Guarded(Progress())
    private let tasks = OwnedTasks()
    private let ended = Promise<Void, Never>()

    /// Number of pictures whose files are kept for the answers.
    static let pictureLimit = 200
    /// Minimum time for attempts to reconnect, and for those at a camera that is busy with something else.
    private static let reconnectingLimit = Duration.seconds(60)
    /// Pause between two attempts at a camera that is busy.
    private static let busyPause = Duration.milliseconds(500)
    /// Number of pictures that may be missed one after the other, while the camera is connected.
    private static let failureLimit = 10

    init(
        _ identifier: Int,
        _ plan: Plan,
        camera: String,
        _ cameras: ServedCameraList,
        _ shots: ShotLedger,
        _ time: any TimeSource,
        changed: @escaping @Sendable (PictureSeries) -> Void
    ) {
        (self.identifier, self.plan, self.camera, self.cameras, self.time) = (identifier, plan, camera, cameras, time)
        self.shots = shots
        start = time.now + plan.delay
        self.changed = changed
    }

    var progress: Progress { state.withLock { $0 } }
    /// Time since the first picture was due, up to the end.
    var elapsed: Duration { max(.zero, (progress.end ?? time.now) - start) }
    /// Time from now to the next picture; nil while one is being taken and at the end.
    var untilNext: Duration? { progress.next.map { max(.zero, $0 - time.now) } }

    /// The estimated time until the end; nil for a series that has ended, and before its first picture without an interval.
    var remaining: Duration? {
        let progress = progress
        guard progress.phase == .running else { return nil }
        let done = progress.taken + progress.missed
        guard plan.interval == .zero || plan.delay > .zero && done == 0 else {
            let last = start + plan.interval * (plan.count - 1)
            return max(.zero, last - time.now)
        }
        return done == 0 ? nil : elapsed / done * (plan.count - done)
    }

    // MARK: Running

    func begin() { tasks.start { [self] in await run() } }

    /// Stops the series, and returns when it has ended, or the calling task is cancelled. A picture that is being taken is completed.
    func stop() async {
        tasks.cancel()
        _ = await ended.resultUnlessCancelled()
    }

    private func run() async {
        do {
            let detail = try await takeAll()
            finish(Task.isCancelled && progress.taken + progress.missed < plan.count ? .stopped : .complete, detail)
        } catch {
            finish(Task.isCancelled ? .stopped : .failed, WebProblem(error).detail)
        }
    }

    private func finish(_ phase: Phase, _ detail: String?) {
        update { progress in
            (progress.phase, progress.next, progress.end) = (phase, nil, time.now)
            if let detail { progress.detail = detail }
        }
        ended.fulfil(.success(()))
    }

    private func update(_ change: (inout Progress) -> Void) {
        state.withLock { change(&$0) }
        changed(self)
    }

    /// Takes all pictures, and moves the lens back. Returns why the series has ended before its last picture, if nothing has failed.
    private func takeAll() async throws -> String? {
        var moved = 0
        let result: Result<String?, any Error>
        do { result = .success(try await takeAll(&moved)) } catch { result = .failure(error) }
        await moveBack(moved)
        return try result.get()
    }

    private func takeAll(_ moved: inout Int) async throws -> String? {
        let schedule = IntervalSchedule(interval: plan.interval)
        var (number, failures) = (0, 0)
        // Until when a picture may be late because the camera is busy.
        var patience: Duration?
        var kept: LiveViewStream.AsyncIterator?
        defer { withExtendedLifetime(kept) {} }
        while number < plan.count {
            let due = max(time.now, start + plan.interval * number)
            update { $0.next = due > time.now ? due : nil }
            await time.sleep(until: due)
            if Task.isCancelled { break }
            do {
                let camera = try await cameras.connected(camera, for: .stillsShooting)
                // Moving the lens needs live view; running all the time, it does not start for each picture.
                if plan.focus != nil, kept == nil { kept = try await PictureTaking.viewing(camera).0 }
                update { $0.next = nil }
                try await take(number, camera)
                (number, failures, patience) = (number + 1, 0, nil)
                if let focus = plan.focus, number < plan.count, !Task.isCancelled {
                    guard try await move(camera, focus.step, focus.steps, &moved) else {
                        return "The lens is at the end of its range after \(number) of \(plan.count) pictures."
                    }
                }
            } catch {
                guard await isLoss(error) else {
                    patience = patience ?? time.now + Self.reconnectingLimit
                    if Self.isBusy(error), time.now < patience ?? .zero {
                        await time.sleep(for: Self.busyPause)
                        continue
                    }
                    failures += 1
                    guard Self.isPassing(error), failures < Self.failureLimit else { throw error }
                    patience = nil
                    // A picture of a focus stack is tried again: without it the lens does not move on.
                    if plan.focus == nil { number = miss(number, error) }
                    continue
                }
                (kept, patience) = (nil, nil)
                try await reconnect(after: error)
                let next = min(schedule.firstDue(from: number, now: time.now - start), plan.count)
                update { $0.missed += next - number }
                number = next
            }
        }
        return nil
    }

    /// Counts a picture as missed. Returns the number of the next one.
    private func miss(_ number: Int, _ error: any Error) -> Int {
        update { progress in
            progress.missed += 1
            progress.detail = "Picture \(number + 1) was missed. \(WebProblem(error).detail)"
        }
        return number + 1
    }

    /// Takes one picture, or one for each compensation. The stop of the series does not interrupt it.
    private func take(_ number: Int, _ camera: Camera) async throws {
        let (plan, shots) = (plan, shots)
        let taken = Guarded<(pictures: [PictureRecord], unreadable: Int)>(([], 0))
        let add = { @Sendable (shot: Shot) in
            let records = PictureRecord.records(of: shot, picture: number + 1)
            taken.withLock { $0 = ($0.pictures + records, $0.unreadable + shot.unreadable.count) }
        }
        let work = Task {
            if plan.compensations.isEmpty { return add(try await shots.shoot(camera, plan.options)) }
            let values = try PictureTaking.values(plan.compensations, of: camera)
            try await PictureTaking.bracket(camera, plan.options, values, shots) { _, shot in add(shot) }
        }
        let result = await work.result
        let (pictures, unreadable) = taken.withLock { $0 }
        update { progress in
            if case .success = result { progress.taken += 1 }
            progress.unreadable += unreadable
            progress.pictures = (progress.pictures + pictures).suffix(Self.pictureLimit)
        }
        try result.get()
    }

    /// Whether the camera is busy, such as with another client's picture, which makes a picture late.
    private static func isBusy(_ error: any Error) -> Bool { (error as? CameraError)?.code == .busy }

    /// Whether an error concerns one picture only: the next one may succeed.
    private static func isPassing(_ error: any Error) -> Bool {
        guard let code = (error as? CameraError)?.code else { return false }
        return [.busy, .focusFailed, .timedOut].contains(code)
    }

    // MARK: Focus

    /// Moves the lens. Returns false at the end of its range.
    private func move(_ camera: Camera, _ step: FocusStep, _ steps: Int, _ moved: inout Int) async throws -> Bool {
        for _ in 0..<steps {
            do throws(CameraError) { try await camera.driveFocus(step) } catch {
                if error.code == .focusDidNotMove { return false }
                throw error
            }
            moved += 1
        }
        return true
    }

    /// Moves the lens back to the focus of the first picture. A failure is a remark, because the pictures are taken.
    private func moveBack(_ moved: Int) async {
        guard moved > 0, let focus = plan.focus, let camera = try? cameras.camera(camera) else { return }
        let direction: FocusStep.Direction = focus.step.direction == .towardsCamera ? .towardsInfinity : .towardsCamera
        let back = FocusStep(direction, focus.step.amount)
        let work = Task { try await PictureTaking.drive(camera, back, steps: moved) }
        guard case .failure(let error) = await work.result, (error as? CameraError)?.code != .focusDidNotMove else { return }
        update { $0.detail = "The lens was not moved back. \(WebProblem(error).detail)" }
    }

    // MARK: Connection

    /// Whether an error means that the connection has ended, and a new one could succeed.
    private func isLoss(_ error: any Error) async -> Bool {
        if Task.isCancelled { return false }
        guard let camera = try? cameras.camera(camera) else { return true }
        return await camera.hasEnded(after: error)
    }

    /// Connects again, for as long as the series lasts and at least a minute.
    private func reconnect(after error: any Error) async throws {
        update { $0.detail = "The connection to the camera was lost. Connecting again …" }
        let deadline = max(start + plan.interval * (plan.count - 1), time.now + Self.reconnectingLimit)
        var pause = Duration.seconds(1)
        while !Task.isCancelled {
            await time.sleep(for: pause)
            pause = min(pause * 2, .seconds(5))
            if (try? await cameras.connected(camera, for: .stillsShooting)) != nil {
                return update { $0.detail = "The connection to the camera was lost for a time." }
            }
            if time.now >= deadline { throw error }
        }
        throw error
    }
}

/// The series of a server, by their cameras. **Thread-safe.**
final class SeriesList: Sendable {
    /// Number of series of a camera that are kept after their end.
    private static let limit = 20

    private struct State {
        var last = 0
        var series: [String: [PictureSeries]] = [:]
    }

    private let cameras: ServedCameraList
    private let shots: ShotLedger
    private let time: any TimeSource
    private let changed: @Sendable (String, PictureSeries) -> Void
    /// Guards the series.
    private let state = Guarded(State())

    init(
        _ cameras: ServedCameraList,
        _ shots: ShotLedger,
        _ time: any TimeSource,
        changed: @escaping @Sendable (String, PictureSeries) -> Void
    ) {
        (self.cameras, self.shots, self.time, self.changed) = (cameras, shots, time, changed)
    }

    /// The series of a camera, the newest one last.
    func all(of camera: String) -> [PictureSeries] { state.withLock { $0.series[camera] ?? [] } }

    /// Whether a series runs at a camera.
    func isRunning(at camera: String) -> Bool { all(of: camera).last?.progress.phase == .running }

    /// Begins a series. At most one runs at a camera.
    func start(_ plan: PictureSeries.Plan, at camera: String) throws(WebProblem) -> PictureSeries {
        let series = state.withLock { state -> PictureSeries? in
            let known = state.series[camera] ?? []
            guard known.last?.progress.phase != .running else { return nil }
            state.last += 1
            let series = PictureSeries(state.last, plan, camera: camera, cameras, shots, time) { [changed] in changed(camera, $0)
            }
            state.series[camera] = (known + [series]).suffix(Self.limit)
            return series
        }
        guard let series else {
            throw WebProblem(409, "seriesRunning", "A series is running at this camera. Stop it first, or wait for its end.")
        }
        series.begin()
        return series
    }

    /// Stops all series. Pictures that are being taken are completed.
    func end() async {
        for series in state.withLock({ $0.series.values.flatMap(\.self) }) { await series.stop() }
    }
}
