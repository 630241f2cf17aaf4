import CameraModel
import CameraRecords
import HotShoeSupport

/// `hotshoe webcam` with a connected camera: sends its frames to the program hotshoe-webcam, and prints what happens. **Thread-safe.**
final class WebcamSession: Sendable {
    private struct State {
        var process: WebcamProcess?
        var startedAt = Duration.zero
        var restarts = WebcamRestarts()
        /// Time of the next start, after an end.
        var nextStart: Duration?
        /// Reason that the program has given for its end.
        var reason: String?
        /// The outputs that have worked.
        var ready: Set<String> = []
        /// The last failure of each output.
        var failures: [String: (message: String, at: Duration, isReadyAgain: Bool)] = [:]
        /// Frames that the program has received, and pictures that it has sent.
        var numbers = (received: 0, sent: 0)
        var outputError: (any Error)?
        /// Frames since a measurement began, and its begin.
        var measured: (frames: Int, since: Duration)?
        var size: SteadySize?
        /// The value of the size before this session.
        var earlierSize: PropertyValue?
    }

    private let camera: Camera
    private let plan: WebcamPlan
    private let name: String
    private let password: RTSPPassword?
    private let context: CommandContext
    private let time = SystemClock.shared
    /// Guards what the feed, the program's thread and the session share.
    private let state = Guarded(State())
    /// Guards the task of the feed.
    private let feeding = Guarded<Task<Void, any Error>?>(nil)
    /// Changes of the size of live view.
    private let tasks = OwnedTasks()

    /// Time for one measurement of the rate.
    private static let measuringTime = Duration.seconds(10)

    init(_ camera: Camera, _ plan: WebcamPlan, name: String, password: RTSPPassword?, _ context: CommandContext) {
        self.camera = camera
        self.plan = plan
        self.name = name
        self.password = password
        self.context = context
    }

    func run() async throws {
        let feed = WebcamFeed(
            camera: camera,
            time: time,
            // A camera that makes many more frames than are wanted need not send them.
            options: LiveViewOptions(maximumRate: plan.request.rate * 1.5),
            patience: context.timeout ?? .seconds(10),
            connect: { [camera, context] in
                // A simulated camera in this process is not plugged in again.
                if camera.description.transport == .inProcess { throw Self.gone }
                try await context.connect(camera, for: .stillsShooting)
                if camera.supports(.stillsShooting) { try await camera.setCommandCategories(.stillsShooting) }
            },
            send: { [self] frame, count in try send(frame, count) },
            prepare: { [self] in await selectSize() },
            report: { [self] in report($0) }
        )
        let task = Task { try await feed.run() }
        feeding.withLock { $0 = task }
        let isOver = Guarded(false)
        let limit = time.makeTimer {
            isOver.withLock { $0 = true }
            task.cancel()
        }
        if let seconds = context[WatchCommand.seconds] { limit.arm(at: time.now + seconds) }
        defer { limit.disarm() }
        do {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: { [self] in
                stop()
            }
        } catch {
            await finish()
            if let error = state.withLock({ $0.outputError }) { throw error }
            guard isOver.withLock({ $0 }), error is CancellationError else { throw error }
            if let failure { throw failure }
            return
        }
        await finish()
    }

    /// What did not work at the end of `--seconds`; nil if all did. An output that began again a moment ago may fail again.
    private var failure: CommandFailure? {
        let latest = time.now - Self.measuringTime
        return state.withLock { state in
            let failures = state.failures.filter { !$0.value.isReadyAgain || $0.value.at > latest }
            if let (output, failure) = failures.min(by: { $0.key < $1.key }) {
                return CommandFailure(.incomplete, output, failure.message)
            }
            guard state.numbers.received > 0, state.numbers.sent == 0 else { return nil }
            return CommandFailure(.incomplete, nil, "None of \(state.numbers.received) frames of the camera could be shown.")
        }
    }

    /// The error for a camera that cannot be connected again.
    private static let gone = CameraError(.notSupported, "A simulated camera in this process cannot be plugged in again.")

    /// Ends the feed, also while it waits for the program.
    private func stop() {
        feeding.withLock { $0?.cancel() }
        state.withLock { $0.process }?.stop()
    }

    private func finish() async {
        tasks.cancel()
        await state.withLock { $0.process }?.end()
        let (size, earlier) = state.withLock { ($0.size, $0.earlierSize) }
        guard let size, let earlier, camera.connectionState == .connected else { return }
        let camera = camera
        // The camera has a moment for it, also after Ctrl-C.
        await Task { try? await camera.property(size.property).set(earlier) }.value
    }

    // MARK: Frames

    private func send(_ frame: LiveViewFrame, _ count: Int) throws {
        guard let process = try runningProcess() else { return }
        let now = time.now
        let age = now - frame.timestamp
        // A plugin's clock may be another one.
        let isKnown = age >= .zero && age < .seconds(10)
        let header = WebcamFrameHeader.bytes(count: count, captureTime: isKnown ? time.origin + frame.timestamp : .zero)
        let jpeg = Span<UInt8>(_bytes: frame.bytes.extracting(first: count))
        if !process.send(header.span) || !process.send(jpeg) { process.stop() }
        measure(at: now)
    }

