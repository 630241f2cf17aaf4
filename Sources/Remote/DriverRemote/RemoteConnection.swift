import CameraMessages
import CameraModel
import HTTPTransport
import HotShoeSupport
import JSONText

/// A camera that a server serves: each call is a request, and what the camera reports arrives as a stream (``RemoteReports``).
/// **Thread-safe.**
///
/// A request that this program cancels is completed by the server all the same.
final class RemoteConnection: CameraConnection {
    let info: CameraInfo
    let warnings: [ConnectionWarning]

    let server: RemoteServer
    let path: String
    let time: any TimeSource
    /// Runs what may block: the program's handlers of files.
    let fileThread = ThreadExecutor(name: "hs.remote.files")
    private let reports: RemoteReports
    private let stream: HTTPTransfer
    /// Guards the tasks that extend the server's time limits of the buttons that are held.
    private let held = Guarded<[HeldButton: Task<Void, Never>]>([:])
    /// Guards live view.
    let view = Guarded<RemoteLiveView?>(nil)

    /// A button that the server holds.
    enum HeldButton: String, Sendable {
        case halfPress = "half-press"
        case shutter
    }

    /// The name of this program at the server.
    private let client: String

    /// Time for which a picture waits for that of another program.
    static let busyLimit = Duration.seconds(60)

    /// Pause between extensions: the server releases a button after 30 s.
    private static let extensionPause = Duration.seconds(10)

    init(
        _ identity: CameraMessage.Identity,
        _ server: RemoteServer,
        _ reports: RemoteReports,
        _ stream: HTTPTransfer,
        path: String,
        client: String,
        _ time: any TimeSource
    ) {
        (info, warnings) = (identity.info, identity.warnings + reports.restrictions)
        (self.server, self.reports, self.stream, self.path, self.time) = (server, reports, stream, path, time)
        self.client = client
    }

    /// Performs a request below the path of the camera.
    @discardableResult
    func call(
        _ method: String,
        _ subpath: String,
        _ body: JSONValue? = nil,
        for operation: CameraOperation,
        within limit: Duration = RemoteServer.cameraTimeLimit
    ) async throws(CameraError) -> JSONValue {
        try await server.call(method, "\(path)/\(subpath)", body, for: operation, within: limit)
    }

    /// The value of an answer.
    func value<Value: JSONForm>(_ json: JSONValue, _ operation: CameraOperation) throws(CameraError) -> Value {
        guard let value = Value(json) else { throw Self.invalidAnswer(operation) }
        return value
    }

    static func invalidAnswer(_ operation: CameraOperation) -> CameraError {
        CameraError(.protocolFailure, "The answer of the server is not valid.", operation: operation)
    }

    func setCommandCategories(_ categories: CommandCategories) async throws(CameraError) {
        try await call("PUT", "categories", .members(["categories": categories.json]), for: .setCommandCategories)
    }

    func disconnect(_ options: DisconnectOptions) async {
        for button in held.withLock({ Array($0.keys) }) { endHold(button) }
        if options.powersOff {
            _ = try? await server.call("DELETE", "\(path)/connection?powerOff=true", for: .disconnect, within: .seconds(10))
        }
        reports.close()
        stream.cancel()
        server.close()
        fileThread.stop()
    }

    // MARK: Held buttons

    /// Presses a button, and lets the server hold it until it is released.
    func hold(
        _ button: HeldButton,
        _ members: [JSONValue.Member] = [],
        for operation: CameraOperation
    ) async throws(CameraError) {
        try await call("PUT", button.rawValue, .object(members), for: operation)
        // Not pressed again: the server, or another program, may have released it, and an exposure must not begin by itself.
        let again = JSONValue.object(members + [JSONValue.Member("extend", .bool(true))])
        let task = Task { [weak self, time] in
            while !Task.isCancelled {
                await time.sleep(for: Self.extensionPause)
                guard !Task.isCancelled else { return }
                do throws(CameraError) { _ = try await self?.call("PUT", button.rawValue, again, for: operation) } catch {
                    if Task.isCancelled { return }
                    Log.write(.warning, "remote", "a held button was not extended: \(error)")
                    // The server holds it no more.
                    if error.code == .notAvailable { return }
                }
            }
        }
        held.withLock { held in
            held[button]?.cancel()
            held[button] = task
        }
    }

    func endHold(_ button: HeldButton) { held.withLock { $0.removeValue(forKey: button) }?.cancel() }
}

extension RemoteConnection: PropertyDriver {
    func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        let body = JSONValue.members([
            "value": .string(value.text ?? value.label),
            "code": value.code.map { .integer($0) },
            "until": .string("accepted"),
        ])
        try await call("PUT", "properties/\(RemoteAddress.encoded(property.description))", body, for: .setProperty)
    }

    func stepProperty(_ property: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        try await call(
            "POST",
            "properties/\(RemoteAddress.encoded(property.description))/step",
            .members(["direction": .string(direction == .increment ? "increment" : "decrement")]),
            for: .stepProperty
        )
    }
}