    /// The program, which is started if necessary; nil while it is waited for.
    private func runningProcess() throws -> WebcamProcess? {
        let now = time.now
        let (process, reason) = state.withLock { ($0.process, $0.reason) }
        if let process {
            guard let code = process.exitCode else { return process }
            let (pause, wasReady) = state.withLock { state in
                state.process = nil
                state.reason = nil
                let pause = state.restarts.ended(after: now - state.startedAt)
                state.nextStart = now + (pause ?? .zero)
                return (pause, !state.ready.isEmpty)
            }
            let message = reason ?? "hotshoe-webcam ended with \(code < 0 ? "signal \(-code)" : "exit code \(code)")."
            guard wasReady, pause != nil else { throw CommandFailure(.failure, nil, message) }
            context.output.warn("hotshoe: \(message) It is started again.")
            return nil
        }
        if let next = state.withLock({ $0.nextStart }), now < next { return nil }
        let started = try WebcamProcess(
            plan.program,
            plan.arguments(name: name),
            environment: password.map { ["HOTSHOE_RTSP_PASSWORD=\($0.text)"] } ?? [],
            report: { [weak self] in self?.report($0) }
        )
        state.withLock { state in
            state.process = started
            state.startedAt = now
        }
        return started
    }

    // MARK: The size of live view

    /// Sets the largest size, or the one that was found, before live view begins.
    private func selectSize() async {
        let states = camera.knownProperties.map { camera.property($0).state }
        let value: (PropertyIdentifier, PropertyValue)? = state.withLock { state in
            state.measured = nil
            guard let size = state.size ?? SteadySize(states) else { return nil }
            state.size = size
            state.earlierSize = state.earlierSize ?? camera.property(size.property).value
            return (size.property, size.value)
        }
        if let (property, value) = value { await set(property, value) }
    }

    private func set(_ property: PropertyIdentifier, _ value: PropertyValue) async {
        guard camera.property(property).value != value else { return }
        do {
            try await camera.property(property).set(value)
            context.output.detail("hotshoe: live view of \(value.label)")
        } catch { context.output.detail("hotshoe: \(CommandFailure(error).message ?? "the size was not set")") }
    }

    private func measure(at now: Duration) {
        let change: (PropertyIdentifier, PropertyValue)? = state.withLock { state in
            guard let (frames, since) = state.measured else {
                state.measured = (0, now)
                return nil
            }
            state.measured = (frames + 1, since)
            guard now - since >= Self.measuringTime, state.size != nil else { return nil }
            state.measured = (0, now)
            let rate = Double(frames + 1) / ((now - since) / .seconds(1))
            return state.size!.measured(rate, wanted: plan.request.rate).map { (state.size!.property, $0) }
        }
        if let (property, value) = change { tasks.start { [self] in await set(property, value) } }
    }

    // MARK: Reports

    private func report(_ event: WebcamFeed.Event) {
        switch event {
        case .lost(let error):
            print(Record(event: "lost", message: CommandFailure(error).message))
            context.output.warn("hotshoe: The connection to the camera was lost. Connecting again …")
        case .back(let elapsed):
            let seconds = elapsed / .seconds(1)
            print(Record(event: "connected", seconds: (seconds * 10).rounded() / 10))
            context.output.note("\(camera.displayName) is back after \(Amounts.decimal(seconds, places: 1)) s.")
        case .ended(let error):
            context.output.detail("hotshoe: \(CommandFailure(error).message ?? "") Live view is started again.")
        }
    }

    /// Prints a password that was made, without which nobody can connect.
    private func show(_ password: RTSPPassword) {
        context.output.warn("hotshoe: Other computers reach the RTSP stream, which is not encrypted.")
        context.output.note("User: camera")
        context.output.note("Password: \(password.text)")
    }

    private func report(_ report: WebcamReport) {
        switch report {
        case .ready(let output, let place, let width, let height, let rate):
            let isFirst = state.withLock { state in
                state.failures[output]?.isReadyAgain = true
                return state.ready.insert(output).inserted
            }
            print(
                Record(event: "ready", output: output, name: place, width: width, height: height, rate: rate),
                as: "\(place, .bold)  \(output)  \(width)×\(height)  \(Amounts.decimal(rate, places: 1))/s"
            )
            if output == "rtsp", isFirst, let password, password.isMade { show(password) }
        case .away: print(Record(event: "away"))
        case .back: print(Record(event: "back"))
        case .failed(let output, let message):
            let now = time.now
            state.withLock { $0.failures[output] = (message, now, false) }
            print(Record(event: "failed", message: message, output: output))
            context.output.warn("hotshoe: \(message) It is tried again.")
        case .ended(let message): state.withLock { $0.reason = message }
        case .numbers(let received, let sent, let repeated, let invalid, let memory):
            let isFirst = state.withLock { state in
                defer { state.numbers = (received, sent) }
                return state.numbers.received == 0
            }
            if isFirst, sent == 0, invalid > 0 {
                context.output.warn(
                    "hotshoe: The frames of this camera cannot be shown so far: \(invalid) of \(received) are no JPEG that is known."
                )
            }
            print(
                Record(
                    event: "numbers",
                    received: received,
                    sent: sent,
                    repeated: repeated,
                    invalid: invalid,
                    memory: memory * 1024
                )
            )
            context.output.detail(
                "hotshoe: \(received) frames, \(sent) pictures, \(repeated) repeated, \(Amounts.bytes(Int64(memory) * 1024)) of memory"
            )
        }
    }

    /// Prints a record with `--json`, or a text without it.
    private func print(_ record: Record, as text: StyledText? = nil) {
        do {
            if context.wantsJSON { try context.output.json(record) } else if let text { try context.output.line(text) }
        } catch {
            // The reader has closed the output: the command ends as for Ctrl-C.
            state.withLock { $0.outputError = $0.outputError ?? error }
            stop()
        }
    }

    private struct Record: Encodable {
        let event: String
        var message: String?
        var seconds: Double?
        var output: String?
        var name: String?
        var width: Int?
        var height: Int?
        var rate: Double?
        var received: Int?
        var sent: Int?
        var repeated: Int?
        var invalid: Int?
        var memory: Int?
    }
}