extension RemoteConnection: TimedShutter {
    func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        let body = JSONValue.members([
            "autofocus": .bool(options.autofocus), "timeLimit": options.timeLimit.map { .number($0 / .seconds(1)) },
            // As text: an exact number of nanoseconds is longer than the numbers of many readers of JSON.
            "time": options.time.map { .string(String($0.nanosecondsSince1970)) },
            "clockLimit": options.clockLimit.map { .number($0 / .seconds(1)) }, "client": .string(client),
        ])
        let time = RemoteServer.cameraTimeLimit + (options.timeLimit ?? .zero)
        // A release that has a time does not wait for that of another program.
        let patience = options.time == nil ? self.time.now + Self.busyLimit : .zero
        var pause = Duration.milliseconds(100)
        while true {
            do throws(CameraError) {
                // An exposure of an hour, with a dark frame of the same time.
                return try value(await call("POST", "shot", body, for: .shoot, within: max(time, .seconds(7400))), .shoot)
            } catch  where error.code == .busy && self.time.now < patience && !Task.isCancelled {
                // Another program takes a picture.
                await self.time.sleep(for: pause)
                pause = min(pause * 2, .seconds(1))
            }
        }
    }

    func clockQuality() async throws(CameraError) -> ClockQuality {
        let answer = try await call("GET", "host-clock", for: .readClock, within: .seconds(10))
        guard case .bool(let isSynchronized)? = answer["synchronized"], let maximum = answer["maximumError"]?.number,
            let estimated = answer["estimatedError"]?.number, (0...1e6).contains(maximum), (0...1e6).contains(estimated)
        else { throw Self.invalidAnswer(.readClock) }
        return ClockQuality(
            isSynchronized: isSynchronized,
            maximumError: .seconds(maximum),
            estimatedError: .seconds(estimated)
        )
    }

    func pressShutter() async throws(CameraError) {
        try await hold(
            .shutter,
            [JSONValue.Member("autofocus", .bool(false)), JSONValue.Member("limit", .integer(30))],
            for: .pressShutter
        )
    }

    func releaseShutter() async throws(CameraError) {
        endHold(.shutter)
        try await call("DELETE", "shutter", for: .releaseShutter)
    }
}

extension RemoteConnection: SharedCamera {
    func picturesOfOthers() async throws(CameraError) -> PicturesOfOthers {
        try value(await call("GET", "others-pictures?client=\(client)", for: .shoot, within: .seconds(5)), .shoot)
    }
}

extension RemoteConnection: FocusDriver {
    func engageAutoFocus() async throws(CameraError) { try await hold(.halfPress, for: .engageAutoFocus) }

    func disengageAutoFocus() async throws(CameraError) {
        endHold(.halfPress)
        try await call("DELETE", "half-press", for: .disengageAutoFocus)
    }

    func setFocusArea(_ index: Int) async throws(CameraError) {
        try await call("PUT", "focus/area", .members(["index": .integer(Int64(index))]), for: .setFocusArea)
    }

    func touchFocus(at point: Point) async throws(CameraError) {
        try await call("POST", "focus/point", try part(point, .touchFocus), for: .touchFocus)
    }

    func driveFocus(_ step: FocusStep) async throws(CameraError) {
        let body = JSONValue.members([
            "direction": .string(step.direction.rawValue), "amount": .string(step.amount.rawValue), "steps": .integer(1),
        ])
        try await call("POST", "focus/drive", body, for: .driveFocus)
    }

    /// A point of the frames as parts of their coordinate space.
    func part(_ point: Point, _ operation: CameraOperation) throws(CameraError) -> JSONValue {
        let space = try space(operation)
        return .members(["x": .number(point.x / Double(space.width)), "y": .number(point.y / Double(space.height))])
    }

    /// The coordinate space of the last frame.
    func space(_ operation: CameraOperation) throws(CameraError) -> PixelSize {
        guard let space = view.withLock({ $0 })?.space, space.width > 0, space.height > 0 else {
            throw CameraError(
                .needsLiveView,
                "This works only while live view is running. Start live view first.",
                operation: operation
            )
        }
        return space
    }
}

extension RemoteConnection: VideoDriver {
    func startRecording() async throws(CameraError) { try await call("POST", "video/start", .object([]), for: .startRecording) }
    func stopRecording() async throws(CameraError) { try await call("POST", "video/stop", .object([]), for: .stopRecording) }
}

extension RemoteConnection: ClockDriver {
    func setClock(_ date: CameraDate) async throws(CameraError) {
        try await call("PUT", "clock", .members(["date": .string(date.description)]), for: .setClock)
    }

    func readClock() async throws(CameraError) -> CameraDate {
        guard let date = try await call("GET", "clock", for: .readClock)["date"]?.string.flatMap({ CameraDate(text: $0) }) else {
            throw Self.invalidAnswer(.readClock)
        }
        return date
    }
}
